'use strict';

/* The package in an empty project, installed in each way that needs no registry. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { expect } = require('chai');
const { version } = require('../../package.json');
const { scratchFolder } = require('../helpers/scratch');

const ROOT = path.join(__dirname, '..', '..');

const TIMED = 'let calls = 0;\ntimeit(1e4, () => { calls++; });\n' +
  'if (calls !== 1e4) throw new Error(`called ${calls} times`);\n';

describe('the package, installed into an empty project', function () {
  this.timeout(240000);
  const scratch = scratchFolder();
  let env;
  let clone;

  /** Runs a command and returns its standard output. */
  function run(cwd, command, ...args) {
    const { error, status, stdout, stderr } =
      spawnSync(command, args, { cwd, env, encoding: 'utf8', shell: process.platform === 'win32' });
    if (error) throw error;
    expect(status, `${command} ${args.join(' ')}: ${stderr}${stdout}`).to.equal(0);
    return stdout;
  }

  const has = (command) => spawnSync(`${command} --version`, { shell: true }).status === 0;

  before(function () {
    if (!has('npm')) this.skip();
    // Without configuration of this machine or of the npm that runs the tests, and without a network.
    env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|GIT_|NODE_OPTIONS$)/i.test(name)));
    Object.assign(env,
      { npm_config_cache: scratch('cache'), npm_config_userconfig: scratch('npmrc', ''), npm_config_offline: 'true',
        npm_config_update_notifier: 'false', GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1' });
    clone = scratch('qtimeit');
    // The current state, committed or not.
    fs.cpSync(ROOT, clone,
      { recursive: true, filter: (file) => !['node_modules', '.git'].includes(path.basename(file)) });
  });

  /** Paths of all files in a folder of the package, with forward slashes. */
  const filesIn = (folder) => fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));

  /** Packs the clone, and checks that the tarball contains what users need and nothing else. */
  function tarball() {
    const [{ filename, files }] = JSON.parse(run(clone, 'npm', 'pack', '--json', '--pack-destination', scratch('.')));
    const packed = files.map((file) => file.path);
    const needed = [
      'package.json', 'README.md', 'qtimeit.js', 'qtimeit.mjs', 'qtimeit.d.ts', 'qtimeit.d.mts', 'action.yml',
      ...filesIn('public'), ...filesIn('lib'),
    ];
    expect(packed.filter((file) => !/^(LICENSE$|docs\/|examples\/|bin\/)/.test(file))).to.have.members(needed);
    return scratch(filename);
  }

  function repository() {
    const git = (...args) => run(clone, 'git', '-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args);
    git('init', '-q', '--template=');
    git('add', '-A');
    git('commit', '-q', '--no-verify', '-m', 'all');
    return `git+file://${clone}`;
  }

  const ways = [
    { name: 'a tarball of npm pack', address: tarball },
    { name: 'the address of a repository', address: repository },
  ];
  ways.forEach(({ name, address }, i) => {
    it(`works with require, import and npx from ${name}`, function () {
      if (address === repository && !has('git')) this.skip(); // no git
      const project = path.dirname(scratch(`project-${i}/package.json`, '{ "private": true }\n'));
      run(project, 'npm', 'install', address());
      expect(fs.existsSync(path.join(project, 'node_modules', 'qtimeit', 'test'))).to.equal(false);
      expect(fs.readdirSync(path.join(project, 'node_modules')).filter((one) => !one.startsWith('.')))
        .to.deep.equal(['qtimeit']);
      for (const file of [
          scratch(`project-${i}/required.js`, `const timeit = require('qtimeit');\n${TIMED}`),
          scratch(`project-${i}/imported.mjs`, `import timeit from 'qtimeit';\n${TIMED}`)]) {
        expect(run(project, process.execPath, file)).to.match(/^10000 loops in .* sec: .*\n$/);
      }
      // npx takes longer than the program that it finds.
      const program = i > 0 && process.platform !== 'win32' ? ['node_modules/.bin/qtimeit'] : ['npx', 'qtimeit'];
      expect(run(project, ...program, '--version')).to.equal(`${version}\n`);
    });
  });
});
