'use strict';
// Formats log entries that pass the level threshold.
// reason: process\.env

process.env.APP_LOG_LEVEL = process.env.APP_LOG_LEVEL || 'debug';

const RANK = { debug: 10, info: 20, warn: 30, error: 40 };
const entries = [];
const levels = ['debug', 'info', 'warn', 'error'];
for (let i = 0; i < 30; i++) {
  entries.push({ level: levels[i % 4], time: 1700000000 + i * 17, msg: 'request ' + i + ' done', ms: i * 3 });
}

const startLevel = process.env.APP_LOG_LEVEL;

function pad(n) {
  return n < 10 ? '0' + n : '' + n;
}

function clock(t) {
  const s = t % 86400;
  return pad((s / 3600) | 0) + ':' + pad(((s / 60) | 0) % 60) + ':' + pad(s % 60);
}

function line(e) {
  return clock(e.time) + ' ' + e.level.padEnd(5) + ' ' + e.msg + ' (' + e.ms + ' ms)\n';
}

function fast() {
  let out = '';
  for (const e of entries) {
    const threshold = startLevel;
    if (RANK[e.level] >= RANK[threshold]) out += line(e);
  }
  return out;
}

function slow() {
  let out = '';
  for (const e of entries) {
    const threshold = process.env.APP_LOG_LEVEL; // HERE
    if (RANK[e.level] >= RANK[threshold]) out += line(e);
  }
  return out;
}

module.exports = { fast, slow };
