'use strict';

const { expect } = require('chai');
const { configurationText } = require('#lib/base/text/configuration-names');
const { formatArguments, planConfigurations, readOptions, whyEmpty, ParameterError } =
  require('#lib/node-core/files/parameters');

/** The printed queue. */
const queueOf = (configs, words = [], options = {}, how = {}) =>
  planConfigurations(configs, options, words, how).queue.map(configurationText);

/** The queue in the process of this configuration. */
function inChild(configuration, configs, options = {}, extra = {}) {
  const words = formatArguments(configuration, extra);
  return planConfigurations(configs, options, words, { isFiltered: false }).queue;
}

describe('declared configurations', () => {
  for (const [what, configs, queue] of [
    ['of several lists: the first varies slowest, and is printed last', { a: [1, 2], b: ['x', 'y'], c: [3] },
      ['c=3 b="x" a=1', 'c=3 b="y" a=1', 'c=3 b="x" a=2', 'c=3 b="y" a=2']],
    ['of single values', Object.freeze({ text: 'abc', n: 10 }), ['n=10 text="abc"']],
    ['of no parameters', {}, ['']],
    ['of an empty list', { kind: [], n: [1, 2] }, []],
    ['of a value that is listed twice', { n: [1, 2, 1] }, ['n=1', 'n=2', 'n=1']],
  ]) {
    it(`are made ${what}`, () => expect(queueOf(configs)).to.eql(queue));
  }

  it('are refused for values of other types', () => {
    for (const [value, words] of [
      // eslint-disable-next-line no-sparse-arrays
      [[1, , 2], 'had type undefined'], [[1, '2'], 'has mixed types'], [['1', 2], 'has mixed types'],
      [true, 'had type boolean'], [null, 'had type object'], [[[1]], 'had type object'], [[5n], 'had type bigint'],
      [() => 1, 'had type function'], [[Symbol('s')], 'had type symbol'],
    ]) expect(() => planConfigurations({ n: [1], k: value }, {}, [])).to.throw(TypeError, `configuration "k" ${words}`);
  });

  it('are refused for a name that cannot be passed on', () => {
    for (const name of ['', '=', 'a=b', '=b']) {
      expect(() => planConfigurations({ [name]: [1] }, {}, []), name).to.throw(TypeError, `parameter "${name}"`);
    }
  });

  it('refuses more than can be run, before they are made', () => {
    const four = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, [1, 2, 3, 4]]));
    const given = Object.keys(four).slice(2).map((name) => `${name}=1`);
    expect(() => planConfigurations(four, {}, [])).to.throw(
        RangeError,
          'createBenchmark: 1,099,511,627,776 configurations exceed the limit of 1,000,000. Declare fewer values, or ' +
          'pass some as name=value');
    expect(() => planConfigurations({ a: four, b: { n: [1] } }, { byGroups: true }, []))
      .to.throw(RangeError, '1,099,511,627,777 configurations');
    expect(planConfigurations(four, {}, given).queue).to.have.length(16);
    expect(planConfigurations({}, { byGroups: true }, []).queue).to.eql([]);
    expect(planConfigurations({ ...four, none: [] }, {}, []).queue).to.eql([]);
  });

  it('refuses a list of lists, or of groups, instead of parameters', () => {
    expect(() => planConfigurations([1, 2], {}, [])).to.throw(TypeError, 'object');
    for (const g of [[1, 2], 5, 'abc', null]) {
      expect(() => planConfigurations({ g }, { byGroups: true }, []), `${g}`).to.throw(TypeError, 'group "g"');
    }
  });

  it('knows inherited names of objects only if they are declared', () => {
    const names = ['toString', 'constructor', 'hasOwnProperty', '__proto__', 'valueOf'];
    const configs = Object.fromEntries(names.map((name) => [name, ['a']]));
    const { queue: [one], lists } = planConfigurations(configs, {}, ['__proto__=b', 'toString=c']);
    expect(Object.keys(one).sort()).to.eql([...names].sort());
    expect(Object.entries(one)).to.deep.include(['__proto__', 'b']).and.to.deep.include(['toString', 'c']);
    expect(Object.keys(lists).sort()).to.eql([...names].sort());
    expect(planConfigurations({ n: [1] }, {}, ['toString=1', '__proto__=2', 'constructor=3']).unknown)
      .to.eql(['toString', '__proto__', 'constructor']);
  });
});

