'use strict';

/* The time of a call by operation and place, from the samples of one process. */

const { operationOf } = require('./operations');

const IN_RUNTIME = /^(?:CEntry|AdaptorWithBuiltinExitFrame|HandleApiCall)/; // a builtin that only calls C++

/** 'LoadICTrampoline_Megamorphic' as well as 'LoadIC_Megamorphic' */
const variantsOf = (name) => [name, name.replace(/^(\w+?IC)(_|$)/, '$1Trampoline$2')];

/** Builtins without a frame hide the function that called them: its calls in optimized code show it. */
function hiddenCallers(sample, { callsOf }) {
  return [...new Set([sample.leaf, sample.name])].filter(Boolean).flatMap(variantsOf).flatMap(callsOf);
}

function nameOfOperation(sample, symbolAt) {
  const { kind, name, pc, entry } = sample;
  if (kind !== 'native' && !IN_RUNTIME.test(name)) return name;
  const symbol = (entry !== null && symbolAt(entry)) || symbolAt(pc);
  return symbol || (IN_RUNTIME.test(name) ? '' : name) || 'C++ of V8 or Node.js';
}

const keyOfPlace = ({ file, line, column }) => `${file}:${line}:${column}`;

function addTo(map, key, share, create) {
  if (!map.has(key)) map.set(key, { ...create(), share: 0 });
  map.get(key).share += share;
  return map.get(key);
}

/**
 * @param {object} log see readLog()
 * @param {function(number): string|null} symbolAt name of the C++ function at an address
 * @returns {{ operations: Map<string, object>, samples: number }} by id: { id, kind ('own', 'call', 'operation',
 *   'collector'), words, experiment, share (of the time of a call), places: Map }; places: 'file:line:column' -> {
 *   place, share, fn }
 */
function profileOf(log, symbolAt) {
  const operations = new Map();
  let samples = 0;

  function count(id, chain, share, create) {
    const operation = addTo(operations, id, share, () => ({ id, places: new Map(), ...create() }));
    const [at] = chain.filter(({ place }) => place !== null);
    if (at) addTo(operation.places, keyOfPlace(at.place), share, () => ({ place: at.place, fn: at.fn }));
  }

  function countOwn(sample) {
    const { chain, frameFn } = sample;
    const root = chain[chain.length - 1].fn;
    if (frameFn === root || !chain.some(({ fn }) => fn === frameFn)) {
      count('own', chain, 1, () => ({ kind: 'own', words: 'runs compiled code', experiment: null }));
      return;
    }
    const words = `${frameFn.name || 'a function'}() is not inlined`;
    count(`call ${frameFn.file}:${frameFn.line}:${frameFn.column}`, chain, 1, () => (
      { kind: 'call', words, experiment: null, fn: frameFn }));
  }

  for (const sample of log.samples) {
    const { kind, chain } = sample;
    if (kind === 'collector') {
      count('collector', [], 1, () => ({ kind, words: 'collects garbage', experiment: null }));
    } else if (kind === 'own') {
      if (chain.length === 0) continue; // our loop
      countOwn(sample);
    } else {
      const callers = chain.length > 0 ? [chain] : hiddenCallers(sample, log);
      if (callers.length === 0) continue;
      const { words, experiment } = operationOf(nameOfOperation(sample, symbolAt));
      const create = () => ({ kind: 'operation', words, experiment, names: new Set() });
      for (const one of callers) count(words, one, 1 / callers.length, create);
      operations.get(words).names.add(sample.name || sample.leaf);
    }
    samples++;
  }
  for (const operation of operations.values()) {
    operation.share /= samples;
    for (const one of operation.places.values()) one.share /= samples;
  }
  return { operations, samples };
}

module.exports = { profileOf, keyOfPlace };
