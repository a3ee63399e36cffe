'use strict';

/*
 * A local Slurm: munged, slurmctld and several slurmd from Debian's packages, in a temporary folder and on free ports.
 * All of it ends with this process, however it ends.
 */

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { once } = require('events');
const { randomBytes } = require('crypto');
const { spawn, spawnSync } = require('child_process');
const { orNull } = require('../lib/base/host/fs-queries');

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'scancel', 'squeue', 'sinfo'];
const PACKAGES = ['munge', 'slurmctld', 'slurmd', 'slurm-client'];
const PATH = `/usr/sbin:/sbin:${process.env.PATH}`;

const READY_MS = 60000;
const LOOK_MS = 150;
const MOST_KILLS = 100;

const isThere = (name) => PATH.split(':').some((folder) => fs.existsSync(path.join(folder, name)));

/** Installs Debian's programs if they are missing. Returns '' or why that failed. */
function whyMissing(programs, packages) {
  const missing = () => programs.filter((name) => !isThere(name));
  if (missing().length === 0) return '';
  if (process.getuid() !== 0) return `there is no ${missing()[0]}, and only root can install it`;
  if (!isThere('apt-get')) return `there is no ${missing()[0]}, and no apt-get`;
  // At this run level, packages do not start their services.
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) => spawnSync('apt-get', args, { env, encoding: 'utf8' });
  apt('update');
  const { stderr } = apt('install', '-y', '--no-install-recommends', ...packages);
  return missing().length === 0 ? '' : `there is no ${missing()[0]}: ${(stderr || '').trim().split('\n').pop()}`;
}

/** Free ports of this machine. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => { server.close(resolve); })));
  return ports;
}

/** Processes with this text in their environment or arguments. */
function processesOf(text) {
  const hasText = (pid) => ['environ', 'cmdline'].some((file) =>
    (orNull(() => fs.readFileSync(`/proc/${pid}/${file}`, 'latin1')) || '').includes(text));
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && hasText(name))
    .map(Number);
}

/** Waits until a function returns a value other than null. */
async function until(look, what, limitMs = READY_MS) {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > endMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await new Promise((resolve) => { setTimeout(resolve, LOOK_MS); });
  }
}

function configuration(folder, name, [controller, ...nodes]) {
  const names = nodes.map((_, i) => `n${i + 1}`);
  return `ClusterName=qtimeit
SlurmctldHost=${name}(127.0.0.1)
SlurmctldPort=${controller}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
SlurmUser=root
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool-%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1
MpiDefault=none
KillWait=5
${names.map((node, i) => `NodeName=${node} NodeHostname=${name} NodeAddr=127.0.0.1 Port=${nodes[i]} CPUs=1`).join('\n')}
PartitionName=all Nodes=${names.join()} Default=YES MaxTime=INFINITE State=UP
`;
}

/**
 * @param {string} folder a new one for all its files; readable by all
 * @param {number} count of node daemons, of one processor each: n1, n2, ...
 * @returns {Promise<object>} start(program, args, cwd): runs one of its commands, like spawnSync; close(): ends
 *   all of it, including tasks
 */
async function openCluster(folder, count) {
  const name = os.hostname().split('.')[0];
  const config = path.join(folder, 'slurm.conf');
  const env = { ...process.env, PATH, SLURM_CONF: config };
  const daemons = [];

  fs.mkdirSync(path.join(folder, 'state'));
  fs.writeFileSync(path.join(folder, 'munge.key'), randomBytes(128), { mode: 0o400 });
  fs.writeFileSync(config, configuration(folder, name, await freePorts(count + 1)));

  const daemon = (program, ...args) => {
    const log = fs.openSync(path.join(folder, `${program}.out`), 'a');
    const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
    fs.closeSync(log);
    child.on('error', () => {});
    daemons.push(child);
  };

  /** Including tasks and their processes, which have the name of the configuration in their environment. */
  function close() {
    for (const child of daemons) child.kill('SIGKILL');
    for (let kills = 0, left = processesOf(folder); left.length && kills < MOST_KILLS; kills++) {
      for (const pid of left) orNull(() => process.kill(pid, 'SIGKILL'));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
      left = processesOf(folder);
    }
  }
  process.on('exit', close);

  const start = (program, args, cwd = folder) =>
    spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: READY_MS });

  const file = (...parts) => path.join(folder, parts.join(''));
  daemon('munged', '--foreground', '--force', `--key-file=${file('munge.key')}`, `--socket=${file('munge.socket')}`,
    `--pid-file=${file('munged.pid')}`, `--log-file=${file('munged.log')}`, `--seed-file=${file('munged.seed')}`);
  await until(() => fs.existsSync(file('munge.socket')), 'munged');
  daemon('slurmctld', '-D', '-f', config);
  for (let i = 1; i <= count; i++) daemon('slurmd', '-D', '-f', config, '-N', `n${i}`);
  await until(() => start('sinfo', ['-h', '-o', '%D %t']).stdout.trim() === `${count} idle`, 'nodes that are idle');
  return { start, close };
}

module.exports = { PROGRAMS, PACKAGES, whyMissing, openCluster, processesOf, until };
