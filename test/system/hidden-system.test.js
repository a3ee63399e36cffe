'use strict';

/*
 * Where a system tells nothing about itself, as in some containers (no /proc and /sys, no list of processors, no
 * resident memory), and where the programs that tell something are missing, or fail. Real processes; the longer ones
 * are in processes/hidden-system.js.
 */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { endOf, environmentOf } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const HIDE = path.join(__dirname, '..', 'fixtures', 'hidden-system.js').replace(/\\/g, '\\\\');

describe('a program that is not there, or fails', function () {
  if (process.platform !== 'linux') return;
  this.timeout(120000);
  const scratch = scratchFolder();
  let folders = 0;

  /** A process that finds this program of the name, and no other programs. */
  const runWith = (name, script, mode, ...args) => {
    const folder = path.dirname(scratch(`bin ${++folders}/empty`));
    if (script !== null) fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode });
    return endOf(
      spawn(process.execPath, args,
        { cwd: folder, env: { ...environmentOf(), PATH: folder }, stdio: ['ignore', 'pipe', 'pipe'] }));
  };

  const perfs = [
    ['is missing', null], ['may not be executed', 'exit 0', 0o600],
    ['is not allowed to count', 'echo "Error: Access to performance monitoring is limited" >&2; exit 255'],
    ['does not support it',
      'echo "<not supported>;;cycles;0;100.00;;" >&2; echo "200.1;msec;task-clock;1;100.00;;" >&2'],
    ['counts nothing', 'echo "<not counted>;;cycles;0;0.00;;" >&2'],
    ['prints something else', 'echo "strange, 1;2;3" >&2'], ['is killed', 'kill -KILL $$'],
    ['counts no time', 'echo "100;;cycles;1;100.00;;" >&2; echo "0;msec;task-clock;0;100.00;;" >&2'],
  ];
  it('is perf: the clock rate comes from elsewhere', async () => {
    // On a machine too busy to look at it comes from nowhere.
    const code =
      `const { cpuMhz, cpuMhzSource } = require(${LIBRARY}).sysinfo(); console.log(cpuMhz === null || cpuMhz > 0, ` +
        `cpuMhzSource !== 'perf')`;
    for (const [what, script, mode = 0o700] of perfs) {
      const { stdout, stderr, exitCode } = await runWith('perf', script, mode, '-e', code);
      expect([stdout, stderr, exitCode], what).to.deep.equal(['true true\n', '', 0]);
    }
  });
});

describe('a system that tells nothing about itself', function () {
  this.timeout(120000);
  const scratch = scratchFolder();

  /** A process, and those that it starts, to which it is hidden. */
  const run = (...args) =>
    endOf(spawn(process.execPath, args,
      { cwd: scratch('.'), env: environmentOf({ NODE_OPTIONS: `--require "${HIDE}"` }),
        stdio: ['ignore', 'pipe', 'pipe'] }));

  it('has null for what it does not tell', async () => {
    const { stdout, stderr } = await run('-e', `const {
      cpu, cpuCount, cpuScalingGovernor, missing } = require(${LIBRARY}).sysinfo();
console.log(JSON.stringify([cpu, cpuCount, cpuScalingGovernor, missing.cpuCount]));`);
    const [cpu, ...others] = JSON.parse(stdout);
    if (process.platform === 'linux') expect(cpu).to.equal(null);
    expect([others, stderr]).to.deep.equal([[null, null, 'os.cpus() is empty'], '']);
  });
});
