'use strict';

/*
 * The loop of a callback test, answered at once or later.
 *
 * One comparison in the callback checks that a call runs and has no answer yet. The state is a plain variable of the
 * enclosing scope and the loop starts at zero, so that this hardly overlaps with the body: bodies of 0.56 / 4.94 /
 * 8.36 / 21.72 ns read 0.55 / 4.85 / 8.19 / 21.53. With the state in an object, a counter of answers, or a loop that
 * starts at a given index, they read up to 2 ns less.
 */

const engine = require('#engine');
const {
  PLAIN, PARAMETERS, decoysFor, compile, binding, countOf, constantsOf, argumentsOf, beforeOf, swap, preventInlining,
  syncLoop, promiseLoop,
} = require('./loop');
const { inputsOf, finisherOf } = require('./user-calls');

const CALLING = 0;      // inside the test, not answered yet
const ANSWERED = 1;     // between calls
const WAITING = 2;      // the test has returned without an answer
const STOPPED = 3;      // something is wrong: no further call

const STATES = { CALLING, ANSWERED, WAITING };

// Number of callbacks that take turns once answers come later. An answer that is late by a multiple of it seems to
// belong to another call, so it is a prime: programs repeat things by tens or powers of two.
const CALLBACKS = 31;

const withCallback = (before, callback) => (before ? `${before}, ${callback}` : callback);

const beginning = (form) => `
  ${binding(form)} ${constantsOf(form)}
  ${form.each ? 'var next = 0;' : ''}
  var state = ${ANSWERED};`;

const running = (form, before, callback) => `
    ${swap(form)}
    ${form.each ? 'restart(at) { next = at; },' : ''}
    run(n) {
      for (let i = 0; i < n; i++) {
        ${beforeOf(form)}${before}
        state = ${CALLING};
        f(${withCallback(argumentsOf(form, 'inputs[next++]'), callback)});
        if (state !== ${ANSWERED}) {
          if (state === ${CALLING}) state = ${WAITING};
          return i;
        }
      }
      return n;
    },
    setState(value) { state = value; },`;

/** All calls get the same function object, so that its call inside the test has type feedback. */
const ANSWERED_AT_ONCE = (form) => `${beginning(form)}
  function callback(error) {
    if (error || state !== ${CALLING}) unusual(error, state);
    else state = ${ANSWERED};
  }
  return {${running(form, '', 'callback')}
  };`;

/** Successive calls get different callbacks, so that a second answer does not count for the next call. */
const ANSWERED_LATER = (form) => `${beginning(form)}
  var place = 0;
  var callbacks = [];
  function callbackAt(own) {
    return function callback(error) {
      if (error || place !== own || state !== ${CALLING})
        unusual(error, state, (place - own + ${CALLBACKS}) % ${CALLBACKS});
      else state = ${ANSWERED};
    };
  }
  for (let i = 0; i < ${CALLBACKS}; i++) callbacks[i] = callbackAt(i);
  return {${running(form, `place = place + 1 === ${CALLBACKS} ? 0 : place + 1;`, 'callbacks[place]')}
  };`;

function load(text, fn, form, inputs, unusual) {
  const list = inputs && inputs.list;
  if (!engine.compiles()) {
    return require('./call-loops').callbackCalls(form, fn, list, unusual, STATES, CALLBACKS);
  }
  const made = compile(PARAMETERS, text(form))(fn, list, form.given, form.before, unusual);
  made.run(0);
  const decoys = form.inline ? null : decoysFor('callback', form.each ? 1 : countOf(form));
  if (decoys) preventInlining(made, fn, () => made.run(1), decoys);
  return made;
}

/** The failure for a second answer. latest: index of the latest call, in a run that begins after `begun` calls. */
function twiceAt(latest, ago, begun, apartFrom) {
  if (ago !== undefined) return { twice: true, index: latest - ago };
  if (apartFrom < Infinity) return { twice: true, upTo: apartFrom - 1 - begun };
  return latest < 0 ? { twice: true, upTo: latest } : { twice: true, index: latest };
}

/**
 * A plain loop runs the calls that are answered at once. A later answer resumes the loop on a fresh stack; from then,
 * successive calls have different callbacks. A second answer fails the current run. If it comes between two runs,
 * surplus() returns it and the next run fails. Calls with the same callback cannot be distinguished: upTo is then the
 * highest possible index. late() is called at each answer after close().
 */
function callbackLoop(fn, clock, late, form = PLAIN) {
  const inputs = inputsOf(form);
  const nowNs = clock.nowNs;
  // Calls answered in earlier runs, and in this one.
  let before = 0;
  let answered = 0;
  let left = 0;
  let started = 0;
  // First call with a distinct callback.
  let apartFrom = Infinity;
  let areApart = !engine.compiles();
  let failure = null;
  let surplus = null;
  let done = null;
  let underWay = false;
  let inside = false;
  let closed = false;

  /** ago: number of calls before the latest one; undefined for the shared callback. */
  function unusual(error, state, ago) {
    const isOfLatest = ago === 0 || (ago === undefined && apartFrom === Infinity);
    if (isOfLatest && state === WAITING && !error) {
      loop.setState(ANSWERED);
      answered++;
      left--;
      if (apartFrom === Infinity) apartFrom = before + answered;
      advance();
    } else if (isOfLatest && (state === WAITING || state === CALLING)) {
      loop.setState(STOPPED);
      failure = { error, answered: true };
      if (state === WAITING) finish();
    } else if (closed) {
      late();
    } else if (underWay && !failure) {
      loop.setState(STOPPED);
      failure = { twice: true, ago };
      if (!inside) finish();
    } else {
      surplus = surplus || twiceAt(-1, ago, before + answered, apartFrom);
    }
  }

  function setApart() {
    if (areApart || apartFrom === Infinity) return;
    areApart = true;
    loop = load(ANSWERED_LATER, fn, form, inputs, unusual);
    if (inputs) loop.restart(answered);
  }

  function advance() {
    if (left > 0) setApart();
    inside = true;
    try {
      const ran = loop.run(left);
      answered += ran;
      left -= ran;
    } catch (error) {
      loop.setState(STOPPED);
      if (!failure) failure = { error };
    }
    inside = false;
    if (left === 0 || failure) finish();
  }

  function finish() {
    const ns = nowNs() - started;
    underWay = false;
    let found = failure;
    if (failure && failure.answered) found = { ...failure, index: answered };
    else if (failure && failure.twice) found = twiceAt(answered, failure.ago, before, apartFrom);
    done(found, ns);
  }

  let loop = load(ANSWERED_AT_ONCE, fn, form, inputs, unusual);

  return {
    ...inputs,
    ...finisherOf(form, inputs && inputs.list),
    get code() { return loop.run; },
    run(calls, whenDone) {
      if (surplus) {
        whenDone(surplus, 0);
        return;
      }
      before += answered;
      answered = 0;
      left = calls;
      done = whenDone;
      setApart();
      if (inputs) loop.restart(0);
      underWay = true;
      started = nowNs();
      advance();
    },
    made: () => answered,
    surplus: () => surplus,
    close() {
      closed = true;
      loop.setState(STOPPED);
    },
  };
}

const LOOPS = {
  sync: (fn, { clock }, form) => syncLoop(fn, clock, form),
  promise: (fn, { clock }, form) => promiseLoop(fn, clock, form),
  callback: (fn, { clock, late }, form) => callbackLoop(fn, clock, late, form),
};

const loopAround = (kind, fn, tools, form) => LOOPS[kind](fn, tools, form);

module.exports = { callbackLoop, loopAround };
