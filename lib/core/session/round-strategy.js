'use strict';

/* The strategy for suites that are interleaved in rounds of one process, the only one in a page. */

const { isAsyncFunction } = require('../../base/text/show');
const { expandVariants } = require('../suite/variants');

const isInRounds = ({ forkTests }) => !forkTests;

// Only a call shows what an ordinary function returns.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

function savedSettings(settings) {
  const saved = { ...settings };
  delete saved.signal;
  // The rows contain the number of processes.
  if (saved.isTimeLimited) saved.forkTests = 0;
  return saved;
}

const name = 'bench';
const forking = 'forkTests, tier, cold and count';
const expand = expandVariants;
const settingsFor = (overrides) => overrides;
const isAtOnce = (tests, settings) => isInRounds(settings) && !settings.count && !tests.some(isAsynchronous);

/** As test-strategy.js, without the parts that need separate processes. */
module.exports = { name, forking, expand, settingsFor, savedSettings, isInRounds, isAtOnce };
