'use strict';

/*
 * Ends a browser where this process was killed and can do so no more: a shell that waits for a line, or for the end of
 * the pipe that it would come by.
 */

// Killed processes take a moment to let go of their files.
const SCRIPT = 'read -r _ && exit 0; kill -9 "-$1"; [ -n "$3" ] && kill "$3"; rm -rf "$2"; sleep 1; rm -rf "$2"';

/**
 * @param {{ pid: number, profile: string, displayPid: number|null }} browser pid: of its group
 * @param {import('../host/host')} host
 * @returns {function()} lets go: this process has ended it itself
 */
function endWithThis({ pid, profile, displayPid }, host) {
  if (host.platform === 'win32') return () => {};
  let shell;
  try {
    shell = host.spawn('/bin/sh', ['-c', SCRIPT, 'sh', `${pid}`, profile, displayPid === null ? '' : `${displayPid}`],
      { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  } catch (_) {
    return () => {};
  }
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  return () => shell.stdin.end('done\n');
}

module.exports = { endWithThis };
