'use strict';

/* The lines above the table: machine, settings, and the source of the tests. */

const { escaped, printable } = require('../base/text/display');
const { functionText } = require('../base/text/show');
const { describeEngine } = require('../core/system/engine-facts');
const { sentence } = require('../core/system/warnings');

const { min } = Math;

// Options of this process that change every figure. sysinfo() reports warnings about the machine.
const OF_THE_PROCESS = ['inspector', 'coverage', 'compiler', 'profiler', 'v8-flag'];

const fact = (value) => (value === null || value === undefined ? '-' : escaped(value));
const quoted = (value) => (value === null || value === undefined ? '-' : `"${escaped(value)}"`);

/** '3600', with [u] for a value of the user and [os] for an unmeasured value of the system */
function mhz(sys, settings) {
  if (settings.cpuMhz > 0) return `${Math.round(settings.cpuMhz)}[u]`;
  if (!(sys.cpuMhz > 0)) return '-';
  return `${Math.round(sys.cpuMhz)}${sys.cpuMhzSource === 'os' ? '[os]' : ''}`;
}

const COLUMNS = 79; // 80 columns, for mails and logs, minus the last column of a terminal, which stays free

function factLines(facts, columns) {
  const lines = [];
  for (const [key, value] of facts) {
    if (value === '-') continue;
    const text = `${key}=${value}`;
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + 1 + text.length <= columns) lines[last] += ` ${text}`;
    else lines.push(text);
  }
  return lines;
}

function engineFacts(sys) {
  const { name, version, jit } = describeEngine(sys);
  return [[escaped(name), fact(version)], ...(jit ? [[escaped(jit.key), fact(jit.version)]] : [])];
}

const platformLines = (sys, settings, columns) => [
  ...factLines([
    ['qtimeit', fact(sys.qtimeitVersion)], ...engineFacts(sys),
    ['platform', fact(sys.platform)], ['kernel', fact(sys.kernel)], ['up_threshold', fact(sys.cpuUpThreshold)],
    ['arch', fact(sys.arch)], ['mhz', mhz(sys, settings)], ['cpuCount', fact(sys.cpuCount)], ['cpu', quoted(sys.cpu)],
  ], columns),
  ...sys.warnings.filter(({ code }) => OF_THE_PROCESS.includes(code))
    .map((warning) => `warning: ${escaped(sentence(warning))}`),
];

/** sys: result of sysinfo(); settings.cpuMhz replaces the measured clock rate */
function bannerLines(sys, settings, columns) {
  const { showPlatformInfo, showTestInfo, timeGoal, opsPerTest, forkTests } = settings;
  const room = columns > 0 ? min(columns, COLUMNS) : COLUMNS;
  const lines = showPlatformInfo ? platformLines(sys, settings, room) : [];
  if (showTestInfo) {
    lines.push(`timeGoal=${fact(timeGoal)} opsPerTest=${fact(opsPerTest)} forkTests=${fact(forkTests || false)}`);
  }
  return lines;
}

/** The banner, the title, and the input of streams, as requested. sysinfo() is slow. */
const headLines = (settings, sysinfo, headText, columns) => [
  ...(settings.showPlatformInfo || settings.showTestInfo ? bannerLines(sysinfo(), settings, columns) : []),
  ...(settings.title ? [escaped(settings.title)] : []), ...(headText ? [headText] : []),
];

function sourceLines(tests) {
  const lines = tests.flatMap(({ name, fn }) => `${printable(name)}: ${functionText(fn)}`.split(/\r\n|\n|\r/));
  return [...lines.map((line) => escaped(line.replace(/\t/g, '    '))), ''];
}

module.exports = { bannerLines, headLines, sourceLines };
