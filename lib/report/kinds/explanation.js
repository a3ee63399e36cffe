'use strict';

/* Why tests are slower, as lines and as a section of a report. */

const { maxOf } = require('../../base/stats/sample');
const { escaped, label, printable } = require('../../base/text/display');
const { wrapLine } = require('../../base/text/columns');
const { counted, formatCount } = require('../../base/text/numbers');
const { machineCodeLines } = require('./machine-code');
const { waterfallFigure } = require('../figures/bars');
const { flameFigure, toneOf } = require('../figures/flame');

const MOST_CODE = 100; // columns
const LEAST_CODE = 16;
const LEAST_NS = 1e-3; // of printed differences, which are rounding errors below
const LEAST_SHARE = 0.005; // of the time of the slower side: lines with less have no time
const MOST_NAMED = 4; // frames with the largest differences, in words

function digits(given) {
  const ns = Math.abs(given) < LEAST_NS ? 0 : given;
  const size = Math.abs(ns);
  const [value, unit] = size < 1e3 ? [ns, 'ns'] : size < 1e6 ? [ns / 1e3, 'µs'] : [ns / 1e6, 'ms'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

const signed = (ns) => `${ns < 0 ? '' : '+'}${digits(ns)}`;

/** The part of a line of code around a column, and a line that points to the column */
function sourceLines({ text, column }, most) {
  if (typeof text !== 'string' || text.length === 0) return [];
  const start = Math.max(0, Math.min(column - 1 - (most >> 1), text.length - most));
  const shown = text.slice(start, start + most);
  const blank = shown.length - shown.trimStart().length;
  return [shown.trimStart(), `${' '.repeat(Math.max(0, column - 1 - start - blank))}^`];
}

const indent = (lines, width) => lines.map((line) => ' '.repeat(width) + line);

function testLines(test) {
  if (!test) return [];
  const { words, flags, differenceNs } = test;
  return [escaped(`tested: ${words} (${flags.join(' ')}), the difference is ${digits(differenceNs)}`)];
}

/** found: { a, b (names), explanation (of explain(), or null), reason (of a missing explanation) } */
function linesOf({ a, b, explanation, reason }, columns) {
  if (explanation === null) return [escaped(`${b}: ${reason}`)];
  const { differenceNs, ratio, lines, unexplainedNs, deopts } = explanation;
  const percent = `${Number(((ratio - 1) * 100).toPrecision(3))} %`;
  const head = `${escaped(b)} takes ${digits(differenceNs)} more than ${escaped(a)} (+${percent}):`;
  const amounts = [...lines.map(({ ns }) => signed(ns)), signed(unexplainedNs)];
  const width = maxOf(amounts.map(({ length }) => length));
  const places = lines.map(({ place }) => (place ? `${place.file}:${place.line}:${place.column}` : ''));
  const most = Math.max(LEAST_CODE, Math.min(MOST_CODE, columns - width - 6));
  const body = lines.flatMap(({ what, place, because, test }, i) => [
    `  ${amounts[i].padStart(width)}  ${[places[i], what].filter(Boolean).map(escaped).join('  ')}`,
    ...indent([...(place ? sourceLines(place, most).map(escaped) : []), ...because.map(escaped), ...testLines(test)],
      width + 6),
  ]);
  const rest = `  ${amounts[lines.length].padStart(width)}  not explained`;
  const calm = deopts.every((count) => count === 0) ? ['no deoptimization while measuring'] : [];
  return [head, ...body, rest, ...calm];
}

/** Explanations of a suite as lines, with an empty line between them. Pages have folded machine code. */
function explanationLines(explanations, { hasCode = true, columns = Infinity } = {}) {
  const lines = explanations.flatMap((one, i) => (
    [...(i > 0 ? [''] : []), ...linesOf(one, columns), ...(hasCode ? machineCodeLines(one) : [])]));
  return lines.flatMap((line) => wrapLine(line, columns));
}

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

const FINDINGS = {
  deopts: ({ count, reason }) => `deoptimized ${counted(count, 'time')}: ${reason}`,
  'warm-up-deopts': ({ count, reason }) => `deoptimized ${counted(count, 'time')} during warm-up: ${reason}`,
  shapes: ({ count, reason }) => `${counted(count, 'shape')} (${reason})`,
  'not-inlined': ({ count, limit }) => (count > limit
    ? `not inlined: ${formatCount(count)} bytes of bytecode, limit ${limit}` : 'not inlined'),
  bytes: ({ count }) => `allocates ${formatCount(Math.round(count))} bytes per call`,
};

/** Findings of a line of one or both sides; names: of the sides, if their findings can differ */
function badgesOf(lines, names) {
  const [first, second = null] = lines.map(({ findings }) => findings
    .filter(({ kind }) => Object.hasOwn(FINDINGS, kind)).map((one) => FINDINGS[one.kind](one)));
  if (second === null) return first;
  const own = (list, other, name) => list.filter((one) => !other.includes(one)).map((one) => `${label(name)}: ${one}`);
  return [...first.filter((one) => second.includes(one)), ...own(first, second, names[0]),
    ...own(second, first, names[1])];
}

/** A listing of the code of one side, or of the same code of both; see html/code.js */
function listingOf(functions, { names, longestNs, leastNs, differenceNs }) {
  const shown = functions.at(-1);
  return {
    title: shown.name ? `${shown.name}()` : 'anonymous function', place: `${shown.file}:${shown.line}`,
    lines: shown.lines.map(({ line, text }, i) => {
      const lines = functions.map((one) => one.lines[i]);
      const tone = lines.length > 1 ? toneOf((lines[1].ns - lines[0].ns) / differenceNs) : '';
      return {
        line, text, badges: badgesOf(lines, names), isAfterGap: i > 0 && line > shown.lines[i - 1].line + 1,
        times: lines.map(({ ns }, k) => (ns < leastNs ? { text: '', share: 0, tone: '' }
          : { text: digits(ns), share: ns / longestNs, tone: k > 0 ? tone : '' })),
      };
    }),
  };
}

/** 'old' and 'new' for 'parse (old)' and 'parse (new)' */
function shortNames(names) {
  const [one, other] = names.map((name) => /^(.*) \(([^()]+)\)$/.exec(name) || []);
  return one[1] !== undefined && one[1] === other[1] ? [one[2], other[2]] : names;
}

function codeBlock({ a, b, explanation: { code: { pairs, omitted }, differenceNs, ratio } }) {
  const names = shortNames([a, b]);
  const known = pairs.filter(({ sides }) => sides.some(Boolean));
  const all = known.flatMap(({ sides }) => sides.filter(Boolean).flatMap(({ lines }) => lines.map(({ ns }) => ns)));
  const leastNs = LEAST_SHARE * differenceNs * ratio / (ratio - 1);
  const how = { names, longestNs: maxOf(all, Number.MIN_VALUE), leastNs, differenceNs };
  const isShared = ({ isSame, sides }) => isSame && sides.every(Boolean)
    && sides[0].lines.length === sides[1].lines.length;
  return {
    type: 'code', names, omitted,
    pairs: known.map((pair) => (isShared(pair) ? [listingOf(pair.sides, how)]
      : pair.sides.map((one) => one && listingOf([one], how)))),
  };
}

function flameFigureOf({ a, b, explanation: { flame, differenceNs } }) {
  const frames = flame.map(({ depth, name, file, line, ns: [ofA, ofB] }) => {
    const place = file === null ? '' : `, ${file}${line === null ? '' : `:${line}`}`;
    return {
      depth, name, value: ofB, difference: (ofB - ofA) / differenceNs,
      words: `${name}${place}: ${label(a)} ${digits(ofA)}, ${label(b)} ${digits(ofB)} (${signed(ofB - ofA)})`,
    };
  });
  const largest = [...frames].sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
    .slice(0, MOST_NAMED).map(({ words }) => words);
  return flameFigure({
    title: `Time of ${printable(b)} by function`, text: 'called functions are below; colors compare with ' +
      printable(a), label: `Largest differences: ${largest.join('; ')}`, frames,
    key: [
      ['frame less-2', 'faster'], ['frame even', 'below 3 % of the difference'], ['frame more-1', 'slower'],
      ['frame more-2', 'by 15 %'], ['frame more-3', 'by 50 % of the difference and more'],
    ],
  });
}

const eventsTable = ({ a, b, explanation: { events } }) => ({
  type: 'table', label: 'Events of V8', isLong: true,
  columns: [
    { key: 'place', title: 'place' }, { key: 'kind', title: 'event' },
    { key: 'what', title: 'details', isWrapped: true }, { key: 'side', title: 'in' },
    { key: 'count', title: 'times', isNumber: true },
  ],
  rows: events.map(({ side, kind, what, place, count }) => ({ cells: {
    place: place || 'unknown', kind, what, side: shortNames([a, b])[side] || '', count: formatCount(count),
  } })),
});

/** The code of both sides, their call stacks, and what V8 logged; null in documents without them */
function detailsBlock(found, isOpen) {
  const { a, b, explanation: { code, flame = [], events = [] } } = found;
  if (code === undefined) return null;
  return {
    type: 'fold', title: `Code and call stacks of ${label(a)} and ${label(b)}`, isOpen,
    blocks: [
      codeBlock(found),
      ...(flame.length > 0 ? [{ type: 'figure', figures: () => [flameFigureOf(found)] }] : []),
      ...(events.length > 0
        ? [{ type: 'fold', title: 'Events of V8', more: `${events.length}`, blocks: [eventsTable(found)] }] : []),
    ],
  };
}

/** A section of a report, in a list that is empty without explanations; isFolded: code is folded */
function explanationSections({ explanations = [] }, { id, title, isFolded }) {
  if (explanations.length === 0) return [];
  const known = explanations.filter(({ explanation }) => explanation !== null);
  return [{
    id: `${id}why`, title, heading: title,
    blocks: [
      { type: 'figure', figures: () => known.map(figureOf) },
      {
        type: 'lines', lines: explanationLines(explanations, { hasCode: false }),
        linesFor: (columns) => explanationLines(explanations, { hasCode: false, columns }),
      },
      ...known.map((one) => detailsBlock(one, !isFolded && known.length === 1)).filter(Boolean),
      ...known.map(machineCodeBlock).filter(Boolean),
    ],
  }];
}

module.exports = { explanationLines, explanationSections };
