'use strict';
// Formats log records; the verbose format is selected by the environment.
// reason: process\.env

const VERBOSE = process.env.HELDOUT_LOG_VERBOSE === '1';
const RECORDS = [
  { level: 2, scope: 'http', text: 'request done' },
  { level: 1, scope: 'db', text: 'pool grown' },
  { level: 3, scope: 'auth', text: 'token rejected' },
  { level: 0, scope: 'gc', text: 'tick' },
  { level: 1, scope: 'mq', text: 'consumer joined' },
  { level: 1, scope: 'http', text: 'listening' },
  { level: 2, scope: 'cache', text: 'evicted 12 keys' },
  { level: 3, scope: 'db', text: 'deadlock' },
];
const LEVELS = ['debug', 'info', 'warn', 'error'];

function prefix(record) {
  return LEVELS[record.level] + ' ' + record.scope;
}

function formatLine(record, verbose) {
  const line = prefix(record) + ': ' + record.text;
  return verbose ? line + ' ' + process.pid : line;
}

function fast() {
  let size = 0;
  for (let i = 0; i < RECORDS.length; i++) {
    const verbose = VERBOSE;
    size += formatLine(RECORDS[i], verbose).length;
  }
  return size;
}

function slow() {
  let size = 0;
  for (let i = 0; i < RECORDS.length; i++) {
    const verbose = process.env.HELDOUT_LOG_VERBOSE === '1'; // HERE
    size += formatLine(RECORDS[i], verbose).length;
  }
  return size;
}

module.exports = { fast, slow };
