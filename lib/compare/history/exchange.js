'use strict';

/*
 * Histories of other tools as entries of store.js: data.js of github-action-benchmark, the answer of Bencher's `perf`,
 * Go benchmark results (benchstat) with their commits, and CSV as Apache Otava reads it, which is also written.
 */

const { hashText } = require('./store');
const { median } = require('../../base/stats/sample');
const { keptText, quoteForCsv, safeText } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const { show } = require('../../base/text/show');
const { UsageError } = require('../../base/text/usage-error');

const NS_OF = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, sec: 1e9, seconds: 1e9 };
const RATE = /^(?:ops?|iter(?:ations)?|operations?)\s*\/\s*(?:s|secs?|seconds?)$/i;
const TIME = /^([nuµμm]?s|sec|seconds)(?:\s*\/\s*(?:op|iter|call))?$/i;

/** A value in ns per call, or null for another unit. Without a unit, only ratios of values count. */
function nsOf(value, unit) {
  if (!(value > 0)) return null;
  if (!unit) return value;
  if (RATE.test(unit)) return 1e9 / value;
  const [, name] = TIME.exec(unit) || [];
  return name ? value * NS_OF[name.toLowerCase()] : null;
}

const machineOf = (name) => ({ id: hashText(name), name });

/** Entries, one per commit and machine, of { commit, seconds, machine (a name), name, ns }; several: their median */
function entriesOf(values) {
  const groups = groupBy(values, ({ commit, machine }) => JSON.stringify([commit, machine]));
  return [...groups.values()].map((own) => {
    const [{ commit, seconds, machine }] = own;
    const tests = [...groupBy(own, ({ name }) => name)].map(([name, same]) => {
      const ns = Number(median(same.map((value) => value.ns)).toPrecision(6));
      return { file: null, name, ns, cycles: null, instructions: null };
    });
    return { qtimeit: 'history', schema: 1, savedAt: '', commit, seconds, machine: machineOf(machine), tests };
  });
}

const secondsOf = (date) => Math.floor(Date.parse(date) / 1000);
const listOf = (value) => (Array.isArray(value) ? value : []);

/** window.BENCHMARK_DATA = { entries: { suite: [{ commit: { id, timestamp }, date, benches }] } } */
function* ofGithubAction(text) {
  const { entries } = JSON.parse(text.slice(text.indexOf('{')).replace(/;\s*$/, ''));
  for (const [suite, list] of Object.entries(entries)) {
    for (const { commit, date, benches } of listOf(list)) {
      for (const { name, value, unit } of listOf(benches)) {
        const seconds = secondsOf(commit.timestamp) || Math.floor(date / 1000);
        yield { commit: commit.id, seconds, machine: suite, name, ns: nsOf(value, unit) };
      }
    }
  }
}

/** { results: [{ testbed, benchmark, measure: { units }, metrics: [{ start_time, version: { hash }, metric }] }] } */
function* ofBencher(text) {
  for (const { testbed, benchmark, measure, metrics } of JSON.parse(text).results) {
    for (const { start_time: time, version, metric } of listOf(metrics)) {
      const units = { nanoseconds: 'ns', 'nanoseconds (ns)': 'ns', 'operations / second (ops/s)': 'ops/s' };
      yield {
        commit: version.hash, seconds: secondsOf(time), machine: testbed.name, name: benchmark.name,
        ns: nsOf(metric.value, units[measure.units] ?? measure.units),
      };
    }
  }
}

/** Lines 'BenchmarkName-8 1000 123 ns/op' below lines 'commit: SHA' and 'commit-time: DATE' */
function* ofGo(text) {
  const keys = {};
  for (const line of text.split('\n')) {
    const [, key, value] = /^([a-z][\w-]*):\s*(.*?)\s*$/.exec(line) || [];
    if (key) keys[key] = value;
    const [, name, amount] = /^Benchmark(\S+)\s+\d+\s+([\d.e+]+) ns\/op/.exec(line) || [];
    if (!name) continue;
    const machine = [keys.cpu, keys.goos, keys.goarch].filter(Boolean).join(', ') || 'Go benchmarks';
    yield {
      commit: keys.commit, seconds: secondsOf(keys['commit-time']), machine,
      name: keys.pkg ? `${keys.pkg}: ${name}` : name, ns: Number(amount),
    };
  }
}

