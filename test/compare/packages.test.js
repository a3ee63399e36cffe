'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { EventEmitter } = require('events');
const fs = require('fs');
const path = require('path');
const { findCommonPackage, packageSides } = require('#lib/compare/sides/packages');
const { UsageError } = require('#lib/base/text/usage-error');
const { hostWith, put, scratchFolder } = require('../helpers/scratch');
const { systemError } = require('../helpers/fake-host');

const scratch = scratchFolder();
const manifest = (name, version, more) => JSON.stringify({ name, version, ...more });

/** A package that exports its version, for require and import. */
const packageIn = (folder, name, version) => put(folder, {
  [`node_modules/${name}/package.json`]: manifest(name, version, {
    exports: { '.': { import: './index.mjs', require: './index.js' }, './sub': './index.js' },
  }),
  [`node_modules/${name}/index.js`]: `exports.version = 'require ${version}';`,
  [`node_modules/${name}/index.mjs`]: `export const version = 'import ${version}';`,
});

/** A host whose npm is install(folder, spec), which returns its standard error. */
function hostWithNpm(install, more = {}) {
  const started = [];
  const host = hostWith({
    platform: 'linux',
    spawn(command, args, options) {
      const child = new EventEmitter();
      child.kill = () => {};
      child.stderr = Object.assign(new EventEmitter(), { setEncoding() {} });
      started.push({ command, args, options });
      setImmediate(() => {
        const said = install(args[args.indexOf('--prefix') + 1], args[args.length - 1]);
        if (said) child.stderr.emit('data', said);
        child.emit('close', said ? 1 : 0, null);
      });
      return child;
    },
    ...more,
  });
  return { host, started };
}

const terminal = { writeError() {} };
const cwdOf = () => path.dirname(scratch('project/package.json', manifest('mapped', '0.0.0', { exports: './own.js' })));
const versionOf = (spec) => spec.slice(spec.lastIndexOf('@') + 1);
const installed = (folder, spec) => {
  packageIn(folder, 'mapped', versionOf(spec));
  return '';
};
const opened = [];
async function sidesFrom(given, host) {
  const sides = await packageSides('mapped', given, { execPath: process.execPath }, { host, cwd: cwdOf(), terminal });
  opened.push(sides[0]);
  return sides;
}

describe('a value of --old or --new', () => {
  const nameIn = (...given) => {
    const { host } = hostWithNpm(installed);
    return findCommonPackage(given, { host, cwd: cwdOf() });
  };

  it('is a version of a package if it has that form, and no such program exists', () => {
    for (const version of ['1', '^1.2.3', '>=1 <2', 'latest', '1.0.0-beta.1', '*', 'npm:other@2', 'npm:@me/other']) {
      expect(nameIn(`left-pad@${version}`, 'left-pad@1'), version).to.equal('left-pad');
    }
    expect(nameIn('@me/a.b@1', '@me/a.b@2')).to.equal('@me/a.b');
    for (const other of ['node', './node@18/bin/node', '/opt/node@18', 'left-pad', '@me/x', 'x@', 'x@./y', 'x@a/b']) {
      expect(nameIn(other, other), other).to.equal(null);
    }
    const program = scratch('project/bin@1', '#!/bin/sh\n');
    fs.chmodSync(program, 0o755);
    const host = hostWith({ env: { PATH: path.dirname(program) } });
    if (process.platform !== 'win32') expect(findCommonPackage(['bin@1', 'bin@1'], { host, cwd: '/' })).to.equal(null);
  });

  it('must be of the same package as the other values', () => {
    expect(() => nameIn('lodash@4', 'lodash-es@4')).to.throw(UsageError, 'lodash@npm:lodash-es');
    expect(() => nameIn('lodash@4', 'node')).to.throw(UsageError, 'lodash@4 and node cannot be compared');
    expect(() => nameIn('node', 'lodash@4')).to.throw(UsageError, 'Pass two packages or two executables');
  });
});

