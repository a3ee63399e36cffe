'use strict';

/*
 * The functions of both sides that have samples or findings: ns per call by line, and what V8 recorded there. Their
 * size is limited because saved documents contain them.
 */

const { maxOf } = require('../../base/stats/sample');
const { groupBy } = require('../../base/text/grouped-by');
const { keyOfPlace, placeOfKey } = require('./profile');

const { max, min } = Math;

const MOST_LINES = 200; // of a side
const MOST_CHARACTERS = 200; // of a line
const LEFT_OF_PLACE = 80; // characters, in a longer line
const CONTEXT = 2; // lines before and after
const LEAST_SHARE = 0.005; // of the time of a call: lines with less have no ns
const LEAST_BYTES = 1; // per call
const MOST_EVENTS = 100; // of a side

// Limits of V8: shapes of a place that it specializes for, and bytes of bytecode of an inlined function.
const SHAPES = 4;
const INLINED_BYTES = 460; // --max-inlined-bytecode-size

const sumOf = (list, valueOf) => list.reduce((sum, one) => sum + valueOf(one), 0);
const isAfter = (one, other) => one.line > other.line || (one.line === other.line && one.column >= other.column);

/** The innermost function at a place, or undefined */
function functionAt(place, { functions, sourceOf }) {
  const around = functions.filter((fn) => {
    if (fn.file !== place.file || !isAfter(place, fn)) return false;
    const source = sourceOf(fn);
    return source === null || place.line < source.first + source.lines.length;
  });
  return around.reduce((last, fn) => (last === undefined || isAfter(fn, last) ? fn : last), undefined);
}

/** Equal deoptimizations as one with their number, most frequent first */
function deoptsOf({ deopts }) {
  const groups = groupBy(deopts, ({ kind, reason, at, isInWindow }) => JSON.stringify([kind, reason, at, isInWindow]));
  return [...groups.values()].map((own) => ({ ...own[0], count: own.length })).sort((a, b) => b.count - a.count);
}

/** Places with several shapes, those with most first: [{ at, shapes, isMegamorphic }] */
function polymorphicPlaces({ caches }) {
  return [...caches].filter(([, { shapes, isMegamorphic }]) => shapes.size > 1 || isMegamorphic)
    .map(([key, { shapes, isMegamorphic }]) => ({ at: placeOfKey(key), shapes: shapes.size, isMegamorphic }))
    .sort((a, b) => b.isMegamorphic - a.isMegamorphic || b.shapes - a.shapes);
}

const notInlined = ({ profile }) => [...profile.operations.values()].filter(({ kind }) => kind === 'call')
  .map(({ fn }) => fn);

/** Functions with their lines: fn -> Map of { ns, column, findings } by line */
function linesByFunction(side) {
  const { profile, nsPerCall, bytesPerCall } = side;
  const found = new Map();
  const lineOf = (fn, line) => {
    if (!found.has(fn)) found.set(fn, new Map());
    const lines = found.get(fn);
    if (!lines.has(line)) lines.set(line, { ns: 0, column: 1, mostNs: 0, findings: [] });
    return lines.get(line);
  };
  for (const { places } of profile.operations.values()) {
    for (const { place, fn, share } of places.values()) {
      if (!fn) continue;
      const line = lineOf(fn, place.line);
      const ns = share * nsPerCall;
      line.ns += ns;
      if (ns > line.mostNs) Object.assign(line, { mostNs: ns, column: place.column });
    }
  }
  const add = (fn, line, kind, count, more) => (
    lineOf(fn, line).findings.push({ kind, count, limit: null, reason: null, ...more }));

  for (const { at, reason, isInWindow, count } of deoptsOf(side)) {
    const fn = at && functionAt(at, side);
    if (!fn || !(isInWindow || found.has(fn))) continue;
    const kind = isInWindow ? 'deopts' : 'warm-up-deopts';
    const known = lineOf(fn, at.line).findings.find((one) => one.kind === kind);
    if (known) known.count += count;
    else add(fn, at.line, kind, count, { reason });
  }
  for (const { at, shapes, isMegamorphic } of polymorphicPlaces(side)) {
    const fn = functionAt(at, side);
    if (!found.has(fn)) continue;
    if (lineOf(fn, at.line).findings.some(({ kind }) => kind === 'shapes')) continue;
    add(fn, at.line, 'shapes', shapes, { limit: SHAPES, reason: isMegamorphic ? 'megamorphic' : 'polymorphic' });
  }
  for (const fn of notInlined(side)) {
    add(fn, fn.line, 'not-inlined', fn.bytecodeBytes || 0, { limit: INLINED_BYTES });
  }
  if (bytesPerCall >= LEAST_BYTES && profile.testFn !== null) {
    add(profile.testFn, profile.testFn.line, 'bytes', bytesPerCall);
  }
  return found;
}

