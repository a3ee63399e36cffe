#!/usr/bin/env node
'use strict';

// The first that all of it runs on. Older ones cannot even read the files.
const OLDEST = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(`qtimeit: this is Node ${process.versions.node}, and ${OLDEST} or a later one is needed\n`);
  process.exitCode = 2;
} else {
  const { main } = require('../lib/commands/main');
  const { createDoors } = require('../lib/commands/doors');

  main(process.argv.slice(2), createDoors()).then((exitCode) => {
    // Of a process that measures for another the end tells nothing.
    if (exitCode !== null) process.exitCode = exitCode;
  });
}
