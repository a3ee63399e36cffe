'use strict';

/*
 * Prints what a synchronous suite has measured where a signal ends the process in the middle of it. Node hears of
 * signals in its event loop, which does not turn there: without a listener the signal ends the process at once, and a
 * shell that was started before prints what the file says that both have open.
 */

const { spawn } = require('child_process');
const { ftruncateSync, writeSync } = require('fs');
const host = require('./host');
const { demand } = require('./permission');

// What it prints stands for us, who are gone: it is not to end by the same signal. Nothing is ever written to what it
// reads; it ends as we do. The file has no name where the system can have it so.
const SCRIPT = 'trap "" INT TERM HUP; read -r end; cat <&3; rm -f "$0"';

const { from } = Buffer;

/**
 * @returns {{ tell: function(string), dismiss: function() }|null} tell(text): what is to be printed from now on;
 *   dismiss(): nothing any more. null where there is no shell, or no folder for temporary files
 */
function startGuardian() {
  if (host.platform === 'win32') return null;
  let file;
  let fd;
  let child;
  try {
    demand('run', '/bin/sh');
    file = host.writeTemporary(`qtimeit-${process.pid}-rows.txt`, '');
    // One of its own: the shell reads from the beginning, wherever we write.
    fd = host.openFile(file.path, 'r+');
    child = spawn('/bin/sh', ['-c', SCRIPT, file.path], { stdio: ['pipe', 'inherit', 'ignore', fd] });
  } catch (_) {
    if (fd !== undefined) host.closeFile(fd);
    if (file) file.remove();
    return null;
  }
  // That it could not be started, or has ended: then a signal ends us as it would without it.
  child.on('error', () => {});
  if (child.stdin) {
    child.stdin.on('error', () => {});
    // Bun's has none, and keeps no process alive.
    if (child.stdin.unref) child.stdin.unref();
  }
  child.unref();
  return {
    tell(text) {
      const bytes = from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, done);
      ftruncateSync(fd, bytes.length);
    },
    dismiss() {
      // Deno closes what it reads before it kills it, which may be too late: then there is nothing to print.
      ftruncateSync(fd, 0);
      child.kill('SIGKILL');
      host.closeFile(fd);
      file.remove();
    },
  };
}

module.exports = { startGuardian };
