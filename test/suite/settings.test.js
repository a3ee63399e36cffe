'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { isPlainObject } = require('../../lib/suite/value-kinds');
const { resolveSettings, readTiers, DEFAULTS } = require('../../lib/suite/settings');
const { show } = require('../../lib/text/show');

const PRESETS = {
  timeGoal: 4, opsPerTest: 1, cpuMhz: false, visualize: true, baselineAvg: false, forkTests: false, forks: 8,
  preRunMessage: '', title: '', showRunDetails: false, showTestInfo: false, showPlatformInfo: true, showSource: false,
  verbose: 2, bargraphScale: 5, margin: 0.002, twin: true, order: 'rotating', inline: true, memory: false, cache: false,
  count: null, precision: false, tier: null, cold: null, params: null, signal: null, silent: false, json: false,
  csv: false, markdown: false,
};

const SWITCHES =
  ['visualize', 'showRunDetails', 'showTestInfo', 'showPlatformInfo', 'showSource', 'twin', 'inline', 'silent', 'json',
    'csv', 'markdown'];

/** A bench as users have it: a function with properties. */
function benchWith(properties) {
  const bench = function bench() {};
  Object.defineProperty(bench, 'helper', { value: () => {}, enumerable: false });
  return Object.assign(bench, properties);
}

describe('the settings of bench for variants', () => {
  const of = (options) => resolveSettings(benchWith({}), options);

  it('are read as lists', () => {
    expect(readTiers('baseline')).to.deep.equal(['baseline']);
    expect(readTiers(['optimized', 'interpreter', 'optimized'])).to.deep.equal(['optimized', 'interpreter']);
    for (const wrong of ['fast', [], ['baseline', 'fast'], true, null, {}, [['baseline']]]) {
      expect(readTiers(wrong), `${wrong}`).to.equal(null);
    }
    expect(of({ tier: 'baseline', cold: true, params: { n: 1 } }))
      .to.deep.include({ tier: ['baseline'], cold: [true], params: { n: [1] } });
    expect(of({ tier: ['optimized', 'baseline'], cold: [true, false, true] }))
      .to.deep.include({ tier: ['optimized', 'baseline'], cold: [true, false] });
    expect(of({ tier: false, params: false })).to.include({ tier: null, params: null });
    expect([true, 'cache', ['profile', 'cache'], ['instructions'], false].map((count) => of({ count }).count))
      .to.deep.equal([
        ['instructions'], ['instructions', 'cache'], ['instructions', 'cache', 'profile'], ['instructions'], null,
      ]);
  });

  it('tell how many processes were asked for by number', () => {
    expect([of({ forkTests: 5 }), of({ forkTests: true }), of({ forkTests: 0 })].map(
      ({ coldForks, forkTests }) => [coldForks, forkTests])).to.deep.equal([[5, 5], [null, 8], [null, 0]]);
  });

  for (const [options, words] of [
    [{ tier: 'fast' },
      "bench: tier is 'interpreter', 'baseline', 'optimized' or a list of them, or false, and not 'fast'"],
    [{ tier: [] }, 'bench: tier is '],
    [{ tier: true }, 'bench: tier is '],
    [{ count: 'cahce' },
      "bench: count is true, 'cache', 'profile', a list of both or false, and not 'cahce'"],
    [{ count: [] }, 'bench: count is '],
    [{ count: 2 }, 'bench: count is '],
    [{ count: true, cold: true }, 'bench: count and cold do not go together: '],
    [{ count: 'cache', cold: [false, true] }, 'bench: count and cold do not go together: '],
    [{ cold: 'both' }, "bench: cold is true, false or a list of both, and not 'both'"],
    [{ cold: [1] }, 'bench: cold is '],
    [{ params: [1] }, 'bench: params is an object of lists, such as { size: [10, 1000] }, or false, and not [ 1 ]'],
    [{ params: { n: [] } }, "bench: params: 'n' has no values"],
  ]) {
    it(`refuse ${show(options)}`, () => expect(() => of(options)).to.throw(words));
  }
});

