'use strict';

/* Duration and memory of `qtimeit merge` for many documents. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { bench, sysinfo } = require('..');
const { documentText } = require('../lib/core/document/document-text');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');

const BYTES = 1e6;
const GOAL = { seconds: 30, megabytes: 1000, documents: 300 };

const UNITS = 5; // per document, as in a plan of 10 000 units for 2000 machines

// The names of units end with their place, which differs in each document.
const NAME = 'bench/unit-';
const DIGITS = 6;

const nameOf = (place) => `${NAME}${String(place).padStart(DIGITS, '0')}.js`;

const around = (value) => +(value * (1 + 0.02 * (Math.random() - 0.5))).toPrecision(9);
const filled = (length, make) => Array.from({ length }, (_, i) => make(i));

/** A row as a run saves it, with this number of rounds. */
async function rowWith(rounds) {
  const [row] = await bench({ 'a test': () => Math.random() }, { timeGoal: 0.1, silent: true });
  const columns = {
    warmUp: 10, calls: filled(rounds, () => 4096), ns: filled(rounds, () => around(100)),
    mhz: filled(rounds, () => around(3600)), heapBytes: filled(rounds, () => 0),
  };
  const { nsPerCall, nsLow, nsHigh, cycles, calls } = row;
  return { ...row, samples: [{ nsPerCall, nsLow, nsHigh, cycles, calls, rounds: columns }] };
}

const head = (kind) => ({
  qtimeit: kind, schema: 1, version: '1.0.0', savedAt: '2026-11-23T00:00:00.000Z', complete: true,
  command: ['run', 'bench/'],
});

/** Results with suites of four tests. */
async function resultsOf(environment) {
  const row = await rowWith(1570);
  const suites = filled(UNITS, (place) => ({
    file: nameOf(place), suite: 1, settings: { timeGoal: 4, margin: 0.002, forkTests: 0 },
    tests: filled(4, (i) => ({ ...row, name: `test ${i}` })), error: null, seconds: 16,
  }));
  return { ...head('results'), environment, suites };
}

const ratesOf = (labels) => (environment) => {
  const runs = Math.round(36000 / UNITS / labels.length);
  const side = () => ({
    rates: filled(runs, () => around(62713421)), seconds: filled(runs, () => around(0.16)), errors: [],
    places: filled(runs, (i) => i + 1),
  });
  return {
    ...head('rates'), runs, sides: labels.map((label) => ({ label, source: null, environment })),
    failures: [], skipped: [],
    configurations: filled(UNITS, (place) => ({
      file: nameOf(place), configuration: 'n=1024', parameters: { n: 1024 }, seconds: 900, sides: labels.map(side),
    })),
  };
};

/** Comparisons with as many processes as fit into a document of BYTES. */
function comparisonOf(environment) {
  const processes = Math.round(90000 / UNITS / 2);
  const sideOf = () => {
    const values = filled(processes, () => around(100));
    return { nsPerCall: 100, nsLow: 99.9, nsHigh: 100.1, cycles: null, processes, values, error: null };
  };
  const change = {
    ratio: 1, low: 0.999, high: 1.001, confidence: 0.99, p: 0.9, adjustedP: 1, verdict: 'same', margin: 0.01,
    moreProcesses: null, moreSeconds: null, regression: false,
  };
  return {
    ...head('comparison'), kind: 'processes', confidence: 0.95, precision: 0.01, maxRegression: null, differences: [],
    sides: ['old', 'new'].map((label) => ({ label, source: null, environment })), failures: [],
    tests: filled(UNITS, (place) => ({
      file: nameOf(place), suite: 1, name: 'a test', sides: [sideOf(), sideOf()], unit: 'ns', changes: [change],
      seconds: 900,
    })),
  };
}

const KINDS = {
  results: resultsOf, rates: ratesOf(['this']), 'rates of two sides': ratesOf(['old', 'new']),
  comparisons: comparisonOf,
};

/** Writes the documents of all shards, with equal figures, to a folder. */
async function writeDocuments(kind, count, folder) {
  const document = await KINDS[kind](sysinfo());
  const placesOf = (k) => filled(UNITS, (i) => i * count + k);
  const shardOf = (k) => ({
    index: k + 1, count, units: UNITS * count, places: placesOf(k), plan: '0123456789abcdef', settings: {},
    revision: null, machine: `n${k % 40}`, task: null, files: placesOf(k).map(nameOf),
  });
  const marker = '"shard": 0';
  const pieces = documentText({ ...document, shard: 0 }).split(new RegExp(`${NAME}\\d+\\.js`));
  for (let k = 0; k < count; k++) {
    const names = placesOf(k).map(nameOf);
    const text = pieces.map((piece, i) => (i === 0 ? piece : names[i - 1] + piece)).join('');
    fs.writeFileSync(path.join(folder, `part-${k + 1}.json`),
      text.replace(marker, `"shard": ${JSON.stringify(shardOf(k))}`));
  }
  return fs.statSync(path.join(folder, 'part-1.json')).size;
}

/** Runs the command, and returns its duration in seconds, and its peak of resident memory in MB. */
function run(folder, files) {
  const peak = path.join(folder, 'peak');
  const hook = path.join(folder, 'hook.js');
  fs.writeFileSync(hook, `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, ` +
    'String(process.resourceUsage().maxRSS)));\n');
  const args = ['--require', hook, PROGRAM, 'merge', ...files, '--save', 'all.json'];
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args,
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`qtimeit merge exited with ${status}: ${stderr}`);
  return { seconds: (performance.now() - startedMs) / 1000, megabytes: Number(fs.readFileSync(peak, 'utf8')) / 1000 };
}

async function measureKind(kind, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-shards-'));
  try {
    const bytes = await writeDocuments(kind, count, folder);
    if (Math.abs(bytes / BYTES - 1) > 0.2) throw new Error(`a document of ${kind} has ${bytes} bytes, not ${BYTES}`);
    const found = run(folder, filled(count, (k) => `part-${k + 1}.json`));
    const saved = fs.statSync(path.join(folder, 'all.json')).size;
    const what = `${count} documents of ${(bytes / 1e6).toFixed(2)} MB into one of ${(saved / 1e6).toFixed(0)} MB`;
    console.log(`${kind}: ${what}: ${found.seconds.toFixed(1)} s, ${found.megabytes.toFixed(0)} MB resident at most`);
    return found;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {number} count of documents
 * @returns {Promise<boolean>} whether the goals are met
 */
async function measureMerge(count) {
  let isMet = true;
  for (const kind of Object.keys(KINDS)) {
    const { seconds, megabytes } = await measureKind(kind, count);
    if (seconds > GOAL.seconds * Math.max(1, count / GOAL.documents) || megabytes > GOAL.megabytes) isMet = false;
  }
  return isMet;
}

module.exports = { measureMerge };
