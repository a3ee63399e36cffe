'use strict';

const { expect } = require('chai');
const { useFolder, write, qtimeit } = require('../helpers/cli');

useFolder();

const FAILS = 'exports.a = () => { throw new Error("no"); };';
const script = (settings) => `require(${JSON.stringify(require.resolve('../..'))})
  .bench({ a() { throw new Error('no'); } }, ${settings});`;

const settingsOf = ({ stdout }) => JSON.parse(stdout).suites[0].settings;

describe('suites that a command measures', function () {
  this.timeout(60000);

  // They fail at once, so that no time is needed to see how much they would have.
  it('end as soon as all is clear where nobody says for how long', () => {
    write('suite.js', FAILS);
    write('script.js', script('{ margin: 0.01 }'));
    write('timed.js', script('{ timeGoal: 4 }'));
    write('precise.js', script('{ precision: 0.02 }'));
    const ends = [['suite.js'], ['script.js'], ['suite.js', '-t', '4'], ['timed.js'], ['precise.js']]
      .map((args) => settingsOf(qtimeit('run', '--json', ...args)));
    expect(ends.map(({ untilClear }) => untilClear)).to.deep.equal([0.01, 0.01, false, false, false]);
    for (const settings of ends) expect(settings).to.not.have.any.keys('isTimeGiven', 'isForkGiven');
    expect(ends.map(({ timeGoal }) => timeGoal)).to.deep.equal([2, 4, 4, 4, 4]);
  });

  it('do not where a number of calls or of processes is asked for', () => {
    const throws = 'throw new Error("no")';
    expect(settingsOf(qtimeit('--json', throws))).to.include({ untilClear: 0.01 });
    for (const given of [['-n', '10'], ['--fork', '1']]) {
      expect(settingsOf(qtimeit('--json', ...given, throws)).untilClear, given[0]).to.equal(false);
    }
  });
});
