'use strict';

const { expect } = require('chai');
const { overridesOf, inSeveralProcesses, untilClear, workerOf } = require('../../lib/suite/suite-arguments');
const { definitions } = require('../../lib/commands/definitions');
const { parseOptions } = require('../../lib/commands/options');

const optionsOf = (...words) => parseOptions(definitions.run, [...words, 'x.js']).options;

describe('options for suites', () => {
  it('are settings in place of those of the suites, and nothing else', () => {
    expect(overridesOf(optionsOf())).to.deep.equal({});
    expect(overridesOf(
      optionsOf('--tier', 'optimized, interpreter', '--memory', '--cache', 'cold', '--time', '2', '--fork', '3')))
        .to.deep.equal({
      tier: ['optimized', 'interpreter'], memory: true, cache: 'cold', timeGoal: 2, isTimeGiven: true, forkTests: 3,
      isForkGiven: true, coldForks: 3,
    });
    expect(overridesOf(optionsOf('--count'))).to.deep.equal({ count: ['instructions'] });
    expect(overridesOf(optionsOf('--cold', '--fork', '0')))
      .to.deep.equal({ cold: [true], forkTests: 0, isForkGiven: true, coldForks: null });
  });

  it('measure in new processes until the time is over, unless the number of processes or of calls is given', () => {
    const own = { timeGoal: 4, isTimeGiven: false, forkTests: 0, isForkGiven: false };
    const settingsOf = (more, ...words) => (
      inSeveralProcesses({ ...own, ...more, ...overridesOf(optionsOf(...words)) }));
    const timeLimited = { forkTests: 1000, isTimeLimited: true };
    expect(settingsOf({})).to.deep.equal({ ...own, ...timeLimited, timeGoal: 2 });
    expect(settingsOf({}, '-t', '7')).to.deep.include({ ...timeLimited, timeGoal: 7 });
    expect(settingsOf({ timeGoal: 3, isTimeGiven: true })).to.deep.include({ ...timeLimited, timeGoal: 3 });
    for (const [more, ...words] of [
      [{}, '--fork', '0'], [{}, '--fork', '3'], [{ isForkGiven: true }], [{ isForkGiven: true, forkTests: 3 }],
      [{ calls: 100 }],
    ]) {
      const given = { ...own, ...more, ...overridesOf(optionsOf(...words)) };
      expect(inSeveralProcesses(given), words.join(' ')).to.equal(given);
    }
  });

  it('leave tests to end when all is clear, where none says how much is measured', () => {
    const endOf = (own, ...words) => untilClear({ isTimeGiven: false, precision: false, ...own,
      ...overridesOf(optionsOf(...words)) });
    expect(endOf({})).to.equal(0.01);
    expect(endOf({}, '--memory', '--cache', 'cold')).to.equal(0.01);
    for (const words of [['-t', '4'], ['--precision', '5%']]) {
      expect(endOf({}, ...words), words[0]).to.equal(false);
    }
    expect(endOf({ calls: 1000 })).to.equal(false);
    expect([endOf({ isTimeGiven: true }), endOf({ precision: 0.1 })]).to.deep.equal([false, false]);
  });

  it('say what is shown beside the table', () => {
    expect(overridesOf(optionsOf('--details', '--verbose')))
      .to.deep.equal({ showRunDetails: true, verbose: 3, showTestInfo: true });
  });

  it('reach the processes that measure one test, but for those that only the command needs', () => {
    const given = ['--tier', 'optimized,interpreter', '--memory', '--cache', 'cold', '--count=profile',
      '--filter', 'a b', '--exclude', 'c'];
    const { args, asked } = workerOf('/x.js', optionsOf(...given, '--fork', '3', '--save', 'r.json'));
    expect(args).to.deep.equal(['run', '--', '/x.js']);
    const options = optionsOf(...given);
    delete options.plotKind;
    expect(asked.name).to.equal('run');
    expect(JSON.parse(JSON.stringify(asked.given))).to.deep.equal({ options, positionals: ['/x.js'], given: [] });
    expect(workerOf('/x.js', optionsOf('--cold')).asked.given.options.cold).to.equal(true);
  });

  it('name the tiers where one is wrong', () => {
    expect(() => optionsOf('--tier', 'interpreter,fast'))
      .to.throw('--tier takes interpreter, baseline, optimized, or several of them with commas, and not ' +
        '\'interpreter,fast\'');
    expect(() => optionsOf('--count', '--cold')).to.throw('--cold and --count do not go together');
    expect(() => optionsOf('--tier', 'baseline', '--cold')).to.throw('--cold and --tier do not go together');
  });
});
