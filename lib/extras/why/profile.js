'use strict';

/* The time of a call by operation and place, from the samples of one process. */

const {
  CALLS_UNKNOWN, CONVERTS, NATIVE, READS_ELEMENT, READS_PROPERTY, isOfJavaScript, operationOf, treatsAsObject,
} = require('./operations');

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
  const ofEntry = entry !== null && symbolAt(entry);
  // A function of Node.js without a name. The C++ functions that it calls are parts of it.
  if (kind === 'native' && ofEntry === null && name === '') return NATIVE;
  const symbol = ofEntry || symbolAt(pc);
  return symbol || (IN_RUNTIME.test(name) ? '' : name) || NATIVE;
}

// There, V8 installs optimized code, which takes long only because it prints the code.
const IN_PRINTING = /^Runtime_StackGuard/;

const isPrinting = ({ kind, entry }, symbolAt) => (
  kind === 'native' && entry !== null && IN_PRINTING.test(symbolAt(entry)));

const keyOfPlace = ({ file, line, column }) => `${file}:${line}:${column}`;

function placeOfKey(key) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(key);
  return { file, line: Number(line), column: Number(column) };
}

function addTo(map, key, share, create) {
  if (!map.has(key)) map.set(key, { ...create(), share: 0 });
  map.get(key).share += share;
  return map.get(key);
}

/** Functions that run in their own frame below another function of the user: not inlined, and not the test itself */
function calleesIn(samples) {
  const found = new Set();
  for (const { kind, chain, frameFn } of samples) {
    if (kind === 'own' && chain.length > 0 && chain[chain.length - 1].fn !== frameFn) found.add(frameFn);
  }
  return found;
}

/** The function that encloses most samples: the test */
function outermostIn(samples) {
  const counts = new Map();
  for (const { chain } of samples.filter((one) => one.chain.length > 0)) {
    const { fn } = chain[chain.length - 1];
    counts.set(fn, (counts.get(fn) || 0) + 1);
  }
  const [[fn] = [null]] = [...counts].sort(([, one], [, other]) => other - one);
  return fn;
}

