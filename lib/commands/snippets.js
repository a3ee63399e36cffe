'use strict';

/* qtimeit 'code' 'code': snippets against each other. */

const { measure } = require('./measure');
const { overridesOf } = require('../suite/suite-arguments');

/** As run(). */
function snippets(given, command, deps) {
  const { options, positionals } = given;
  const sources = { setups: options.setup || [], codes: positionals };
  const part = {
    file: null,
    nodeOptions: [],
    loader: sources.setups.length > 1 ? 'a setup ' : 'the setup ',
    asked: { name: 'snippets', given },
    worker: { args: command },
    mayFork: true,
    placeOf: (at) => require('../suite/snippet').snippetPlace(at, sources),
    inputsOf: (index) => require('../suite/snippet').snippetInputs(index, sources),
    load: async (bench) => bench.turning(await require('../suite/snippet').snippetSuite({ ...sources, cwd: deps.cwd })),
  };
  return measure({ parts: [part], command, options, overrides: overridesOf(options), keeps: () => true }, deps);
}

module.exports = { snippets };
