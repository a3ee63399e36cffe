'use strict';
// Builds access log lines.
// reason: format\(\)

const util = require('node:util');

const REQUESTS = [
  { method: 'GET', path: '/index.html', status: 200, ms: 3 },
  { method: 'POST', path: '/api/orders', status: 201, ms: 41 },
  { method: 'GET', path: '/api/orders/7', status: 404, ms: 2 },
];

function outcome(status) {
  return status >= 500 ? 'error' : status >= 400 ? 'refused' : 'ok';
}

function logSize(line) {
  return line.length + line.charCodeAt(line.length - 1);
}

function fast() {
  let size = 0;
  for (let i = 0; i < REQUESTS.length; i++) {
    const r = REQUESTS[i];
    const line = `${r.method} ${r.path} -> ${r.status} (${outcome(r.status)}) in ${r.ms} ms`;
    size += logSize(line);
  }
  return size;
}

function slow() {
  let size = 0;
  for (let i = 0; i < REQUESTS.length; i++) {
    const r = REQUESTS[i];
    const line = util.format('%s %s -> %d (%s) in %d ms', r.method, r.path, r.status, outcome(r.status), r.ms); // HERE
    size += logSize(line);
  }
  return size;
}

module.exports = { fast, slow };
