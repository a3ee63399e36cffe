'use strict';

/*
 * Measures the accuracy of timeit.streams:
 *
 *   node streams.js speed [ROUNDS]     MB/s compared with a hand-written pipeline, in interleaved processes (20 rounds)
 *   node streams.js twins [TIMES]      how often two equal transforms are called different (20 times)
 *   node streams.js memory             peak memory of a process that retains 200 MB more than another
 *   node streams.js short              twins once, with 1 MB and two runs: checks only that it works
 *
 * Exits with 1 if a goal is missed.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFileSync } = require('child_process');
const { PassThrough, Transform, Writable, pipeline } = require('stream');
const { createGzip } = require('zlib');
const timeit = require('..');
const { meanInterval } = require('../lib/base/stats/sample');
const { median } = require('./truth');

const BYTES = 64 * 2 ** 20;
const HELD_BYTES = 200e6;

const CONTENDERS = {
  'pass-through': () => new PassThrough(),
  gzip: () => createGzip({ level: 1 }),
};

/** Writes compressible text, the same each time. */
function writeInput(file, bytes) {
  const words = 'one process for each run and the same input for all of them in turn'.split(' ');
  let state = 1;
  const lines = [];
  for (let length = 0; length < 2 ** 20;) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const word = `${words[state % words.length]}${state >>> 20} `;
    lines.push(word);
    length += word.length;
  }
  const block = Buffer.from(lines.join('')).subarray(0, 2 ** 20);
  const fd = fs.openSync(file, 'w');
  for (let written = 0; written < bytes; written += block.length) fs.writeSync(fd, block);
  fs.closeSync(fd);
}

const run = (...args) => JSON.parse(
  execFileSync(process.execPath, [__filename, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));

/* These functions run in child processes. */

function hand(name, file) {
  let bytes = 0;
  const sink = new Writable({
    write(chunk, encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  const source = fs.createReadStream(file, { highWaterMark: 65536 });
  const contender = CONTENDERS[name]();
  const started = process.hrtime.bigint();
  pipeline(source, contender, sink, (error) => {
    if (error) throw error;
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    console.log(JSON.stringify({ rate: fs.statSync(file).size / seconds, bytes }));
  });
}

async function tool(name, file) {
  const rows = await timeit.streams(
    { [name]: CONTENDERS[name] }, { input: file, runs: 1, reference: false, twin: false, silent: true });
  console.log(JSON.stringify({ rate: rows[0].bytesPerSecond, error: rows[0].error }));
}

async function twinsOnce(file, runs = '0') {
  const upper = () => new Transform({
    transform(chunk, encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').toUpperCase(), 'latin1'));
    },
  });
  const more = Number(runs) > 0 ? { runs: Number(runs) } : {};
  const rows = await timeit.streams(
    { one: upper, same: upper }, { input: file, reference: upper, silent: true, ...more });
  console.log(
    JSON.stringify(
      rows.map(({ name, verdict, rank, rankLow, rankHigh }) => ({ name, verdict, rank, rankLow, rankHigh }))));
}

async function hold(file) {
  const holding = (bytes) => () => {
    const held = Buffer.alloc(bytes, 1);
    return new Transform({
      transform(chunk, encoding, done) {
        held[0]++;
        done(null, chunk);
      },
    });
  };
  const rows = await timeit.streams(
    { nothing: holding(0), held: holding(HELD_BYTES) },
      { input: file, runs: 5, reference: false, twin: false, silent: true });
  console.log(JSON.stringify(rows.map(({ stream }) => stream)));
}

/** { ratio, reach }: the geometric mean of ratios, and half the width of its 95 % interval */
function together(ratios) {
  const logs = ratios.map(Math.log);
  const { low, high } = meanInterval(logs);
  return { ratio: Math.exp((low + high) / 2), reach: (high - low) / 2 };
}

const percent = ({ ratio, reach }) => `${((ratio - 1) * 100).toFixed(1)} +- ${(reach * 100).toFixed(1)} %`;

function speed(file, rounds) {
  writeInput(file, BYTES);
  let worst = 0;
  for (const name of Object.keys(CONTENDERS)) {
    const ways = ['hand', 'tool', 'hand again'];
    const rates = { hand: [], tool: [], 'hand again': [] };
    for (let round = 0; round < rounds; round++) {
      for (const way of round & 1 ? ways.slice().reverse() : ways) {
        const { rate, error } = run(way.split(' ')[0], name, file);
        if (error) throw new Error(error.message);
        rates[way].push(rate);
      }
    }
    // Compared with both hand-written measurements of a round, for a narrower interval.
    const tool = together(rates.tool.map((rate, i) => rate / Math.sqrt(rates.hand[i] * rates['hand again'][i])));
    const again = together(rates['hand again'].map((rate, i) => rate / rates.hand[i]));
    worst = Math.max(worst, Math.abs(tool.ratio - 1));
    console.log(`${name.padEnd(12)}  by hand ${(median(rates.hand) / 1e6).toFixed(0)} MB/s; timeit.streams ` +
      `${percent(tool)}, by hand again ${percent(again)} (${rounds} rounds)`);
  }
  return worst <= 0.03;
}

function twins(file, times, bytes = BYTES / 2, runs = 0) {
  writeInput(file, bytes);
  let different = 0;
  const verdicts = {};
  for (let time = 1; time <= times; time++) {
    for (const { name, verdict, rank, rankLow, rankHigh } of run('twins-once', file, `${runs}`).slice(1)) {
      verdicts[verdict] = (verdicts[verdict] || 0) + 1;
      if (verdict !== 'faster' && verdict !== 'slower') continue;
      console.log(`run ${time}: ${name} ${verdict}, ${rank.toFixed(0)} ` +
        `(${rankLow.toFixed(0)}..${rankHigh.toFixed(0)})`);
      different++;
    }
  }
  console.log(`${different} of ${2 * times} equal transforms called different; ${JSON.stringify(verdicts)}`);
  return different <= 1;
}

function memory(file) {
  writeInput(file, BYTES);
  const [nothing, held] = run('hold', file);
  const more = held.peakRssBytes - nothing.peakRssBytes;
  const exact = held.isPeakExact ? 'from the kernel' : 'from samples';
  console.log(`peak ${(nothing.peakRssBytes / 1e6).toFixed(1)} and ${(held.peakRssBytes / 1e6).toFixed(1)} MB ` +
    `(${exact}): ${(more / 1e6).toFixed(1)} MB for 200 MB retained`);
  console.log(`samples took ${(held.samplerShare * 100).toFixed(2)} % of the time (${held.rssSamples} per run)`);
  return Math.abs(more / HELD_BYTES - 1) <= 0.05;
}

const COMMANDS = { speed, twins, memory, short: (file) => twins(file, 1, 2 ** 20, 2) };
const CHILD_JOBS = { hand, tool, 'twins-once': twinsOnce, hold };

const [command, ...rest] = process.argv.slice(2);
if (CHILD_JOBS[command]) {
  CHILD_JOBS[command](...rest);
} else if (COMMANDS[command]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-streams-'));
  try {
    if (!COMMANDS[command](path.join(folder, 'input.txt'), Number(rest[0]) || 20)) process.exitCode = 1;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
} else {
  console.error(`unknown command ${command ?? ''}. Use ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = 2;
}
