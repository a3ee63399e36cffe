'use strict';

/* Suites of tests that take turns in rounds of one process, all that there is in a page. */

const { isAsyncFunction } = require('../text/function-kinds');
const { expandVariants } = require('../suite/variants');

const isInRounds = ({ forkTests }) => !forkTests;

// What an ordinary function returns, only its first call tells.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

/** What is kept of the settings with the results: plain data. */
function savedSettings(settings) {
  const saved = { ...settings };
  delete saved.signal;
  // How many there were is in the rows.
  if (saved.isTimeLimited) saved.forkTests = 0;
  return saved;
}

const name = 'bench';
const forking = 'forkTests, tier, cold and count';
const expand = expandVariants;
const settingsFor = (overrides) => overrides;
const isAtOnce = (tests, settings) => isInRounds(settings) && !settings.count && !tests.some(isAsynchronous);

/** What test-strategy.js has, without what runs in processes of its own. */
module.exports = { name, forking, expand, settingsFor, savedSettings, isInRounds, isAtOnce };
