'use strict';

/* qtimeit 'code' 'code': snippets against each other. */

const { measure } = require('./measure');
const { overridesOf } = require('./suite-arguments');
const { snippetSuite, snippetPlace } = require('../snippet');

/** As run(). */
async function snippets({ options, positionals }, command, doors) {
  const sources = { setups: options.setup || [], codes: positionals };
  const suite = await snippetSuite({ ...sources, cwd: doors.cwd });
  const parts = [{ file: null, args: command, load: (bench) => bench(suite), placeOf: (at) => snippetPlace(at, sources) }];
  return measure({ parts, command, options, overrides: overridesOf(options), keeps: () => true }, doors);
}

module.exports = { snippets };
