#!/usr/bin/env node
'use strict';

const { main } = require('../lib/commands/main');
const { createDoors } = require('../lib/commands/doors');

main(process.argv.slice(2), createDoors()).then((exitCode) => {
  if (exitCode !== null) process.exitCode = exitCode;
});
