'use strict';

/* The loop around a test, by its kind. */

const { callbackLoop } = require('./callback-loop');
const { syncLoop, promiseLoop } = require('./loop');

const LOOPS = {
  sync: (fn, { clock }, form) => syncLoop(fn, clock, form),
  promise: (fn, { clock }, form) => promiseLoop(fn, clock, form),
  callback: (fn, { clock, late }, form) => callbackLoop(fn, clock, late, form),
};

/**
 * @param {'sync'|'promise'|'callback'} kind
 * @param {function} fn
 * @param {{ clock: object, late: function() }} tools
 * @param {import('./loop').Form} form
 * @returns {import('./loop').Loop}
 */
const loopAround = (kind, fn, tools, form) => LOOPS[kind](fn, tools, form);

module.exports = { loopAround };
