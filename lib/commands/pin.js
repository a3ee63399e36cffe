'use strict';

/**
 * Keeps this process, and those it starts, on some processors. Without taskset it runs unpinned, and says so.
 *
 * @param {string|undefined} cpus as taskset takes them: '0', '2-3'
 * @param {object} deps { host, terminal }
 */
function pin(cpus, { host, terminal }) {
  if (cpus === undefined) return;
  if (host.platform !== 'linux') {
    terminal.writeError(`qtimeit: not pinned to processor ${cpus}: taskset is a program of Linux, and this is ` +
      `${host.platform}\n`);
    return;
  }
  const args = ['-a', '-p', '-c', cpus, String(host.pid)];
  const { error, status, stderr } = host.run('taskset', args, { encoding: 'utf8' });
  if (!error && status === 0) return;
  const said = error ? error.message : String(stderr).trim().replace(/^taskset: /, '');
  const why = error && error.code === 'ENOENT' ? 'there is no taskset here' : said;
  terminal.writeError(`qtimeit: not pinned to processor ${cpus}: ${why}\n`);
}

module.exports = { pin };
