#!/usr/bin/env node
'use strict';

const { main } = require('../lib/commands/main');
const { createDoors } = require('../lib/commands/doors');

main(process.argv.slice(2), createDoors()).then((exitCode) => {
  // Of a process that measures for another the end tells nothing.
  if (exitCode !== null) process.exitCode = exitCode;
});
