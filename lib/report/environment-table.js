'use strict';

/* The machines that figures come from, side by side, in Markdown. */

const { escaped } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { literal, markdownTable, bullets, paragraphs } = require('./markdown-blocks');
const { sentence } = require('../system/warnings');

const joined = (...values) => values.filter((value) => value || value === 0).join(' ');

const FACTS = [
  { title: 'node', read: ({ nodeVersion }) => joined(nodeVersion) },
  { title: 'V8', read: ({ v8Version }) => joined(v8Version) },
  { title: 'options', read: ({ nodeFlags }) => joined(...(nodeFlags || [])) },
  { title: 'system', read: ({ platform, arch, kernel }) => joined(platform, arch, kernel) },
  { title: 'processor', read: ({ cpu }) => joined(cpu) },
  { title: 'processors', read: ({ cpuCount }) => joined(cpuCount) },
  {
    title: 'MHz',
    read: ({ cpuMhz, cpuMhzSource: source }) => (cpuMhz > 0 ? joined(Math.round(cpuMhz), source && `(${source})`) : ''),
  },
  { title: 'governor', read: ({ cpuScalingGovernor }) => joined(cpuScalingGovernor) },
  { title: 'qtimeit', read: ({ qtimeitVersion }) => joined(qtimeitVersion) },
];

/** What is known of any side; '' where nothing is. */
function factTable(sides) {
  const read = (fact, { environment }) => fact.read(environment || {});
  const facts = FACTS.filter((fact) => sides.some((side) => read(fact, side)));
  const columns = sides.map((side) => ({
    title: literal(escaped(side.label)), cell: (fact) => literal(escaped(read(fact, side))),
  }));
  return facts.length ? markdownTable(facts, [{ title: '', cell: ({ title }) => title }, ...columns]) : '';
}

/** What the machines are warned of, each sentence once, with the sides where it is not true of all. */
function warningLines(sides) {
  const said = sides.flatMap(({ label, environment }) => (
    ((environment || {}).warnings || []).map((warning) => ({ label, text: sentence(warning) }))));
  return [...groupedBy(said, ({ text }) => text)].map(([text, own]) => (
    escaped(own.length < sides.length ? `${own.map(({ label }) => label).join(', ')}: ${text}` : text)));
}

/**
 * @param {Array<{ label: string, environment: object|null }>} sides environment as sysinfo() returns it
 * @returns {string} a table and the warnings, '' where nothing is known
 */
function environmentTable(sides) {
  return paragraphs([factTable(sides), bullets(warningLines(sides))]);
}

module.exports = { environmentTable };
