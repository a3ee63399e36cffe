'use strict';

/* qtimeit compare with versions of a package that npm installs, from a local registry. */

const { expect } = require('chai');
const { execFileSync } = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { insideOf } = require('../helpers/cli-inside');
const { needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');

/**
 * An npm registry on 127.0.0.1 with made-up packages, which needs no network.
 *
 * @param {Object<string, Object<string, Object<string, string>>>} packages name -> version -> name of a file -> text,
 *   with package.json
 * @param {string} folder for files of packages
 * @returns {Promise<{ url: string, close: function(): Promise }>}
 */
async function startRegistry(packages, folder) {
  const answers = new Map();
  const server = http.createServer(({ url }, response) => {
    const answer = answers.get(decodeURIComponent(url));
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer === undefined ? '{"error":"not found"}' : answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  for (const [name, versions] of Object.entries(packages)) {
    const manifests = Object.entries(versions).map(([version, files]) => {
      const own = path.join(folder, name, version, 'package');
      fs.mkdirSync(own, { recursive: true });
      for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(own, file), text);
      const file = `${name}/-/${version}.tgz`;
      answers.set(`/${file}`, execFileSync('tar', ['-czf', '-', '-C', path.dirname(own), 'package']));
      return [version, { ...JSON.parse(files['package.json']), dist: { tarball: base + file } }];
    });
    const [[latest]] = manifests.slice(-1);
    const document = { name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) };
    answers.set(`/${name}`, JSON.stringify(document));
  }
  return {
    url: base,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

/** A package whose calls take longer with each major version. */
function versionOf(name, version) {
  const body = `version = '${version}'; let sum = 0; const work = () => { for (let i = 0; i < ${version[0]}e3; i++) ` +
    'sum += i; return sum; };';
  return {
    'package.json': JSON.stringify({ name, version, exports: { import: './index.mjs', require: './index.js' } }),
    'index.js': `const ${body} Object.assign(exports, { version, work });`,
    'index.mjs': `const ${body} export { version, work };`,
  };
}

/** A program that installs packages from a folder as npm does, for tests of what follows */
const FAKE_NPM = `#!/bin/sh
while [ "$1" != --prefix ]; do shift; done
for spec; do :; done
mkdir -p "$2/node_modules" && cp -r "$STORE/$spec" "$2/node_modules/\${spec%@*}"
`;

const packageOf = (name, ...versions) =>
  Object.fromEntries(versions.map((version) => [version, versionOf(name, version)]));

const PREFIX = `qtimeit-package-${process.pid}-`;
const leftovers = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(PREFIX));

needs('npm', describe)('qtimeit compare with versions of a package', () => {
  useFolder();

  const scratch = scratchFolder();
  let registry;
  before(async () => {
    const packages =
      { tiny: packageOf('tiny', '1.0.0', '1.2.0', '2.0.0'), '@me/tiny': packageOf('@me/tiny', '3.0.0') };
    registry = await startRegistry(packages, scratch('packages'));
  });
  after(() => registry.close());

  const tool = () => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    return insideOf({
      env: {
        ...env, npm_config_registry: registry.url, npm_config_cache: inFolder('cache'),
        npm_config_userconfig: inFolder('none'), npm_config_update_notifier: 'false', NODE_OPTIONS: '',
      },
    });
  };
  it('measures them, and labels the sides by their versions', async () => {
    write('a.js', 'const tiny = require("tiny");\n' +
      'module.exports = { [`version ${tiny.version}`]() { tiny.work(); }, work() { tiny.work(); } };\n');
    const { status, stdout } =
      await tool().inside('compare', '--old', 'tiny@1', '--new', 'tiny@latest', 'a.js',
        '--time', '0.02', '--save', 'c.json');
    expect(status).to.equal(0);
    const { sides, tests } = read('c.json');
    expect(sides.map(({ label, source }) => [label, source]))
      .to.deep.equal([['tiny@1.2.0', 'tiny@1'], ['tiny@2.0.0', 'tiny@latest']]);
    expect(tests.map(({ name, sides: [old, now] }) => [name, old !== null, now !== null])).to.deep.equal([
      ['version 1.2.0', true, false], ['work', true, true], ['version 2.0.0', false, true]]);
    expect(stdout).to.include('tiny@1.2.0').and.include('tiny@2.0.0');
    expect(leftovers()).to.deep.equal([]);
  });

  it('measures files with parameters, also with a package under another name', async () => {
    const common = JSON.stringify(path.join(__dirname, '..', '..', 'public', 'common'));
    write('a.js', `const tiny = require('tiny'); const bench = require(${common}).createBenchmark(() => { ` +
      'bench.start(); tiny.work(); bench.end(1); }, { version: [tiny.version] });');
    const { stdout, stderr } = await tool().inside('compare', '--old', 'tiny@^1.0.0', '--new', 'tiny@npm:@me/tiny@3',
      'a.js', '--runs', '1', '--json');
    const { sides, tests } = JSON.parse(stdout);
    expect(sides.map(({ label }) => label)).to.deep.equal(['tiny@1.2.0', '@me/tiny@3.0.0']);
    expect(tests.map(({ name, sides: own }) => [name, own.map(Boolean)])).to.deep.equal([
      ['version="1.2.0"', [true, false]], ['version="3.0.0"', [false, true]]]);
    expect(stderr).to.not.include('none of the files');
  });

  needs('scripts', describe)('by import', () => {
    const load = async (...args) => {
      const { status, stdout, stderr } = await importing(...args, '--fork', '4', '--json');
      const { imports, failures } = JSON.parse(stdout);
      const keys = imports.map(({ name, modules }) => [name, modules.map((module) => module.name)]);
      return { status, stderr, failures, keys };
    };
    const importing = (...args) => {
      const env = { ...process.env, STORE: inFolder('store'), PATH: `${inFolder('bin')}:${process.env.PATH}` };
      return insideOf({ env }).inside('import', ...args);
    };

    beforeEach(() => {
      write('bin/npm', FAKE_NPM);
      fs.chmodSync(inFolder('bin/npm'), 0o755);
      const store = {
        'tiny@1': versionOf('tiny', '1.2.0'), 'tiny@2': versionOf('tiny', '2.0.0'),
        'plain@1': { 'package.json': '{"name":"plain","version":"1.0.0"}', 'sub/file.js': '' },
      };
      for (const [spec, files] of Object.entries(store)) {
        for (const [name, text] of Object.entries(files)) write(`store/${spec}/${name}`, text);
      }
    });

    it('loads a file of a package', async () => {
      const { keys } = await load('--old', 'plain@1', '--new', 'plain@1', 'plain/sub/file.js');
      expect(keys.map(([name]) => name))
        .to.deep.equal(['plain/sub/file.js of plain@1.0.0', 'plain/sub/file.js of plain@1.0.0 (2)']);
      expect(leftovers()).to.deep.equal([]);
    });

    it('loads a file with each version', async () => {
      write('app.mjs', 'import "tiny"');
      const { status, stderr, failures, keys } = await load('--old', 'tiny@1', '--new', 'tiny@2', 'app.mjs');
      const modules = ['app.mjs', 'tiny/index.mjs'];
      expect({ status, failures, keys }).to.deep.equal({ status: 0, failures: [],
        keys: [['app.mjs with tiny@1.2.0', modules], ['app.mjs with tiny@2.0.0', modules]] });
      expect(stderr).to.not.include('does not load');
    });

    it('reports a package that a file does not load, and one without a file to load', async () => {
      write('app.js', '');
      expect((await load('--old', 'tiny@1', '--new', 'tiny@1', 'app.js')).stderr)
        .to.include('tiny@1.2.0 is the same on all sides').and.include('does not load tiny');
      const { status, stderr } = await importing('--old', 'plain@1', '--new', 'plain@1');
      expect({ status }).to.deep.equal({ status: 2 });
      expect(stderr).to.include('plain is installed, but plain leads to no file of it');
      expect(leftovers()).to.deep.equal([]);
    });
  });
});
