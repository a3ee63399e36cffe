'use strict';

/*
 * The loop of a test that answers through a callback, at once or later.
 *
 * The states of a callback test. The callback checks two things with one comparison: that a call is
 * under way, and that it has not been answered. With the state in a plain variable of the enclosing
 * scope, and a loop that starts at zero, this overlaps with next to nothing: bodies whose truth is
 * 0.56 / 4.94 / 8.36 / 21.72 ns read 0.55 / 4.85 / 8.19 / 21.53. The state in an object, a counter of
 * answers, or a loop that starts at an index handed in read up to 2 ns less.
 */

const engine = require('#engine');
const {
  PLAIN, PARAMETERS, decoysFor, compile, binding, countOf, constantsOf, argumentsOf, beforeOf, swap, preventInlining,
} = require('./loop');
const { callbackCalls } = require('./call-loops');
const { inputsOf, finisherOf } = require('./inputs');

const CALLING = 0;      // inside the test, not answered yet
const ANSWERED = 1;     // between calls
const WAITING = 2;      // the test has returned without an answer
const STOPPED = 3;      // something is wrong: no further call

const STATES = { CALLING, ANSWERED, WAITING };

// Calls answered later get so many callbacks in turn. A prime, because what repeats itself does so by the ten or by the
// power of two: an answer that comes just so many calls late is taken for that of another call.
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

/** All calls get the same function object, because the call of that object inside the test has a memory too. */
const ANSWERED_AT_ONCE = (form) => `${beginning(form)}
  function callback(error) {
    if (error || state !== ${CALLING}) unusual(error, state);
    else state = ${ANSWERED};
  }
  return {${running(form, '', 'callback')}
  };`;

/** Each call has another callback than its neighbours: a second answer is not taken for that of the next call. */
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

/**
 * Calls answered at once run in a plain loop; a call answered later resumes it, on a fresh stack. From the first such
 * answer on the calls have callbacks that tell them apart.
 *
 * A second answer fails the run under way. One that comes between two runs is surplus(): a failure as the next run has
 * it, null where there is none. Of calls that share their callback it is not known which one it was: upTo is the index
 * of the last that it can be.
 *
 * @param {function} fn the test
 * @param {{ nowNs: function(): number }} clock
 * @param {function()} [late] told of each answer after close()
 * @param {import('./loop').Form} [form]
 */
function callbackLoop(fn, clock, late, form = PLAIN) {
  const inputs = inputsOf(form);
  const nowNs = clock.nowNs;
  // Calls answered in the runs before, and in this one.
  let before = 0;
  let answered = 0;
  let left = 0;
  let started = 0;
  // The first call that has a callback of its own.
  let toldFrom = Infinity;
  let isTold = !engine.compiles();
  let failure = null;
  let surplus = null;
  let done = null;
  let underWay = false;
  let inside = false;
  let closed = false;

  function load(text) {
    if (!engine.compiles()) return callbackCalls(form, fn, inputs && inputs.list, unusual, STATES, CALLBACKS);
    const made = compile(PARAMETERS, text(form))(fn, inputs && inputs.list, form.given, form.before, unusual);
    made.run(0);
    const decoys = form.inline ? null : decoysFor('callback', form.each ? 1 : countOf(form));
    if (decoys) preventInlining(made, fn, () => made.run(1), decoys);
    return made;
  }

  /** @param {number} [ago] so many calls before the latest one; not given for the callback that many have */
  function unusual(error, state, ago) {
    const isOfLatest = ago === 0 || (ago === undefined && toldFrom === Infinity);
    if (isOfLatest && state === WAITING && !error) {
      loop.setState(ANSWERED);
      answered++;
      left--;
      if (toldFrom === Infinity) toldFrom = before + answered;
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
      surplus = surplus || twiceAt(-1, ago, before + answered);
    }
  }

  /** @param {number} latest index of the latest call, in a run that begins after so many calls */
  function twiceAt(latest, ago, begun) {
    if (ago !== undefined) return { twice: true, index: latest - ago };
    if (toldFrom < Infinity) return { twice: true, upTo: toldFrom - 1 - begun };
    return latest < 0 ? { twice: true, upTo: latest } : { twice: true, index: latest };
  }

  function tellApart() {
    if (isTold || toldFrom === Infinity) return;
    isTold = true;
    loop = load(ANSWERED_LATER);
    if (inputs) loop.restart(answered);
  }

  function advance() {
    if (left > 0) tellApart();
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
    let told = failure;
    if (failure && failure.answered) told = { ...failure, index: answered };
    else if (failure && failure.twice) told = twiceAt(answered, failure.ago, before);
    done(told, ns);
  }

  let loop = load(ANSWERED_AT_ONCE);

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
      tellApart();
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

module.exports = { callbackLoop };
