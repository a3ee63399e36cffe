'use strict';

const { cpusIn, cpuListText } = require('../host/affinity');
const { findShared, readTopology } = require('../system/topology');
const { UsageError } = require('../text/usage-error');

const LEVELS = ['', 'first', 'second', 'third', 'fourth'];
const cacheName = (level) => `${LEVELS[level] || `${level}th`}-level cache`;
const processorsText = (cpus) => `processor${cpus.length === 1 ? '' : 's'} ${cpuListText(cpus)}`;
const has = (cpus) => (cpus.length === 1 ? 'has' : 'have');

const ONE_AT_A_TIME = 'measure one shard at a time here, without --pin';

/** Suggests all processors that share hardware, if that leaves any for other shards. */
const wayOutOf = ({ whole, isAll }) => (isAll ? `all processors here hang together: ${ONE_AT_A_TIME}`
  : `--pin ${cpuListText(whole)} keeps others away`);

const REFUSALS = {
  absent: ({ cpus, online }) => `there ${cpus.length === 1 ? 'is' : 'are'} no ${processorsText(cpus)} here, only ` +
    cpuListText(online),
  core: ({ cpus, ...more }) => `${processorsText(cpus)}, where another shard may run, ${has(cpus)} the same core ` +
    `(hyper-threads); ${wayOutOf(more)}`,
  cache: ({ cpus, level, ...more }) => `${processorsText(cpus)}, where another shard may run, ${has(cpus)} the same ` +
    `${cacheName(level)}; ${wayOutOf(more)}`,
  quota: ({ quota, usable }) => `the control group of this process may use ${quota} of ${usable} processors, and ` +
    `shards beside each other take it from one another; raise its quota (cpu.max), or ${ONE_AT_A_TIME}`,
};

const NOTES = {
  'last-level': ({ cpus, level, size }) => `${processorsText(cpus)} ${has(cpus)} the same ${cacheName(level)} ` +
    `(${size}): a shard there slows what does not fit into the levels below`,
  unknown: () => 'what processors share is not told here: shards beside each other may slow one another',
};

/** Rejects processors that share a core or cache with processors on which another shard may run. */
function checkAlone(cpus, { host, terminal }) {
  const found = findShared(cpusIn(cpus), readTopology(host));
  const wrong = found.find(({ kind }) => REFUSALS[kind]);
  if (wrong) throw new UsageError(`--pin ${cpus} with --shard: ${REFUSALS[wrong.kind](wrong)}`);
  for (const one of found) terminal.writeError(`note: ${NOTES[one.kind](one)}\n`);
}

/** Pins this process and its children, or warns without taskset. isShard: other shards may run on this machine. */
function pin(cpus, { host, terminal }, { isShard = false } = {}) {
  if (cpus === undefined) return;
  if (host.platform !== 'linux') {
    terminal.writeError(`qtimeit: not pinned to processor ${cpus}: taskset is a program of Linux, and this is ` +
      `${host.platform}\n`);
    return;
  }
  if (isShard) checkAlone(cpus, { host, terminal });
  const args = ['-a', '-p', '-c', cpus, String(host.pid)];
  const { error, status, stderr } = host.run('taskset', args, { encoding: 'utf8' });
  if (!error && status === 0) return;
  const said = error ? error.message : String(stderr).trim().replace(/^taskset: /, '');
  const why = error && error.code === 'ENOENT' ? 'there is no taskset here' : said;
  terminal.writeError(`qtimeit: not pinned to processor ${cpus}: ${why}\n`);
}

module.exports = { pin };
