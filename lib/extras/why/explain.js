'use strict';

/* The difference between two tests as a budget in ns per call, with the evidence for each line. */

const { keyOfPlace } = require('./profile');
const { INLINED, LARGE_NURSERY } = require('./operations');

const { max } = Math;

const LEAST_SHARE = 0.1; // of the difference: smaller lines are not shown
const LEAST_RATIO = 1.15; // smaller differences are not explained
const LOOPING = 20; // deoptimizations per second that do not end
const MORE_WORK = 1.3; // times as many executions of a block
const MANY_SHAPES = 5; // V8 specializes a place for four
const CHANGING = 50;

/** The place of an operation that takes most of its time, if it takes a quarter of it */
function mainPlace({ places, share }) {
  const [most] = [...places.values()].sort((a, b) => b.share - a.share);
  return most && most.share > share / 4 ? most : null;
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
  if (cache.changes >= CHANGING) found.push('prototypes or global properties change');
  if ([...cache.modifiers].some((one) => /OOB/.test(one))) found.push('reads outside of the array');
  return found;
}

/** Deoptimizations in the window of b that a does not have, by reason and place */
function loopingDeopts(a, b) {
  const inWindow = ({ deopts }) => deopts.filter((one) => one.isInWindow);
  const perSecond = inWindow(b).length / b.seconds;
  if (!(perSecond > LOOPING) || inWindow(a).length / a.seconds > perSecond / 4) return null;
  const counts = new Map();
  for (const { reason, at } of inWindow(b)) {
    const key = `${reason} ${at ? keyOfPlace(at) : ''}`;
    const known = counts.get(key) || { reason, place: at, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  return { ...most, perSecond };
}

/** Operations of both sides: [{ id, kind, words, experiment, ns, nsOfA, place, fn }], largest excess first */
function differencesOf(a, b) {
  const ids = new Set([...a.profile.operations.keys(), ...b.profile.operations.keys()]);
  return [...ids].map((id) => {
    const [ofA, ofB] = [a, b].map(({ profile }) => profile.operations.get(id));
    const nsOfA = ofA ? ofA.share * a.nsPerCall : 0;
    const ns = (ofB ? ofB.share * b.nsPerCall : 0) - nsOfA;
    const { kind, words, experiment, fn } = ofB || ofA;
    const main = mainPlace(ofB || ofA);
    return { id, kind, words, experiment, fn, ns, nsOfA, place: main && main.place };
  }).sort((one, other) => other.ns - one.ns);
}

/** Own code in functions that are called and not inlined counts as own code if a has as much of it. */
function withCalls(differences) {
  const calls = differences.filter(({ kind }) => kind === 'call');
  const excess = calls.reduce((sum, { ns }) => sum + ns, 0);
  const ofA = calls.reduce((sum, { nsOfA }) => sum + nsOfA, 0);
  const isReason = excess > ofA;
  const own = differences.find(({ kind }) => kind === 'own');
  if (calls.length === 0 || isReason) {
    return differences.map((one) => (one.kind === 'call' ? { ...one, experiment: INLINED } : one));
  }
  const [first] = calls;
  const joined = { ...(own || { ...first, id: 'own', kind: 'own', words: 'runs compiled code' }) };
  joined.ns = (own ? own.ns : 0) + excess;
  joined.nsOfA = (own ? own.nsOfA : 0) + ofA;
  if (!joined.place) joined.place = first.place;
  return [...differences.filter(({ kind }) => kind !== 'call' && kind !== 'own'), joined];
}

/** The most executed blocks of both sides, if b executes its block more often: 'more work' */
function moreWork(a, b) {
  const mostOf = ({ blocks, coveredCalls, userFiles }) => {
    if (!blocks) return null;
    const ranges = blocks.filter(({ url }) => userFiles(url)).flatMap(({ url, functions }) => (
      functions.flatMap((one) => one.ranges.map((range) => ({ url, name: one.functionName, ...range })))));
    const [most] = ranges.sort((one, other) => other.count - one.count);
    return most ? { ...most, perCall: most.count / coveredCalls } : null;
  };
  const [ofA, ofB] = [mostOf(a), mostOf(b)];
  if (!ofA || !ofB || !(ofB.perCall > MORE_WORK * max(1, ofA.perCall))) return null;
  return { perCall: [ofA.perCall, ofB.perCall], url: ofB.url, offset: ofB.startOffset, name: ofB.name };
}

function lineOf(difference, a, b) {
  const { id, words, ns, place, experiment } = difference;
  const because = place ? evidenceAt(place, b) : [];
  if (difference.kind === 'collector') {
    because.push(`${Math.round(b.bytesPerCall)} bytes are allocated per call, and ${Math.round(a.bytesPerCall)} by the other test`);
  }
  const isOwn = difference.kind === 'own';
  return {
    id, what: words, ns, place, because,
    experiment: difference.kind === 'collector' ? LARGE_NURSERY : experiment, isKnown: !isOwn,
  };
}

/**
 * @param {object} a, b faster and slower test: { name, nsPerCall, halfWidthNs, bytesPerCall, profile (see profileOf),
 *   deopts, caches, seconds, blocks, coveredCalls, placeIn(file, offset), userFiles(url) }
 * @returns {{ differenceNs, halfWidthNs, ratio, lines, unexplainedNs, notes }|null} lines: [{ id, what, ns, place, because,
 *   experiment }], largest first; null if the difference is too small to be explained
 */
function explain(a, b) {
  const differenceNs = b.nsPerCall - a.nsPerCall;
  const ratio = b.nsPerCall / a.nsPerCall;
  if (!(ratio >= LEAST_RATIO)) return null;
  const differences = withCalls(differencesOf(a, b));
  const lines = differences.filter(({ ns, kind }) => kind !== 'own' && ns >= LEAST_SHARE * differenceNs)
    .map((one) => lineOf(one, a, b));
  const own = differences.find(({ kind }) => kind === 'own');
  const ownNs = own ? own.ns : 0;
  const work = moreWork(a, b);
  const looping = loopingDeopts(a, b);
  if (looping && ownNs + lines.reduce((sum, { ns }) => sum + ns, 0) > 0) {
    lines.unshift({
      id: 'deopts', what: 'is compiled again and again', ns: max(0, ownNs), place: looping.place,
      because: [`${Math.round(looping.perSecond)} deoptimizations per second: ${looping.reason}`],
      experiment: { flags: ['--no-maglev'], words: 'without Maglev' }, isKnown: true,
    });
  } else if (own && ownNs >= LEAST_SHARE * differenceNs && work) {
    const place = b.placeIn(work.url, work.offset) || own.place;
    lines.push({
      id: 'more-work', what: 'does more work', ns: ownNs, place, because: [
        `this block runs ${times(work.perCall[1])} per call, the most frequent one of ${a.name} ${times(work.perCall[0])}`,
      ], experiment: null, isKnown: true,
    });
  } else if (own && ownNs >= LEAST_SHARE * differenceNs && own.place) {
    lines.push({ ...lineOf(own, a, b), what: 'runs compiled code, without a known reason', isKnown: false });
  }
  lines.sort((one, other) => other.ns - one.ns);
  const known = lines.filter(({ isKnown }) => isKnown).reduce((sum, { ns }) => sum + ns, 0);
  return {
    differenceNs, halfWidthNs: Math.hypot(a.halfWidthNs, b.halfWidthNs), ratio, lines,
    unexplainedNs: differenceNs - lines.reduce((sum, { ns }) => sum + ns, 0), knownNs: known,
    deopts: [a, b].map(({ deopts }) => deopts.filter(({ isInWindow }) => isInWindow).length),
  };
}

const times = (count) => (count < 10 && count % 1 !== 0 ? `${count.toFixed(1)} times` : `${Math.round(count)} times`);

module.exports = { explain, LEAST_RATIO };
