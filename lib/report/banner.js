'use strict';

/* What stands above the table: the machine, the settings, and the source of the tests. */

const { escaped, printable } = require('../text/display');
const { sentence } = require('../system/warnings');

// Captured at load, because a measured test may change them.
const { round } = Math;
const { String } = globalThis;

// Options of this process that change every figure; what the machine is like is for sysinfo() to tell.
const OF_THE_PROCESS = { inspector: true, coverage: true, profiler: true, 'v8-flag': true };

const fact = (value) => (value === null || value === undefined ? '-' : escaped(value));

/** '3600', with [u] where the user gave it and [os] where it is only what the system says, not measured. */
function mhz(sys, settings) {
  if (settings.cpuMhz > 0) return `${round(settings.cpuMhz)}[u]`;
  if (!(sys.cpuMhz > 0)) return '-';
  return `${round(sys.cpuMhz)}${sys.cpuMhzSource === 'os' ? '[os]' : ''}`;
}

/**
 * @param {object} sys what sysinfo() returns
 * @param {{ showPlatformInfo, showTestInfo, cpuMhz, timeGoal, opsPerTest, forkTests }} settings cpuMhz in
 *   MHz, takes the place of the measured one; timeGoal in seconds
 * @returns {string[]} lines, those that are asked for
 */
function bannerLines(sys, settings) {
  const lines = [];
  if (settings.showPlatformInfo) {
    lines[0] = `qtimeit=${fact(sys.qtimeitVersion)} node=${fact(sys.nodeVersion)} v8=${fact(sys.v8Version)} ` +
      `platform=${fact(sys.platform)} kernel=${fact(sys.kernel)} up_threshold=${fact(sys.cpuUpThreshold)}`;
    lines[1] = `arch=${fact(sys.arch)} mhz=${mhz(sys, settings)} cpuCount=${fact(sys.cpuCount)} cpu="${fact(sys.cpu)}"`;
    for (let i = 0; i < sys.warnings.length; i++) {
      if (OF_THE_PROCESS[sys.warnings[i].code]) lines[lines.length] = `warning: ${escaped(sentence(sys.warnings[i]))}`;
    }
  }
  if (settings.showTestInfo) {
    lines[lines.length] = `timeGoal=${fact(settings.timeGoal)} opsPerTest=${fact(settings.opsPerTest)} forkTests=${fact(settings.forkTests || false)}`;
  }
  return lines;
}

function sourceOf(fn) {
  try {
    return String(fn);
  } catch (_) {
    return 'a source that cannot be shown';
  }
}

/**
 * @param {Array<{ name: string, fn: function }>} tests
 * @returns {string[]} `name: source` of each, and an empty line
 */
function sourceLines(tests) {
  const lines = [];
  for (let i = 0; i < tests.length; i++) {
    const source = `${printable(tests[i].name)}: ${sourceOf(tests[i].fn)}`.split(/\r\n|\n|\r/);
    for (let k = 0; k < source.length; k++) lines[lines.length] = escaped(source[k].replace(/\t/g, '    '));
  }
  lines[lines.length] = '';
  return lines;
}

module.exports = { bannerLines, sourceLines };
