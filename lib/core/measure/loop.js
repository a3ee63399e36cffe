'use strict';

/*
 * The loops that call a test, one private loop for each test.
 *
 * Private, because V8 keeps its type feedback by the place of a call in the text: eight equal functions in one shared
 * loop took 0.5 ns, then seven times 3.2 ns. The text of each loop is unique, and compiled with vm.compileFunction,
 * which does not use the cache of eval (identical text begins to share there at its third use), and works under
 * --disallow-code-generation-from-strings. Only the loop is text: the test is called directly.
 *
 * `const f = fn` in an enclosing scope, and not a parameter of the loop: V8 treats the function as a constant, and
 * compiles the same code as for a hand-written loop. A parameter costs one more check per iteration: 0.28 ns on a body
 * of 0.56 ns. No try/catch in the loop, although it would show which call threw: V8 compiles loops inside the test
 * worse then (4.6 ns became 7.6, on Node 24 10.2).
 *
 * The loop of callback tests is in callback-loop.js. Pages whose policy forbids compiling use call-loops.js.
 *
 * @typedef {object} Loop
 * @property {function(number, function(object|null, number))} run given calls and done(failure, ns). failure: null or
 *   { error, ... }, with the index of the call within this run if known
 * @property {function} [code] the function that V8 compiles; missing for other steps, such as a pause
 * @property {function(number, function)} [prepare] makes the inputs of one run
 * @property {function()} [discard] releases the inputs of the run
 * @property {object} [finisher] step after a run, with as many calls
 * @property {function(): number} [made] number of answered calls of an asynchronous run
 * @property {function()} [close] prevents further calls of an asynchronous run
 * @property {function(boolean)} [swap] true: call an empty function instead of the test (without inlining only)
 *
 * @typedef {object} Form how a loop calls its test
 * @property {boolean} inline false: through a call that V8 cannot inline
 * @property {function(): *} [each] makes the argument of one call
 * @property {Array} [given] arguments of all calls, as constants for V8
 * @property {function()} [before] called before each call of the test
 * @property {function(*)} [after] called once per call after a run, given its input
 */

const engine = require('#engine');
const { stepsAround } = require('./user-calls');

const MAX_CALLS = 2 ** 30; // fits 31 bits, so that the counter stays an integer in a register

let compiled = 0;

const compileLoop = (parameters, text) => engine.compile(parameters, `/* private loop ${++compiled} */ ${text}`);

const PLAIN = { inline: true };

const PARAMETERS = ['fn', 'inputs', 'values', 'action', 'unusual'];

// V8 uses the generic call for good for a variable that has held several functions.
const generateBinding = ({ inline }) => (inline ? 'const f = fn;' : 'var f = fn;');
const countGiven = ({ given }) => (given ? given.length : 0);

function generateConstants(form) {
  let text = form.before ? 'const before = action;' : '';
  for (let i = 0; i < countGiven(form); i++) text += `const given${i} = values[${i}];`;
  return text;
}

function generateArguments(form, eachText = 'inputs[i]') {
  if (form.each) return eachText;
  let text = '';
  for (let i = 0; i < countGiven(form); i++) text += `${i > 0 ? ', ' : ''}given${i}`;
  return text;
}

const generateBefore = ({ before }) => (before ? 'before();' : '');
const generateSwap = ({ inline }) => (inline ? '' : 'swap(other) { f = other; },');

// The callback is the last argument. An earlier function is the test's.
const PLAIN_DECOY = { parameters: '', body: '' };
const CALLBACK_DECOYS = [
  { parameters: 'callback', body: 'callback();' }, { parameters: 'first, callback', body: 'callback();' },
  { parameters: 'first, second, callback', body: 'callback();' },
];
const NAMES = ['a', 'b', 'c', 'd'];

/** Compiled at first use, because the policy of a page may forbid it. */
function decoysFor(decoy) {
  if (decoy.functions) return decoy.functions;
  decoy.functions = [];
  for (let i = 0; i < NAMES.length; i++) {
    const text = `return function ${NAMES[i]}(${decoy.parameters}) { ${decoy.body} };`;
    decoy.functions[i] = compileLoop([], text)();
  }
  return decoy.functions;
}

const nothing = () => {};

/**
 * The loop of a text around a test; shared: its replacement in call-loops.js. With inline: false it first calls more
 * functions than V8 inlines, with as many arguments before a callback.
 */
function privateLoop(text, shared, form, fn, list, { unusual, decoy = PLAIN_DECOY, ...more } = {}) {
  if (!engine.compiles()) return require('./call-loops')[shared](form, fn, list, { unusual, ...more });
  const loop = compileLoop(PARAMETERS, text(form))(fn, list, form.given, form.before, unusual);
  loop.run(0, nothing); // parsed and compiled to bytecode before it is timed: 50 microseconds
  if (form.inline) return loop;
  const decoys = decoysFor(decoy);
  for (let i = 0; i < 400; i++) {
    loop.swap(decoys[i % decoys.length]);
    loop.run(1, nothing);
  }
  loop.swap(fn);
  return loop;
}

const SYNC = (form) => `
  ${generateBinding(form)} ${generateConstants(form)}
  return {
    ${generateSwap(form)}
    run(n) { for (let i = 0; i < n; i++) { ${generateBefore(form)} f(${generateArguments(form)}); } },
  };`;

/** Synchronous: run calls done before it returns. */
function syncLoop(fn, { nowNs }, form = PLAIN) {
  const { list, ...ownSteps } = stepsAround(form);
  const loop = privateLoop(SYNC, 'syncCalls', form, fn, list);
  return {
    ...ownSteps,
    code: loop.run,
    swap: (isEmpty) => loop.swap(isEmpty ? decoysFor(PLAIN_DECOY)[0] : fn),
    run(calls, done) {
      let failure = null;
      const started = nowNs();
      try {
        loop.run(calls);
      } catch (error) {
        failure = { error };
      }
      const ended = nowNs();
      done(failure, ended - started);
    },
  };
}

const PROMISE = (form) => `
  ${generateBinding(form)} ${generateConstants(form)}
  var closed = false;
  var made = 0;
  return {
    ${generateSwap(form)}
    async run(n, ended) {
      for (let i = 0; i < n && !closed; i++) { made = i; ${generateBefore(form)} await f(${generateArguments(form)}); }
      ended();
    },
    made() { return made; },
    close() { closed = true; },
  };`;

function promiseLoop(fn, { nowNs }, form = PLAIN) {
  const { list, ...ownSteps } = stepsAround(form);
  const loop = privateLoop(PROMISE, 'promiseCalls', form, fn, list);
  return {
    ...ownSteps,
    code: loop.run,
    made: loop.made,
    close: loop.close,
    async run(calls, done) {
      let failure = null;
      let endedNs = 0;
      const started = nowNs();
      try {
        // Stops the time inside the loop: the loop's promise takes one more turn of the queue.
        await loop.run(calls, () => { endedNs = nowNs(); });
      } catch (error) {
        failure = { error };
      }
      done(failure, endedNs - started);
    },
  };
}

function stoppedClockError(calls) {
  return new Error(`the clock did not advance during ${calls} calls: ${engine.clockWords}. ` +
    'Load qtimeit before a library that fakes timers');
}

module.exports = {
  MAX_CALLS, PLAIN, CALLBACK_DECOYS, compileLoop, syncLoop, promiseLoop, privateLoop, generateBinding, countGiven,
  generateConstants, generateArguments, generateBefore, generateSwap, stoppedClockError,
};
