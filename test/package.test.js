'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const timeit = require('..');
const manifest = require('../package.json');

const ROOT = path.join(__dirname, '..');
const NAMES = [
  'bench', 'blackBox', 'cpuMhz', 'createBenchmark', 'describeWarning', 'fptime', 'keep', 'reportit', 'runit', 'streams',
  'sysinfo',
];
// Names that an import of them alone gives a hint for.
const UNSUPPORTED = {
  describe: 'Group tests with bench({ group: { name() {} } })',
  suite: 'Group tests with bench({ group: { name() {} } })',
  test: 'Give tests their names with bench({ name() {} })',
  it: 'Give tests their names with bench({ name() {} })',
  expect: 'Check results with node:assert',
};

describe('the package', () => {
  // By its own name it goes through the exports of package.json, as it does for its users.
  it('is one function for require and import', async () => {
    expect(timeit).to.be.a('function');
    expect(require('qtimeit')).to.equal(timeit);
    expect((await import('qtimeit')).default).to.equal(timeit);
  });

  it('has the same functions by name for require and import', async () => {
    const named = await import('qtimeit');
    expect(Object.keys(timeit).sort()).to.deep.equal(NAMES);
    expect(Object.keys(named).sort()).to.deep.equal([...NAMES, ...Object.keys(UNSUPPORTED), 'default'].sort());
    for (const name of NAMES) {
      expect(timeit[name], name).to.be.a('function');
      expect(named[name], name).to.equal(timeit[name]);
    }
  });

  for (const [name, hint] of Object.entries(UNSUPPORTED)) {
    it(`rejects ${name}() of other tools with a hint`, async () => {
      const named = await import('qtimeit');
      expect(() => named[name]('x', () => {})).to.throw(TypeError)
        .with.property('message', `qtimeit has no ${name}(). ${hint}`);
    });
  }

  it('recognizes each public file as its own in a stack', () => {
    const { isOurs } = require('#engine').places;
    for (const name of ['qtimeit.js', 'qtimeit.mjs', 'bin/qtimeit.js', 'lib/bench.js']) {
      expect(isOurs(path.join(ROOT, name)), name).to.equal(true);
    }
    expect(isOurs(path.join(ROOT, 'examples', 'a.js'))).to.equal(false);
  });

  it('shows its package.json, and none of its inner files', () => {
    expect(require('qtimeit/package.json')).to.equal(manifest);
    expect(() => require('qtimeit/lib/base/host/clock.js')).to.throw()
      .with.property('code', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  it('has what benchmark files with parameters require, for require and import, with and without the end of its ' +
    'name', async () => {
    const common = require('qtimeit/common');
    expect(require('qtimeit/common.js')).to.equal(common);
    const named = await import('qtimeit/common');
    expect(named.default).to.equal(common);
    for (const name of Object.keys(common)) expect(named[name], name).to.equal(common[name]);
    for (const { createBenchmark } of [common, timeit]) {
      expect(() => createBenchmark('main', {})).to.throw(TypeError, 'createBenchmark: expected a function, got string');
    }
    for (const { types, default: file } of [manifest.exports['./common'], manifest.exports['./common.js']]) {
      for (const one of [types, file]) expect(fs.existsSync(path.join(ROOT, one)), one).to.equal(true);
    }
  });

  it('has declarations for both module systems', () => {
    const { import: esm, require: cjs } = manifest.exports['.'];
    const files = [manifest.main, manifest.types, esm.types, esm.default, cjs.types, cjs.default];
    for (const file of files) expect(fs.existsSync(path.join(ROOT, file)), file).to.equal(true);
    // A condition is taken in the order of writing, and `default` fits everything.
    expect(Object.keys(esm)).to.deep.equal(['types', 'default']);
    expect(Object.keys(cjs)).to.deep.equal(['types', 'default']);
  });

  it('needs no other package to run, and runs nothing when it is installed', () => {
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies',
        'bundledDependencies']) {
      expect(manifest, kind).to.not.have.property(kind);
    }
    expect(Object.keys(manifest.devDependencies)).to.deep.equal(['chai', 'mocha']);
    expect(Object.keys(manifest.scripts).filter((name) => /install|prepare|prepack|publish/.test(name)))
      .to.deep.equal([]);
  });

  describe('on loading', () => {
    // Runs in a separate process. Each function that opens a file or starts a process is watched.
    const script = `
      const asked = [];
      for (const module of ['fs', 'fs/promises', 'child_process']) {
        const functions = require(module);
        for (const name of Object.keys(functions).filter((key) =>
          /^(open|readFile|readdir|createReadStream|exec|spawn|fork)/.test(key))) {
          const original = functions[name];
          functions[name] = Object.assign(function (...args) {
            asked.push({ module, name, what: String(args[0]) });
            return original.apply(this, args);
          }, original);
        }
      }
      require(process.argv[1]);
      setImmediate(() => {
        const loaded = Object.keys(require.cache);
        process.stdout.write(JSON.stringify({ asked, loaded }));
      });`;
    let asked;
    let loaded;

    before(() => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script, ROOT], { encoding: 'utf8' });
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      ({ asked, loaded } = JSON.parse(stdout));
    });

    it('starts no process, and reads no file but the modules it loads', () => {
      const expected = [...loaded, path.join(ROOT, 'package.json')];
      const others = asked.filter(({ module, what }) => module === 'child_process' || !expected.includes(what));
      expect(others).to.deep.equal([]);
    });

    for (const [most, code] of [
      [10, 'require(process.argv[1]);'], [50, 'require(process.argv[1])(1e6, () => {});'],
      [104, 'require(process.argv[1]).bench({ a() {}, b() {} }, { timeGoal: 0.01 });'],
    ]) {
      it(`loads at most ${most} modules of this library for ${code}`, () => {
        const count = `${code}
          console.error(Object.keys(require.cache).filter((file) => file.startsWith(process.argv[1])).length);`;
        const { stderr } = spawnSync(process.execPath, ['-e', count, ROOT], { encoding: 'utf8' });
        expect(Number(stderr)).to.be.within(1, most);
      });
    }

    it('loads nothing that only a call needs', () => {
      const ours = loaded.map((file) => path.relative(ROOT, file).replace(/\\/g, '/')).sort();
      expect(ours).to.include('qtimeit.js');
      for (const file of ['host', 'sysinfo', 'heap', 'warnings', 'cpu-mhz', 'perf-stat', 'measure',
          'summary', 'runit', 'bench', 'fork-runner', 'fork-child']) {
        expect(ours.filter((one) => one.endsWith(`/${file}.js`))).to.deep.equal([]);
      }
    });
  });
});
