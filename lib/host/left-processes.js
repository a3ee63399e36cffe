'use strict';

/* Kills processes that measured code leaves behind, even detached ones: each inherits a variable, which Linux shows. */

const { readdirSync, readFileSync } = require('fs');
const { permits, program } = require('#engine');

const NAME = 'QTIMEIT_RUN';

let own = null;

/** The variable for a measuring process. A process of another run passes on the variable of that run. */
function markOf(env) {
  if (env && env[NAME]) return { [NAME]: env[NAME] };
  if (own === null) {
    own = require('crypto').randomBytes(16).toString('hex');
    program.onExit(endLeft);
  }
  return { [NAME]: own };
}

/** Kills all processes with the variable of this run: 20 microseconds per process of the system. */
function endLeft() {
  if (own === null || process.platform !== 'linux' || !permits('read', '/proc')) return;
  for (const name of processNames()) {
    try {
      const isLeft = /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${NAME}=${own}`);
      if (isLeft) process.kill(Number(name), 'SIGKILL');
    } catch (_) {
      // It has ended, or belongs to another user.
    }
  }
}

/** Entries of /proc; none if it is hidden, or no file can be opened. */
function processNames() {
  try {
    return readdirSync('/proc');
  } catch (_) {
    return [];
  }
}

module.exports = { endLeft, markOf };
