'use strict';

const { expect } = require('chai');
const { settingsFor } = require('../../lib/streams/strategy');
const { overridesOf } = require('../../lib/suite/suite-arguments');
const { definitions } = require('../../lib/commands/definitions');
const { parseOptions } = require('../../lib/commands/options');

const optionsOf = (...words) => parseOptions(definitions.run, [...words, 'x.js']).options;

describe('options for suites of streams', () => {
  it('are the number of runs, and refused where figures would be taken for others', () => {
    expect(settingsFor(overridesOf(optionsOf('--time', '2')))).to.deep.equal({});
    expect(settingsFor(overridesOf(optionsOf('--fork', '6')))).to.deep.equal({ forkTests: 6, runs: 6 });
    expect(settingsFor(overridesOf(optionsOf('--fork', '0')))).to.deep.equal({ forkTests: 0 });
    expect(settingsFor(overridesOf(optionsOf('--fork', '0', '--verbose')))).to.deep.equal({ forkTests: 0, verbose: 3 });
    expect(settingsFor(overridesOf(optionsOf('--count', 'cache')))).to.deep.equal({ count: ['instructions', 'cache'] });
    for (const [words, name] of [
        [['--tier', 'baseline'], 'tier'], [['--cold'], 'cold'], [['--memory'], 'memory'],
          [['--cache', 'cold'], 'cache']]) {
      expect(() => settingsFor(overridesOf(optionsOf(...words))))
        .to.throw(TypeError, `streams: --${name} is for suites of tests`);
    }
  });
});
