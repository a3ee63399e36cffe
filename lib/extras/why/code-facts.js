'use strict';

/*
 * What optimized code creates, which arrays it reads, and its slow instructions, from the listing of --print-opt-code:
 * V8 prints the names of the maps (hidden classes) that code writes into new objects or expects in existing ones.
 */

const { countsIn, sumOf } = require('./machine-code');
const { keyOfPlace } = require('./profile');

const ROOT_MAP = /^REX\.W movq (\w+),\[r13[^\]]*\] \(root \((\w+)_map\)\)/;
const MAP = /^REX\.W movq (\w+),0x[\da-f]+/;
const MAP_NOTE = /^object: 0x[\da-f]+ <Map(?:\[\d+\])?\((\w+)\)>/;
// This cell is written only into a new function. Its map is the last one that was written, unless V8 allocates several
// objects at once, when their maps are not at the address of the object.
const CELL_NOTE = /^object: 0x[\da-f]+ <FeedbackCell\[/;
const STORES = /^REX\.W movq \[(?!rbp|rsp)\w+[+-]0x[\da-f]+\],(\w+)/; // not to the stack
const FUNCTIONS = 'functions';
const WRITES_MAP = /^REX\.W movq \[\w+-0x1\],(\w+)/;
const COMPARES_MAP = /^REX\.W cmpq (?:\[\w+-0x1\],(\w+)|(\w+),\[\w+-0x1\])/;
const CHANGED = /^(?:REX\.W )?(?!cmp|test|push|j)\w+ (\w+)\b/;

// Objects whose map has an unambiguous name
const KINDS = [
  [/^bigint$/, 'BigInts'], [/^heap_number$/, 'boxed numbers'], [/cons\w*_string$/, 'joined strings'],
  [/^(?:FUNCTION|BLOCK)_CONTEXT_TYPE$|^(?:function|block)_context$/, 'contexts of closures'],
  [/^functions$/, FUNCTIONS],
];

// Instructions of many cycles
const SLOW = [
  [/^fprem/, 'computes the remainder (%) of numbers that are not small integers'],
  [/^(?:REX\.W )?i?div[lq] /, 'divides integers'], [/^v?sqrtsd/, 'computes square roots'],
];

const kindOf = (map) => (KINDS.find(([pattern]) => pattern.test(map)) || [null, null])[1];

const isBracket = ({ text = '', column }) => text[column - 1] === '[';

// A sample shows the instruction that waits: some instructions after the slow one
const NEAR_WRITE = { before: 6, after: 10 };
const NEAR_SLOW = { before: 0, after: 3 };

const LEAST_KNOWN = 0.5; // of the samples in compiled code: less says nothing about a test
const LEAST_OF_WRITES = 0.4; // of the samples near maps that are written: fewer objects are not named

const sumNear = (counts, i, { before, after }) => sumOf(counts.slice(Math.max(0, i - before), i + after + 1));

/** Calls on.written(map, index), with null for an unknown map, and on.compared(map, index) for a piece of code. */
function followMaps({ instructions }, on) {
  const maps = new Map(); // by register
  const cells = new Set(); // registers
  let unknownAt = null;
  const endObject = () => {
    if (unknownAt !== null) on.written(null, unknownAt);
    unknownAt = null;
  };
  for (const [i, { text, notes }] of instructions.entries()) {
    const [, written] = WRITES_MAP.exec(text) || [];
    if (written) {
      endObject();
      if (maps.has(written)) on.written(maps.get(written), i);
      else unknownAt = i;
    }
    const [, stored] = STORES.exec(text) || [];
    if (cells.has(stored)) {
      unknownAt = null;
      on.written(FUNCTIONS, i);
    }
    const [, second, first] = COMPARES_MAP.exec(text) || [];
    if (maps.has(second || first)) on.compared(maps.get(second || first), i);
    if (text.startsWith('call ')) {
      maps.clear();
      cells.clear();
    }
    const [, changed] = CHANGED.exec(text) || [];
    maps.delete(changed);
    cells.delete(changed);
    const [, register, name] = ROOT_MAP.exec(text) || [];
    const [note] = notes.map((one) => MAP_NOTE.exec(one)).filter(Boolean);
    const [, loaded] = MAP.exec(text) || [];
    if (loaded && notes.some((one) => CELL_NOTE.test(one))) cells.add(loaded);
    if (register) maps.set(register, name);
    else if (note && MAP.test(text)) maps.set(MAP.exec(text)[1], note[1]);
  }
  endObject();
}

/**
 * @param {object} log see readLog()
 * @param {object[]} pieces of the listing, see readPieces()
 * @returns {{ created: object[], holey: Set, slow: object[] }|null} created: [{ words, place }] of the kinds of most
 *   new objects; holey: keys of the places that read elements of arrays that may have holes; slow: [{ words, share,
 *   place }] of slow instructions, with their share of the samples in compiled code; null if most of the code is not in
 *   the listing
 */
function codeFactsOf({ samples, chainAt }, pieces) {
  // The collector and functions without a caller have none.
  const addresses = samples.map(({ codeAddress }) => codeAddress).filter((address) => address > 0);
  const written = new Map();
  const holey = new Set();
  const slow = new Map();
  let known = 0;
  const placeOf = ({ address }) => (chainAt(address).find(({ place }) => place !== null) || { place: null }).place;

  function readPiece(piece, counts) {
    followMaps(piece, {
      written(map, i) {
        const kind = map === null ? null : kindOf(map);
        const count = sumNear(counts, i, NEAR_WRITE);
        const before = written.get(kind) || { count: 0, most: -1, place: null };
        const at = count > before.most ? { most: count, place: placeOf(piece.instructions[i]) } : {};
        written.set(kind, { ...before, ...at, count: before.count + count });
      },
      compared(map, i) {
        const place = /^HOLEY_/.test(map) ? placeOf(piece.instructions[i]) : null;
        if (place !== null && isBracket(place)) holey.add(keyOfPlace(place));
      },
    });
    for (const [i, instruction] of piece.instructions.entries()) {
      const [, words = null] = SLOW.find(([pattern]) => pattern.test(instruction.text)) || [];
      const count = words === null ? 0 : sumNear(counts, i, NEAR_SLOW);
      if (count === 0) continue;
      const before = slow.get(words) || { words, share: 0, place: placeOf(instruction) };
      slow.set(words, { ...before, share: before.share + count / addresses.length });
    }
  }

  for (const piece of pieces) {
    const counts = countsIn(piece, addresses);
    const count = sumOf(counts);
    known += count;
    if (count > 0) readPiece(piece, counts);
  }
  if (known < LEAST_KNOWN * addresses.length) return null;
  const all = [...written.values()].reduce((sum, { count }) => sum + count, 0);
  const created = [...written].filter(([kind, { count }]) => kind !== null && count > LEAST_OF_WRITES * all)
    .map(([words, { place }]) => ({ words, place }));
  return { created, holey, slow: [...slow.values()] };
}

module.exports = { codeFactsOf };
