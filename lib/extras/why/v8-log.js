'use strict';

/*
 * Reads V8's log of a process (--prof, --log-deopt, --log-ic; Node.js 20 to 26): where time goes in a window, by
 * operation and place, and what V8 says about places.
 */

const { createCode, numberOf, pathOf, unescaped, wholeLines } = require('./v8-code');

const STATE_GC = 1; // of a tick
const MOST_FRAMES = 40;
const MOST_CHAIN = 8;
// V8 does not log functions of the snapshot of Node.js, but inlines them.
const UNNAMED_API = { name: '', file: 'node:' };
const MOST_KEPT = 64; // shapes and keys of a place

/**
 * Calls of builtins in compiled code, from the output of --print-opt-code: names by address, and the distance between
 * where Node.js 20 logs builtins and where it executes them.
 */
function readListing(lines) {
  const calls = [];
  let target = null;
  for (const line of lines) {
    const found = /^(0x[\da-f]+) .*?\bcall (0x[\da-f]+) +\((\w+)\)/.exec(line);
    if (!found) continue;
    const [, at, to, name] = found;
    calls.push({ at: numberOf(at), name });
    if (target === null && /near builtin entry/.test(line)) target = { name, at: numberOf(to) };
  }
  return { calls, target };
}

/** Whether a frame is of a user's function. */
const createIsUsers = (isOurs) => ({ fn }) => (
  Boolean(fn) && fn.file !== '' && !fn.file.startsWith('node:') && !isOurs(fn.file));

/** What V8 has seen at a place of the source, in the order of the log */
function createCaches() {
  const caches = new Map();
  return {
    caches,
    add(file, [, , , line, column, before, after, map, key, modifier]) {
      const at = `${file}:${line}:${column}`;
      if (!caches.has(at)) {
        caches.set(at, { shapes: new Set(), keys: new Set(), modifiers: new Set(), isMegamorphic: false, changes: 0 });
      }
      const cache = caches.get(at);
      if (cache.shapes.size < MOST_KEPT) cache.shapes.add(map);
      if (cache.keys.size < MOST_KEPT) cache.keys.add(key);
      if (modifier) cache.modifiers.add(modifier);
      cache.isMegamorphic ||= after === 'N';
      if (before === '^' || after === '^') cache.changes++;
    },
  };
}

/** Without our loop, and what calls it. Frames without code of the user end at the first function. */
function framesToUser(frames, isUsers) {
  const last = frames.findLastIndex(isUsers);
  if (last >= 0) return frames.slice(0, last + 1);
  const first = frames.findIndex(({ builtin }) => !builtin);
  return first < 0 ? frames : frames.slice(0, first);
}

/**
 * The operation that a sample shows, and the user's functions around it.
 *
 * @returns {{ kind, name, chain, leaf, pattern, pc, frameFn, entry, frames }|null} kind: 'own' (compiled code of a
 *   user), 'builtin', 'native' or 'collector'; name: of the outermost builtin between the user's code and the sample;
 *   chain: innermost function first, with places; api: function of Node.js that the user's code called, or null; leaf:
 *   name of the piece that ran; pattern: of the regular expression that ran, or null; frameFn: function that the piece
 *   belongs to, into which others can be inlined; entry: address of the C++ function that was called, or null;
 *   codeAddress: in the innermost code with a function of the user, or null; frames: { fn, place } or { builtin },
 *   innermost first, up to the user's outermost function
 */
function sampleOf([, pcText, , , , state, ...stack], code, target, isUsers) {
  if (Number(state) === STATE_GC) return { kind: 'collector', name: '', chain: [], leaf: '', pc: 0, frames: [] };
  const pc = numberOf(pcText);
  if (!(pc > 0)) return null;
  const piece = code.pieceAt(pc, target);
  let frames = piece && piece.fn ? code.chainAt(piece, pc) : [];
  const own = frames.length;
  let entry = null;
  let codeAddress = frames.some(isUsers) ? pc : null;
  for (const text of stack.slice(0, MOST_FRAMES)) {
    const address = numberOf(text);
    const at = code.pieceAt(address, target);
    if (at && at.fn) {
      const chain = code.chainAt(at, address - 1);
      if (codeAddress === null && chain.some(isUsers)) codeAddress = address - 1;
      frames = frames.concat(chain);
    } else if (at) {
      frames = [...frames, { fn: null, builtin: at.name }];
    } else if (frames.length === 0) {
      entry = address;
    }
  }
  const first = frames.findIndex(isUsers);
  const inner = first < 0 ? frames : frames.slice(0, first);
  const called = first > 0 && !frames[first - 1].builtin ? frames[first - 1].fn || UNNAMED_API : null;
  const outermost = inner.map(({ builtin }) => builtin).filter(Boolean).pop();
  const leaf = piece === null ? '' : piece.name;
  const kind = piece === null ? 'native' : piece.fn ? 'own' : 'builtin';
  return {
    kind, name: outermost || (kind === 'builtin' ? leaf : ''), leaf, pc, pattern: (piece && piece.pattern) || null,
    chain: first < 0 ? [] : frames.slice(first).filter(isUsers).slice(0, MOST_CHAIN),
    api: called !== null && called.file.startsWith('node:') ? called : null,
    frameFn: own > 0 ? frames[own - 1].fn : null, entry, codeAddress, frames: framesToUser(frames, isUsers),
  };
}

