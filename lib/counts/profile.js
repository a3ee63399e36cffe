'use strict';

/*
 * Where the instructions of a call are executed, by function: code that V8 has made, its builtins, its runtime, its
 * collector, and what lies below. By the names that the executable has for them.
 */

// Of the longest list: what has less is summed up.
const MOST_FUNCTIONS = 20;
const LEAST_SHARE = 0.002;

// Of functions of V8 those that collect, or move what is kept.
const COLLECTOR = new RegExp([
  'Scaveng', 'Marking', 'MarkCompact', 'MinorMark', 'Sweep', 'Evacuat', 'Compact', 'GCTracer', 'GarbageCollect',
  'CollectGarbage', 'RememberedSet', 'SlotSet', 'ObjectVisitor', 'IterateBody', 'IterateRoots', 'NewSpace', 'SemiSpace',
  'Heap::(?:Perform|Update|Process|Prologue|Epilogue|Iterate|Compute|Notify)', 'GlobalHandles', 'Weak', 'Ephemeron',
].join('|'));

/** @returns {'collector'|'builtin'|'runtime'|'node'|'compiled'|'system'} */
function kindOf(name) {
  if (/^\?+$|^0x|^(?:JS|LazyCompile|Function|Script|Eval|RegExp):/.test(name)) return 'compiled';
  if (/^(?:construct_)?Builtins_/.test(name)) return 'builtin';
  if (/\bv8::/.test(name)) return COLLECTOR.test(name) ? 'collector' : 'runtime';
  return /\bnode::/.test(name) ? 'node' : 'system';
}

/** 'v8::internal::JsonParser<...>::ParseJsonObject' without what it takes and returns */
function shortName(name) {
  if (/^\?+$/.test(name)) return 'compiled JavaScript';
  const builtin = /^Builtins_(.*?)(?:Handler)?$/.exec(name);
  if (builtin) return builtin[1];
  let depth = 0;
  let short = '';
  // Templates and parameters may hold brackets of their own.
  for (const character of name.replace(/\boperator(?:<<|>>|<|>|\(\))/g, 'operator')) {
    if (character === '<' || character === '(') depth++;
    else if (character === '>' || character === ')') depth--;
    else if (depth === 0) short += character;
  }
  return short.replace(/@@.*| const\b.*/g, '').replace(/.*\s/, '').replace(/^v8::internal::/, '') || name;
}

/**
 * @param {Map<string, number>} fewer instructions by function, of a process
 * @param {Map<string, number>} more of one that makes so many calls more
 * @param {number} calls
 * @returns {{ name: string, kind: string, instructions: number }[]} per call, the most first, loop included; what is
 *   under 0.2 % and beyond 20 is summed up by its kind, with the name ''
 */
function profileOf(fewer, more, calls) {
  const found = new Map();
  for (const [name, instructions] of more) {
    const perCall = (instructions - (fewer.get(name) || 0)) / calls;
    if (perCall === 0) continue;
    const kind = kindOf(name);
    const short = shortName(name);
    const key = `${kind} ${short}`;
    const known = found.get(key) || { name: short, kind, instructions: 0 };
    known.instructions += perCall;
    found.set(key, known);
  }
  const all = [...found.values()].sort((a, b) => b.instructions - a.instructions);
  const total = all.reduce((sum, one) => sum + one.instructions, 0);
  const isShown = ({ instructions }, i) => i < MOST_FUNCTIONS && instructions >= LEAST_SHARE * total;
  const rest = new Map();
  for (const { kind, instructions } of all.filter((one, i) => !isShown(one, i))) {
    rest.set(kind, (rest.get(kind) || 0) + instructions);
  }
  const others = [...rest].map(([kind, instructions]) => ({ name: '', kind, instructions }));
  return [...all.filter(isShown), ...others.filter(({ instructions }) => instructions >= LEAST_SHARE * total)];
}

module.exports = { profileOf, kindOf, shortName };
