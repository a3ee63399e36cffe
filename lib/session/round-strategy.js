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
  return saved;
}

/** What test-strategy.js has, without what runs in processes of its own. */
module.exports = {
  name: 'bench',
  forking: 'forkTests, tier, cold and count',
  expand: expandVariants,
  settingsFor: (overrides) => overrides,
  savedSettings,
  isInRounds,
  isAtOnce: (tests, settings) => isInRounds(settings) && !settings.count && !tests.some(isAsynchronous),
};