const CALL = /^((?:new )?[\w$]+)\(/;

/** What the source calls at a place: 'Buffer.from', 'new Thing'; empty if it is no call */
function calledAt({ text = '', column }) {
  const [, called = ''] = CALL.exec(text.slice(column - 1)) || [];
  const [receiver] = /[\w$.]*$/.exec(text.slice(0, column - 1));
  return called && receiver + called;
}

function nameAt({ text = '', column }) {
  const [name] = /^[\w$]*/.exec(text.slice(column - 1));
  return name;
}

/** The method that the source calls at a place: Array.prototype.flat at `list.flat()`; or null */
function methodAt(place, operations) {
  const name = nameAt(place);
  const isMethod = ({ words }) => name !== '' && words.endsWith(`.${name}`);
  const all = operations.filter(({ kind, places }) => kind === 'operation' && places.has(keyOfPlace(place)));
  return all.find((one) => isMethod(one) && one.words.includes('.prototype.')) || all.find(isMethod) || null;
}

/**
 * What a method of JavaScript does inside is its time: reading properties in Array.prototype.flat. At the place of a
 * call of unknown functions, compiled code waits for them.
 */
function joinInside(operations) {
  const all = [...operations.values()];
  const unknown = all.find(({ words }) => words === CALLS_UNKNOWN);
  // Reads and calls valueOf(), and compares or adds its results.
  const converting = all.find(({ words }) => words === CONVERTS);
  // Reads a property if there is no element at an index.
  const reading = all.find(({ words }) => words === READS_ELEMENT);
  const isAt = (one, key) => one !== undefined && one.places.has(key);

  function operationAt({ place }, key, { words }) {
    const method = methodAt(place, all);
    if (method !== null) return method;
    if (isAt(converting, key)) return converting;
    return words === READS_PROPERTY && isAt(reading, key) ? reading : null;
  }

  const ownerAt = {
    operation: operationAt,
    own: (_, key) => (unknown && unknown.places.has(key) ? unknown : null),
  };
  for (const operation of all) {
    if (!Object.hasOwn(ownerAt, operation.kind)) continue;
    for (const [key, one] of [...operation.places]) {
      const { place, share, fn } = one;
      const owner = ownerAt[operation.kind](one, key, operation);
      if (owner === null || owner === operation) continue;
      operation.places.delete(key);
      operation.share -= share;
      owner.share += share;
      operation.patterns.clear(); // some belong to the owner
      const isInside = operation.kind === 'operation' && owner !== reading;
      if (isInside) addTo(owner.inside, operation.words, share, () => ({}));
      addTo(owner.places, key, share, () => ({ place, fn }));
    }
    if (operation.places.size === 0 && operation.share < 0.5) operations.delete(operation.id);
  }
  for (const operation of all) {
    operation.mainly = mostOf(operation.inside, operation);
    operation.pattern = mostOf(operation.patterns, operation);
    operation.isOnObject = treatsAsObject(operation.words, operation.inside, operation.share);
  }
}

/** The key with most of the time of an operation, or null */
function mostOf(parts, { share }) {
  const [key = null] = [...parts].find(([, one]) => one.share > share / 2) || [];
  return key;
}

/**
 * @param {object} log see readLog()
 * @param {function(number): string|null} symbolAt name of the C++ function at an address
 * @param {function({ name, file, line, column }): string} [keyOfFunction] the same for a function on both sides
 * @returns {{ operations: Map, functions: Set, testFn: object|null }} operations by id: { id, kind ('own', 'call',
 *   'operation', 'collector'), words, experiment, share (of the time of a call), places: Map, mainly (words of an
 *   operation inside that takes most of it, or null), isOnObject: see treatsAsObject(), pattern (of a regular
 *   expression that takes most of it, or null) }; functions: with samples in them or in their callees; places:
 *   'file:line:column' -> { place, share, fn }
 */
function profileOf(log, symbolAt, keyOfFunction = keyOfPlace) {
  const operations = new Map();
  const callees = calleesIn(log.samples);
  let samples = 0;

  function count(id, chain, share, create) {
    const operation = addTo(operations, id, share, () => ({
      id, experiment: null, places: new Map(), inside: new Map(), patterns: new Map(), ...create(),
    }));
    const [at] = chain.filter(({ place }) => place !== null);
    if (at) addTo(operation.places, keyOfPlace(at.place), share, () => ({ place: at.place, fn: at.fn }));
  }

  /** A function of Node.js is an operation, with all that it does inside. */
  function countApi({ api: { name, file }, chain }, insideWords) {
    const called = chain.length > 0 && chain[0].place !== null ? calledAt(chain[0].place) : '';
    const shown = called.endsWith(name) ? called : name;
    const words = `${shown || 'a function'}() of Node.js${name ? ` (${file})` : ''}`;
    // Both sides may have it in variables of different names.
    const id = `${shown.split('.').at(-1)} of ${file}`;
    count(id, chain, 1, () => ({ kind: 'operation', words }));
    if (insideWords !== null) addTo(operations.get(id).inside, insideWords, 1, () => ({}));
  }

  function countOwn(sample) {
    const { chain, frameFn } = sample;
    if (!callees.has(frameFn) || !chain.some(({ fn }) => fn === frameFn)) {
      count('own', chain, 1, () => ({ kind: 'own', words: 'runs compiled code' }));
      return;
    }
    const words = `${frameFn.name || 'a function'}() is not inlined`;
    count(`call ${keyOfFunction(frameFn)}`, chain, 1, () => ({ kind: 'call', words, fn: frameFn }));
  }

  /** What a function of JavaScript does inside is its time: deleting a property in Array.prototype.shift. */
  function countOperation(sample, callers) {
    const { kind, name, leaf } = sample;
    const shown = operationOf(nameOfOperation(sample, symbolAt));
    const { words, experiment } = isOfJavaScript(name) ? operationOf(name) : shown;
    const create = () => ({ kind: 'operation', words, experiment });
    for (const one of callers) count(words, one, 1 / callers.length, create);
    const operation = operations.get(words);
    const inside = kind === 'builtin' ? operationOf(leaf).words : shown.words;
    if (inside !== words) addTo(operation.inside, inside, 1, () => ({}));
    if (sample.pattern) addTo(operation.patterns, sample.pattern, 1, () => ({}));
  }

  for (const sample of log.samples.filter((one) => !isPrinting(one, symbolAt))) {
    const { kind, chain } = sample;
    if (kind === 'collector') {
      count('collector', [], 1, () => ({ kind, words: 'collects garbage' }));
    } else if (sample.api) {
      countApi(sample, kind === 'own' ? null : operationOf(nameOfOperation(sample, symbolAt)).words);
    } else if (kind === 'own') {
      if (chain.length === 0) continue; // our loop
      countOwn(sample);
    } else {
      const callers = chain.length > 0 ? [chain] : hiddenCallers(sample, log);
      // The event loop has none, for example.
      if (callers.length > 0) countOperation(sample, callers);
    }
    samples++;
  }
  joinInside(operations);
  for (const operation of operations.values()) {
    operation.share /= samples;
    for (const one of operation.places.values()) one.share /= samples;
  }
  const functions = new Set(log.samples.flatMap(({ chain }) => chain.map(({ fn }) => fn)));
  return { operations, functions, testFn: outermostIn(log.samples) };
}

module.exports = { calledAt, hiddenCallers, profileOf, keyOfPlace, placeOfKey };
