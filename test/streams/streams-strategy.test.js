'use strict';

const { expect } = require('chai');
const { settingsFor } = require('../../lib/streams/strategy');
const { overridesOf } = require('../../lib/suite/suite-arguments');
const { definitions } = require('../../lib/commands/definitions');
const { parseOptions } = require('../../lib/commands/options');

const optionsOf = (...words) => parseOptions(definitions.run, [...words, 'x.js']).options;

describe('options for suites of streams', () => {
  it('are the number of runs, and options that only apply to tests are refused', () => {
    const of = (...words) => settingsFor(overridesOf(optionsOf(...words)));
    for (const [words, expected] of [
      [['--time', '2'], {}], [['--fork', '6'], { forkTests: 6, runs: 6 }], [['--fork', '0'], { forkTests: 0 }],
      [['--fork', '0', '--verbose'], { forkTests: 0, verbose: 3 }],
      [['--count', 'cache'], { count: ['instructions', 'cache'] }],
    ]) expect(of(...words)).to.deep.equal(expected);
    for (const words of [['--tier', 'baseline'], ['--cold'], ['--memory'], ['--cache', 'cold']]) {
      expect(() => of(...words)).to.throw(TypeError, `streams: ${words[0]} is for suites of tests`);
    }
  });
});
