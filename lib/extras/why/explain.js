'use strict';

/* The difference between two tests as a budget in ns per call, with the evidence for each line. */

const { tWithin, NORMAL_DF } = require('../../base/stats/distributions');
const { degreesOfPairs, degreesOfTrimmed } = require('../../base/stats/process-contrast');
const { groupBy } = require('../../base/text/grouped-by');
const { lowWhileShared } = require('../../base/text/verdict-words');
const { calledAt, keyOfPlace } = require('./profile');
const {
  ALLOCATES, CALLS_UNKNOWN, DICTIONARY, GENERATOR, INLINED, INSTANCE_OF, LARGE_NURSERY, MATCHES, NATIVE, NEW_CLASS,
  PROXY, SPREAD_ITERABLE, SPREAD_OBJECT, TELLS_COLLECTOR, matchesAnyTwice, repeatsRepetition,
} = require('./operations');

const { max } = Math;

const LEAST_SHARE = 0.1; // of the difference: smaller lines are not shown
const LEAST_RATIO = 1.15; // smaller differences are not explained
const LOOPING = 20; // deoptimizations per second that do not end
const MORE_WORK = 1.3; // times as many executions of a block
const MORE_IN_ALL = 1.1; // times as many executions of all blocks
const MANY_SHAPES = 5; // V8 specializes a place for four
const CHANGING = 50;
const ODD_INDEX = /^(?:-\d+|-?\d+\.\d+|NaN|undefined)$/;
// Optimized code allocates without a builtin, in 0.1 to 0.3 ns per byte with the writing.
const LEAST_BYTES = 16;
const MOST_NS_PER_BYTE = 0.5;
const MOST_NS_OF_KNOWN = 1; // if the code shows what only b creates
const CONFIDENCE = 0.95; // of prices
const SAME_SHARE = 0.15; // of an operation in b: a does it as well

const areInOneLine = ({ place }, other) => (
  Boolean(place && other.place) && place.file === other.place.file && place.line === other.place.line);

const IS_LOOP = /^(?:for|while|do)\b/;
const IS_ARGUMENTS = /(?<![.\w$])arguments$/; // before an index

/**
 * The place of an operation that takes most of its time, if it takes a quarter of it, or its line half of it. Node.js
 * 26 puts operations of a loop at its keyword, which does nothing itself.
 */
function mainPlace({ places, share }) {
  const isLoop = ({ place: { text = '', column } }) => IS_LOOP.test(text.slice(column - 1));
  const all = [...places.values()].sort((a, b) => b.share - a.share);
  const most = all.find((one) => !isLoop(one) && one.share > share / 8) || all[0];
  if (most === undefined) return null;
  const inLine = all.filter((one) => areInOneLine(one, most)).reduce((sum, one) => sum + one.share, 0);
  return all[0].share > share / 4 || inLine > share / 2 ? most : null;
}

/** Whether a place is the head of a loop, or the brace at its end */
function isHeader({ text = '', column }) {
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)];
  const isInHead = /\b(?:for|while) ?\([^{]*$/.test(before) && before.split('(').length > before.split(')').length;
  return isInHead || /^(?:for|while|do)\b|^\}/.test(after);
}

/** The place with the most time. V8 puts much of a loop's work into its head, so a place in the body is preferred. */
function bodyPlace(places) {
  const all = [...places].sort((a, b) => b.share - a.share);
  const share = all.reduce((sum, one) => sum + one.share, 0);
  const body = all.find((one) => !isHeader(one.place) && one.share > share / 8);
  const most = body || all[0];
  return most ? most.place : null;
}

