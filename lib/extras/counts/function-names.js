'use strict';

/* Names and kinds of functions: of the executable by symbol, of JavaScript by V8's log of compiled code. */

// Functions of V8 that collect garbage, or move and trace live objects; also as arguments of templates.
const COLLECTOR = new RegExp([
  'Scaveng', 'Marking', 'MarkCompact', 'Sweep', 'Evacuat', 'GCTracer', 'GarbageCollect', 'CollectGarbage', 'MinorGC',
  'RememberedSet', 'SlotSet', 'Ephemeron', 'PretenuringHandler', 'ObjectVisitor', 'RootVisitor', 'Worklist<',
  'FreeList', 'IteratePointers', 'Iterate(?:Body|Roots|ObjectCache)', 'SemiSpace', 'HeapObject::SizeFromMap',
  'GlobalHandles::(?:Iterate|Process|Update|Post)',
  'Heap::(?:Perform|Update|Process|Prologue|Epilogue|Iterate|Compute|Notify|Finalize)',
].join('|'));

// V8's compilers have other sweeps and marks.
const COMPILER = /^v8::internal::(?:compiler|maglev|interpreter|baseline|turboshaft|wasm)::/;

const OF_THE_LOG = /^v8::internal::(?:Log(?:File)?::|V8FileLogger::|Heap::OnMoveEvent)/; // work only for the log
const BRACKETS = /\boperator *(?:<<|>>|<=>|<=|>=|<|>|\(\)|->)/g;

/** Removes text in (possibly nested) brackets. */
function without(name, opening, closing) {
  let depth = 0;
  let short = '';
  for (const character of name) {
    if (opening.includes(character)) depth++;
    else if (closing.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0) short += character;
  }
  return short;
}

// Suffixes of function copies by the C++ compiler, and versions of libraries.
const COPY = / ?\[clone [^\]]*\]?|(?:\.(?:isra|constprop|part|cold|lto_priv|llvm)(?:\.\d+)*)+\]?/g;
const VERSION = /@@?[A-Z]\w*_[\d.]+$/;

const cleaned = (symbol) => symbol.replace(COPY, '').replace(VERSION, '').replace(/\(anonymous namespace\)::/g, '')
  .replace(/\{(?:lambda|unnamed).*?#\d+\}|\$_\d+/g, 'lambda').replace(BRACKETS, 'operator');

/** A symbol without types: 'v8::internal::JsonParser::ParseJsonValue' */
function qualified(symbol) {
  const bare = without(symbol, '<(', '>)').replace(/ const\b.*| \*.*/, '').trim();
  // The return type comes first. Names have blanks only after `operator`.
  const own = /(?:\S*\boperator (?:new|delete)(?:\[\])?|\S+)$/.exec(bare);
  return own ? own[0].replace(/::operator$/, '').replace(/::(?=::)/g, '') : symbol;
}

function kindOf(name, symbol) {
  if (/^(?:v8|heap|cppgc)::/.test(name)) {
    return COLLECTOR.test(without(symbol, '(', ')')) && !COMPILER.test(name) ? 'collector' : 'runtime';
  }
  return /^node::/.test(name) ? 'node' : 'system';
}

/** Describes a native function by its C++ symbol: { name, kind }; null for work only for the log. */
function describeSymbol(symbol) {
  if (/^\?*$/.test(symbol)) return { name: 'compiled JavaScript', kind: 'compiled' };
  const builtin = /^(?:construct_)?Builtins_(.*?)(Handler)?$/.exec(symbol);
  if (builtin) return { name: builtin[1] + (builtin[2] ? ' (interpreter)' : ''), kind: 'builtin' };
  const clean = cleaned(symbol);
  const name = qualified(clean);
  if (OF_THE_LOG.test(name)) return null;
  return { name: name.replace(/^v8::internal::/, ''), kind: kindOf(name, clean) };
}

const TIERS = { '~': 'interpreter', '^': 'baseline', '+': 'maglev', '*': 'optimized' };
const PRIVATE_LOOP = '/* private loop';
const LOOP = { name: 'the loop around the test', kind: 'loop' };
const UNKNOWN = { name: 'unknown compiled code', kind: 'compiled' };

const logFlags = (file) => ['--log-code', `--logfile=${file}`, '--no-logfile-per-isolate'];

const unescaped = (text) => text.replace(/\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|(.))/g, (_, two, four, other) => (
  other === undefined ? String.fromCharCode(parseInt(two || four, 16)) : other));

/** 'parse json.js:12:15' for V8's 'parse /home/me/json.js:12:15'. Functions of ownFolder belong to the loop. */
function describeScriptFunction(text, ownFolder) {
  const [, name, script, line] = /^(\S*) ?(.*?):(\d+):\d+$/.exec(text) || [text, text, '', ''];
  if (script.startsWith(ownFolder)) return LOOP;
  const isNode = script.startsWith('node:');
  const file = isNode ? script : script.replace(/^.*[/\\]/, '');
  const place = file === '' ? '' : ` ${file}:${line}`;
  return { name: (name || '(anonymous)') + place, kind: isNode ? 'node' : 'compiled' };
}

function describeOtherCode(type, name) {
  if (type === 'RegExp') return { name: `regular expression /${unescaped(name)}/`, kind: 'compiled' };
  return { name, kind: /^(?:Builtin|BytecodeHandler|Stub|Handler)/.test(type) ? 'builtin' : 'compiled' };
}

/** Pieces of code by address, in order and without overlaps: a new piece replaces older ones. */
function createPlaces() {
  const places = [];

  function firstEndingAfter(address) {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle].end > address) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function at(address) {
    const found = places[firstEndingAfter(address)];
    return found && found.start <= address ? found : null;
  }

  return {
    at,
    put(place) {
      const from = firstEndingAfter(place.start);
      let to = from;
      while (to < places.length && places[to].start < place.end) to++;
      places.splice(from, to - from, place);
    },
  };
}

