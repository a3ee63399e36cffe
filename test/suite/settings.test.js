'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { readParams } = require('#lib/core/suite/round-settings');
const { resolveSettings, DEFAULTS } = require('#lib/core/suite/settings');
const { show } = require('#lib/base/text/show');

/** bench as users have it: a function with properties. */
function benchWith(properties) {
  const bench = function bench() {};
  Object.defineProperty(bench, 'helper', { value: () => {}, enumerable: false });
  return Object.assign(bench, properties);
}

const settingsOf = (options) => resolveSettings(benchWith({}), options);

describe('the settings of bench', () => {
  const complete = { ...DEFAULTS, forkTests: 0, coldForks: null, isTimeGiven: false, isForkGiven: false };

  for (const options of [undefined, null, {}, Object.create(null), { timeGoal: undefined, order: null }]) {
    it(`are the defaults with ${show(options)}, and frozen`, () => {
      expect(settingsOf(options)).to.deep.equal(complete).and.to.be.frozen;
    });
  }

  it('show whether a time and a number of processes are given', () => {
    const given = (own, options) => {
      const { isTimeGiven, isForkGiven } = resolveSettings(benchWith(own), options);
      return [isTimeGiven, isForkGiven];
    };
    expect(given({}, { forks: 3, forkTests: null, timeGoal: null })).to.deep.equal([false, false]);
    for (const one of [{ forkTests: false }, { forkTests: true }, { forkTests: 3 }, { timeGoal: 0 }, { timeGoal: 4 }]) {
      const expected = ['timeGoal' in one, 'forkTests' in one];
      expect([given(one), given({}, one)], show(one)).to.deep.equal([expected, expected]);
    }
  });

  const SWITCHES = ['visualize', 'showRunDetails', 'showTestInfo', 'showPlatformInfo', 'showSource', 'twin', 'inline',
    'silent', 'json', 'csv', 'markdown'];

  // Setting -> [given, parsed].
  const accepted = {
    timeGoal: [[2, 2], [0.25, 0.25], [-0, 0], [false, 0]],
    opsPerTest: [[1000, 1000], [0.5, 0.5], [0, 1], [false, 1]],
    cpuMhz: [[4700, 4700], [0, false], [false, false]],
    baselineAvg: [[1.5e6, 1.5e6], [0, false], [false, false]],
    forkTests: [[true, 8], [false, 0], [0, 0], [1, 1], [1000, 1000]],
    forks: [[1, 1], [1000, 1000], [0, 0], [false, 0]],
    preRunMessage: [['for the record', 'for the record'], ['', ''], [false, ''], [0, '']],
    verbose: [[0, 0], [7, 7], [true, 2], [false, 0]],
    bargraphScale: [[10, 10], [0.5, 0.5], [0, 0], [false, 0]],
    margin: [[0.01, 0.01], [0.999, 0.999], [0, 0], [false, 0]],
    order: [['rotating', 'rotating'], ['random', 'random'], ['given', 'given'], [false, 'given'], [0, 'given']],
    precision: [[0.005, 0.005], [10, 10], [0, false], [false, false]],
    tier: [['baseline', ['baseline']], [['optimized', 'baseline'], ['optimized', 'baseline']], [false, null]],
    cold: [[true, [true]], [[true, false, true], [true, false]], [false, null]],
    params: [[{ n: 1 }, { n: [1] }], [false, null]],
    count: [
      [true, ['instructions']], ['cache', ['instructions', 'cache']], [['instructions'], ['instructions']],
      [['profile', 'cache'], ['instructions', 'cache', 'profile']], [false, null],
    ],
  };
  for (const name of SWITCHES) accepted[name] = [[true, true], [1, true], [false, false], [0, false]];
  for (const [name, values] of Object.entries(accepted)) {
    it(`read ${name}: ${values.map(([given]) => show(given)).join(', ')}`, () => {
      for (const [given, expected] of values) {
        expect(settingsOf({ [name]: given })[name], show(given)).to.deep.equal(expected);
        expect(resolveSettings(benchWith({ [name]: given }))[name], show(given)).to.deep.equal(expected);
      }
    });
  }

  // Setting -> words of the error, values of a wrong type, and values out of range.
  const refused = {
    timeGoal: ['a number of seconds of at least 0', ['5s', '4', true, 5n, {}, [4]], [-1, NaN, Infinity, -Infinity]],
    opsPerTest: ['a number above 0, or false', ['10', true, 5n], [-1, NaN, Infinity]],
    cpuMhz: ['a number of MHz above 0, or false', ['4700', true], [-1, NaN, Infinity]],
    baselineAvg: ['a number of operations per second above 0, or false', ['1e6', true], [-1, NaN, Infinity]],
    forkTests: ['true, false or an integer number of processes, at most 1000', ['8', {}, 8n], [-1, 1.5, 1001, NaN]],
    forks: ['an integer number of processes, at most 1000, or false', ['8', true, 8n], [-1, 1.5, 1001, NaN]],
    preRunMessage: ['a string or false', [true, 1, NaN, {}, () => 'x', 5n], []],
    signal: ['an AbortSignal or false', [true, 1, 'x', {}, { aborted: false }, () => {}, new AbortController()], []],
    title: ['a string or false', [true, 1, NaN, {}, () => 'x', 5n], []],
    verbose: ['an integer of at least 0, true or false', ['2', {}, 2n], [-1, 1.5, NaN, Infinity]],
    bargraphScale: ['a number of at least 0', ['5', true], [-1, NaN, Infinity]],
    margin: ['a fraction of at least 0 and below 1', ['1%', true, 0n], [1, 2, -0.1, NaN, Infinity]],
    order: ['\'rotating\', \'random\', \'given\' or false', [true, 1, {}, NaN], ['', 'Random', 'shuffled']],
    precision: ['a fraction above 0 and at most 10, or false', ['1%', true, 1n], [-0.1, 10.1, 1e300, NaN, Infinity]],
    cache: ['\'cold\' or false', [true, 1, {}], ['', 'warm']],
    tier: ["'interpreter', 'baseline', 'optimized' or a list of them, or false",
      ['fast', [], true, ['baseline', 'fast'], {}, [['baseline']]], []],
    cold: ['true, false or a list of both', ['both', [1], []], []],
    count: ["true, 'cache', 'profile', a list of both or false", ['cahce', [], 2], []],
    params: ['an object of lists, such as { size: [10, 1000] }, or false', [[1], 'x', 5], []],
  };
  for (const name of SWITCHES) refused[name] = ['true or false', ['true', {}, 1n, Symbol('on')], [2, -1, 0.5, NaN]];
  for (const [name, [words, wrongTypes, outOfRange]] of Object.entries(refused)) {
    it(`refuse ${name}: ${[...wrongTypes, ...outOfRange].map(show).join(', ')}`, () => {
      for (const [type, values] of [[TypeError, wrongTypes], [RangeError, outOfRange]]) {
        for (const given of values) {
          const message = `bench: ${name} must be ${words}, got ${show(given)}`;
          for (const [own, options] of [[{}, { [name]: given }], [{ [name]: given }, { [name]: false }]]) {
            expect(() => resolveSettings(benchWith(own), options)).to.throw(type).with.property('message', message);
          }
        }
      }
    });
  }

  it('have a title only in the options of a call', () => {
    expect(settingsOf({ title: 'Lists' }).title).to.equal('Lists');
    expect(resolveSettings(benchWith({ title: undefined }), { title: false }).title).to.equal('');
    expect(() => resolveSettings(benchWith({ title: 'Lists' }), {})).to.throw(TypeError,
      'bench: title is set per call: pass { title } to bench()');
  });

  it('come from the options, then from bench, then from the defaults', () => {
    const bench = benchWith({ timeGoal: 1, twin: false, margin: 0.01, forks: 5, showSource: false });
    const options = { timeGoal: 0, twin: true, margin: undefined, forkTests: true, verbose: 9 };
    expect(resolveSettings(bench, options)).to.include({
      timeGoal: 0, twin: true, margin: 0.01, order: 'rotating', forkTests: 5, showSource: false, showTestInfo: true,
    });
  });

  for (const [options, expected] of [
    [{ verbose: 0 }, { showPlatformInfo: false, showTestInfo: false, showSource: false }],
    [{ verbose: 1 }, { showPlatformInfo: true, showTestInfo: false, showSource: false }],
    [{ verbose: 2 }, { showPlatformInfo: true, showTestInfo: false, showSource: false }],
    [{ verbose: 3 }, { showPlatformInfo: true, showTestInfo: true, showSource: false }],
    [{ verbose: 4 }, { showPlatformInfo: true, showTestInfo: true, showSource: true }],
    [{ verbose: 4, showSource: false, showTestInfo: 0 }, { showTestInfo: false, showSource: false }],
    [{ forkTests: true, forks: 3 }, { forkTests: 3, forks: 3, coldForks: null }],
    [{ forkTests: true, forks: false }, { forkTests: 0, forks: 0, coldForks: null }],
    [{ forkTests: 2, forks: 3 }, { forkTests: 2, forks: 3, coldForks: 2 }],
    [{ forks: 3 }, { forkTests: 0, forks: 3, coldForks: null }],
  ]) {
    it(`follow from ${show(options)}: ${show(expected)}`, () => {
      expect(settingsOf(options)).to.include(expected);
      expect(resolveSettings(benchWith(options))).to.include(expected);
    });
  }

  for (const [own, options, words] of [
    [{}, { json: true, csv: true }, 'json and csv cannot be combined. Set one of them to false'],
    [{ json: true }, { markdown: 1 }, 'json and markdown cannot be combined. Set one of them to false'],
    [{}, { count: true, cold: true }, 'count and cold cannot be combined: '],
    [{ count: 'cache' }, { cold: [false, true] }, 'count and cold cannot be combined: '],
  ]) {
    it(`cannot be ${show({ ...own, ...options })}`, () => {
      expect(() => resolveSettings(benchWith(own), options)).to.throw(TypeError, `bench: ${words}`);
    });
  }

  for (const [name, words] of [
    ['timegoal', '. Did you mean \'timeGoal\'?'], ['cvs', '. Did you mean \'csv\'?'],
    ['iterations', `. Settings: ${Object.keys(DEFAULTS).join(', ')}`], ['toString', '. Settings: '],
    ['__proto__', '. Settings: '], ['', '. Settings: '],
  ]) {
    it(`cannot be '${name}', also if it is undefined`, () => {
      for (const value of [true, undefined]) {
        const options = Object.fromEntries([[name, value]]);
        const bench = Object.defineProperty(benchWith({}), name, { value, enumerable: true });
        for (const resolve of [() => settingsOf(options), () => resolveSettings(bench)]) {
          expect(resolve).to.throw(TypeError, `bench: unknown setting '${name}'${words}`);
        }
      }
    });
  }

  it('are not read from prototypes and symbols', () => {
    const options = Object.create(Object.assign(Object.create(null), { timegoal: 1 }));
    options[Symbol('mine')] = 1;
    expect(settingsOf(options)).to.deep.equal(complete);
  });

  it('are an object of any context, and nothing else', () => {
    expect(settingsOf(vm.runInNewContext('({ timeGoal: 1 })')).timeGoal).to.equal(1);
    class Options {}
    for (const options of [5, 0, '', 'fast', true, false, 5n, Symbol('x'), [], [{}], () => {}, new Map(), new Date(0),
      new Options()]) {
      expect(() => settingsOf(options)).to.throw(TypeError).with.property('message',
        `bench: the options must be an object of settings, such as { timeGoal: 4 }, got ${show(options)}`);
    }
  });
});