/**
 * [{ name, file, ns, first, texts (or null), lines, isTest, isQuiet }] of a side, those with most time first; isQuiet:
 * without samples of its lines and findings
 */
function functionsIn(side, shownFile) {
  const { profile: { functions, testFn }, nsPerCall, sourceOf } = side;
  const found = linesByFunction(side);
  return [...new Set([...found.keys(), ...functions])].map((fn) => {
    const lines = found.get(fn) || new Map();
    const source = sourceOf(fn);
    const ns = sumOf([...lines.values()], (line) => line.ns);
    const isTest = fn === testFn;
    return {
      name: fn.name, file: shownFile(fn.file), lines, ns, isTest, first: source ? source.first : fn.line,
      texts: source && source.lines,
      isQuiet: !isTest && ns < LEAST_SHARE * nsPerCall
        && [...lines.values()].every(({ findings }) => findings.length === 0),
    };
  }).sort((a, b) => b.ns - a.ns);
}

const isSame = (one, other) => (
  one.name === other.name && one.texts !== null && one.texts.join('\n') === (other.texts || []).join('\n'));

/** Pairs of the same functions, of the tests, and of the rest in their order; null without a counterpart */
function pairsOf(ofA, ofB) {
  const left = new Set(ofA);
  const pairs = new Map();
  const isNamed = (one, other) => one.name === other.name && one.file === other.file;
  for (const isLike of [isSame, isNamed, (one, other) => one.isTest && other.isTest]) {
    for (const b of ofB.filter((one) => !pairs.has(one))) {
      const a = [...left].find((one) => isLike(one, b));
      if (a === undefined) continue;
      left.delete(a);
      pairs.set(b, a);
    }
  }
  const all = [...ofB.map((b) => [pairs.get(b) || null, b]), ...[...left].map((a) => [a, null])];
  const nsOf = (pair) => maxOf(pair.filter(Boolean).map(({ ns }) => ns));
  return all.filter((pair) => pair.some((one) => one && !one.isQuiet))
    .map((pair) => ({ pair, isSame: pair.every(Boolean) && isSame(pair[0], pair[1]) }))
    .sort((one, other) => nsOf(other.pair) - nsOf(one.pair));
}

/** The part of a line around a column, from 1 */
function cutText(text, column) {
  if (text.length <= MOST_CHARACTERS) return text;
  const start = max(0, min(column - LEFT_OF_PLACE, text.length - MOST_CHARACTERS + 1));
  const rest = (start > 0 ? '…' : '') + text.slice(start);
  return rest.length > MOST_CHARACTERS ? `${rest.slice(0, MOST_CHARACTERS - 1)}…` : rest;
}

