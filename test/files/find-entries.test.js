'use strict';

const { expect } = require('chai');
const { findEntries } = require('#lib/node-core/files/find-entries');
const { fakeHost, fakeChild } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');

const side = () => ({ rates: [], seconds: [], errors: [], places: [] });

describe('finding the configurations of files', () => {
  const configurationsOf = (texts) =>
    texts.map((configuration) => ({ configuration, parameters: { of: configuration } }));

  /**
   * A host whose processes tell what `files` says of their script: texts of configurations, or a message; null: they
   * end.
   */
  function hostOf(files) {
    const host = fakeHost({
      execPath: '/node',
      fork(path) {
        const child = fakeChild();
        // Asked to end.
        child.stdio[3].write = () => setImmediate(() => child.end(0));
        const said = files[path];
        const message = Array.isArray(said) ? { configurations: configurationsOf(said) } : said;
        setImmediate(() => {
          if (message === null) child.end(1);
          else child.tell(
            { type: 'configurations', name: path.slice(1), parameters: ['of'], unknown: [], hasSetup: false,
              environment: { of: path }, empty: null, ...message });
        });
        return child;
      },
    });
    return host;
  }

  const sideOf = (label, more) =>
    ({ label, execPath: `/${label}`, cwd: '/c', pathOf: (path) => path, has: () => true, environment: null, ...more });
  const launch = { args: ['n=1'], env: { E: '1' }, execArgv: ['--f'] };

  async function find(sides, files, { host = hostOf(files) } = {}) {
    const looked = [];
    const found = await findEntries(sides, Object.keys(files).map((path) => ({ path, shown: path.slice(1) })), launch,
      { host, clock: fakeTimers(), writeError() {} },
      { looking: (one, file) => looked.push(`${one.label} ${file}`), opened() {} });
    return { ...found, looked, host };
  }

  it('opens every file on every side, and matches configurations', async () => {
    const { entries, looked, failures, parameters, sources, host } =
      await find([sideOf('old'), sideOf('new')], { '/a.js': ['x', 'y'], '/b.js': ['x'] });
    expect(looked).to.eql(['old a.js', 'new a.js', 'old b.js', 'new b.js']);
    expect(entries.map(({ asked, result }) => [result.file, asked, result.configuration, result.parameters.of]))
      .to.eql([['a.js', 'x', 'x', 'x'], ['a.js', 'y', 'y', 'y'], ['b.js', 'x', 'x', 'x']]);
    expect(entries[1].sides.map(({ index }) => index)).to.eql([1, 1]);
    expect(entries[1].sides.map(({ source }) => sources.indexOf(source))).to.eql([0, 1]);
    for (const { result } of entries) expect(result.sides).to.eql([side(), side()]);
    expect(entries[0].result.sides[0]).not.to.equal(entries[0].result.sides[1]);
    expect({ failures, parameters }).to.eql({ failures: [], parameters: ['of', 'of', 'of', 'of'] });
    expect(host.forked.map(({ options }) => options.execPath)).to.eql(['/old', '/new', '/old', '/new']);
    expect(host.forked[0].args).to.eql(['n=1']);
    expect(host.forked[0].options).to.deep.include({ cwd: '/c', execArgv: ['--f'] });
    expect(host.forked[0].options.env).to.include({ E: '1' });
  });

  it('lists equal configurations of a file once, and counts undeclared names', async () => {
    expect((await find([sideOf('this')], { '/a.js': ['x', 'y', 'x'] })).entries.map(({ asked }) => asked))
      .to.eql(['x', 'y']);
    const { unknown } = await find([sideOf('this')],
      { '/a.js': { configurations: [], unknown: ['m', 'q'] }, '/b.js': { configurations: [], unknown: ['m'] } });
    expect([...unknown]).to.eql([['m', 2], ['q', 1]]);
  });

  it('asks for the environment of a side once', async () => {
    const sides = [sideOf('old'), sideOf('new', { environment: { known: true } })];
    const { host } = await find(sides, { '/a.js': ['x'], '/b.js': ['x'] });
    expect(host.forked.map(({ options }) => JSON.parse(options.env.QTIMEIT_WORKER).reportsEnvironment))
      .to.eql([true, false, false, false]);
    expect(sides.map(({ environment }) => environment)).to.eql([{ of: '/a.js' }, { known: true }]);
  });

  it('has null for a side without such a configuration, or such a file', async () => {
    const sides = [sideOf('old', { pathOf: (path) => `/old${path}`, has: (path) => path !== '/b.js' }), sideOf('new')];
    const host = hostOf({ '/old/a.js': { name: 'in/a.js', configurations: configurationsOf(['x', 'gone']) },
        '/a.js': { name: 'in/a.js', configurations: configurationsOf(['new', 'x']) }, '/b.js': ['x'] });
    const { entries } = await find(sides, { '/a.js': null, '/b.js': null }, { host });
    expect(entries.map(({ result }) => result.file)).to.eql(['in/a.js', 'in/a.js', 'in/a.js', 'b.js']);
    expect(entries.map(({ result, sides: at }) =>
      [result.configuration, at.map((one) => one && one.index), result.sides.map((one) => one !== null)])).to.eql([
      ['x', [0, 1], [true, true]], ['gone', [1, null], [true, false]], ['new', [null, 0], [false, true]],
      ['x', [null, 0], [false, true]],
    ]);
  });

  it('distinguishes two files with the same name', async () => {
    const { entries } = await find(
      [sideOf('old'), sideOf('new')],
      { '/p/x.js': { name: 'x.js', configurations: configurationsOf(['c']) },
        '/q/x.js': { name: 'x.js', configurations: configurationsOf(['c']) } });
    expect(entries.map(({ result }) => result.file)).to.eql(['x.js', 'q/x.js']);
    for (const { sides } of entries) expect(sides.every(Boolean)).to.equal(true);
  });

  it('reports files that cannot run, refuse their arguments, or have no configuration', async () => {
    const { entries, failures, refusals, sources } = await find([sideOf('old'), sideOf('new')], {
      '/bad.js': null, '/refused.js': { type: 'refused', words: 'n is a number' },
      '/empty.js': { configurations: [], empty: 'kind has no values' }, '/good.js': ['x'],
    });
    expect(entries).to.have.length(1);
    expect(failures.map(({ side: of, file, error }) => [of, file, error.code, error.message]))
      .to.eql(['old', 'new'].map((of) =>
        [of, 'bad.js', 'exited', 'never called createBenchmark: its process ended with exit code 1'])
        .concat(['old', 'new'].map((of) => [of, 'empty.js', 'no-test', 'kind has no values'])));
    expect(refusals).to.eql(['old', 'new'].map(() => ({ file: 'refused.js', words: 'n is a number' })));
    expect(sources).to.have.length(4);
  });

  it('keeps 16 processes open', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`/${i}.js`, ['x']]));
    const { sources } = await find([sideOf('this')], files);
    expect(sources.map((source) => source.isOpen())).to.eql([...new Array(4).fill(false), ...new Array(16).fill(true)]);
  });
});
