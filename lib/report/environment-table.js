'use strict';

/* The machines that figures come from, side by side, in Markdown. */

const { escaped } = require('../text/display');
const { literal, markdownTable, bullets, paragraphs } = require('./markdown-blocks');
const { sentence } = require('../system/warnings');

// Captured at load, because a measured test may change it.
const { round } = Math;

function joined(values) {
  let text = '';
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== null && values[i] !== undefined && values[i] !== '') text += (text && ' ') + values[i];
  }
  return text;
}

const FACTS = [
  { title: 'node', read: ({ nodeVersion }) => joined([nodeVersion]) },
  { title: 'V8', read: ({ v8Version }) => joined([v8Version]) },
  { title: 'options', read: ({ nodeFlags }) => joined(nodeFlags || []) },
  { title: 'system', read: ({ platform, arch, kernel }) => joined([platform, arch, kernel]) },
  { title: 'processor', read: ({ cpu }) => joined([cpu]) },
  { title: 'processors', read: ({ cpuCount }) => joined([cpuCount]) },
  { title: 'MHz', read: ({ cpuMhz, cpuMhzSource }) => (cpuMhz > 0 ? joined([round(cpuMhz), cpuMhzSource && `(${cpuMhzSource})`]) : '') },
  { title: 'governor', read: ({ cpuScalingGovernor }) => joined([cpuScalingGovernor]) },
  { title: 'qtimeit', read: ({ qtimeitVersion }) => joined([qtimeitVersion]) },
];

const NOTHING = {};

/** What is known of any side; '' where nothing is. */
function factTable(sides) {
  const columns = [{ title: '', cell: ({ title }) => title }];
  for (let s = 0; s < sides.length; s++) {
    const { label, environment } = sides[s];
    columns[s + 1] = { title: literal(escaped(label)), cell: ({ read }) => literal(escaped(read(environment || NOTHING))) };
  }
  const facts = [];
  for (let f = 0; f < FACTS.length; f++) {
    let isKnown = false;
    for (let s = 0; s < sides.length; s++) if (FACTS[f].read(sides[s].environment || NOTHING)) isKnown = true;
    if (isKnown) facts[facts.length] = FACTS[f];
  }
  return facts.length ? markdownTable(facts, columns) : '';
}

/** What the machines are warned of, each sentence once, with the sides where it is not true of all. */
function warningLines(sides) {
  const said = [];
  for (let s = 0; s < sides.length; s++) {
    const { label, environment } = sides[s];
    const { warnings } = environment || NOTHING;
    for (let w = 0; warnings && w < warnings.length; w++) {
      const text = sentence(warnings[w]);
      let at = 0;
      while (at < said.length && said[at].text !== text) at++;
      if (at === said.length) said[at] = { text, labels: label, sides: 1 };
      else {
        said[at].labels += `, ${label}`;
        said[at].sides++;
      }
    }
  }
  const lines = [];
  for (let i = 0; i < said.length; i++) {
    lines[i] = escaped(said[i].sides < sides.length ? `${said[i].labels}: ${said[i].text}` : said[i].text);
  }
  return lines;
}

/**
 * @param {Array<{ label: string, environment: object|null }>} sides environment as sysinfo() returns it
 * @returns {string} a table and the warnings, '' where nothing is known
 */
function environmentTable(sides) {
  return paragraphs([factTable(sides), bullets(warningLines(sides))]);
}

module.exports = { environmentTable };
