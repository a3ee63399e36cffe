'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { comparedSides, openBuilds } = require('#lib/compare/sides/sides');
const host = require('#lib/base/host/host');
const { UsageError } = require('#lib/base/text/usage-error');
const { laterRefusalOf } = require('../helpers/refusals');
const { hostWith, scratchFolder } = require('../helpers/scratch');

describe('the engines of run --on', function () {
  if (process.platform === 'win32') return;
  const scratch = scratchFolder();

  function engine(name, versions) {
    const answer = JSON.stringify({ versions, platform: process.platform, arch: process.arch, runsTypeScript: true });
    fs.writeFileSync(scratch(name), `#!/bin/sh\necho 'qtimeit-probe:${answer}'\n`);
    fs.chmodSync(scratch(name), 0o755);
    return `./${name}`;
  }

  const sidesOf = (on, changes = {}) => comparedSides({ on }, [], { host: hostWith(changes), cwd: scratch('.') });
  const refusal = (on, changes) => laterRefusalOf(() => sidesOf(on, changes));

  it('are labelled by versions, and started with their options', async () => {
    const bun = engine('a-bun', { node: '24.0.0', bun: '1.4.5', v8: '13.0' });
    const deno = engine('a-deno', { node: '24.0.0', deno: '2.9.6', v8: '15.0' });
    const sides = await sidesOf([process.execPath, bun, deno]);
    expect(sides.map(({ label }) => label)).to.deep.equal([`node ${process.versions.node}`, 'bun 1.4.5', 'deno 2.9.6']);
    expect(sides.map(({ source }) => source)[1]).to.equal('./a-bun (bun 1.4.5)');
    const flags = ['--no-opt'];
    expect(sides.map(({ optionsOf }) => optionsOf && optionsOf(flags))).to.deep.equal([
      null, [], ['run', '--no-prompt', '--allow-all', '--unstable-detect-cjs',
        '--v8-flags=--allow-natives-syntax,--no-opt'],
    ]);
  });

  it('have their paths after their names if two versions are equal', async () => {
    const paths = ['one', 'two'].map((name) => engine(name, { node: '22.1.0', v8: '12' }));
    const labels = (await sidesOf(paths)).map(({ label }) => label);
    expect(labels).to.deep.equal(['node 22.1.0 (./one)', 'node 22.1.0 (./two)']);
  });

  it('include the program of this process, which need not be in PATH', async () => {
    const other = engine('other', { node: '22.1.0', v8: '12' });
    const [side] = await sidesOf(['node', other], { env: { PATH: '/nowhere' } });
    expect(side.execPath).to.equal(process.execPath);
  });

  it('are each named once, and must exist', async () => {
    expect(await refusal(['node', 'node'])).to.equal('--on lists node twice. List each engine once');
    expect(await refusal(['./gone', 'node'])).to.match(/^\.\/gone not found\. /);
  });

  it('are suggested for a misspelled name, but not the same name', async () => {
    const nowhere = { env: { PATH: '/nowhere' } };
    expect(await refusal(['node', 'bnu'], nowhere)).to.equal('bnu not found in PATH. Did you mean bun?');
    expect(await refusal(['bun', 'node'], nowhere)).to.match(
      /^bun not found in PATH\. Pass the path of .*, or chromium, firefox, webkit, or a version/);
  });
});

describe('the builds of compare --on', () => {
  const scratch = scratchFolder();
  const open = (given, files) => openBuilds(given, files, { host, cwd: scratch('.') });

  before(() => {
    scratch('app/package.json', '{ "name": "app" }');
    scratch('app/uses.mjs', "import 'app';");
    scratch('app/other.mjs', "import './uses-not.mjs';");
    scratch('app/uses-not.mjs', '');
    scratch('app/common.cjs', '');
    scratch('old/index.js', '');
    scratch('new/package.json', '{ "name": "@fresh/one" }');
    host.makeFolder(scratch('empty'));
  });

  it('are folders, and have the names of all of them', () => {
    const folders = ['old', 'new'].map((name) => host.realPath(scratch(name)));
    expect(open(['old/', './new'], ['app/uses.mjs'])).to.deep.equal({
      builds: folders.map((folder) => ({ folder, names: ['@fresh/one'] })), notes: [],
    });
  });

  it('are reported for files that do not import them', () => {
    expect(open(['old', 'new'], ['app/uses.mjs', 'app/other.mjs', 'app/common.cjs']).notes).to.deep.equal([
      'app/other.mjs does not import app or @fresh/one: all sides measure the same code there',
    ]);
    expect(open(['old', 'old'], ['app/uses.mjs']).notes).to.deep.equal([
      'old is the same on all sides',
    ]);
  });

  const refused = [
    [['old', 'gone'], ['app/uses.mjs'], 'gone not found. Pass the folder of a build'],
    [['app/uses.mjs', 'old'], ['app/uses.mjs'], 'app/uses.mjs is not a folder. Pass the folder of a build'],
    [['old', 'empty'], ['app/uses.mjs'], 'empty is empty. Has it been built?'],
    [['old', 'old'], ['app/other.mjs'], /^app\/other.mjs does not import app, .*all sides would measure the same code/],
  ];
  it('are refused if they are not folders, or if no file imports them', () => {
    for (const [given, files, words] of refused) expect(() => open(given, files)).to.throw(UsageError, words);
  });
});