/** 'C47O47C163O83I1' as [[47, -1], [163, 1]]: first byte, and number of the inlined function or -1. */
const positionsOf = (text) =>
  [...text.matchAll(/C(\d+)O\d+(?:I(\d+))?/g)].map(([, from, inlined = '-1']) => [+from, +inlined]);

function inlinedAt(positions, offset) {
  let found = -1;
  for (const [from, inlined] of positions) {
    if (from > offset) break;
    found = inlined;
  }
  return found;
}

/** Reads V8's log (v8/src/logging/log.cc). Returns a function that describes the code at an address at the end. */
function readCodeMap(text, ownFolder) {
  const places = createPlaces();
  // Functions by the address of their SharedFunctionInfo, and scripts by their numbers.
  const functions = new Map();
  const loops = new Set();

  const on = {
    'script-source': (id, url, source = '') => { if (source.startsWith(PRIVATE_LOOP)) loops.add(id); },

    'code-creation': (type, _, time, start, size, name, key, marker) => {
      const isScript = key !== undefined && marker !== undefined;
      const code = isScript ? describeScriptFunction(unescaped(name), ownFolder) : describeOtherCode(type, name);
      if (isScript) functions.set(key, code);
      const tier = isScript ? TIERS[marker[0]] : undefined;
      places.put({ start: +start, end: +start + +size, code, key, tier, positions: [], inlined: [] });
    },

    'code-source-info': (start, script, from, to, positions = '', inlined = '', keys = '') => {
      const place = places.at(+start);
      if (!place) return;
      if (loops.has(script)) {
        place.code = LOOP;
        functions.set(place.key, LOOP);
      }
      const names = keys.split('S').slice(1).map((key) => functions.get(key));
      place.positions = positionsOf(positions);
      place.inlined = [...inlined.matchAll(/F(\d+)O/g)].map(([, i]) => names[i]);
    },

    'code-move': (from, to) => {
      const place = places.at(+from);
      if (place) places.put({ ...place, start: +to, end: +to + place.end - place.start });
    },

    'sfi-move': (from, to) => { if (functions.has(from)) functions.set(to, functions.get(from)); },
  };

  for (const line of text.split('\n')) {
    const [event, ...cells] = line.split(',');
    if (Object.hasOwn(on, event)) on[event].apply(on, cells);
  }

  return function at(address) {
    const place = places.at(address);
    if (!place) return UNKNOWN;
    const { name, kind } = place.inlined[inlinedAt(place.positions, address - place.start)] || place.code;
    return { name: kind === 'compiled' && place.tier ? `${name} (${place.tier})` : name, kind };
  };
}

module.exports = { describeSymbol, logFlags, readCodeMap };
