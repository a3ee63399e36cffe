'use strict';

/* The strategy for suites that are interleaved in rounds of one process, the only one in a page. */

const { isAsyncFunction } = require('../../base/text/show');
const { hasProcesses } = require('../suite/suite-arguments');
const { expandVariants } = require('../suite/variants');

const isInRounds = (settings) => !hasProcesses(settings);

// Only a call shows what an ordinary function returns.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

/** forkTests is 0 if the number of processes was not given: the rows contain it. */
function savedSettings({ processes, untilClear, ...settings }) {
  const saved = { ...settings, ...(processes && { isTimeLimited: true }), untilClear };
  delete saved.signal;
  return saved;
}

const name = 'bench';
const forking = 'forkTests, tier, cold, polluted and count';
const expand = expandVariants;
const settingsFor = (overrides) => overrides;
const isAtOnce = (tests, settings) => isInRounds(settings) && !settings.count && !tests.some(isAsynchronous);

/** As test-strategy.js, without the parts that need separate processes. */
module.exports = { name, forking, expand, settingsFor, savedSettings, isInRounds, isAtOnce };
