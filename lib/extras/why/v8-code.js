'use strict';

/*
 * Code in V8's log (Node.js 20 to 26): which function or builtin is at an address, and which lines and columns of the
 * source its instructions have, also through inlining.
 */

const { fileURLToPath } = require('url');
const { orNull } = require('../../base/host/fs-queries');

const IS_SCRIPT = /^(?:JS|Script|Function|Eval|LazyCompile)$/;

const ESCAPE = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|(.))/g;

/** Names and sources without the escapes of the log */
const unescaped = (text) => text.replace(ESCAPE, (_, two, four, other) => {
  if (other !== undefined) return other === 'n' ? '\n' : other;
  return String.fromCharCode(parseInt(two || four, 16));
});

// A log may be cut within a line.
const numberOf = (text = '') => (text.startsWith('0x') ? Number.parseInt(text, 16) : Number(text));

/** The log and coverage have URLs of ES modules. */
const pathOf = (file) => (file.startsWith('file:') ? orNull(() => fileURLToPath(file)) || file : file);

/** Index of the first element above a value in a sorted list */
function firstAbove(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pieces of code by address: the last one logged at an address is there now. */
function createCodeMap() {
  let starts = [];
  let isSorted = true;
  const pieces = new Map();

  function at(address) {
    if (!isSorted) {
      starts = [...pieces.keys()].sort((a, b) => a - b);
      isSorted = true;
    }
    const index = firstAbove(starts, address);
    const piece = index > 0 ? pieces.get(starts[index - 1]) : undefined;
    return piece !== undefined && address < piece.start + piece.size ? piece : null;
  }

  return {
    at,
    get: (start) => pieces.get(start),
    add(piece) {
      pieces.set(piece.start, piece);
      isSorted = false;
    },
    move(from, to) {
      const piece = pieces.get(from);
      if (piece === undefined) return;
      pieces.delete(from);
      pieces.set(to, Object.assign(piece, { start: to }));
      isSorted = false;
    },
  };
}

/** 'parse /home/me/json.js:12:15' -> { name, file, line, column } */
function functionOf(text) {
  const [, name, file, line, column] = /^(\S*) ?(.*):(\d+):(\d+)$/.exec(text) || [text, text, '', '0', '0'];
  return { name: unescaped(name), file: pathOf(unescaped(file)), line: Number(line), column: Number(column) };
}

const POSITION = /C(\d+)O(\d+)(?:I(\d+))?/g;

/** 'C0O12C8O20I1' -> [{ code: 0, source: 12, inlining: -1 }, { code: 8, source: 20, inlining: 1 }] */
const positionsIn = (text = '') => Array.from(text.matchAll(POSITION), ([, code, source, inlining = -1]) => (
  { code: Number(code), source: Number(source), inlining: Number(inlining) }));

/** 'F0O365F1O12I0' -> [{ fn: 0, source: 365, parent: -1 }, { fn: 1, source: 12, parent: 0 }] */
const inliningsIn = (text = '') => [...text.matchAll(/F(\d+)O(\d+)(?:I(\d+))?/g)].map(([, fn, source, parent = -1]) => (
  { fn: Number(fn), source: Number(source), parent: Number(parent) }));

/** Lines and columns of offsets in the sources of scripts, which the log has with escapes */
function createSources() {
  const scripts = new Map();
  const byFile = new Map();

  function place({ file, lines, starts }, offset) {
    const line = firstAbove(starts, offset);
    return { file, line, column: offset - starts[line - 1] + 1, text: lines[line - 1] };
  }

  function read(script) {
    if (script.lines === undefined) {
      script.lines = unescaped(script.escapedText).split('\n');
      let start = 0;
      script.starts = script.lines.map(({ length }) => {
        const own = start;
        start += length + 1;
        return own;
      });
    }
    return script;
  }

  return {
    add(id, file, escapedText) {
      scripts.set(id, { file, escapedText });
      byFile.set(file, id);
    },
    placeOf: (id, offset) => (scripts.has(id) ? place(read(scripts.get(id)), offset) : null),
    placeIn: (file, offset) => (byFile.has(file) ? place(read(scripts.get(byFile.get(file))), offset) : null),
    linesOf: (id) => (scripts.has(id) ? read(scripts.get(id)).lines : null),
  };
}

/** What surrounds an address within a function: its position, and those of the functions it is inlined into. */
function chainAt(piece, address, { scripts, functions }) {
  const { info } = piece;
  if (!info) return piece.fn ? [{ fn: piece.fn, place: null }] : [];
  const offset = address - piece.start;
  let found = null;
  for (const one of info.positions) {
    if (one.code > offset) break;
    found = one;
  }
  if (found === null) return [{ fn: piece.fn, place: null }];
  const chain = [];
  let { source, inlining } = found;
  while (inlining >= 0 && info.inlinings[inlining]) {
    const { fn, source: callSource, parent } = info.inlinings[inlining];
    const inlined = functions.get(info.functions[fn]);
    chain.push({ fn: inlined || null, place: inlined ? scripts.placeOf(inlined.script, source) : null });
    source = callSource;
    inlining = parent;
  }
  chain.push({ fn: piece.fn, place: scripts.placeOf(info.script, source) });
  return chain;
}

/** Follows code through the log: which piece is at an address now, and which positions of the source it has. */
function createCode() {
  const map = createCodeMap();
  const builtins = new Map();
  const context = { functions: new Map(), scripts: createSources() };
  const { functions, scripts } = context;

  function created([, type, , , start, size, name = '', sfi, state]) {
    const piece = { type, start: numberOf(start), size: Number(size), name, fn: null, info: null, state };
    if (IS_SCRIPT.test(type)) {
      const fn = functions.get(sfi) || { ...functionOf(name), script: null };
      functions.set(sfi, fn);
      if (state === '~') fn.bytecodeBytes = piece.size;
      Object.assign(piece, { type: 'JS', fn });
    } else if (type === 'Builtin' && !builtins.has(name)) {
      builtins.set(name, piece.start);
    }
    map.add(piece);
    return piece;
  }

  return {
    functions, scripts, created,
    readers: {
      'code-move': ([, from, to]) => map.move(numberOf(from), numberOf(to)),
      'sfi-move'([, from, to]) { if (functions.has(from)) functions.set(to, functions.get(from)); },
      'code-source-info'([, start, script, from, to, positions, inlinings, own = '']) {
        const piece = map.get(numberOf(start));
        if (!piece || !piece.fn) return;
        Object.assign(piece.fn, { script: Number(script), from: Number(from), to: Number(to) });
        piece.info = {
          script: Number(script), positions: positionsIn(positions), inlinings: inliningsIn(inlinings),
          functions: own.split('S').slice(1),
        };
      },
      'script-source': ([, id, file = '', text = '']) => scripts.add(Number(id), pathOf(unescaped(file)), text),
    },
    /** target: a builtin with the address at which it is called */
    pieceAt(address, target) {
      const shift = target && builtins.has(target.name) ? target.at - builtins.get(target.name) : 0;
      return map.at(address) || (shift === 0 ? null : map.at(address - shift));
    },
    chainAt: (piece, address) => chainAt(piece, address, context),
    /** Lines of a function { first, lines }, null without its source */
    sourceOf({ script, from, to }) {
      const lines = script === null ? null : scripts.linesOf(script);
      if (lines === null) return null;
      const [first, last] = [from, to].map((offset) => scripts.placeOf(script, offset).line);
      return { first, lines: lines.slice(first - 1, last) };
    },
  };
}

module.exports = { createCode, numberOf, pathOf, unescaped };
