'use strict';

/* Processor time and peak memory of programs that this process starts. */

const path = require('path');
const { orNull } = require('./fs-queries');
const { maxOf } = require('../stats/sample');

const TICK_NS = 1e7; // of Linux, on all architectures
const TIME = '/usr/bin/time';
const PRELOAD = path.join(__dirname, 'usage-preload.js');
const USAGE_VARIABLE = 'QTIMEIT_USAGE';

/**
 * Processor time, { userNs, systemNs }, of all child processes that have ended, and of their descendants, in steps of
 * TICK_NS; null if unknown.
 */
function readChildrenCpu(host) {
  const text = host.platform === 'linux' ? orNull(() => host.readText('/proc/self/stat')) : null;
  if (text === null) return null;
  // The second field is a name in parentheses, which can contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [userNs, systemNs] = [fields[13], fields[14]].map((ticks) => Number(ticks) * TICK_NS);
  return { userNs, systemNs };
}

/**
 * The same command, started so that it writes its usage to a file, which takes 1 to 5 ms: by time(1), if installed, and
 * by each Node.js process that it starts. launch: { file, args, options }, see spawn
 */
function withUsage({ file, args, options }, log, host) {
  const quoted = `"${PRELOAD.replace(/["\\]/g, '\\$&')}"`;
  const given = options.env.NODE_OPTIONS;
  const env = {
    ...options.env, NODE_OPTIONS: `${given ? `${given} ` : ''}--require ${quoted}`, [USAGE_VARIABLE]: log,
  };
  const launch = { file, args, options: { ...options, env } };
  if (host.platform === 'win32' || !host.isThere(TIME)) return launch;
  const format = host.platform === 'darwin' ? ['-l'] : ['-f', 'peak %M'];
  return { ...launch, file: TIME, args: [...format, '-a', '-o', log, file, ...args] };
}

const sumOf = (lines, at) => lines.reduce((total, line) => total + line[at], 0);

/** { userNs, systemNs, peakRssBytes } in the file of withUsage(); null if unknown. Peaks are of the largest process. */
function readUsage(text) {
  const lines = [...text.matchAll(/^node (\d+) (\d+) (\d+)$/gm)].map((match) => match.slice(1).map(Number));
  const [, kilobytes] = /^peak (\d+)$/m.exec(text) || [];
  const [, bytes = kilobytes && kilobytes * 1024] = /^ *(\d+) +maximum resident set size$/m.exec(text) || [];
  const isKnown = lines.length > 0;
  return {
    userNs: isKnown ? sumOf(lines, 0) * 1000 : null,
    systemNs: isKnown ? sumOf(lines, 1) * 1000 : null,
    peakRssBytes: bytes ? Number(bytes) : isKnown ? maxOf(lines.map(([, , peak]) => peak)) * 1024 : null,
  };
}

module.exports = { TICK_NS, readChildrenCpu, readUsage, withUsage };