describe('the sides of a package', () => {
  // Each side removes the folders of all.
  afterEach(() => { for (const { remove } of opened.splice(0)) remove(); });

  /** The JSON that main.mjs prints on a side. */
  function printedBy({ execPath, cwd, env }) {
    const { status, stdout, stderr } = spawnSync(execPath, ['main.mjs'],
      { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    return JSON.parse(stdout);
  }

  it('find optional peers of the package in the project, and report those that are missing', async () => {
    const { host } = hostWithNpm(installed);
    const cwd = cwdOf();
    const [old] = await sidesFrom(['mapped@1.0.0', 'mapped@2.0.0'], host);
    const { folder } = JSON.parse(old.env.QTIMEIT_PACKAGE);
    put(path.join(folder, 'node_modules', 'mapped'), {
      'index.js': 'exports.own = require("peer"); try { require("nobody") } catch (e) { exports.code = e.code; }',
      'index.mjs': 'import peer from "peer"; export const own = peer; export let code = null;\n' +
        'try { await import("nobody"); } catch (e) { code = e.code; }',
    });
    put(cwd, {
      'node_modules/peer/index.js': 'module.exports = "in the project";',
      'main.mjs': 'import * as esm from "mapped"; import cjs from "mapped/sub";\n' +
        'console.log(JSON.stringify([{ own: esm.own, code: esm.code }, cjs]));',
    });
    expect(printedBy(old)).to.deep.equal([
      { own: 'in the project', code: 'ERR_MODULE_NOT_FOUND' }, { own: 'in the project', code: 'MODULE_NOT_FOUND' },
    ]);
  });

  it('resolve the name of the package for all files of the project', async () => {
    const { host } = hostWithNpm(installed);
    const cwd = cwdOf();
    const [old, now] = await sidesFrom(['mapped@1.0.0', 'mapped@2.0.0'], host);
    expect({ oldLabel: old.label, source: old.source, nowLabel: now.label })
      .to.deep.equal({ oldLabel: 'mapped@1.0.0', source: 'mapped@1.0.0', nowLabel: 'mapped@2.0.0' });
    expect(old.notesOnceLoaded()).to.have.length(1);
    packageIn(cwd, 'mapped', 'local');
    put(cwd, {
      'own.js': 'exports.version = "the project itself";',
      'node_modules/user/index.js': 'exports.version = require("mapped").version;',
      'lib/helper.js': 'exports.version = require("mapped/sub").version;',
      'main.mjs': 'import { version } from "mapped"; import { createRequire } from "module";\n' +
        'const require = createRequire(import.meta.url); const later = await import("mapped");\n' +
        'console.log(JSON.stringify([version, later.version, require("mapped").version, ' +
        'require("./lib/helper").version, require("user").version]));',
    });
    for (const [side, version] of [[old, '1.0.0'], [now, '2.0.0']]) {
      expect(printedBy(side)).to.deep.equal([`import ${version}`, `import ${version}`,
        `require ${version}`, `require ${version}`, 'require local']);
    }
    expect(old.notesOnceLoaded()).to.deep.equal([]);
    old.remove();
    expect(fs.existsSync(JSON.parse(old.env.QTIMEIT_PACKAGE).folder)).to.equal(false);
  });

  it('are installed on Windows by the script of npm, next to node or a cmd script in PATH', async () => {
    const beside = (folder) => `${folder}\\node_modules\\npm\\bin\\npm-cli.js`;
    const usedOf = async (files) => {
      const { host, started } = hostWithNpm(installed, {
        platform: 'win32', execPath: 'C:\\n\\node.exe', env: { Path: 'C:\\x;;C:\\y' },
        isThere: (file) => files.includes(file) || fs.existsSync(file),
      });
      const [side] = await sidesFrom(['mapped@1.0.0', 'mapped@2.0.0'], host);
      side.remove();
      return [started[0].command, started[0].args[0]];
    };
    const inPath = ['C:\\x\\node_modules', beside('C:\\x'), 'C:\\y\\npm.cmd', beside('C:\\y')];
    expect(await usedOf([beside('C:\\n'), ...inPath])).to.deep.equal(['C:\\n\\node.exe', beside('C:\\n')]);
    expect(await usedOf(inPath)).to.deep.equal(['C:\\n\\node.exe', beside('C:\\y')]);
    expect(await usedOf([])).to.deep.equal(['npm', 'install']);
  });

  it('are not installed without the settings of the project if these cannot be read', async () => {
    put(cwdOf(), { '.npmrc': 'registry=http://127.0.0.1:1/\n' });
    const { host, started } = hostWithNpm(installed, { readText(file) {
      if (file.endsWith('.npmrc')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return fs.readFileSync(file, 'utf8');
    } });
    const message = await sidesFrom(['mapped@1.0.0', 'mapped@1.0.0'], host).then(() => '', (error) => error.message);
    expect(message).to.match(/\.npmrc cannot be read: no permission$/);
    expect(started).to.deep.equal([]);
  });

  it('are installed with the settings of the project, each in a separate folder', async () => {
    const { host, started } = hostWithNpm(installed, { env: { NODE_OPTIONS: '--no-warnings' } });
    put(cwdOf(), { '.npmrc': 'registry=http://127.0.0.1:1/\n' });
    const [old, now] = await sidesFrom(['mapped@1.0.0', 'mapped@1.0.0'], host);
    const folders = [old, now].map((side) => JSON.parse(side.env.QTIMEIT_PACKAGE).folder);
    expect(new Set(folders).size).to.equal(2);
    for (const folder of folders) {
      expect(fs.readFileSync(path.join(folder, '.npmrc'), 'utf8')).to.equal('registry=http://127.0.0.1:1/\n');
    }
    expect(started.map(({ args }) => args.slice(-2))).to.deep.equal([['--', 'mapped@1.0.0'], ['--', 'mapped@1.0.0']]);
    // The mark by which processes of the run are found and ended
    for (const { options } of started) expect(options.env).to.include.keys('NODE_OPTIONS', 'QTIMEIT_RUN');
    expect({ old: old.label, now: now.label }).to.deep.equal({ old: 'mapped@1.0.0', now: 'mapped@1.0.0 (2)' });
    expect(old.notes[0]).to.include('is the same on all sides');
    expect(old.env.NODE_OPTIONS).to.match(/^--no-warnings --require "/);
  });

  const failureOf = async (given, host) => {
    const error = await sidesFrom(given, host).catch((thrown) => thrown);
    expect(error).to.be.an.instanceof(UsageError);
    return error.message;
  };

  // The messages of npm, and the line of them that explains something.
  const failures = [
    ['npm error code ETARGET\nnpm error notarget No matching version.\n', 'No matching version.'],
    ['npm ERR! code E404\nnpm ERR! 404 Not Found - GET http://x/y - not found\nnpm ERR! 404 \n',
      'Not Found - GET http://x/y - not found'],
    ['npm warn old\nnpm error code ENOTFOUND\nnpm error errno ENOTFOUND\nnpm error network request to http://x ' +
      'failed, reason: getaddrinfo ENOTFOUND x\n', 'request to http://x failed, reason: getaddrinfo ENOTFOUND x'],
    ['something else\n', 'something else'], ['\n', 'exit code 1'],
  ];
  it('leave nothing behind if npm fails, and report why', async () => {
    for (const [said, cause] of failures) {
      const folders = [];
      const { host } = hostWithNpm((folder, spec) => {
        folders.push(folder);
        return versionOf(spec) === '2' ? said : '';
      });
      expect(await failureOf(['mapped@1', 'mapped@2'], host)).to.equal(`npm cannot install mapped@2: ${cause}`);
      expect(folders.map((folder) => fs.existsSync(folder))).to.deep.equal([false, false]);
    }
    const { host } = hostWithNpm(installed, { spawn() { throw systemError('ENOENT'); } });
    expect(await failureOf(['mapped@1', 'mapped@2'], host))
      .to.equal('npm is required to install mapped@1, but is not installed or not in PATH');
  });
});

it('packageSides removes folders of killed runs, unless another user made them', async () => {
  const temporary = path.dirname(scratch('temporary/file', ''));
  const stale = (name, pid, namespace) => {
    const folder = path.join(temporary, `qtimeit-package-${name}`);
    put(folder, { 'owner.json': JSON.stringify({ pid, namespace }), '.npmrc': 'secret', 'a/b': '' });
    return path.basename(folder);
  };
  const makeTemporaryFolder = (name) => fs.mkdtempSync(path.join(temporary, name));
  const sweep = async (more) => {
    const { host } = hostWithNpm(installed, { makeTemporaryFolder, pidNamespace: () => 'here', ...more });
    const [{ remove }] = await sidesFrom(['mapped@1', 'mapped@2'], host);
    remove();
    return fs.readdirSync(temporary).filter((name) => name !== 'file');
  };
  const isAlive = (pid) => pid === 7;
  const kept = [stale('alive', 7, 'here'), stale('elsewhere', 8, 'there')];
  const left = stale('killed', 8, 'here');
  const { uid } = hostWith({});
  if (uid !== null) expect(await sweep({ isAlive, uid: uid + 1 })).to.have.members([...kept, left]);
  expect(await sweep({ isAlive })).to.have.members(kept);
});
