#!/usr/bin/env node
'use strict';

const path = require('path');

// Before other files, which earlier versions may not be able to parse. See also process-engine.js.
const OLDEST = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(`qtimeit: Node.js ${OLDEST} or later is required; this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  start().catch((error) => {
    // Deno may not read the files of this program.
    if (error !== null && typeof error === 'object' && error.name === 'NotCapable') {
      const [flag = '--allow-all'] = /--allow-[a-z]+/.exec(error.message) || [];
      const hint = 'Start it with deno run --allow-read --allow-env --allow-run --allow-sys';
      process.stderr.write(`qtimeit: Deno was started without ${flag}. ${hint}\n`);
      process.exitCode = 2;
      return;
    }
    // The module with the message cannot be read then, either.
    if (error === null || typeof error !== 'object' || !['EMFILE', 'ENFILE'].includes(error.code)) throw error;
    process.stderr.write('qtimeit: too many open files. Raise the limit (ulimit -n)\n');
    process.exitCode = 1;
  });
}

async function start() {
  const { createOwnRequire } = require('../lib/base/host/saved-modules');
  const { createDeps, main } = createOwnRequire()(path.join(__dirname, '..', 'lib', 'cli', 'main.js'));
  const exitCode = await main(process.argv.slice(2), createDeps());
  // null: a process that measures for another one
  if (exitCode !== null) process.exitCode = exitCode;
}
