'use strict';

/*
 * What optimized code creates, which arrays it reads, and its slow instructions, from the listing of --print-opt-code:
 * V8 prints the names of the maps (hidden classes) that code writes into new objects and compares with those of others.
 */

const { keyOfPlace } = require('./profile');

const ROOT_MAP = /^REX\.W movq (\w+),\[r13[^\]]*\] \(root \((\w+)_map\)\)/;
const MAP = /^REX\.W movq (\w+),0x[\da-f]+/;
const MAP_NOTE = /^object: 0x[\da-f]+ <Map(?:\[\d+\])?\((\w+)\)>/;
const WRITES_MAP = /^REX\.W movq \[\w+-0x1\],(\w+)/;
const COMPARES_MAP = /^REX\.W cmpq (?:\[\w+-0x1\],(\w+)|(\w+),\[\w+-0x1\])/;
const CHANGED = /^(?:REX\.W )?(?!cmp|test|push|j)\w+ (\w+)\b/;

// Objects whose map has an unambiguous name
const KINDS = [
  [/^bigint$/, 'BigInts'], [/^heap_number$/, 'boxed numbers'], [/cons\w*_string$/, 'joined strings'],
  [/^(?:FUNCTION|BLOCK)_CONTEXT_TYPE$|^(?:function|block)_context$/, 'contexts of closures'],
];

// Instructions of 20 cycles and more
const SLOW = [
  [/^fprem/, 'computes the remainder (%) of numbers that are not small integers'],
  [/^(?:REX\.W )?i?div[lq] /, 'divides integers'], [/^v?sqrtsd/, 'computes square roots'],
];

const kindOf = (map) => (KINDS.find(([pattern]) => pattern.test(map)) || [null, null])[1];

const isBracket = ({ text = '', column }) => text[column - 1] === '[';

/** Calls on.written(map) and on.compared(map, address) for the maps in a piece of code. */
function followMaps({ instructions }, on) {
  const maps = new Map(); // by register
  for (const { address, text, notes } of instructions) {
    const [, written] = WRITES_MAP.exec(text) || [];
    if (maps.has(written)) on.written(maps.get(written));
    const [, second, first] = COMPARES_MAP.exec(text) || [];
    if (maps.has(second || first)) on.compared(maps.get(second || first), address);
    if (text.startsWith('call ')) maps.clear();
    const [, changed] = CHANGED.exec(text) || [];
    maps.delete(changed);
    const [, register, name] = ROOT_MAP.exec(text) || [];
    const [note] = notes.map((one) => MAP_NOTE.exec(one)).filter(Boolean);
    if (register) maps.set(register, name);
    else if (note && MAP.test(text)) maps.set(MAP.exec(text)[1], note[1]);
  }
}

/**
 * @param {object} log see readLog()
 * @param {object[]} pieces of the listing, see readPieces()
 * @returns {{ created: string[], holey: Set, slow: string[] }} of the code with samples; created: kinds of objects in
 *   words; holey: keys of the places that read elements of arrays that may have holes; slow: instructions in words
 */
function codeFactsOf({ samples, chainAt }, pieces) {
  const created = new Set();
  const holey = new Set();
  const slow = new Set();
  const addresses = samples.map(({ codeAddress }) => codeAddress);
  const on = {
    written(map) {
      const kind = kindOf(map);
      if (kind !== null) created.add(kind);
    },
    compared(map, address) {
      const [at] = /^HOLEY_/.test(map) ? chainAt(address).filter(({ place }) => place !== null) : [];
      if (at && isBracket(at.place)) holey.add(keyOfPlace(at.place));
    },
  };
  for (const piece of pieces) {
    if (!addresses.some((at) => at >= piece.start && at < piece.end)) continue;
    followMaps(piece, on);
    for (const { text } of piece.instructions) {
      for (const [pattern, words] of SLOW) if (pattern.test(text)) slow.add(words);
    }
  }
  return { created: [...created], holey, slow: [...slow] };
}

module.exports = { codeFactsOf };
