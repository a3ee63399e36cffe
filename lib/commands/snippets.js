'use strict';

/* qtimeit 'code' 'code': snippets against each other. */

const { measure } = require('./measure');
const { overridesOf } = require('./suite-arguments');
const { snippetSuite } = require('../snippet');

/** As run(). */
async function snippets({ options, positionals }, command, doors) {
  const suite = await snippetSuite({ setups: options.setup || [], codes: positionals, cwd: doors.cwd });
  const parts = [{ file: null, args: command, load: (bench) => bench(suite) }];
  return measure({ parts, command, options, overrides: overridesOf(options), keeps: () => true }, doors);
}

module.exports = { snippets };
