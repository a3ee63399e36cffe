'use strict';

/* bench.streams, and the tests of a suite of streams. Its values are functions: a stream can be used only once. */

const { PassThrough } = require('stream');

const { isClass, isPlainObject, show } = require('../../base/text/show');
const { didYouMean } = require('../../base/text/nearest');
const { iterateEntries, checkAny, checkCallback } = require('../../core/suite/suite');
const { isHash, parseHash, resolveStreamSettings, HASH_WORDS } = require('./settings');
const { isStream } = require('./source');

const NO_CHECK = { check: null, hash: null };

/** Without new, classes and Node's old constructors throw an error without a hint. */
function checkFactory(create, where) {
  if (typeof create !== 'function') {
    throw new TypeError(`streams: ${where}: ${isStream(create)
      ? 'got a stream. Pass a function that returns one, because each run needs a new stream'
      : `got ${show(create)}. Pass a function that returns a stream: () => new PassThrough()`}`);
  }
  const { prototype } = create;
  if (isClass(create) || (prototype && typeof prototype.pipe === 'function')) {
    throw new TypeError(`streams: ${where}: got the class ${create.name || '(anonymous)'} itself. Pass () => new ` +
      `${create.name || 'it'}()`);
  }
}

function namedCheck(given, name) {
  if (given === undefined || given === null || given === false) return NO_CHECK;
  if (typeof given === 'function') return { ...NO_CHECK, check: given };
  if (isHash(given)) return { ...NO_CHECK, hash: parseHash(given) };
  throw new TypeError(`streams: check: ${show(name)} must be a function (output, name), or ${HASH_WORDS}, got ` +
    `${show(given)}`);
}

function checkNames(checks, tests) {
  const names = tests.map(({ name }) => name);
  for (const name of Object.keys(checks)) {
    if (names.includes(name)) continue;
    const hint = didYouMean(name, names, `Available: ${names.map(show).join(', ')}`, show);
    throw new TypeError(`streams: check: unknown test ${show(name)}. ${hint}`);
  }
}

function freeName(tests, wanted) {
  let name = wanted;
  for (let i = 2; tests.some((test) => test.name === name); i++) name = `${wanted} ${i}`;
  return name;
}

/**
 * The tests of a suite of streams in order, after the reference. Nothing is called here. They have the fields of
 * bench's tests and { create, isReference, isOurs (a pass-through, made by create({ objectMode }) for its input), check
 * (null or function (output, name)), hash (null or { algorithm, hex }), isNamed (whether one of them was given for this
 * name) }.
 *
 * @throws {TypeError} naming the test, {Error} without tests (code 'ERR_NO_TESTS')
 */
function parseStreams(suite, settings) {
  const made = [];
  for (const [name, create] of iterateEntries(suite, 'streams')) {
    checkFactory(create, `test ${show(name)}`);
    made.push({ name, create, isReference: false });
  }
  checkAny(made, 'streams');
  const { reference, input } = settings;
  const isOurs = typeof reference !== 'function';
  if (!isOurs) checkFactory(reference, 'reference');
  // Without an input there is nothing to pass through.
  if (!isOurs || (reference && input !== null)) {
    const create = isOurs ? ({ objectMode } = {}) => new PassThrough({ objectMode }) : reference;
    made.unshift({ name: freeName(made, isOurs ? 'pass-through' : 'reference'), create, isReference: true });
  }
  const byName = isPlainObject(settings.check);
  if (byName) checkNames(settings.check, made);
  return made.map(({ name, create, isReference }) => {
    const named = byName ? namedCheck(settings.check[name], name) : NO_CHECK;
    const isNamed = named.check !== null || named.hash !== null;
    const general = isReference ? NO_CHECK : { check: byName ? null : settings.check, hash: settings.hash };
    return {
      name, create, isReference, isOurs: isReference && isOurs, isNamed,
      ...(isNamed ? named : general),
      timeoutSeconds: settings.timeout,
      // The fields of bench's tests.
      fn: create, kind: 'stream', takesCallback: false, setup: null, teardown: null, each: null, ops: null,
      bytes: null, items: null,
    };
  });
}

function createStreams(run) {
  /** Measures streams against each other and a pass-through, see docs/streams.md, and prints how they rank. */
  return function streams(suite, options, callback, settingsOwner = () => {}) {
    if (typeof options === 'function' && callback === undefined) {
      return streams(suite, undefined, options, settingsOwner);
    }
    checkCallback(callback, 'streams');
    const settings = resolveStreamSettings(settingsOwner, options);
    const tests = parseStreams(suite, settings);
    return run({ settings, tests, strategy: require('./strategy') }, callback);
  };
}

module.exports = { createStreams, parseStreams };
