'use strict';

/*
 * Code in V8's log (Node.js 20 to 26): which function or builtin is at an address, and which lines and columns of the
 * source its instructions have, also through inlining.
 */

const { SourceMap } = require('module');
const path = require('path');
const { fileURLToPath } = require('url');
const { orNull } = require('../../base/host/fs-queries');
const { isTypeScript } = require('../../base/text/code-names');

const IS_SCRIPT = /^(?:JS|Script|Function|Eval|LazyCompile)$/;
const IS_WHOLE = /,0x[\da-f]+,[^,]*$/; // of code of scripts: the function and its state

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

// Names of tests can contain spaces.
const WITH_PATH = /^(?:(.*) )?(?=\/|file:|node:|[A-Za-z]:[\\/])(.*):(\d+):(\d+)$/s;
const WITHOUT_PATH = /^(\S*) ?(.*):(\d+):(\d+)$/s;

/** Joins lines that V8 split: it does not escape newlines in names of functions. */
function* wholeLines(lines) {
  let start = null;
  for (const line of lines) {
    // A line that was cut has no end.
    const whole = start === null || line.startsWith('code-') ? line : `${start}\n${line}`;
    const isScript = whole.startsWith('code-creation,') && IS_SCRIPT.test(whole.split(',', 2)[1]);
    start = isScript && !IS_WHOLE.test(whole) ? whole : null;
    if (start === null) yield whole;
  }
}

/** 'parse /home/me/json.js:12:15' -> { name, file, line, column } */
function functionOf(text) {
  const [, name = '', file, line, column] = WITH_PATH.exec(text) || WITHOUT_PATH.exec(text)
    || [text, text, '', '0', '0'];
  return { name: unescaped(name), file: pathOf(unescaped(file)), line: Number(line), column: Number(column) };
}

const POSITION = /C(\d+)O(\d+)(?:I(\d+))?/g;

/** 'C0O12C8O20I1' -> [{ code: 0, source: 12, inlining: -1 }, { code: 8, source: 20, inlining: 1 }] */
const positionsIn = (text = '') => Array.from(text.matchAll(POSITION), ([, code, source, inlining = -1]) => (
  { code: Number(code), source: Number(source), inlining: Number(inlining) }));

/** 'F0O365F1O12I0' -> [{ fn: 0, source: 365, parent: -1 }, { fn: 1, source: 12, parent: 0 }] */
const inliningsIn = (text = '') => [...text.matchAll(/F(\d+)O(\d+)(?:I(\d+))?/g)].map(([, fn, source, parent = -1]) => (
  { fn: Number(fn), source: Number(source), parent: Number(parent) }));

const HAS_MAP = 'sourceMappingURL=data:';
const INLINE_MAP = /^\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*;base64,([\w+/=]+)\s*$/m;

/**
 * The file from which a script was made: { placeOf({ line, column }), linesOf(file) }, or null. Node.js replaces types
 * by blanks, and tsx adds a source map.
 */
function originalOf(file, text, readText) {
  const texts = new Map();
  const linesOf = (name) => {
    if (!texts.has(name)) texts.set(name, orNull(() => readText(name).split('\n')));
    return texts.get(name);
  };
  const [, encoded] = (text.includes(HAS_MAP) && INLINE_MAP.exec(text)) || [];
  const map = encoded && orNull(() => new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))));
  if (!map) {
    return isTypeScript(file) || text.includes(HAS_MAP) ? { linesOf, placeOf: (place) => ({ file, ...place }) } : null;
  }
  return {
    linesOf,
    placeOf({ line, column }) {
      const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
      if (originalSource === undefined) return { file, line, column };
      const source = path.resolve(path.dirname(file), pathOf(originalSource));
      return { file: source, line: originalLine + 1, column: originalColumn + 1 };
    },
  };
}

/** Lines and columns of offsets in the sources of scripts, which the log has with escapes */
function createSources(readText) {
  const scripts = new Map();
  const byFile = new Map();

  function toOriginal({ lines, original, file }, { line, column }) {
    if (original === null) return { file, line, column, text: lines[line - 1] };
    const place = original.placeOf({ line, column });
    return { ...place, text: (original.linesOf(place.file) || lines)[place.line - 1] };
  }

  function place(script, offset) {
    const line = firstAbove(script.starts, offset);
    return toOriginal(script, { line, column: offset - script.starts[line - 1] + 1 });
  }

  function read(script) {
    if (script.lines === undefined) {
      const text = unescaped(script.escapedText);
      script.lines = text.split('\n');
      script.original = originalOf(script.file, text, readText);
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
    /** A place in a script, { file, line, column }, as in the file from which it was made */
    sourcePlace(at) {
      const script = scripts.get(byFile.get(at.file));
      return script && script.escapedText.includes(HAS_MAP) ? { ...at, ...read(script).original.placeOf(at) } : at;
    },
    linesOf(id, file) {
      if (!scripts.has(id)) return null;
      const { lines, original } = read(scripts.get(id));
      return original === null ? lines : original.linesOf(file);
    },
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
function createCode(readText) {
  const map = createCodeMap();
  const builtins = new Map();
  const context = { functions: new Map(), scripts: createSources(readText) };
  const { functions, scripts } = context;

  function created([, type, , , start, size, ...rest]) {
    const [sfi, state] = IS_SCRIPT.test(type) ? rest.splice(-2) : [];
    const name = rest.join(','); // V8 does not escape names of functions.
    const piece = { start: numberOf(start), size: Number(size), name, fn: null, info: null };
    if (type === 'BytecodeHandler') piece.name += ' (bytecode)';
    if (type === 'RegExp') Object.assign(piece, { name: type, pattern: unescaped(name) });
    if (IS_SCRIPT.test(type)) {
      const fn = functions.get(sfi) || { ...functionOf(name), script: null };
      functions.set(sfi, fn);
      if (state === '~') fn.bytecodeBytes = piece.size;
      piece.fn = fn;
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
      const [start, end] = script === null ? [null] : [from, to - 1].map((offset) => scripts.placeOf(script, offset));
      const lines = start === null ? null : scripts.linesOf(script, start.file);
      return lines === null ? null : { first: start.line, lines: lines.slice(start.line - 1, end.line) };
    },
  };
}

module.exports = { createCode, firstAbove, numberOf, pathOf, unescaped, wholeLines };