describe('arguments instead of declared values', () => {
  it('replace a list, and have the type of its first value', () => {
    expect(queueOf({ n: [1, 2], kind: ['a', 'b'] }, ['n=5', 'kind=z', 'n=7'])).to.eql(['kind="z" n=5', 'kind="z" n=7']);
    expect(planConfigurations({ n: [1], s: ['1'] }, {}, ['n=5', 's=5']).queue).to.eql([{ s: '5', n: 5 }]);
  });

  it('are numbers as JavaScript reads them', () => {
    const numbers = {
      '1e3': 1000, '0x10': 16, '-0.5': -0.5, Infinity: Infinity, '-Infinity': -Infinity, NaN: NaN, ' 7 ': 7,
      '5e-324': 5e-324,
    };
    for (const [text, number] of Object.entries(numbers)) {
      expect(planConfigurations({ n: [1] }, {}, [`n=${text}`]).queue, text).to.eql([{ n: number }]);
    }
    for (const text of ['abc', '', ' ', '1,2', '1_000']) {
      expect(() => planConfigurations({ n: [1] }, {}, [`n=${text}`]))
        .to.throw(ParameterError, `n=${text}: n must be a number, got "${text}"`);
    }
  });

  it('are split at the first =', () => {
    const read = (word) => planConfigurations({ s: ['a'] }, {}, [word]).queue[0].s;
    for (const text of ['', '=', 'a=b', ' a ', 'two\nlines', '\n', '--test', 'n=5', '"', "'"]) {
      expect(read(`s=${text}`)).to.equal(text);
    }
  });

  it('are refused without a name and a value', () => {
    for (const word of ['abc', '', '=5', '--tests', '-h', '\n']) {
      expect(() => planConfigurations({ n: [1] }, {}, [word]))
        .to.throw(ParameterError, `bad argument: ${word}. Pass parameters as name=value`);
    }
  });

  for (const [what, configs, words, expected] of [
    ['returns each undeclared name once', { n: [1] }, ['m=1', 'm=2', '--n=5', 'N=3'],
      { unknown: ['m', '--n', 'N'], extra: {}, queue: [{ n: 1 }], lists: { n: [1] } }],
    ['passes the last benchmarker=NAME on', { n: [1] }, ['benchmarker=wrk', 'benchmarker=h2load'],
      { unknown: [], extra: { benchmarker: 'h2load' }, queue: [{ n: 1 }], lists: { n: [1] } }],
    ['allows a file to declare benchmarker itself', { benchmarker: ['wrk'] }, ['benchmarker=h2load'],
      { unknown: [], extra: {}, queue: [{ benchmarker: 'h2load' }], lists: { benchmarker: ['h2load'] } }],
    ['has the lists in use', { n: [1, 2], s: 'a' }, ['n=5'],
      { unknown: [], extra: {}, queue: [{ s: 'a', n: 5 }], lists: { n: [5], s: ['a'] } }],
  ]) {
    it(what, () => expect(planConfigurations(configs, {}, words)).to.deep.include(expected));
  }

  for (const [name, configs, words] of [
    ['lenght', { length: [1], n: [1] }, 'unknown parameter "lenght". Did you mean length?'],
    ['--n', { length: [1], n: [1] }, 'unknown parameter "--n". Did you mean n?'],
    ['xyz', { length: [1], n: [1] }, 'unknown parameter "xyz". Available: length, n'],
    ['xyz', { n: [1] }, 'unknown parameter "xyz". Available: n'],
    ['xyz', {}, 'unknown parameter "xyz". Available: none'],
  ]) {
    it(`explains ${name}: ${words}`,
      () => expect(planConfigurations(configs, {}, [`${name}=1`]).explain(name)).to.equal(words));
  }
});