/** Indexes of lines to show, from the first line of a function: those with time or findings, and their context */
function indexesOf(functions, leastNs, most) {
  const weights = new Map([[0, 0]]);
  const [{ texts }] = functions;
  const last = texts === null ? Infinity : texts.length - 1;
  for (const { first, lines } of functions) {
    for (const [line, { ns, findings }] of lines) {
      if (ns < leastNs && findings.length === 0) continue;
      const at = line - first;
      weights.set(at, max(weights.get(at) || 0, ns + (findings.length > 0 ? leastNs : 0)));
    }
  }
  const marked = [...weights.keys()].sort((a, b) => weights.get(b) - weights.get(a)).slice(0, most);
  const chosen = new Set(marked);
  if (last === Infinity) return marked.sort((a, b) => a - b);
  for (const at of marked) {
    const end = min(last, at + CONTEXT);
    for (let near = max(0, at - CONTEXT); near <= end && chosen.size < most; near++) chosen.add(near);
  }
  return [...chosen].sort((a, b) => a - b);
}

const NO_LINE = { ns: 0, column: 1, findings: [] };

function shownFunction({ name, file, first, texts, lines, ns }, indexes) {
  return {
    name, file, line: first, ns,
    lines: indexes.map((at) => {
      const { ns: ofLine, column, findings } = lines.get(first + at) || NO_LINE;
      const text = texts && texts[at] !== undefined ? cutText(texts[at], column) : null;
      return { line: first + at, text, ns: ofLine, findings };
    }),
  };
}

/**
 * sides: a and b, see explain(), with functions, sourceOf(fn) and pathOf(url). Returns { pairs: [{ isSame, sides:
 * [function or null, of a and b] }], omitted }; omitted: number of pairs beyond the limit of lines
 */
function compareCode([a, b], shownFile) {
  const all = pairsOf(functionsIn(a, shownFile), functionsIn(b, shownFile));
  const left = [MOST_LINES, MOST_LINES];
  const pairs = [];
  for (const { pair, isSame } of all) {
    const leastNs = LEAST_SHARE * min(a.nsPerCall, b.nsPerCall);
    const indexes = pair.map((one, i) => {
      if (one === null) return [];
      return isSame ? indexesOf(pair, leastNs, min(left[0], left[1])) : indexesOf([one], leastNs, left[i]);
    });
    if (pair.some((one, i) => one !== null && indexes[i].length === 0)) continue;
    indexes.forEach(({ length }, i) => { left[i] -= length; });
    pairs.push({ isSame, sides: pair.map((one, i) => one && shownFunction(one, indexes[i])) });
  }
  return { pairs, omitted: all.length - pairs.length };
}

/** What V8 logged about a side: [{ side, kind, what, place, count }], most frequent deoptimizations first */
function eventsOfSide(side, index, shownFile) {
  const functions = linesByFunction(side);
  const isShown = ({ at, isInWindow = false }) => (
    isInWindow || (at !== null && functions.has(functionAt(at, side))));
  const events = [
    ...deoptsOf(side).filter(isShown).map(({ kind, reason, at, isInWindow, count }) => (
      { kind, what: reason + (isInWindow ? '' : ', during warm-up'), at, count })),
    ...notInlined(side).map((fn) => ({
      kind: 'not inlined', what: `${fn.name || 'a function'}(), ${fn.bytecodeBytes || 0} bytes of bytecode`, at: fn,
      count: 1,
    })),
    ...polymorphicPlaces(side).filter(isShown).map(({ at, shapes, isMegamorphic }) => (
      { kind: isMegamorphic ? 'megamorphic' : 'polymorphic', what: `${shapes} shapes`, at, count: 1 })),
  ];
  return events.slice(0, MOST_EVENTS).map(({ at, ...event }) => (
    { side: index, ...event, place: at ? keyOfPlace({ ...at, file: shownFile(at.file) }) : null }));
}

/** sides: the faster one (side 0) and the slower one (side 1) */
const eventsOf = (sides, shownFile) => sides.flatMap((side, i) => eventsOfSide(side, i, shownFile));

module.exports = { compareCode, eventsOf };