/** The cells of a line of CSV */
const csvRow = (line) => [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)]
  .map(([, text, plain]) => (text === undefined ? plain : text.replaceAll('""', '"')));

const COLUMNS_OF_TIME = ['time', 'timestamp', 'date'];

/** Columns time and commit, and one for each test. Times are seconds since 1970, or dates. */
function* ofCsv(text) {
  const [titles, ...rows] = text.split(/\r?\n/).filter(Boolean).map(csvRow);
  const head = titles.map(keptText);
  const known = new Set();
  const double = head.find((title) => known.size === known.add(title).size);
  if (double !== undefined) throw new UsageError(`two columns are named ${show(double)}. Rename one of them`);
  const [time, commit] = [COLUMNS_OF_TIME, ['commit', 'sha', 'revision']].map((names) => (
    head.findIndex((title) => names.includes(title.toLowerCase()))));
  for (const row of rows) {
    const seconds = Number(row[time]) || secondsOf(row[time]);
    for (const [i, name] of head.entries()) {
      if (i === time || i === commit) continue;
      yield { commit: row[commit], seconds, machine: 'unknown machine', name, ns: nsOf(Number(row[i])) };
    }
  }
}

function readerOf(text) {
  if (/^\s*(?:window\.)?BENCHMARK_DATA\s*=/.test(text)) return ofGithubAction;
  if (/^\s*\{/.test(text)) return ofBencher;
  if (/^Benchmark\S+\s+\d+\s/m.test(text)) return ofGo;
  const [head] = text.split(/\r?\n/, 1);
  return /(^|,)"?(?:commit|sha|revision)"?(,|$)/i.test(head) && COLUMNS_OF_TIME.some((name) => (
    new RegExp(`(^|,)"?${name}"?(,|$)`, 'i').test(head))) ? ofCsv : null;
}

/**
 * @param {string} text of a file of another tool
 * @param {string} file for messages
 * @returns {{ entries: object[], skipped: number }} skipped: values without a commit, a time, or a known unit
 * @throws {UsageError} for a file of no known tool
 */
function importEntries(text, file) {
  const read = readerOf(text);
  if (read === null) {
    throw new UsageError(`${file} is not a history in a known format: data.js from github-action-benchmark, JSON ` +
      'from `bencher perf`, Go benchmarks with commits, or CSV with the columns time, commit, and one for each test');
  }
  let values;
  try {
    values = [...read(text)];
  } catch (error) {
    const isExplained = error instanceof SyntaxError || error instanceof UsageError;
    const why = isExplained ? error.message : 'unexpected structure';
    throw new UsageError(`${file} cannot be read as a history: ${why}`);
  }
  const isWhole = ({ commit, seconds, machine, name, ns }) => [commit, machine, name].every((one) => (
    typeof one === 'string' && one !== '')) && /^[\da-f]{7,64}$/i.test(commit) && [seconds, ns].every((one) => (
    one > 0 && one < Infinity));
  const whole = values.filter(isWhole).map((value) => ({ ...value, commit: value.commit.toLowerCase() }));
  return { entries: entriesOf(whole), skipped: values.length - whole.length };
}

// A name must not contain line breaks or escape sequences.
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const quoted = (cell) => (/[",\n\r]/.test(cell) ? quoteForCsv(cell) : cell);

/** CSV for Apache Otava: time, commit, and a column for each test of each machine. series: of store.js */
function toOtava(series, secondsOfCommit) {
  const machines = new Set(series.map(({ machine }) => machine.id));
  const titles = series.map(({ file, name, machine }) => (
    safeText([machines.size > 1 && machine.name, file, name].filter(Boolean).join(': ').replace(UNSAFE, ' '))));
  const columns = series.map(({ commits, ns }) => new Map(commits.map((commit, i) => [commit, ns[i]])));
  // A commit of two machines has the place of the first of them.
  const commits = [...new Set(series.flatMap((one) => one.commits))]
    .sort((a, b) => secondsOfCommit.get(a) - secondsOfCommit.get(b));
  const rows = commits.map((commit) => (
    [secondsOfCommit.get(commit), commit, ...columns.map((column) => column.get(commit) ?? '')]));
  return [['time', 'commit', ...titles], ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

module.exports = { importEntries, toOtava };
