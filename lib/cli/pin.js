'use strict';

const { parseCpuList, formatCpuList } = require('../base/host/affinity');
const { findShared, readTopology } = require('../core/system/topology');
const { UsageError } = require('../base/text/usage-error');

const cacheName = (level) => `L${level} cache`;
const cpusText = (cpus) => `CPU${cpus.length === 1 ? '' : 's'} ${formatCpuList(cpus)}`;
const shares = (cpus) => (cpus.length === 1 ? 'shares' : 'share');

const ONE_AT_A_TIME = 'Measure one shard at a time on this machine, without --pin';

/** Suggests all processors that share hardware, if that leaves any for other shards. */
const hintOf = ({ whole, isAll }) => (isAll ? `All CPUs here share hardware. ${ONE_AT_A_TIME}`
  : `Use --pin ${formatCpuList(whole)}`);

const REFUSALS = {
  absent: ({ cpus, online }) => `${cpusText(cpus)} not found. Available: ${formatCpuList(online)}`,
  core: ({ cpus, ...more }) => `another shard may use ${cpusText(cpus)}, which ${shares(cpus)} a core with the ` +
    `pinned CPUs (hyper-threading). ${hintOf(more)}`,
  cache: ({ cpus, level, ...more }) => `another shard may use ${cpusText(cpus)}, which ${shares(cpus)} the ` +
    `${cacheName(level)} with the pinned CPUs. ${hintOf(more)}`,
  quota: ({ quota, usable }) => `the control group of this process is limited to ${quota} of ${usable} CPUs, which ` +
    `parallel shards would share. Raise the quota (cpu.max), or measure one shard at a time, without --pin`,
};

const NOTES = {
  'last-level': ({ cpus, level, size }) => `${cpusText(cpus)} ${shares(cpus)} the ${cacheName(level)} (${size}) with ` +
    'the pinned CPUs: a shard there slows down tests whose data exceeds the smaller caches',
  unknown: () => 'it is unknown which CPUs share caches here; parallel shards may slow each other down',
};

/** Rejects processors that share a core or cache with processors on which another shard may run. */
function checkAlone(cpus, { host, terminal }) {
  const found = findShared(parseCpuList(cpus), readTopology(host));
  const wrong = found.find(({ kind }) => REFUSALS[kind]);
  if (wrong) throw new UsageError(`--pin ${cpus} with --shard: ${REFUSALS[wrong.kind](wrong)}`);
  for (const one of found) terminal.writeError(`note: ${NOTES[one.kind](one)}\n`);
}

/** Pins this process and its children, or warns without taskset. isShard: other shards may run on this machine. */
function pin(cpus, { host, terminal }, { isShard = false } = {}) {
  if (cpus === undefined) return;
  if (host.platform !== 'linux') {
    terminal.writeError(`qtimeit: not pinned to CPU ${cpus}: taskset exists only on Linux, and this is ` +
      `${host.platform}\n`);
    return;
  }
  if (isShard) checkAlone(cpus, { host, terminal });
  const args = ['-a', '-p', '-c', cpus, String(host.pid)];
  const { error, status, stderr } = host.run('taskset', args, { encoding: 'utf8' });
  if (!error && status === 0) return;
  const said = error ? error.message : String(stderr).trim().replace(/^taskset: /, '');
  const why = error && error.code === 'ENOENT' ? 'taskset is not installed' : said;
  terminal.writeError(`qtimeit: not pinned to CPU ${cpus}: ${why}\n`);
}

module.exports = { pin };
