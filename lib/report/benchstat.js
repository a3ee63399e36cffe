'use strict';

/*
 * The format of Go's benchmarks (golang.org/design/14313-benchmark-format), for benchstat. It makes its own
 * statistics, so it gets samples: a line per process, or per group of rounds of the one process.
 */

const { escaped, printable } = require('../text/display');
const { hasEstimate, hasTime, opsOf } = require('../text/estimates');
const { paramsText, shortName } = require('./row-groups');
const { suiteName, uniqueNames } = require('./test-names');
const { median } = require('../stats/sample');

// Captured at load, because a measured test may change them.
const { floor, max, min, round } = Math;
const { isFinite, MAX_SAFE_INTEGER } = Number;
const { create, hasOwn } = Object;

// benchstat needs 6 lines for an interval. It takes lines for independent, which neighbouring rounds are not; batches
// of them are, nearly.
const MOST_BATCHES = 20;

// Node's names -> Go's, where they differ
const SYSTEMS = { win32: 'windows', sunos: 'solaris' };
const ARCHITECTURES = { x64: 'amd64', ia32: '386', mipsel: 'mipsle' };

const renamed = (names, name) => (typeof names[name] === 'string' ? names[name] : name);

// Few: benchstat puts results that differ in any of these into tables of their own.
const CONFIGURATION = [
  { key: 'goos', read: ({ platform }) => platform && renamed(SYSTEMS, platform) },
  { key: 'goarch', read: ({ arch }) => arch && renamed(ARCHITECTURES, arch) },
  { key: 'cpu', read: ({ cpu }) => cpu },
  { key: 'node', read: ({ nodeVersion }) => nodeVersion },
];

const isNumber = (value) => typeof value === 'number' && isFinite(value);

/**
 * A value that all sides share is a line of configuration. One that differs would keep benchstat from comparing
 * them, so it becomes a comment.
 */
function configuration(sides) {
  let text = '';
  for (let c = 0; c < CONFIGURATION.length; c++) {
    const { key, read } = CONFIGURATION[c];
    const values = [];
    for (let s = 0; s < sides.length; s++) {
      const value = sides[s].environment && read(sides[s].environment);
      values[s] = value ? escaped(value) : '';
    }
    let isShared = true;
    for (let s = 1; s < values.length; s++) if (values[s] !== values[0]) isShared = false;
    if (isShared) {
      if (values[0]) text += `${key}: ${values[0]}\n`;
      continue;
    }
    for (let s = 0; s < sides.length; s++) text += `# ${printable(sides[s].label)}: ${key}: ${values[s] || 'not known'}\n`;
  }
  return text;
}

/** '/size=10/type="a"', as Go names what benchstat shall group by; '' without parameters */
function subNames(params) {
  let text = '';
  for (const key in params) if (hasOwn(params, key)) text += `/${paramsText(params, { __proto__: null, [key]: true })}`;
  return text;
}

/** 'Parse_small_input/size=10': without spaces, which end a name, and with the capital that Go's names have. */
function goName(row) {
  const text = printable(shortName(row) + subNames(row.params)).replace(/\s/g, '_');
  const code = text.codePointAt(0);
  const length = code > 0xffff ? 2 : 1;
  return text.slice(0, length).toUpperCase() + text.slice(length);
}

/**
 * Neighbouring rounds put together into at most 20 batches, each with the statistic that the row has: of a test with
 * few collections the median of each batch would lose them.
 * @returns {Array<{ ns: number, calls: number }>} ns per call
 */
function batchesOf({ warmUp, calls, ns }, statistic) {
  const count = ns.length - warmUp;
  const batches = [];
  const most = min(MOST_BATCHES, count);
  for (let b = 0; b < most; b++) {
    const from = warmUp + floor(b * count / most);
    const to = warmUp + floor((b + 1) * count / most);
    const values = [];
    let total = 0;
    let together = 0;
    for (let i = from; i < to; i++) {
      if (!isNumber(ns[i])) continue;
      values[values.length] = ns[i];
      together += calls[i];
      total += calls[i] * ns[i];
    }
    batches[b] = { ns: statistic === 'mean' ? total / together : median(values), calls: together };
  }
  return batches;
}

/** @returns {Array<{ ns: number, calls: number }>} of one test; ns per call */
function samplesOf({ samples, statistic, nsPerCall, calls }) {
  if (samples && samples.length === 1 && samples[0].rounds && samples[0].rounds.ns.length > samples[0].rounds.warmUp) {
    return batchesOf(samples[0].rounds, statistic);
  }
  const found = [];
  for (let i = 0; samples && i < samples.length; i++) {
    if (isNumber(samples[i].nsPerCall)) found[found.length] = { ns: samples[i].nsPerCall, calls: samples[i].calls };
  }
  return found.length ? found : [{ ns: nsPerCall, calls }];
}