describe('parameters of tests', () => {
  it('are copied lists, also of a single value', () => {
    const given = { size: [10, 1000], type: 'a', isFast: [true, false], none: null };
    const read = readParams(given);
    given.size.push(5);
    expect(read).to.deep.equal({ size: [10, 1000], type: ['a'], isFast: [true, false], none: [null] });
  });

  for (const [given, words] of [
    [{}, 'params has no parameters'],
    [{ size: [] }, '\'size\' has no values'],
    [{ size: [1, 2, 1] }, '\'size\' has the value 1 twice'],
    [{ size: [NaN] }, 'a value of \'size\' is NaN'],
    [{ size: [[1]] }, 'a value of \'size\' is [ 1 ]'],
    [{ make: () => {} }, 'a value of \'make\' is'],
    [{ size: [undefined] }, 'a value of \'size\' is undefined'],
    ...['a b', 'a=', '', '__proto__'].map((name) => (
      [Object.fromEntries([[name, [1]]]), `'${name}' is not a valid parameter name. Use a name without spaces or =, ` +
        'such as { size: [10, 1000] }'])),
  ]) {
    it(`are refused with "${words}"`, () => expect(() => readParams(given))
      .to.throw(Error, `bench: ${words.startsWith('params') ? words : `params: ${words}`}`));
  }
});