describe('options of createBenchmark', () => {
  for (const [options, words] of [
    [null, "its third argument must be an object of options, such as { flags: ['--expose-gc'] }, got null"],
    ['x', "got 'x'"], [[], 'got []'], [() => {}, 'got [Function (anonymous)]'],
    [{ nonsense: 1 }, "unknown option 'nonsense'. Options: flags, combinationFilter, byGroups, test, setup"],
    [{ '\x1b': 1 }, "unknown option '\\x1B'"],
    [{ flags: 5 }, 'flags must be a Node.js option, or a list of options, got 5'],
    [{ flags: ['-x', 5] }, "got [ '-x', 5 ]"], [{ combinationFilter: true }, 'combinationFilter must be a ' +
      'function'],
    [{ byGroups: 1 }, 'byGroups must be true or false, got 1'],
    [{ test: null }, 'test must be an object of parameters, such as { n: 1 }, got null'],
    [{ setup: {} }, 'setup must be a function, got {}'],
  ]) it(`are refused: ${words}`, () => expect(() => readOptions(options)).to.throw(TypeError, words));

  it('may be undefined, or the option that core ignores', () => {
    expect(readOptions({ flags: '--x', test: undefined, options: {} })).to.eql({ flags: '--x' });
  });
});

describe('combinationFilter', () => {
  it('is asked for each combination, of a copy', () => {
    const asked = [];
    const combinationFilter = (one) => {
      asked.push({ ...one });
      one.n = 99;
      return one.a !== one.b;
    };
    expect(queueOf({ a: ['x', 'y'], b: ['x', 'y'], n: [1] }, [], { combinationFilter }))
      .to.eql(['n=1 b="y" a="x"', 'n=1 b="x" a="y"']);
    expect(asked).to.have.length(4);
    expect(asked[1]).to.eql({ a: 'x', b: 'y', n: 1 });
  });

  it('must return true or false, and may throw', () => {
    for (const answer of [1, undefined, Promise.resolve(true)]) {
      expect(() => queueOf({ n: [1] }, [], { combinationFilter: () => answer }), `${answer}`)
        .to.throw(TypeError, 'Combination filter must always return a boolean');
    }
    expect(() => queueOf({ n: [1] }, [], { combinationFilter() { throw new RangeError('mine'); } }))
      .to.throw(RangeError, 'mine');
  });

  it('is called for values of arguments, but not again in the process of a configuration', () => {
    expect(queueOf({ n: [1] }, ['n=5', 'n=6'], { combinationFilter: ({ n }) => n === 6 })).to.eql(['n=6']);
    expect(inChild({ n: 1 }, { n: [1] }, { combinationFilter: () => false })).to.eql([{ n: 1 }]);
  });
});

describe('--test', () => {
  const ALL = { n: [5000, 1], less: [0.5, 9], none: [0], minus: [-3], s: ['b', 'a'] };
  for (const [what, configs, words, test, queue] of [
    ['takes the first value of each, and no number above 1', ALL, ['--test'], {},
      ['s="b" minus=-3 none=0 less=0.5 n=1']],
    ['takes 50 ms for dur and duration', { dur: [5], duration: [0.01], durations: [5] }, ['--test'], {},
      ['durations=1 duration=0.05 dur=0.05']],
    ['prefers options.test, of one value or several', { kind: ['a', 'b'], n: [5000], m: [7] }, ['--test'],
      { kind: ['c', 'd'], n: 16 }, ['m=1 n=16 kind="c"', 'm=1 n=16 kind="d"']],
    ['prefers arguments to all of it', { n: [5000], m: [5] }, ['n=300', '--test', 'm=9'], { n: 16 }, ['m=9 n=300']],
    ['alone has options.test used', { n: [5000] }, [], { n: 16 }, ['n=5000']],
    ['makes nothing of an empty list', { kind: [], n: [1] }, ['--test'], {}, []],
    ['is no value', { s: ['a'], n: [5000] }, ['s=--test'], {}, ['n=5000 s="--test"']],
  ]) {
    it(what, () => expect(queueOf(configs, words, { test })).to.eql(queue));
  }

  it('passes on a parameter that options.test adds', () => {
    const configs = { n: [5000] };
    const options = { test: { size: [3, 4], kind: 'a' } };
    const { queue } = planConfigurations(configs, options, ['--test']);
    expect(queue.map(configurationText)).to.eql(['kind="a" size=3 n=1', 'kind="a" size=4 n=1']);
    for (const one of queue) {
      expect(inChild(one, configs, options).map(configurationText)).to.eql([configurationText(one)]);
    }
    expect(planConfigurations(configs, options, ['size=3']).unknown).to.eql(['size']);
  });
});

