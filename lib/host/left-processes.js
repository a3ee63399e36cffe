'use strict';

/* Kills processes that measured code leaves behind, even detached ones: each inherits a variable, which Linux shows. */

const { readdirSync, readFileSync } = require('fs');
const { permits, program } = require('#engine');
const { orNull } = require('./fs-queries');

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
  const hasMark = (name) => readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${NAME}=${own}`);
  // Fails if /proc is hidden, or if a process has ended or belongs to another user.
  for (const name of orNull(() => readdirSync('/proc')) || []) {
    if (/^\d+$/.test(name) && orNull(() => hasMark(name))) orNull(() => process.kill(Number(name), 'SIGKILL'));
  }
}

module.exports = { endLeft, markOf };