/** benchstat reads iterations as a whole number and has no other use for it. */
const iterations = (calls, ops) => (calls > 0 ? min(MAX_SAFE_INTEGER, max(1, round(calls * ops))) : 1);

/** Bytes that one call allocates: as measured for that alone, or else what the collections of the timed rounds tell. */
function bytesPerCallOf({ memory, collections }) {
  if (memory && isNumber(memory.bytesPerCall)) return max(0, memory.bytesPerCall);
  return collections ? collections.bytesPerCall : null;
}

/** Bytes that one call works on, as `bytesPerSecond` tells; null where the row has none. */
function bytesOf({ bytesPerSecond, nsPerCall }) {
  return isNumber(bytesPerSecond) && nsPerCall > 0 ? bytesPerSecond * nsPerCall / 1e9 : null;
}

/** Go's name for the peak of resident memory. */
const peakOf = ({ stream }) => (stream && isNumber(stream.peakRssBytes) ? `\t${stream.peakRssBytes} peak-RSS-bytes` : '');

function linesOfRow(row, name) {
  const ops = opsOf(row);
  const bytes = bytesPerCallOf(row);
  const worked = bytesOf(row);
  const samples = samplesOf(row);
  let text = '';
  for (let i = 0; i < samples.length; i++) {
    if (!isNumber(samples[i].ns)) continue;
    // Bytes once: they are one estimate, and repeated in each line benchstat would take them for certain.
    let more = !text && isNumber(bytes) ? `\t${bytes / ops} B/op` : '';
    if (!text) more += peakOf(row);
    // In MB of 1e6 bytes, as Go has it.
    if (worked !== null && samples[i].ns > 0) more = `\t${worked * 1e3 / samples[i].ns} MB/s${more}`;
    text += `Benchmark${name} \t${iterations(samples[i].calls, ops)}\t${samples[i].ns / ops} ns/op${more}\n`;
  }
  return text;
}

/** ns of a cycle, the same for all sides: the ratios stay those of the cycles. null where no side tells. */
function nsOfCycle(sides) {
  for (let s = 0; s < sides.length; s++) {
    if (hasTime(sides[s]) && sides[s].cycles > 0) return sides[s].nsPerCall / sides[s].cycles;
  }
  return null;
}

function linesOfSide(test, side, name) {
  if (!side || side.error) return '';
  const ns = test.unit === 'cycles' ? nsOfCycle(test.sides) : 1;
  const ops = opsOf(test);
  let text = '';
  for (let i = 0; i < side.values.length; i++) {
    const value = side.values[i];
    if (isNumber(value)) text += `Benchmark${name} \t1\t${ns === null ? `${value / ops} cycles` : `${value * ns / ops} ns`}/op\n`;
  }
  return text;
}

/** Tests of one suite together, in the order of their first ones: [{ pkg, tests, names }]. */
function suitesOf(tests) {
  const suites = [];
  const known = create(null);
  for (let i = 0; i < tests.length; i++) {
    const pkg = suiteName(tests[i]);
    if (!known[pkg]) suites[suites.length] = known[pkg] = { pkg, tests: [], names: [] };
    known[pkg].tests[known[pkg].tests.length] = tests[i];
  }
  for (let i = 0; i < suites.length; i++) suites[i].names = uniqueNames(suites[i].tests, goName);
  return suites;
}

function suiteText(suites, linesOf) {
  let text = '';
  for (let i = 0; i < suites.length; i++) {
    const { pkg, tests, names } = suites[i];
    text += `pkg: ${pkg}\n`;
    for (let k = 0; k < tests.length; k++) text += linesOf(tests[k], names[k]);
  }
  return text;
}

function ofResults({ environment, suites }) {
  const tests = [];
  for (let i = 0; i < suites.length; i++) {
    const { file, suite } = suites[i];
    for (let k = 0; k < suites[i].tests.length; k++) {
      const row = suites[i].tests[k];
      if (hasEstimate(row)) tests[tests.length] = { ...row, file, suite };
    }
  }
  return configuration([{ label: '', environment }]) + suiteText(suitesOf(tests), linesOfRow);
}

function ofComparison({ sides, tests }) {
  const suites = suitesOf(tests);
  let text = configuration(sides);
  for (let s = 0; s < sides.length; s++) {
    text += `side: ${printable(sides[s].label)}\n`;
    text += suiteText(suites, (test, name) => linesOfSide(test, test.sides[s], name));
  }
  return text;
}

/**
 * @param {object} document Results, or a Comparison: then all sides, to be told apart by `benchstat -col side`
 * @returns {string} lines of configuration and lines of samples; nothing of tests without an estimate
 */
function toBenchstat(document) {
  return document.qtimeit === 'comparison' ? ofComparison(document) : ofResults(document);
}

module.exports = { toBenchstat };
