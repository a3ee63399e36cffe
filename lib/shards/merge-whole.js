'use strict';

/* A whole run as the only shard of a plan, so that those of several machines can be put together. */

const { keyOf } = require('./expected');
const { planOf } = require('./plan');

const keysOf = {
  comparison: ({ tests }) => tests.map(({ file, suite, name }) => keyOf(file, suite, name)),
  rates: ({ configurations }) => configurations.map((one) => keyOf(one.file, one.asked || one.configuration)),
};

/**
 * @param {{ file: string, document: object }} source of a comparison or of rates
 * @param {object} settings that were typed
 * @returns {object} the same with a shard; nobody has noted which machine it was: it is called as its file is
 */
function asOnlyShard({ file, document }, settings) {
  const keys = keysOf[document.qtimeit](document);
  const { hash } = planOf(keys.map((key) => ({ key, name: key })), 1, new Map());
  const shard = {
    index: 1, count: 1, units: keys.length, places: [...keys.keys()], plan: hash, settings, revision: null,
    machine: file, task: null,
  };
  return { file, document: { ...document, shard } };
}

module.exports = { asOnlyShard };
