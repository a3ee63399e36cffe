'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { savedModulesFor } = require('#lib/base/host/saved-modules');
const { version } = require('../../package.json');
const { hostWith, scratchFolder } = require('../helpers/scratch');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const VARIABLE = 'QTIMEIT_MODULES';

// Reports the number of scripts whose compiled code V8 accepts.
const COUNT = `
const vm = require('vm');
let accepted = 0;
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options.cachedData && !this.cachedDataRejected) accepted++;
  }
};
process.on('exit', () => console.error(JSON.stringify({ accepted, left: process.env.${VARIABLE} || null })));
`;

describe('saved modules', () => {
  const scratch = scratchFolder();

  function versionWith(value) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--require', scratch('count.js', COUNT), PROGRAM, '-v'],
      { encoding: 'utf8', env: { ...process.env, [VARIABLE]: value } });
    return { stdout, ...JSON.parse(stderr) };
  }

  it('are the compiled code of the first process, which the next ones use', () => {
    const file = scratch('modules');
    const own = { stdout: `${version}\n`, left: null };
    expect(versionWith(`+${file}`)).to.deep.equal({ ...own, accepted: 0 });
    const { accepted, ...other } = versionWith(file);
    expect(other).to.deep.equal(own);
    expect(accepted).to.be.at.least(5);
  });

  it('load files that scripts from a cache could not import', () => {
    const file = scratch('suite.mjs', 'let x = 1;\nexport function a() { x = x * 5 + 1 | 0; }\n');
    const args = ['run', '--fork', '2', '-t', '0.02', '--json', file];
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
    const [{ tests: [{ error, processes }] }] = JSON.parse(stdout).suites;
    expect({ status, error, processes }).to.deep.equal({ status: 0, error: null, processes: 2 });
  });

  it('do not wait for a test that has replaced fs.writeSync', () => {
    const file = scratch('modules-of-odd');
    const odd = scratch('odd.js', 'process.on("exit", () => {}); require("fs").writeSync = () => 0;\n');
    const { status } = spawnSync(process.execPath, ['--require', odd, PROGRAM, '-v'],
      { env: { ...process.env, [VARIABLE]: `+${file}` }, timeout: 60000 });
    expect({ status, isThere: fs.existsSync(file) }).to.deep.equal({ status: 0, isThere: false });
  });

  it('are not used if their file is missing or incomplete', () => {
    const file = scratch('whole');
    versionWith(`+${file}`);
    const bytes = fs.readFileSync(file);
    for (const length of [0, 20, bytes.indexOf('\n') + 1, bytes.length - 1]) {
      const part = scratch(`part-${length}`);
      fs.writeFileSync(part, bytes.subarray(0, length));
      expect(versionWith(part), length).to.deep.equal({ stdout: `${version}\n`, accepted: 0, left: null });
    }
    expect(versionWith(scratch('none')).stdout).to.equal(`${version}\n`);
  });

  it('have one file for equal options, which the first process saves, in a folder of this user only', () => {
    const host = hostWith({});
    const [first, second, other] = [[], [], ['--no-opt']]
      .map((execArgv) => savedModulesFor({ execPath: '/usr/bin/node', execArgv }, host)[VARIABLE]);
    expect(first).to.equal(`+${second}`);
    expect(other).to.match(/^\+/).and.not.equal(first);
    if (process.platform !== 'win32') expect(fs.statSync(path.dirname(second)).mode & 0o777).to.equal(0o700);
  });

  it('are left out if there is no place for files', () => {
    const host = hostWith({ makeTemporaryFolder() { throw new Error('no space left'); } });
    expect(savedModulesFor({ execPath: '/usr/bin/node', execArgv: [] }, host)).to.deep.equal({});
  });
});