describe('groups of parameters', () => {
  const configs = { gA: { a: [1], n: [10] }, gB: { b: ['x'], n: [20, 30] } };
  const options = { byGroups: true };
  const groupsOf = (words, groups, more) => queueOf(configs, words, { ...options, ...more }, { groups });

  const A = 'group="gA" n=10 a=1';
  const B = ['group="gB" n=20 b="x"', 'group="gB" n=30 b="x"'];
  for (const [what, words, groups, more, queue] of [
    ['have their own parameters, and their name first', [], '', {}, [A, ...B]],
    ['are the parameters of the environment, in that order', [], 'gB, gA', {}, [...B, A]],
    ['are in use once', [], ' gB ,,gB', {}, B],
    ['are the parameters of group=NAME, in any environment', ['group=gA'], 'gB', {}, [A]],
    ['take an argument if they have that parameter', ['a=5', 'a=6'], '', {},
      ['group="gA" n=10 a=5', 'group="gA" n=10 a=6', ...B]],
    ['all take an argument that all have', ['n=5'], '', {}, ['group="gA" n=5 a=1', 'group="gB" n=5 b="x"']],
    ['are all shortened by --test', ['--test'], '', {}, ['group="gA" n=1 a=1', 'group="gB" n=1 b="x"']],
    ['take options.test if they have such parameters', ['--test'], '', { test: { b: 'y', n: 7 } },
      ['group="gA" n=7 a=1', 'group="gB" n=7 b="y"']],
    ['are known to the filter', [], '', { combinationFilter: ({ group, n }) => group === 'gA' || n === 30 }, [A, B[1]]],
  ]) {
    it(what, () => expect(groupsOf(words, groups, more)).to.eql(queue));
  }

  it('reports names that only other groups have',
    () => expect(planConfigurations(configs, options, ['b=1', 'group=gA']).unknown).to.eql(['b']));

  it('refuses an unknown group', () => {
    expect(() => groupsOf([], 'gb')).to.throw(ParameterError, 'unknown group "gb". Did you mean gB?');
    expect(() => groupsOf(['group=else'])).to.throw(ParameterError, 'unknown group "else". Available: gA, gB');
    expect(() => groupsOf(['group=toString'])).to.throw(ParameterError, 'unknown group "toString"');
  });

  it('takes options.test of a group, with added parameters, and each process gets one configuration', () => {
    const test = { gB: { b: ['y'], more: [3] } };
    const { queue } = planConfigurations(configs, { ...options, test }, ['--test']);
    expect(queue.map(configurationText)).to.eql(['group="gA" n=1 a=1', 'group="gB" more=3 n=1 b="y"']);
    for (const one of queue) expect(inChild(one, configs, { ...options, test })).to.eql([one]);
    for (const one of planConfigurations(configs, options, []).queue) {
      expect(inChild(one, configs, options)).to.eql([one]);
    }
  });

  it('refuses a parameter with the name group', () => {
    expect(() => planConfigurations({ gA: { group: ['x'] } }, options, []))
      .to.throw(TypeError, 'parameter "group"');
    expect(queueOf({ group: ['x'] }, ['group=y'])).to.eql(['group="y"']);
  });
});

describe('configurations as text and arguments', () => {
  it('comes back from its arguments, with any names and values', () => {
    const texts = ['', ' ', 'a=b', '--test', 'two\nlines', '"', '\\', '\u{1f600}', 'NaN', '1'];
    for (const text of texts) expect(inChild({ n: 1, s: text }, { s: ['else'], n: [1] })).to.eql([{ n: 1, s: text }]);
    for (const number of [0, -0, -1, 0.1, 1 / 3, 1e21, 5e-324, Number.MAX_VALUE, NaN, Infinity, -Infinity]) {
      const [{ v }] = inChild({ v: number }, { v: [5] });
      expect(Object.is(v, number), `${number}`).to.equal(true);
    }
    for (const name of ['two words', '--n', '__proto__']) {
      const configs = { [name]: ['x'], n: [1] };
      const [one] = planConfigurations(configs, {}, []).queue;
      expect(Object.entries(inChild(one, configs)[0]), name).to.eql([['n', 1], [name, 'x']]);
    }
  });

  it('has a reason if it is empty', () => {
    expect(whyEmpty({ kind: [], n: [1] })).to.equal('no configuration: kind has no values');
    expect(whyEmpty({ kind: [], n: [] })).to.equal('no configuration: kind and n have no values');
    expect(whyEmpty({ n: [1] })).to.include('combinationFilter').and.to.include('--test');
  });
});
