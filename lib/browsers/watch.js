'use strict';

/*
 * Ends a browser where this process was killed and can do so no more: a shell that waits for a line, or for the end of
 * the pipe that it would come by.
 */

// Killed processes take a moment to let go of their files.
const SCRIPT = 'browser= display=; while read -r kind pid; do case $kind in browser) browser=$pid;; ' +
  'display) display=$pid;; *) exit 0;; esac; done; [ -n "$browser" ] && kill -9 "-$browser"; ' +
  '[ -n "$display" ] && kill "$display"; rm -rf "$1"; sleep 1; rm -rf "$1"';

/**
 * @param {string} profile that is about to be made
 * @param {import('../host/host')} host
 * @returns {{ add: function('browser'|'display', { pid }), letGo: function() }} add: a process to be ended, the browser
 *   with its group; letGo: this process has ended all itself
 */
function watchOver(profile, host) {
  const none = { add() {}, letGo() {} };
  if (host.platform === 'win32') return none;
  let shell;
  try {
    shell = host.spawn('/bin/sh', ['-c', SCRIPT, 'sh', profile],
      { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  } catch (_) {
    return none;
  }
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  return {
    add(kind, { pid }) { if (pid) shell.stdin.write(`${kind} ${pid}\n`); },
    letGo() { shell.stdin.end('done\n'); },
  };
}

module.exports = { watchOver };
