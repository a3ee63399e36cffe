'use strict';

/**
 * Keeps this process, and those it starts, on some processors. Without taskset it runs unpinned, and says so.
 *
 * @param {string|undefined} cpus as taskset takes them: '0', '2-3'
 * @param {object} deps { host, terminal }
 */
function pin(cpus, { host, terminal }) {
  if (cpus === undefined) return;
  const { error, status, stderr } = host.run('taskset', ['-a', '-p', '-c', cpus, String(host.pid)], { encoding: 'utf8' });
  if (!error && status === 0) return;
  const why = error ? (error.code === 'ENOENT' ? 'there is no taskset here' : error.message) : String(stderr).trim().replace(/^taskset: /, '');
  terminal.writeError(`qtimeit: not pinned to processor ${cpus}: ${why}\n`);
}

module.exports = { pin };
