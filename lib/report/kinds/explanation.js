'use strict';

/* Why tests are slower, as lines and as a section of a report. */

const { maxOf } = require('../../base/stats/sample');
const { escaped, printable } = require('../../base/text/display');
const { machineCodeLines } = require('./machine-code');
const { waterfallFigure } = require('../figures/bars');

const MOST_CODE = 100;
const LEAST_NS = 1e-3; // of printed differences, which are rounding errors below

function digits(given) {
  const ns = Math.abs(given) < LEAST_NS ? 0 : given;
  const size = Math.abs(ns);
  const [value, unit] = size < 1e3 ? [ns, 'ns'] : size < 1e6 ? [ns / 1e3, 'µs'] : [ns / 1e6, 'ms'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

const signed = (ns) => `${ns < 0 ? '' : '+'}${digits(ns)}`;

function sourceLines({ text, column }) {
  if (typeof text !== 'string' || text.length === 0) return [];
  const start = Math.max(0, Math.min(column - 1 - MOST_CODE / 2, text.length - MOST_CODE));
  const shown = text.slice(start, start + MOST_CODE);
  const blank = shown.length - shown.trimStart().length;
  return [shown.trimStart(), `${' '.repeat(Math.max(0, column - 1 - start - blank))}^`];
}

const indent = (lines, width) => lines.map((line) => ' '.repeat(width) + line);

const testLines = (test) => (
  test ? [`tested: ${test.words} (${test.flags.join(' ')}), the difference is ${digits(test.differenceNs)}`] : []);

/** found: { a, b (names), explanation (of explain(), or null), reason (of a missing explanation) } */
function linesOf({ a, b, explanation, reason }) {
  if (explanation === null) return [`${escaped(b)}: ${reason}`];
  const { differenceNs, ratio, lines, unexplainedNs, deopts } = explanation;
  const percent = `${Number(((ratio - 1) * 100).toPrecision(3))} %`;
  const head = `${escaped(b)} takes ${digits(differenceNs)} more than ${escaped(a)} (+${percent}):`;
  const amounts = [...lines.map(({ ns }) => signed(ns)), signed(unexplainedNs)];
  const width = maxOf(amounts.map(({ length }) => length));
  const places = lines.map(({ place }) => (place ? `${place.file}:${place.line}:${place.column}` : ''));
  const body = lines.flatMap(({ what, place, because, test }, i) => [
    `  ${amounts[i].padStart(width)}  ${[places[i], what].filter(Boolean).map(escaped).join('  ')}`,
    ...indent([...(place ? sourceLines(place).map(escaped) : []), ...because.map(escaped), ...testLines(test)],
      width + 6),
  ]);
  const rest = `  ${amounts[lines.length].padStart(width)}  not explained`;
  const calm = deopts.every((count) => count === 0) ? ['no deoptimization while measuring'] : [];
  return [head, ...body, rest, ...calm];
}

/** Explanations of a suite as lines, with an empty line between them. Pages have folded machine code. */
const explanationLines = (explanations, { hasCode = true } = {}) => explanations.flatMap((one, i) => (
  [...(i > 0 ? [''] : []), ...linesOf(one), ...(hasCode ? machineCodeLines(one) : [])]));

function machineCodeBlock(found) {
  const [title, ...lines] = machineCodeLines(found);
  return title === undefined ? null : { type: 'fold', title, blocks: [{ type: 'lines', lines }] };
}

/** A waterfall from the faster to the slower test */
function figureOf({ a, b, explanation: { differenceNs, ratio, lines, unexplainedNs } }) {
  const nsOfA = differenceNs / (ratio - 1);
  const nsOfB = nsOfA + differenceNs;
  const steps = lines.map(({ what, place, ns }) => (
    { name: what, ns, value: signed(ns), more: place ? `${place.file}:${place.line}` : null }));
  return waterfallFigure({
    title: `${printable(b)}, compared with ${printable(a)}`,
    steps: [
      { name: a, ns: nsOfA, value: digits(nsOfA), more: null },
      ...steps,
      { name: 'not explained', ns: unexplainedNs, value: signed(unexplainedNs), more: null },
      { name: b, ns: nsOfB, value: digits(nsOfB), more: null },
    ],
  });
}

/** A section of a report, in a list that is empty without explanations */
function explanationSections({ explanations = [] }, { id, title }) {
  if (explanations.length === 0) return [];
  const known = explanations.filter(({ explanation }) => explanation !== null);
  return [{
    id: `${id}why`, title, heading: title,
    blocks: [
      { type: 'figure', figures: () => known.map(figureOf) },
      { type: 'lines', lines: explanationLines(explanations, { hasCode: false }) },
      ...known.map(machineCodeBlock).filter(Boolean),
    ],
  }];
}

module.exports = { explanationLines, explanationSections };
