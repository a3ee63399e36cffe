'use strict';

/*
 * run --on with a program instead of a browser (test/helpers/fake-browser.js). tools/check-browsers-run.js uses
 * real browsers.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { endOf, startNode } = require('../helpers/benchmark-process');
const { isRunning, until } = require('../helpers/child-processes');
const { PROGRAM } = require('../helpers/cli');
const { scratchFolder } = require('../helpers/scratch');

const ROOT = path.join(__dirname, '..', '..');
const FAKE = path.join(ROOT, 'test', 'helpers', 'fake-browser.js');

describe('run --on a browser', function () {
  if (process.platform === 'win32') return;
  this.timeout(240000);
  const scratch = scratchFolder();
  let browser;
  let suite;
  let temporary;

  before(() => {
    browser = scratch('chromium', `#!/bin/sh
      [ "$1" = --version ] || echo $$ >'${scratch('pid')}'
      exec '${process.execPath}' '${FAKE}' "$@"\n`);
    fs.chmodSync(browser, 0o755);
    suite = scratch('suite.mjs',
      'export const parse = () => JSON.parse(\'[1]\'); export const sort = () => [3, 1].sort();');
    temporary = path.dirname(scratch('temporary/x'));
  });

  const startCommand = (behaviour, ...args) => startNode([PROGRAM, ...args],
    { cwd: path.dirname(suite), env: { NO_COLOR: '1', TMPDIR: temporary, QTIMEIT_TEST_PAGE: behaviour } });
  const start = (behaviour, ...args) => startCommand(behaviour, 'run', ...args);
  const run = (behaviour, ...args) => endOf(start(behaviour, ...args));
  const compare = (behaviour, ...args) => endOf(startCommand(behaviour, 'compare', ...args));
  const profiles = () => fs.readdirSync(temporary).filter((name) => /^qtimeit-browser-/.test(name));

  // The command and its browsers have removed their files.
  afterEach(() => expect(fs.readdirSync(temporary)).to.deep.equal([]));

  it('shows, prints and saves the results of the page', async () => {
    const saved = scratch('saved.json');
    const { stdout, exitCode } = await run('measures', '--on', browser, '--json', '--save', saved, suite);
    const { environment, suites: [{ tests }] } = JSON.parse(stdout);
    expect({ engine: environment.engine, engineVersion: environment.engineVersion, exitCode })
      .to.deep.equal({ engine: 'chromium', engineVersion: '1.2.3', exitCode: 0 });
    expect(tests.map(({ name, error }) => [name, error])).to.deep.equal([['parse', null], ['sort', null]]);
    const args = [PROGRAM, 'report', saved, '--format', 'table'];
    const { stdout: table, stderr } = await endOf(startNode(args));
    expect(table, stderr).to.contain('parse');
  });

  it('reports in one line that the browser has ended', async () => {
    const { stderr, exitCode } = await run('ends', '--on', browser, suite);
    expect(exitCode).to.equal(1);
    expect(stderr).to.equal('suite.mjs: the Chromium process ended with exit code 3 before it opened the page: ' +
      'why\\x1b]0;title\\x07\n');
  });

  it('prints its results and stops the browser on a signal', async () => {
    const child = start('begins', '--on', browser, suite);
    const end = endOf(child);
    // A profile exists once the browser has started; the page begins later.
    await until(() => profiles().length > 0);
    child.kill('SIGTERM');
    expect((await end).exitCode).to.equal(143);
  });

  it('stops the browser if the command is killed', async () => {
    const pidFile = scratch('pid');
    fs.rmSync(pidFile, { force: true });
    const child = start('begins', '--on', browser, suite);
    const end = endOf(child);
    const pidOf = () => Number(fs.readFileSync(pidFile, 'utf8'));
    const hasBegun = () => profiles().some((name) => fs.existsSync(path.join(temporary, name, 'behaved')));
    await until(() => pidOf() > 0 && hasBegun());
    child.kill('SIGKILL');
    expect((await end).signal).to.equal('SIGKILL');
    // The profile and the process disappear a moment later.
    await until(() => profiles().length === 0 && !isRunning(pidOf()));
  });

  for (const name of ['makeTemporaryFolder', 'spawn']) {
    it(`leaves no profile if the command is killed after ${name}()`, async () => {
      const killed = scratch('killed.js', `
        const host = require(${JSON.stringify(path.join(ROOT, 'lib/base/host/host'))});
        const { startBrowser } = require(${JSON.stringify(path.join(ROOT, 'lib/extras/browsers/launch'))});
        const own = Object.create(host, { ${name}: { value(...given) {
          const made = host.${name}(...given);
          if (given[0] !== '/bin/sh') process.kill(process.pid, 'SIGKILL');
          return made;
        } } });
        startBrowser({ kind: 'chromium', file: '/bin/true' }, 'http://127.0.0.1:1/', { host: own, clock: {} });`);
      expect((await endOf(startNode([killed], { env: { TMPDIR: temporary } }))).signal).to.equal('SIGKILL');
      await until(() => fs.readdirSync(temporary).length === 0);
    });
  }

  describe('in a comparison', () => {
    before(() => {
      scratch('package.json', '{ "name": "built" }');
      scratch('old/index.js', 'export const factor = 2;');
      scratch('new/index.mjs', 'export const factor = 3;');
      scratch('named/package.json', '{ "exports": "./a.js" }');
      scratch('named/a.js', 'export const factor = 2;');
      scratch('users.mjs', "import { factor } from 'built'; export const parse = () => factor;");
    });
    const builds = (older, newer, ...args) => compare('builds', '--on', browser, '--old', older, '--new', newer,
      '-t', '0.1', ...args, 'users.mjs');

    it('measures a build of each side in several browsers', async () => {
      const { stdout, stderr, exitCode } = await builds('old/', 'new', '--json', '--max-regression', '5');
      const { sides, tests, complete } = JSON.parse(stdout);
      expect({ complete, exitCode }, stderr).to.deep.equal({ complete: true, exitCode: 3 });
      expect(sides.map(({ label, source, environment: { engine } }) => [label, source, engine])).to.deep.equal([
        ['old', 'old/ (chromium 1.2.3)', 'chromium'], ['new', 'new (chromium 1.2.3)', 'chromium'],
      ]);
      for (const { sides: [before, after], changes: [{ ratio, verdict }] } of tests) {
        expect(before.processes).to.be.at.least(4);
        expect({ processes: after.processes, verdict })
          .to.deep.equal({ processes: before.processes, verdict: 'slower' });
        expect(ratio).to.be.within(1.48, 1.52);
      }
    });

    it('compares a browser with node', async () => {
      const { stdout } = await compare('measures', '--old', process.execPath, '--new', browser, '-t', '0.02', '--json',
        suite);
      const { sides, tests } = JSON.parse(stdout);
      expect(sides.map(({ label, environment: { engine } }) => [label, engine]))
        .to.deep.equal([['old', 'node'], ['new', 'chromium']]);
      const errors = tests.map(({ sides: both }) => both.map(({ error }) => error));
      expect(errors).to.deep.equal([[null, null], [null, null]]);
    });
  });
});