/**
 * @param {Iterable<string>} lines of the log
 * @param {object} given { listing (lines of standard output), begin, end (names of scripts that mark the window),
 *   isOurs(file), readText(file) (of files from which scripts were made) }
 * @returns {{ samples, deopts, caches, libraries, functions, startUs, seconds, callsOf, placeOf, sourcePlace,
 *   sourceOf, chainAt }} samples: see sampleOf(), with atUs, in the window; deopts: [{ kind, reason, at, isInWindow }];
 *   caches: 'file:line:column' in scripts -> what V8 saw; functions: of the user; seconds: of the window, null without
 *   its begin; callsOf(name): chains of the places in optimized code that call a builtin; sourcePlace(place in a
 *   script); chainAt(address in optimized code): functions of the user with places, innermost first
 */
function readLog(lines, { listing, begin, end, isOurs, readText }) {
  const isUsers = createIsUsers(isOurs);
  const code = createCode(readText);
  const { calls, target } = readListing(listing);
  const { caches, add } = createCaches();
  const samples = [];
  const deopts = [];
  const libraries = [];
  const times = new Map();
  let latestUs = NaN;

  const readers = {
    ...code.readers,
    'code-creation'(fields) {
      const { fn } = code.created(fields);
      if (fn && (fn.file === begin || fn.file === end)) times.set(fn.file, Number(fields[3]));
    },
    'shared-library': ([, file = '', start, stop]) => libraries.push(
      { file: unescaped(file), start: numberOf(start), end: numberOf(stop) }),
    tick(fields) {
      if (!times.has(begin) || times.has(end)) return;
      latestUs = Number(fields[2]);
      const sample = sampleOf(fields, code, target, isUsers);
      if (sample !== null) samples.push(Object.assign(sample, { atUs: latestUs }));
    },
    'code-deopt'(fields) {
      const reason = unescaped(fields[fields.length - 1]);
      deopts.push({
        kind: fields[6], reason, at: deoptPlace(fields[7]), isInWindow: times.has(begin) && !times.has(end),
      });
    },
  };

  for (const line of wholeLines(lines)) {
    const word = line.slice(0, line.indexOf(','));
    if (Object.hasOwn(readers, word)) {
      readers[word](line.split(','));
    } else if (/^(?:Keyed)?(?:Load|Store)\w*IC$/.test(word)) {
      const fields = line.split(',');
      const piece = code.pieceAt(numberOf(fields[1]), target);
      if (piece && isUsers(piece)) add(piece.fn.file, fields);
    }
  }
  const { sourcePlace } = code.scripts;
  const functions = [...new Set(code.functions.values())].filter((fn) => isUsers({ fn }));
  for (const fn of functions) Object.assign(fn, sourcePlace(fn));
  const chainAt = (at) => {
    const piece = code.pieceAt(at, target);
    return piece && piece.fn ? code.chainAt(piece, at).filter(isUsers) : [];
  };
  return {
    samples, caches, libraries, functions, sourcePlace, sourceOf: code.sourceOf, startUs: times.get(begin) || 0,
    deopts: deopts.map(({ at, ...one }) => ({ ...one, at: at && sourcePlace(at) })),
    // A log that was cut has no end.
    seconds: times.has(begin) ? ((times.get(end) || latestUs) - times.get(begin)) / 1e6 : null,
    callsOf: (name) => calls.filter((one) => one.name === name).map(({ at }) => chainAt(at))
      .filter(({ length }) => length > 0),
    placeOf: (file, offset) => code.scripts.placeIn(file, offset),
    chainAt,
  };
}

/** '</t1.js:5:34> inlined at </t1.js:6:63>' -> { file: '/t1.js', line: 5, column: 34 } */
function deoptPlace(text = '') {
  const found = /^<(.*?):(\d+):(\d+)>/.exec(unescaped(text));
  return found ? { file: pathOf(found[1]), line: Number(found[2]), column: Number(found[3]) } : null;
}

module.exports = { readLog };
