'use strict';

/*
 * The loop of a callback test, answered at once or later.
 *
 * One comparison in the callback checks that a call runs and has no answer yet. The state is a plain variable of the
 * enclosing scope and the loop starts at zero, so that the check hardly overlaps with the body: bodies of 0.56 / 4.94 /
 * 8.36 / 21.72 ns read 0.55 / 4.85 / 8.19 / 21.53. With the state in an object, a counter of answers, or a loop that
 * starts at a given index, they read up to 2 ns less.
 */

const engine = require('#engine');
const {
  PLAIN, CALLBACK_DECOYS, privateLoop, generateBinding, countGiven, generateConstants, generateArguments,
  generateBefore, generateSwap,
} = require('./loop');
const { stepsAround } = require('./user-calls');

const { assign } = Object;

const CALLING = 0;      // inside the test, not answered yet
const ANSWERED = 1;     // between calls
const WAITING = 2;      // the test has returned without an answer
const STOPPED = 3;      // something is wrong: no further call

const STATES = { CALLING, ANSWERED, WAITING };

// A prime: programs repeat by tens or powers of two. An answer late by a multiple of this looks like the current one.
const CALLBACKS = 31;

const withCallback = (before, callback) => (before ? `${before}, ${callback}` : callback);

const beginning = (form) => `
  ${generateBinding(form)} ${generateConstants(form)}
  ${form.each ? 'var next = 0;' : ''}
  var state = ${ANSWERED};`;

const running = (form, before, callback) => `
    ${generateSwap(form)}
    ${form.each ? 'restart(at) { next = at; },' : ''}
    run(n) {
      for (let i = 0; i < n; i++) {
        ${generateBefore(form)}${before}
        state = ${CALLING};
        f(${withCallback(generateArguments(form, 'inputs[next++]'), callback)});
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

function load(text, fn, form, list, unusual) {
  const decoy = CALLBACK_DECOYS[form.each ? 1 : countGiven(form)];
  return privateLoop(text, 'callbackCalls', form, fn, list, { unusual, decoy, states: STATES, count: CALLBACKS });
}

/** The failure for a second answer. latest: index of the latest call, in a run that begins after `begun` calls. */
function twiceAt(latest, ago, begun, apartFrom) {
  if (ago !== undefined) return { twice: true, index: latest - ago };
  if (apartFrom < Infinity) return { twice: true, upTo: apartFrom - 1 - begun };
  return latest < 0 ? { twice: true, upTo: latest } : { twice: true, index: latest };
}

/**
 * A plain loop runs the calls that are answered at once. A later answer resumes the loop on a fresh stack; from then,
 * successive calls have different callbacks. A second answer fails the current run, or the next one (surplus). Calls
 * with the same callback cannot be distinguished: upTo is then the highest possible index. late(): an answer after
 * close().
 */
class CallbackLoop {
  // Calls answered in earlier runs, and in this one.
  before = 0;
  answered = 0;
  left = 0;
  // First call with a distinct callback.
  apartFrom = Infinity;
  areApart = !engine.compiles();
  failure = null;
  stray = null;
  isRunning = false;
  isInside = false;
  isClosed = false;

  constructor(fn, { nowNs }, late, form = PLAIN) {
    const { list, ...ownSteps } = stepsAround(form);
    const loadAs = (text) => load(text, fn, form, list, this.unusual);
    assign(this, ownSteps, { nowNs, late, loadAs, hasInputs: list !== null, loop: loadAs(ANSWERED_AT_ONCE) });
  }

  /** ago: number of calls before the latest one; undefined for the shared callback. */
  unusual = (error, state, ago) => {
    const isOfLatest = ago === 0 || (ago === undefined && this.apartFrom === Infinity);
    if (isOfLatest && state === WAITING && !error) {
      this.loop.setState(ANSWERED);
      this.answered++;
      this.left--;
      if (this.apartFrom === Infinity) this.apartFrom = this.before + this.answered;
      this.advance();
    } else if (isOfLatest && (state === WAITING || state === CALLING)) {
      this.fail({ error, answered: true });
    } else if (this.isClosed) {
      this.late();
    } else if (this.isRunning && !this.failure) {
      this.fail({ twice: true, ago });
    } else {
      this.stray = this.stray || twiceAt(-1, ago, this.before + this.answered, this.apartFrom);
    }
  };

  fail(failure) {
    this.loop.setState(STOPPED);
    this.failure = failure;
    if (!this.isInside) this.finish();
  }

  setApart() {
    if (this.areApart || this.apartFrom === Infinity) return;
    this.areApart = true;
    this.loop = this.loadAs(ANSWERED_LATER);
    if (this.hasInputs) this.loop.restart(this.answered);
  }

  advance() {
    if (this.left > 0) this.setApart();
    this.isInside = true;
    try {
      const ran = this.loop.run(this.left);
      this.answered += ran;
      this.left -= ran;
    } catch (error) {
      this.loop.setState(STOPPED);
      if (!this.failure) this.failure = { error };
    }
    this.isInside = false;
    if (this.left === 0 || this.failure) this.finish();
  }

  finish() {
    const ns = this.nowNs() - this.started;
    const { failure, answered } = this;
    this.isRunning = false;
    let found = failure;
    if (failure && failure.answered) found = { ...failure, index: answered };
    else if (failure && failure.twice) found = twiceAt(answered, failure.ago, this.before, this.apartFrom);
    this.done(found, ns);
  }

  get code() { return this.loop.run; }

  run(calls, done) {
    if (this.stray) {
      done(this.stray, 0);
      return;
    }
    this.before += this.answered;
    this.answered = 0;
    this.left = calls;
    this.done = done;
    this.setApart();
    if (this.hasInputs) this.loop.restart(0);
    this.isRunning = true;
    this.started = this.nowNs();
    this.advance();
  }

  made = () => this.answered;

  surplus() { return this.stray; }

  close() {
    this.isClosed = true;
    this.loop.setState(STOPPED);
  }
}

const callbackLoop = (fn, clock, late, form) => new CallbackLoop(fn, clock, late, form);

module.exports = { callbackLoop };
