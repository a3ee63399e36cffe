'use strict';

/* What a function of the executable or of a library is, by its name there: that of a symbol, as C++ writes it. Pure. */

// Of functions of V8 those that collect, or move and trace what is kept; also in what a template is made for.
const COLLECTOR = new RegExp([
  'Scaveng', 'Marking', 'MarkCompact', 'Sweep', 'Evacuat', 'GCTracer', 'GarbageCollect', 'CollectGarbage', 'MinorGC',
  'RememberedSet', 'SlotSet', 'Ephemeron', 'PretenuringHandler', 'ObjectVisitor', 'RootVisitor', 'Worklist<',
  'FreeList', 'IteratePointers', 'Iterate(?:Body|Roots|ObjectCache)', 'SemiSpace', 'HeapObject::SizeFromMap',
  'GlobalHandles::(?:Iterate|Process|Update|Post)',
  'Heap::(?:Perform|Update|Process|Prologue|Epilogue|Iterate|Compute|Notify|Finalize)',
].join('|'));

// Of its compilers: they have sweeps and marks of their own.
const COMPILER = /^v8::internal::(?:compiler|maglev|interpreter|baseline|turboshaft|wasm)::/;

// What V8 does for its log alone, of what is moved and of pages.
const OF_THE_LOG = /^v8::internal::(?:Log(?:File)?::|V8FileLogger::|Heap::OnMoveEvent)/;

const BRACKETS = /\boperator *(?:<<|>>|<=>|<=|>=|<|>|\(\)|->)/g;

/** A name without what stands in such brackets, which may hold brackets of their own. */
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

// What the compiler has made of one function for some of its calls, and versions of libraries.
const COPY = / ?\[clone [^\]]*\]?|(?:\.(?:isra|constprop|part|cold|lto_priv|llvm)(?:\.\d+)*)+\]?/g;
const VERSION = /@@?[A-Z]\w*_[\d.]+$/;

/** A symbol without what has no name. */
const cleaned = (symbol) => symbol.replace(COPY, '').replace(VERSION, '').replace(/\(anonymous namespace\)::/g, '')
  .replace(/\{(?:lambda|unnamed).*?#\d+\}|\$_\d+/g, 'lambda').replace(BRACKETS, 'operator');

/** 'v8::internal::JsonParser::ParseJsonValue': without what it returns, takes and is made for */
function qualified(symbol) {
  const bare = without(symbol, '<(', '>)').replace(/ const\b.*| \*.*/, '').trim();
  // What it returns stands before; a name has blanks only behind `operator`.
  const own = /(?:\S*\boperator (?:new|delete)(?:\[\])?|\S+)$/.exec(bare);
  return own ? own[0].replace(/::operator$/, '').replace(/::(?=::)/g, '') : symbol;
}

function kindOf(name, symbol) {
  if (/^(?:v8|heap|cppgc)::/.test(name)) {
    return COLLECTOR.test(without(symbol, '(', ')')) && !COMPILER.test(name) ? 'collector' : 'runtime';
  }
  return /^node::/.test(name) ? 'node' : 'system';
}

/**
 * @param {string} symbol
 * @returns {{ name: string, kind: string }|null} kind: see profile.js; null for what V8 does for its log alone
 */
function nativeFunction(symbol) {
  if (/^\?*$/.test(symbol)) return { name: 'compiled JavaScript', kind: 'compiled' };
  const builtin = /^(?:construct_)?Builtins_(.*?)(Handler)?$/.exec(symbol);
  if (builtin) return { name: builtin[1] + (builtin[2] ? ' (interpreter)' : ''), kind: 'builtin' };
  const clean = cleaned(symbol);
  const name = qualified(clean);
  if (OF_THE_LOG.test(name)) return null;
  return { name: name.replace(/^v8::internal::/, ''), kind: kindOf(name, clean) };
}

module.exports = { nativeFunction };
