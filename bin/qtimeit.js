#!/usr/bin/env node
'use strict';

const { main } = require('../lib/commands/main');
const { createDoors } = require('../lib/commands/doors');

// A process that measures one test for another ends when it has told its result.
const isChild = process.env.QTIMEIT_FORK !== undefined;
const doors = createDoors();
let isOver = false;

main(process.argv.slice(2), doors).then((exitCode) => {
  isOver = true;
  if (exitCode !== null) process.exitCode = exitCode;
});

// With nothing left to wait for, node ends without a word, and with 0.
process.on('beforeExit', () => {
  if (isOver || isChild) return;
  doors.terminal.writeErrorNow('qtimeit: there is nothing left to wait for, and the command is not at its end: something that it awaits never comes\n');
  process.exit(1);
});