describe('the settings of bench', () => {
  it('have defaults', () => {
    expect(DEFAULTS).to.deep.equal(PRESETS);
    expect(DEFAULTS).to.be.frozen;
  });

  for (const options of [undefined, null, {}, Object.create(null), { timeGoal: undefined, order: null }]) {
    it(`are the defaults with ${show(options)}`, () => {
      expect(resolveSettings(benchWith({}), options)).to.deep.equal({
        ...PRESETS, forkTests: 0, coldForks: null, isTimeGiven: false, isForkGiven: false,
      });
    });
  }

  it('are frozen, plain and always complete', () => {
    const settings = resolveSettings(benchWith({ timeGoal: 1 }), { json: true });
    expect(settings).to.be.frozen;
    expect(isPlainObject(settings)).to.equal(true);
    expect(Object.keys(settings)).to.have.members([...Object.keys(PRESETS), 'coldForks', 'isTimeGiven', 'isForkGiven']);
  });

  it('tell whether anybody says in how many processes', () => {
    const isGiven = (own, options) => resolveSettings(benchWith(own), options).isForkGiven;
    expect([isGiven({}), isGiven({}, { forks: 3, forkTests: null })]).to.deep.equal([false, false]);
    for (const forkTests of [false, true, 0, 3]) {
      expect([isGiven({ forkTests }), isGiven({}, { forkTests })], `${forkTests}`).to.deep.equal([true, true]);
    }
  });

  it('tell whether anybody says for how long', () => {
    const isGiven = (own, options) => resolveSettings(benchWith(own), options).isTimeGiven;
    expect([isGiven({}), isGiven({}, { margin: 0.1, timeGoal: null })]).to.deep.equal([false, false]);
    expect([isGiven({ timeGoal: 4 }), isGiven({}, { timeGoal: 4 }), isGiven({}, { timeGoal: 0 })])
      .to.deep.equal([true, true, true]);
  });

  // Setting -> [given, as it is read].
  const accepted = {
    timeGoal: [[2, 2], [0.25, 0.25], [0, 0], [-0, 0], [false, 0]],
    opsPerTest: [[1000, 1000], [0.5, 0.5], [0, 1], [false, 1]],
    cpuMhz: [[4700, 4700], [0, false], [false, false]],
    baselineAvg: [[1.5e6, 1.5e6], [0, false], [false, false]],
    forkTests: [[true, 8], [false, 0], [0, 0], [1, 1], [1000, 1000]],
    forks: [[1, 1], [1000, 1000], [0, 0], [false, 0]],
    preRunMessage: [['for the record', 'for the record'], ['', ''], [false, ''], [0, '']],
    verbose: [[0, 0], [1, 1], [7, 7], [true, 2], [false, 0]],
    bargraphScale: [[10, 10], [0.5, 0.5], [0, 0], [false, 0]],
    margin: [[0.01, 0.01], [0.999, 0.999], [0, 0], [false, 0]],
    order: [['rotating', 'rotating'], ['random', 'random'], ['given', 'given'], [false, 'given'], [0, 'given']],
    precision: [[0.005, 0.005], [10, 10], [0, false], [false, false]],
  };
  for (const name of SWITCHES) accepted[name] = [[true, true], [1, true], [false, false], [0, false]];
  for (const [name, values] of Object.entries(accepted)) {
    it(`read ${name}: ${values.map(([given]) => show(given)).join(', ')}`, () => {
      for (const [given, expected] of values) {
        expect(resolveSettings(benchWith({}), { [name]: given })[name], show(given)).to.equal(expected);
        expect(resolveSettings(benchWith({ [name]: given }))[name], show(given)).to.equal(expected);
      }
    });
  }

  // Setting -> words of the error, values of a wrong type, and values out of range.
  const refused = {
    timeGoal: ['a number of seconds, 0 or more', ['5s', '4', true, 5n, {}, [4]], [-1, NaN, Infinity, -Infinity]],
    opsPerTest: ['a number above 0, or false', ['10', true, 5n], [-1, NaN, Infinity]],
    cpuMhz: ['a number of MHz above 0, or false', ['4700', true], [-1, NaN, Infinity]],
    baselineAvg: ['a number of operations per second above 0, or false', ['1e6', true], [-1, NaN, Infinity]],
    forkTests: ['true, false or a whole number of processes, at most 1000', ['8', {}, 8n], [-1, 1.5, 1001, NaN]],
    forks: ['a whole number of processes, at most 1000, or false', ['8', true, 8n], [-1, 1.5, 1001, NaN]],
    preRunMessage: ['a string or false', [true, 1, NaN, {}, () => 'x', 5n], []],
    signal: ['an AbortSignal or false', [true, 1, 'x', {}, { aborted: false }, () => {}, new AbortController()], []],
    title: ['a string or false', [true, 1, NaN, {}, () => 'x', 5n], []],
    verbose: ['a whole number, 0 or more, or true or false', ['2', {}, 2n], [-1, 1.5, NaN, Infinity]],
    bargraphScale: ['a number, 0 or more', ['5', true], [-1, NaN, Infinity]],
    margin: ['a share, 0 or more and below 1', ['1%', true, 0n], [1, 2, -0.1, NaN, Infinity]],
    order: ['\'rotating\', \'random\', \'given\' or false', [true, 1, {}, NaN], ['', 'Random', 'shuffled']],
    precision: ['a share above 0 and at most 10, or false', ['1%', true, 1n], [-0.1, 10.1, 1e300, NaN, Infinity]],
  };
  for (const name of SWITCHES) refused[name] = ['true or false', ['true', {}, 1n, Symbol('on')], [2, -1, 0.5, NaN]];
  for (const [name, [words, wrongTypes, outOfRange]] of Object.entries(refused)) {
    for (const [type, values] of [[TypeError, wrongTypes], [RangeError, outOfRange]]) {
      if (values.length === 0) continue;
      it(`refuse ${name} with a ${type.name}: ${values.map(show).join(', ')}`, () => {
        for (const given of values) {
          const message = `bench: ${name} is ${words}, and not ${show(given)}`;
          for (const [own, options] of [[{}, { [name]: given }], [{ [name]: given }, { [name]: false }]]) {
            expect(() => resolveSettings(benchWith(own), options)).to.throw(type).with.property('message', message);
          }
        }
      });
    }
  }

  it('have a title in the options of one call, and none on bench', () => {
    expect(resolveSettings(benchWith({}), { title: 'Lists' }).title).to.equal('Lists');
    expect(resolveSettings(benchWith({ title: undefined }), { title: false }).title).to.equal('');
    expect(() => resolveSettings(benchWith({ title: 'Lists' }), {})).to.throw(TypeError)
      .with.property('message',
        'bench: title is of one suite: give it in the options of its call, and not as bench.title');
  });

  it('are those of the options before those of bench, before the defaults', () => {
    const bench = benchWith({ timeGoal: 1, twin: false, margin: 0.01 });
    const settings = resolveSettings(bench, { timeGoal: 0.5, twin: true, margin: undefined });
    expect(settings).to.include({ timeGoal: 0.5, twin: true, margin: 0.01, order: 'rotating' });
    expect(resolveSettings(bench, { timeGoal: 0, margin: null })).to.include({ timeGoal: 0, margin: 0.01 });
    expect(bench.timeGoal).to.equal(1);
  });

  describe('that follow from others', () => {
    const cases = [
      [{ verbose: 0 }, { showPlatformInfo: false, showTestInfo: false, showSource: false }],
      [{ verbose: 1 }, { showPlatformInfo: true, showTestInfo: false, showSource: false }],
      [{ verbose: 2 }, { showPlatformInfo: true, showTestInfo: false, showSource: false }],
      [{ verbose: 3 }, { showPlatformInfo: true, showTestInfo: true, showSource: false }],
      [{ verbose: 4 }, { showPlatformInfo: true, showTestInfo: true, showSource: true }],
      [{ verbose: 0, showSource: true }, { showPlatformInfo: false, showSource: true }],
      [{ verbose: 4, showSource: false, showTestInfo: 0 }, { showTestInfo: false, showSource: false }],
      [{ forkTests: true, forks: 3 }, { forkTests: 3, forks: 3 }],
      [{ forkTests: true, forks: false }, { forkTests: 0, forks: 0 }],
      [{ forkTests: 2, forks: 3 }, { forkTests: 2, forks: 3 }],
      [{ forks: 3 }, { forkTests: 0, forks: 3 }],
    ];
    for (const [options, expected] of cases) {
      it(`give ${show(expected)} with ${show(options)}`, () => {
        expect(resolveSettings(benchWith({}), options)).to.include(expected);
        expect(resolveSettings(benchWith(options))).to.include(expected);
      });
    }

    it('are worked out from what bench and the options say together', () => {
      expect(resolveSettings(benchWith({ forks: 5 }), { forkTests: true }).forkTests).to.equal(5);
      expect(resolveSettings(benchWith({ showSource: false }), { verbose: 9 }).showSource).to.equal(false);
    });
  });

  describe('for the format of the output', () => {
    it('are not two at once', () => {
      for (const [properties, options, words] of [
        [{}, { json: true, csv: true }, 'json and csv'],
        [{}, { markdown: 1, csv: 1 }, 'csv and markdown'],
        [{ json: true }, { markdown: true }, 'json and markdown'],
      ]) {
        expect(() => resolveSettings(benchWith(properties), options)).to.throw(TypeError)
          .with.property('message', `bench: ${words} cannot both be on; set one of them to false`);
      }
    });

    it('can turn off what bench has on', () => {
      expect(resolveSettings(benchWith({ json: true }), { json: false, csv: true }))
        .to.include({ json: false, csv: true });
    });
  });

  describe('that are unknown', () => {
    const cases = [
      ['timegoal', '; did you mean \'timeGoal\'?'],
      ['forkTest', '; did you mean \'forkTests\'?'],
      ['cvs', '; did you mean \'csv\'?'],
      ['iterations', `; the settings are ${Object.keys(DEFAULTS).join(', ')}`],
      ['toString', '; the settings are '],
      ['__proto__', '; the settings are '],
      ['', '; the settings are '],
    ];
    for (const [name, words] of cases) {
      it(`are refused: '${name}'`, () => {
        const message = `bench: there is no setting '${name}'${words}`;
        const options = Object.fromEntries([[name, true]]);
        expect(() => resolveSettings(benchWith({}), options)).to.throw(TypeError, message);
        expect(() => resolveSettings(Object.defineProperty(benchWith({}), name, { value: 1, enumerable: true })))
          .to.throw(TypeError, message);
        expect(() => resolveSettings(benchWith({}), Object.fromEntries([[name, undefined]])))
          .to.throw(TypeError, message);
      });
    }

    it('are not looked for in prototypes, symbols, or the helpers of the library', () => {
      const options = Object.create(
        Object.defineProperty(Object.create(null), 'timegoal', { value: 1, enumerable: true }));
      options[Symbol('mine')] = 1;
      expect(resolveSettings(benchWith({}), options)).to.deep.equal({
        ...PRESETS, forkTests: 0, coldForks: null, isTimeGiven: false, isForkGiven: false,
      });
    });
  });

  it('are not read from what is no plain object', () => {
    class Options {}
    for (const options of [5, 0, '', 'fast', true, false, 5n, Symbol('x'), [], [{}], () => {}, new Map(), new Date(0),
      new Options()]) {
      expect(() => resolveSettings(benchWith({}), options)).to.throw(TypeError).with.property('message',
        `bench: the options are an object of settings, such as { timeGoal: 4 }, and not ${show(options)}`);
    }
  });

  it('are read from an object of another context', () => {
    expect(resolveSettings(benchWith({}), vm.runInNewContext('({ timeGoal: 1 })')).timeGoal).to.equal(1);
  });
});

describe('a plain object', () => {
  it('is made by braces, also without a prototype or in another context', () => {
    for (const value of [{}, Object.create(null), vm.runInNewContext('({})')]) {
      expect(isPlainObject(value), show(value)).to.equal(true);
    }
  });

  it('is nothing else', () => {
    const others = [[], vm.runInNewContext('[]'), () => {}, new Map(), new (class Suite {})(), null, undefined, '', 1];
    for (const value of others) expect(isPlainObject(value), show(value)).to.equal(false);
  });
});
