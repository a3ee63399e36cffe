'use strict';

/*
 * Measures how much slower a shard is while another shard runs on another processor: the time of bodies with
 * increasing amounts of data, alternately alone and next to a process with the same body. The smallest data fit into
 * the caches of a core, the largest into no cache. Rounds in which other processes used a processor are discarded.
 *
 *   node contention.js [--first 0] [--second 1] [--seconds 0.01] [--rounds 40]
 */

const { once } = require('events');
const { spawn } = require('child_process');
const { readArguments } = require('./arguments');
const { median } = require('./truth');

const LINE_BYTES = 64;
const STEPS = 1e4;
// A round counts if the process used at least this share of its processor.
const LEAST_SHARE = 0.97;
const MOST_TRIES = 25;
const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ id: i, name: `name ${i}`, list: [i, i + 1] })));

/** A linked list through all cache lines of an array of this size. */
function chase(bytes) {
  const perLine = LINE_BYTES / 4;
  const lines = bytes / LINE_BYTES;
  const order = Array.from({ length: lines }, (_, i) => i);
  // Sattolo's algorithm: one cycle through all lines, the same in each process.
  for (let i = lines - 1, seed = 1; i > 0; i--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = seed % i;
    [order[i], order[j]] = [order[j], order[i]];
  }
  const list = new Int32Array(lines * perLine);
  for (let i = 0; i < lines; i++) list[i * perLine] = order[i] * perLine;
  let at = 0;
  return () => { for (let i = 0; i < STEPS; i++) at = list[at]; };
}

const kB = 1024;
const BODIES = {
  'JSON.parse': () => () => JSON.parse(TEXT),
  'steps through 16 kB': () => chase(16 * kB),
  'steps through 512 kB': () => chase(512 * kB),
  'steps through 4 MB': () => chase(4 * kB * kB),
  'steps through 16 MB': () => chase(16 * kB * kB),
  'steps through 128 MB': () => chase(128 * kB * kB),
};

const cpuUs = () => { const { user, system } = process.cpuUsage(); return user + system; };

/** Runs in a child process: on each message it measures for the given seconds, and sends the time per call. */
function child(name, seconds) {
  const body = BODIES[name]();
  for (let i = 0; i < 20; i++) body();
  process.send('ready');
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    const startUs = cpuUs();
    const startNs = process.hrtime.bigint();
    const endNs = startNs + BigInt(seconds * 1e9);
    let calls = 0;
    let nowNs = startNs;
    for (; nowNs < endNs; nowNs = process.hrtime.bigint(), calls++) body();
    const ns = Number(nowNs - startNs);
    process.send({ ns: ns / calls, share: (cpuUs() - startUs) * 1000 / ns });
  });
}

/** A process bound to a processor. measure(): { ns: per call, share: of the processor } */
async function startOn(processor, name, seconds) {
  const args = ['-c', `${processor}`, process.execPath, __filename, 'child', name, '--seconds', `${seconds}`];
  const own = spawn('taskset', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(own, 'exit').then(() => { throw new Error(`taskset cannot use processor ${processor}`); });
  await Promise.race([once(own, 'message'), exited]);
  exited.catch(() => {});
  return {
    async measure() {
      own.send('measure');
      const [measured] = await once(own, 'message');
      return measured;
    },
    end() { own.disconnect(); },
  };
}

/** Measures alternately until both lists have this many undisturbed rounds; fewer if that takes too long. */
async function roundsOf(one, other, rounds) {
  const alone = [];
  const concurrent = [];
  for (let tries = 0; tries < MOST_TRIES * rounds && (alone.length < rounds || concurrent.length < rounds); tries++) {
    const first = await one.measure();
    const both = await Promise.all([one.measure(), other.measure()]);
    if (first.share >= LEAST_SHARE) alone.push(first.ns);
    if (both.every(({ share }) => share >= LEAST_SHARE)) concurrent.push(both[0].ns);
  }
  return [alone, concurrent];
}

async function main({ first, second, seconds, rounds }) {
  console.log(`medians in ns: alone on processor ${first}, and with the same body on processor ${second}`);
  for (const name of Object.keys(BODIES)) {
    const [one, other] = await Promise.all([first, second].map((processor) => startOn(processor, name, seconds)));
    const [alone, concurrent] = await roundsOf(one, other, rounds);
    for (const own of [one, other]) own.end();
    const [before, after] = [alone, concurrent].map((list) => (list.length ? median(list) : NaN));
    console.log(`${name.padEnd(22)} ${before.toFixed(0).padStart(10)} ${after.toFixed(0).padStart(10)}  ` +
      `x${(after / before).toFixed(2)}  of ${alone.length} and ${concurrent.length} rounds`);
  }
}

const { options, names: [isChild, name] } =
  readArguments({ first: 0, second: 1, seconds: 0.01, rounds: 40 }, ['child', ...Object.keys(BODIES)]);
if (isChild) child(name, options.seconds);
else main(options);
