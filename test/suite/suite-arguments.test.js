'use strict';

const { expect } = require('chai');
const {
  selectOverrides, inSeveralProcesses, createNameFilter, createWorkerArguments,
} = require('#lib/core/suite/suite-arguments');
const { definitions } = require('#lib/cli/definitions');
const { parseOptions } = require('#lib/cli/options');

const optionsOf = (...words) => parseOptions(definitions.run, [...words, 'x.js']).options;

describe('options for suites', () => {
  it('replace settings of the suites, and change nothing else', () => {
    expect(selectOverrides(optionsOf())).to.deep.equal({});
    expect(selectOverrides(
      optionsOf('--tier', 'optimized, interpreter', '--memory', '--cache', 'cold', '--time', '2', '--fork', '3')))
        .to.deep.equal({
      tier: ['optimized', 'interpreter'], memory: true, cache: 'cold', timeGoal: 2, isTimeGiven: true, forkTests: 3,
      isForkGiven: true, coldForks: 3,
    });
    expect(selectOverrides(optionsOf('--count', '--details', '--verbose')))
      .to.deep.equal({ count: ['instructions'], showRunDetails: true, verbose: 3, showTestInfo: true });
    expect(selectOverrides(optionsOf('--cold', '--fork', '0')))
      .to.deep.equal({ cold: [true], forkTests: 0, isForkGiven: true, coldForks: null });
  });

  it('have a short time per test, more for slow tests, and less in large suites', () => {
    const found = [1, 6, 20, 60, 200].map((tests) => {
      const { limitSeconds, slowSeconds } = inSeveralProcesses({}, tests).processes;
      return [limitSeconds * tests, slowSeconds * tests].map((seconds) => Number(seconds.toFixed(9)));
    });
    expect(found).to.deep.equal([[0.65, 1], [3.9, 6], [10.5, 14.4], [28.5, 38.4], [91.5, 122.4]]);
  });

  it('reach the processes that measure one test, except options of the command only', () => {
    const given = ['--tier', 'optimized,interpreter', '--memory', '--cache', 'cold', '--count=profile',
      '--filter', 'a b', '--exclude', 'c'];
    const { args, asked } = createWorkerArguments('/x.js', optionsOf(...given, '--fork', '3', '--save', 'r.json'));
    expect(args).to.deep.equal(['run', '--', '/x.js']);
    const options = optionsOf(...given);
    delete options.plotKind;
    expect(asked.name).to.equal('run');
    expect(JSON.parse(JSON.stringify(asked.given))).to.deep.equal({ options, positionals: ['/x.js'], given: [] });
    expect(createWorkerArguments('/x.js', optionsOf('--cold')).asked.given.options.cold).to.equal(true);
  });

  it('list the tiers if one is invalid', () => {
    expect(() => optionsOf('--tier', 'interpreter,fast'))
      .to.throw('--tier expects one or more of interpreter, baseline, optimized, separated by commas, got ' +
        '\'interpreter,fast\'');
    expect(() => optionsOf('--count', '--cold')).to.throw('--cold and --count cannot be combined. Leave one of them ' +
      'out');
    expect(() => optionsOf('--tier', 'baseline', '--cold')).to.throw('--cold and --tier cannot be combined. Leave ' +
      'one of them out');
  });
});

describe('a filter of names', () => {
  for (const [patterns, kept] of [
    [{}, true], [{ filter: [], exclude: [] }, true], [{ filter: ['nothing', 'a.js: p'] }, true],
    [{ filter: ['Parse'] }, false], [{ exclude: ['nothing'] }, true], [{ exclude: ['nothing', 'big'] }, false],
    [{ filter: ['parse'], exclude: ['b*g'] }, false],
  ]) {
    it(`${kept ? 'keeps' : 'drops'} a test by ${JSON.stringify(patterns)}`, () => (
      expect(createNameFilter(patterns)('bench/a.js: parse big')).to.equal(kept)));
  }
});