// Expressions that create something, also `x => x`
const CREATES = /^(?:new\b|bind\(|`|async\b|function\b|class\b|(?:\([^()]*\)|[\w$]+) ?=>)/;
const BEFORE_OBJECT = /(?:[=(,:[?&|]|\breturn|\byield)\s*$/; // otherwise `{` begins a block
const BEFORE_ACCESS = /[\w$)\]]$/; // otherwise `[` begins a list

function isCreating({ text = '', column }) {
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)];
  if (after[0] === '{') return BEFORE_OBJECT.test(before);
  if (after[0] === '[') return !BEFORE_ACCESS.test(before);
  return CREATES.test(after);
}

const LEAST_OF_CREATING = 0.02; // of the time of all places

/**
 * The place with the most time of those that create something, or null if they take little time. V8 puts the time of
 * an allocation partly at the operation before.
 */
function creatingPlace(places) {
  const share = places.reduce((sum, one) => sum + one.share, 0);
  const [most] = places.filter(({ place }) => isCreating(place)).sort((a, b) => b.share - a.share);
  return most && most.share > LEAST_OF_CREATING * share ? most.place : null;
}

/** Whether V8 often had to forget what it knew about a place */
function isChanging(place, { caches }) {
  const cache = place && caches.get(keyOfPlace(place));
  return Boolean(cache) && cache.changes >= CHANGING;
}

const LINES_OF_BODY = 5;

/** A place, or, for the head of a loop, the one with the most time in the lines after it */
function inBody(place, { profile: { operations } }) {
  if (place === null || !isHeader(place)) return place;
  const places = operations.has('own') ? [...operations.get('own').places.values()] : [];
  const isNear = (one) => one.file === place.file && one.line > place.line && one.line <= place.line + LINES_OF_BODY;
  return bodyPlace(places.filter((one) => isNear(one.place) && !isHeader(one.place))) || place;
}

/** What V8 recorded about a place, in words */
function evidenceAt(place, side) {
  const cache = side.caches.get(keyOfPlace(place));
  if (!cache) return [];
  const found = [];
  if (cache.isMegamorphic) {
    found.push(cache.shapes.size >= MANY_SHAPES
      ? `${cache.shapes.size} shapes of objects were seen here, and V8 specializes for 4`
      : `V8 does not specialize this place${cache.keys.size > 4 ? `: ${cache.keys.size} names were used` : ''}`);
  }
  const odd = [...cache.keys].find((key) => ODD_INDEX.test(key));
  if (odd) {
    const kind = odd.startsWith('-') ? 'negative' : 'not a whole number';
    found.push(`the index is ${kind} (${odd}), so V8 treats it as the name of a property`);
  }
  if (isChanging(place, side)) found.push('prototypes or global properties change');
  if ([...cache.modifiers].some((one) => /OOB/.test(one))) found.push('reads outside of the array');
  if (IS_ARGUMENTS.test((place.text || '').slice(0, place.column - 1))) {
    found.push('elements of arguments are linked to the parameters, unless the function is strict');
  }
  return found;
}

/** The most frequent deoptimization in the window of b, if a has few: { reason, at, perSecond }, or null */
function loopingDeopts(a, b) {
  const inWindow = ({ deopts }) => deopts.filter((one) => one.isInWindow);
  const perSecond = inWindow(b).length / b.seconds;
  if (!(perSecond > LOOPING) || inWindow(a).length / a.seconds > perSecond / 4) return null;
  const groups = groupBy(inWindow(b), ({ reason, at }) => `${reason} ${at ? keyOfPlace(at) : ''}`);
  const [[{ reason, at }]] = [...groups.values()].sort((one, other) => other.length - one.length);
  return { reason, at, perSecond };
}

/**
 * Operations of both sides, largest excess first: [{ id, kind, words, mainly, mainlyOfA, isOnObject, pattern,
 * patternOfA, experiment, ns, nsOfA, place (of most of it), fnOfPlace, places, fn }], see profileOf()
 */
function differencesOf(a, b) {
  const ids = new Set([...a.profile.operations.keys(), ...b.profile.operations.keys()]);
  return [...ids].map((id) => {
    const [ofA, ofB] = [a, b].map(({ profile }) => profile.operations.get(id));
    const nsOfA = ofA ? ofA.share * a.nsPerCall : 0;
    const ns = (ofB ? ofB.share * b.nsPerCall : 0) - nsOfA;
    const { kind, words, mainly, isOnObject, pattern, experiment, fn, places } = ofB || ofA;
    const main = mainPlace(ofB || ofA);
    return {
      id, kind, words, mainly, mainlyOfA: ofA && ofA.mainly, isOnObject, pattern, patternOfA: ofA && ofA.pattern,
      experiment, fn, ns, nsOfA, place: main && main.place, fnOfPlace: main && main.fn, places: [...places.values()],
    };
  }).sort((one, other) => other.ns - one.ns);
}

const isOnlyOfB = ({ ns, nsOfA }) => nsOfA <= SAME_SHARE * (ns + nsOfA);

/**
 * Joins functions that are called and not inlined. They belong to calls of unknown functions, if there are, and to the
 * own code if a has a share of them, too, or if b calls them more often: a function that calls itself is never inlined
 * as a whole.
 */
function withCalls(differences, areMore) {
  const isCall = ({ kind }) => kind === 'call';
  const calls = differences.filter(isCall);
  if (calls.length === 0) return differences;
  const [first] = calls;
  const sumOf = (list, field) => list.reduce((sum, one) => sum + one[field], 0);
  const all = { ns: sumOf(calls, 'ns'), nsOfA: sumOf(calls, 'nsOfA') };
  const others = differences.filter((one) => !isCall(one));
  const unknown = others.find((one) => one.words === CALLS_UNKNOWN && one.ns > 0 && isOnlyOfB(one));
  if (unknown !== undefined && all.ns > 2 * all.nsOfA) {
    const joined = { ...unknown, ns: unknown.ns + all.ns };
    return others.map((one) => (one === unknown ? joined : one));
  }
  if (all.ns > 0 && isOnlyOfB(all) && !areMore) {
    const added = calls.filter(({ ns }) => ns > 0);
    const words = added.length > 1 ? `calls ${added.length} functions that are not inlined` : first.words;
    return [...others, { ...first, ...all, words, experiment: INLINED }];
  }
  const own = others.find(({ kind }) => kind === 'own')
    || { ...first, id: 'own', kind: 'own', ns: 0, nsOfA: 0, places: [] };
  const joined = {
    ...own, ns: own.ns + all.ns, nsOfA: own.nsOfA + all.nsOfA, place: own.place || first.place,
    places: [...own.places, ...calls.flatMap(({ places }) => places)],
  };
  return [...others.filter(({ kind }) => kind !== 'own'), joined];
}

/**
 * Ranges of a file that run more often than the smallest range around them: bodies of loops, and functions within
 * functions, which are mostly callbacks.
 */
function repeatedIn({ functions }) {
  const ranges = functions.flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const around = [];
  const repeated = [];
  for (const one of ranges) {
    while (around.length > 0 && around.at(-1).endOffset < one.endOffset) around.pop();
    if (around.length > 0 && one.count > around.at(-1).count) repeated.push(one);
    around.push(one);
  }
  return repeated;
}

/**
 * The block that runs most often, with executions per call of it, of all blocks and of all loops; null if that is
 * unknown
 */
function busiestBlock({ blocks, coveredCalls, userFiles }) {
  if (!blocks) return null;
  const own = blocks.filter(({ url }) => userFiles(url));
  const ranges = own.flatMap(({ url, functions }) => (
    functions.flatMap((one) => one.ranges.map((range) => ({ url, name: one.functionName, ...range })))));
  const loops = own.flatMap(repeatedIn);
  const [most] = ranges.sort((one, other) => other.count - one.count);
  const perCall = (list) => list.reduce((sum, { count }) => sum + count, 0) / coveredCalls;
  return most ? { ...most, perCall: perCall([most]), allPerCall: perCall(ranges), loopsPerCall: perCall(loops) } : null;
}

const isBefore = (one, other) => one.line < other.line || (one.line === other.line && one.column <= other.column);

/** Executions per call of the smallest block around a place, or of the loop with this head; null if they are unknown */
function runsPerCall(place, { blocks, coveredCalls, placeIn }) {
  const isOfPlace = ({ url }) => (placeIn(url, 0) || {}).file === place.file;
  const isHead = isHeader(place);
  const isBody = (start) => isHead && start.line === place.line && start.column > place.column;
  let smallest = null;
  for (const { url, functions } of (blocks || []).filter(isOfPlace)) {
    for (const range of functions.flatMap(({ ranges }) => ranges)) {
      const size = range.endOffset - range.startOffset;
      if (smallest !== null && size >= smallest.size) continue;
      const [start, end] = [range.startOffset, range.endOffset].map((offset) => placeIn(url, offset));
      const isAround = isBefore(start, place) && !isBefore(end, place);
      // A script may be made from several files.
      if (start.file === place.file && (isAround || isBody(start))) smallest = { size, count: range.count };
    }
  }
  return smallest && smallest.count / coveredCalls;
}

function times(count) {
  if (count === 1) return 'once';
  return count < 10 && count % 1 !== 0 ? `${count.toFixed(1)} times` : `${Math.round(count)} times`;
}

/**
 * Whether b executes more blocks: { isOfBlock: whether its busiest block runs more often, because, place }, or null if
 * it does not, or if that is unknown
 */
function moreWork(a, b) {
  const [ofA, ofB] = [busiestBlock(a), busiestBlock(b)];
  if (!ofA || !ofB) return null;
  if (ofB.perCall > MORE_WORK * max(1, ofA.perCall) && ofB.allPerCall > MORE_IN_ALL * ofA.allPerCall) {
    const often = [ofA, ofB].map(({ perCall }) => times(perCall));
    return {
      isOfBlock: true, place: b.placeIn(ofB.url, ofB.startOffset),
      because: `this block runs ${often[1]} per call, the most frequent one of ${a.name} ${often[0]}`,
    };
  }
  const hasMoreLoops = ofB.loopsPerCall > MORE_WORK * max(1, ofA.loopsPerCall);
  if (!hasMoreLoops || !(ofB.allPerCall > MORE_IN_ALL * ofA.allPerCall)) return null;
  const [often, oftenInA] = [ofB, ofA].map(({ loopsPerCall }) => times(loopsPerCall));
  return {
    isOfBlock: false, place: null,
    because: `all loops and callbacks together run ${often} per call, those of ${a.name} ${oftenInA}`,
  };
}

const ALL_WORK = 'does more work';

/**
 * Adds how often the place of a line runs, if it runs more often than in a, or than any block of a that does not have
 * this place.
 */
function withRuns(line, a, b) {
  if (line.place === null || line.what === ALL_WORK) return line;
  const [ofA, ofB] = [a, b].map((side) => runsPerCall(line.place, side));
  const busiest = busiestBlock(a);
  if (ofB === null || busiest === null) return line;
  const other = ofA > 0 ? `, in ${a.name} ${times(ofA)}` : '';
  const isMore = ofB > MORE_WORK * max(1, ofA > 0 ? ofA : busiest.perCall);
  return isMore ? { ...line, because: [...line.because, `runs ${times(ofB)} per call${other}`] } : line;
}

const LEAST_OF_SLOW = 0.25; // of the time in compiled code

/** Facts about the optimized code of b that are not true for a, see codeFactsOf(); none if one side is unknown */
function factsOnlyOf(b, a) {
  if (b.facts === null || a.facts === null) return { created: [], holey: new Set(), slow: [] };
  const isNew = ({ words }) => !a.facts.slow.some((one) => one.words === words);
  return {
    created: b.facts.created.filter(({ words }) => !a.facts.created.some((one) => one.words === words))
      .map((one) => ({ ...one, place: inBody(one.place, b) })),
    holey: a.facts.holey.size === 0 ? b.facts.holey : new Set(),
    slow: b.facts.slow.filter((one) => one.share >= LEAST_OF_SLOW && isNew(one)),
  };
}

// `const [first, ...rest] =`
const REST = /[[{][^\]}]*\.\.\.[\w$]+\s*[\]}]\s*=/;

const isOfRest = (place) => place !== null && REST.test(place.text || '');

/** 'BigInts and boxed numbers' */
const kindsIn = (created) => created.map(({ words }) => words).join(' and ');
const createdBy = ({ facts }) => (facts === null ? [] : facts.created);

/** Whether both allocate much, unless only b creates some kind of objects */
const allocatesAlike = (a, b, { created }) => (
  created.length === 0 && b.bytesPerCall >= 1 && a.bytesPerCall > SAME_SHARE * b.bytesPerCall);

/** Bytes per call of both tests in words; empty if they are unknown (null) for b */
function bytesInWords(a, b) {
  if (b.bytesPerCall === null) return [];
  const other = a.bytesPerCall === null ? '' : `, the other ${a.kind} ${Math.round(a.bytesPerCall)}`;
  return [`allocates ${Math.round(b.bytesPerCall)} bytes per call${other}`];
}

const ALIKE_SHARE = 0.1;
const LEAST_OF_LOOPS = 100; // per call: fewer say little about the processor

/** Whether both tests execute as many blocks, also in loops. Their operations may differ. */
function runAlike(a, b) {
  const [ofA, ofB] = [busiestBlock(a), busiestBlock(b)];
  if (!ofA || !ofB || !(ofA.loopsPerCall >= LEAST_OF_LOOPS)) return false;
  return ['perCall', 'loopsPerCall'].every((field) => Math.abs(ofB[field] / ofA[field] - 1) < ALIKE_SHARE);
}

function possibleReasons(place, facts, a, b) {
  // The check takes about a cycle, so other reasons are as likely.
  if (place !== null && facts.holey.has(keyOfPlace(place))) {
    return ['this array may have holes, so V8 checks whether each element is missing'];
  }
  if (!runAlike(a, b)) return [];
  return [`its loops run as often as in ${a.name}: perhaps their operations take longer, or the processor ` +
    'waits for memory, because it reads elements that are far apart, or it cannot predict a condition'];
}

const LINE = { because: [], experiment: null, isKnown: true }; // unless something else is known

const DYNAMIC = /\beval\s*\(|\bwith\s*\(/;

/** Whether V8 has to keep the variables of b's function with the most time where code can find them by name */
function looksUpNames(places, { sourceOf }, { sourceOf: sourceOfA, profile }) {
  const isDynamic = (fn, source) => {
    const found = fn && source ? source(fn) : null;
    return found !== null && DYNAMIC.test(found.lines.join('\n'));
  };
  const [most] = [...places].sort((one, other) => other.share - one.share);
  return most !== undefined && isDynamic(most.fn, sourceOf)
    && ![...profile.functions].some((fn) => isDynamic(fn, sourceOfA));
}

/** The time in compiled code of the user: a deoptimization loop, more executions, or no known reason */
function ownLine({ ns, place, places }, a, b) {
  const looping = loopingDeopts(a, b);
  if (looping) {
    return {
      ...LINE, id: 'deopts', what: 'is compiled again and again', ns, place: looping.at,
      because: [`${Math.round(looping.perSecond)} deoptimizations per second: ${looping.reason}`],
      experiment: { flags: ['--no-maglev'], words: 'without Maglev' },
    };
  }
  const work = moreWork(a, b);
  const lineOfWork = work && {
    ...LINE, id: 'more-work', what: ALL_WORK, ns, place: work.place || place, because: [work.because],
  };
  if (work && work.isOfBlock) return lineOfWork;
  const facts = factsOnlyOf(b, a);
  const bytes = a.bytesPerCall === null ? 0 : b.bytesPerCall - a.bytesPerCall;
  const mostNs = facts.created.length > 0 ? MOST_NS_OF_KNOWN : MOST_NS_PER_BYTE;
  const main = allocating(b);
  const at = (facts.created[0] && facts.created[0].place) || creatingPlace(places) || main.place;
  if (bytes >= LEAST_BYTES && ns < bytes * mostNs && !allocatesAlike(a, b, facts)) {
    const kinds = kindsIn(facts.created);
    const of = isOfRest(at) ? ', for a rest element' : kinds === '' && main.words ? ` (it ${main.words})` : '';
    return {
      ...LINE, id: 'allocation', ns, place: at, because: bytesInWords(a, b),
      what: `allocates ${kinds || 'memory'}${of}`,
    };
  }
  if (bytes > b.bytesPerCall / 2 && bytes >= LEAST_BYTES && ns < bytes * MOST_NS_PER_BYTE) {
    const [created] = createdBy(b);
    const known = { ns, place: created ? created.place : at, because: bytesInWords(a, b) };
    return moreOfTheSame(`allocates ${kindsIn(createdBy(b)) || 'memory'}`, known);
  }
  const [slow] = facts.slow.sort((one, other) => other.share - one.share);
  if (slow) return { ...LINE, id: 'slow', what: slow.words, ns, place: slow.place || place };
  if (lineOfWork) return lineOfWork;
  if (looksUpNames(places, b, a)) {
    const because = ['the function calls eval() or uses with'];
    return { ...LINE, id: 'names', what: 'keeps its variables where code can find them by name', ns, place, because };
  }
  return {
    ...LINE, id: 'own', what: 'runs compiled code, without a known reason', ns, place, isKnown: false,
    because: possibleReasons(place, facts, a, b),
  };
}

/**
 * Collections have no place. Returns { words, place } of the operation that allocates most, if it creates something,
 * or else { words: null, place (or null) } of what creates something in compiled code, or of the most time.
 */
function allocating({ profile: { operations } }) {
  const all = [...operations.values()].filter(({ kind }) => kind !== 'collector')
    .sort((one, other) => other.share - one.share);
  const creating = all.find(({ words }) => /^(?:creates|copies|joins) /.test(words));
  if (creating) return { words: creating.words, place: bodyPlace(creating.places.values()) };
  const most = all.find(({ words }) => words === ALLOCATES) || all[0];
  const places = all.flatMap((one) => [...one.places.values()]);
  return { words: null, place: creatingPlace(places) || (most ? bodyPlace(most.places.values()) : null) };
}

// V8 has no builtin for a spread in the middle of a list or an object.
const OF_SPREAD = new Set([
  'grows an array', 'defines a property in the general way', 'makes a list of the characters of a string',
]);
const SPREAD = /(?:^|[[{,])\s*\.\.\./;

// The properties after a spread in an object are written one by one.
const AFTER_SPREAD = /\{[^{}();]*\.\.\.[^{}();]*$/;

function isOfSpread(words, { text = '', column }) {
  const isAfter = words.startsWith('writes a property') && AFTER_SPREAD.test(text.slice(0, column - 1));
  return isAfter || (OF_SPREAD.has(words) && SPREAD.test(text));
}

const IS_WORK = /^(?:joins|copies|creates|allocates|grows|reads|writes|looks|converts|enumerates|runs|throws) /;

function whatIsDone(words, mainly, place) {
  const called = place !== null && words === NATIVE ? calledAt(place) : '';
  if (called) return `${called}(): ${words}`;
  if (mainly && IS_WORK.test(mainly)) return `${words}, which mainly ${mainly}`;
  return place !== null && isOfSpread(words, place) ? `${words}, for a spread` : words;
}

const MOST_OF_PATTERN = 80; // characters

/** What the samples show about an operation, in words */
function evidenceOf({ isOnObject, pattern }) {
  if (isOnObject) return ['the list is no plain array, but a subclass, sparse, array-like or changed meanwhile'];
  if (!pattern) return [];
  const shown = pattern.length > MOST_OF_PATTERN ? `${pattern.slice(0, MOST_OF_PATTERN)}…` : pattern;
  const why = repeatsRepetition(pattern) ? 'a group that is repeated contains a repetition'
    : matchesAnyTwice(pattern) ? 'several parts match any text' : '';
  return [`most of it is for /${shown}/${why && `: ${why}, so there may be many attempts (backtracking)`}`];
}

const OF_MANY_SHAPES = / of objects of many shapes$/;
const MAY_BE_DICTIONARY =
  'few shapes were seen here: V8 may store these objects as dictionaries, for example after delete';

function isOfFewShapes(place, { caches }) {
  const cache = place && caches.get(keyOfPlace(place));
  return Boolean(cache) && !cache.isMegamorphic && cache.shapes.size < MANY_SHAPES;
}

const moreOfTheSame = (words, known) => (
  { ...LINE, id: 'more-work', what: `does more of the same: ${words}`, ...known });

function operationLine(operation, a, b) {
  const { id, kind, words, mainly, mainlyOfA, pattern, patternOfA, experiment, ns, place: own } = operation;
  if (kind === 'collector') {
    const because = bytesInWords(a, b);
    const main = allocating(b);
    const facts = factsOnlyOf(b, a);
    const isAlike = allocatesAlike(a, b, facts);
    const created = isAlike ? createdBy(b) : facts.created;
    const place = (main.words === null && created.length > 0 && created[0].place) || main.place;
    const made = main.words || (created.length > 0 && `creates ${kindsIn(created)}`);
    const of = made ? ` (it ${made})` : '';
    if (isAlike) return moreOfTheSame(words + of, { ns, place, because });
    return { ...LINE, id, what: words + of, ns, place, because, experiment: LARGE_NURSERY };
  }
  const because = [...(own ? evidenceAt(own, b) : []), ...evidenceOf(operation)];
  const line = { ...LINE, id, ns, place: own, because, experiment };
  const [created] = createdBy(b);
  if (words === TELLS_COLLECTOR && created) {
    return { ...line, what: `${words} to ${kindsIn(createdBy(b))}`, place: created.place };
  }
  if (words === ALLOCATES && own !== null && !isCreating(own)) line.place = allocating(b).place;
  if (OF_MANY_SHAPES.test(words) && isOfFewShapes(own, b)) {
    const what = whatIsDone(words.replace(OF_MANY_SHAPES, ' in the general way'), mainly, own);
    return { ...line, what, because: words.startsWith('reads') ? [MAY_BE_DICTIONARY] : [], experiment: null };
  }
  if (words === MATCHES && pattern && patternOfA && pattern !== patternOfA) {
    return { ...line, what: `${MATCHES} that takes longer` };
  }
  if (!isOnlyOfB(operation) && (mainly === mainlyOfA || !IS_WORK.test(mainly || ''))) {
    return moreOfTheSame(words, { ns, place: own, because });
  }
  return { ...line, what: whatIsDone(words, mainly, own) };
}

const OF_NEW_CLASS = /many shapes|FastNewObject/;
const NEW_FORMATTER = /^new (Intl\.\w+)$/;

/**
 * Objects of new classes have new shapes: their price belongs to the class at the same place. A formatter of Intl does
 * most of its work at its first use.
 */
function withConsequences(differences) {
  const key = ({ place }) => place && keyOfPlace(place);
  const made = differences.find(({ words, place, ns }) => (
    (words === NEW_CLASS || NEW_FORMATTER.test(words)) && place && ns > 0));
  if (made === undefined) return differences;
  const [, formatter] = NEW_FORMATTER.exec(made.words) || [];
  const isNew = isOnlyOfB(made);
  const isOfClass = (one) => (
    OF_NEW_CLASS.test(one.words) && (key(one) === key(made) || (isNew && isOnlyOfB(one))));
  const isOfFormatter = (one) => isNew && one.words.startsWith(`${formatter}.prototype.`);
  return withCaused(differences, made, formatter ? isOfFormatter : isOfClass);
}

/** With the price of some differences added to the one that causes them */
function withCaused(differences, cause, isCaused) {
  const caused = differences.filter((one) => one !== cause && one.ns > 0 && isCaused(one));
  const sumOf = (field) => caused.reduce((sum, one) => sum + one[field], cause[field]);
  const [{ place }] = [cause, ...caused].filter((one) => one.place).concat(cause);
  const whole = { ...cause, ns: sumOf('ns'), nsOfA: sumOf('nsOfA'), place };
  return differences.filter((one) => !caused.includes(one)).map((one) => (one === cause ? whole : one));
}

const TRAP = /^(?:get|set|has|apply|construct|deleteProperty|defineProperty|ownKeys|getOwnPropertyDescriptor)$/;
const IN_TRAP = /^(?:reads|writes|calls|defines) /;
const OF_DICTIONARY = /^(?:reads|writes|defines) /;
const OF_OBJECT_SPREAD = /^(?:writes|defines) /;
const OF_ITERATION = /^(?:reads|calls) /;
const IN_HAS_INSTANCE = /^(?:reads|looks|calls) /;
const HAS_INSTANCE = '[Symbol.hasInstance]';
const IS_GENERATOR = /^(?:(?:export|default|static|async) |(?:const|let|var) [\w$]+ = )*(?:function\s*)?\*/;

/** Causes with the words of an operation, and what V8 does because of each */
const CAUSES = [
  [PROXY, (one, cause) => IN_TRAP.test(one.words) && isOnlyOfB(one) && (
    areInOneLine(one, cause) || Boolean(one.fnOfPlace && TRAP.test(one.fnOfPlace.name)))],
  [DICTIONARY, (one, cause) => OF_DICTIONARY.test(one.words) && isOnlyOfB(one) && areInOneLine(one, cause)],
  [SPREAD_OBJECT, (one, cause) => OF_OBJECT_SPREAD.test(one.words) && isOnlyOfB(one) && areInOneLine(one, cause)],
  [SPREAD_ITERABLE, (one, cause) => OF_ITERATION.test(one.words) && isOnlyOfB(one) && areInOneLine(one, cause)],
  [INSTANCE_OF, (one, cause) => IN_HAS_INSTANCE.test(one.words) && isOnlyOfB(one) && (
    areInOneLine(one, cause) || Boolean(one.fnOfPlace && one.fnOfPlace.name.includes(HAS_INSTANCE)))],
  // They are never inlined.
  [GENERATOR, ({ kind, fn }, _, { sourceOf }) => {
    const source = kind === 'call' && sourceOf ? sourceOf(fn) : null;
    return source !== null && IS_GENERATOR.test(source.lines[0].trim());
  }],
];

/** Adds the operations of places where prototypes change to the largest: V8 searches, and compiles again and again. */
function withChanges(differences, b) {
  const isOfChange = (one) => one.kind === 'operation' && isOnlyOfB(one) && isChanging(one.place, b);
  const largest = differences.find((one) => one.ns > 0 && isOfChange(one));
  return largest ? withCaused(differences, largest, isOfChange) : differences;
}

/** leastNs: of a cause, so that a rare operation does not take the price of a frequent one */
const withCauses = (differences, b, leastNs) => CAUSES.reduce((left, [words, isCaused]) => {
  const cause = left.find((one) => one.words === words && one.ns >= leastNs && isOnlyOfB(one));
  return cause ? withCaused(left, cause, (one) => isCaused(one, cause, b)) : left;
}, differences);

/**
 * @param {object} a the faster test or side: { name, kind ('test' or 'side'), nsPerCall, halfWidthNs, bytesPerCall (or
 *   null), profile (see profileOf), facts (see codeFactsOf), deopts, caches, seconds, blocks,
 *   coveredCalls, placeIn(file, offset), userFiles(url), sourceOf(fn) }
 * @param {object} b the slower one
 * @returns {{ differenceNs, halfWidthNs, ratio, lines, unexplainedNs, deopts }|null} lines: [{ id, what, ns, place,
 *   because, experiment, isKnown }], largest first, which add up to the difference with unexplainedNs; deopts: numbers
 *   in the windows of a and b; null if the difference is too small to be explained
 */
function explain(a, b) {
  const differenceNs = b.nsPerCall - a.nsPerCall;
  const ratio = b.nsPerCall / a.nsPerCall;
  if (!(ratio >= LEAST_RATIO)) return null;
  const leastNs = LEAST_SHARE * differenceNs;
  const work = moreWork(a, b);
  const causes = withChanges(withCauses(differencesOf(a, b), b, leastNs), b);
  const differences = withCalls(causes, work !== null && work.isOfBlock);
  const lines = withConsequences(differences)
    .filter(({ ns }) => ns >= leastNs)
    .map((one) => withRuns((one.kind === 'own' ? ownLine : operationLine)(one, a, b), a, b))
    .sort((one, other) => other.ns - one.ns);
  return {
    differenceNs, halfWidthNs: Math.hypot(a.halfWidthNs, b.halfWidthNs), ratio, lines,
    unexplainedNs: lines.reduce((left, { ns }) => left - ns, differenceNs),
    deopts: [a, b].map(({ deopts }) => deopts.filter(({ isInWindow }) => isInWindow).length),
  };
}

/** Variance of the logarithm of a value from its 95 % interval, with its degrees of freedom (Student) */
function varianceOf(low, high, degrees) {
  const df = degrees > 0 ? degrees : NORMAL_DF;
  return { variance: (Math.log(high / low) / 2 / tWithin(CONFIDENCE, df)) ** 2, df };
}

/** Two rows of a run for priceOf(), or null without intervals. One has the rank to the other one, its baseline. */
function timesOfPair([fast, slow]) {
  if (![fast, slow].every((row) => row && row.nsLow > 0 && row.rankLow > 0)) return null;
  const { rankLow, rankHigh } = slow.rankLow < slow.rankHigh ? slow : fast;
  const [ofFast, ofSlow] = [fast, slow].map((row) => (
    varianceOf(lowWhileShared(row), row.nsHigh, degreesOfTrimmed(row.processes))));
  return {
    fastNs: fast.nsPerCall, slowNs: slow.nsPerCall, fast: ofFast, slow: ofSlow,
    ratio: varianceOf(rankLow, rankHigh, degreesOfPairs(Math.min(fast.processes, slow.processes))),
  };
}

/**
 * What the difference loses if a cause is taken away, from the times before and after, see timesOfPair(). A machine
 * changes its speed between two runs, by up to 40 %, so the ratio after is applied to the fast time before. The tests
 * of a restart vary together: the variances of both and of their ratio have the covariance. The interval is of Welch
 * and Satterthwaite.
 */
function priceOf(before, after) {
  const { fastNs, slowNs, fast, slow, ratio } = before;
  const otherNs = fastNs * after.slowNs / after.fastNs;
  const ofPairs = [
    { df: ratio.df, variance: slowNs * otherNs * ratio.variance },
    { df: after.ratio.df, variance: otherNs ** 2 * after.ratio.variance },
  ];
  const all = [...ofPairs, { df: slow.df, variance: slowNs * max(0, slowNs - otherNs) * slow.variance }];
  const sumOf = (list) => list.reduce((sum, { variance }) => sum + variance, 0);
  const variance = max(sumOf(ofPairs), sumOf(all) - otherNs * (slowNs - otherNs) * fast.variance);
  const df = sumOf(all) ** 2 / all.reduce((sum, one) => sum + one.variance ** 2 / one.df, 0);
  return {
    differenceNs: otherNs - fastNs, priceNs: slowNs - otherNs,
    halfWidthNs: variance > 0 ? tWithin(CONFIDENCE, df) * Math.sqrt(variance) : 0,
  };
}

module.exports = { explain, priceOf, timesOfPair, LEAST_RATIO };
