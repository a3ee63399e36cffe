'use strict';

/*
 * What a shard on one processor loses to another on the next: the time of bodies with more and more data, alone and
 * beside a process that does the same, in turns. The first fits into the caches of a core, the last into none. Rounds
 * in which others had one of the processors do not count.
 *
 *   node beside.js [--first 0] [--second 1] [--seconds 0.01] [--rounds 40]
 */

const { once } = require('events');
const { spawn } = require('child_process');
const { readArguments } = require('./arguments');
const { median } = require('./truth');

const LINE_BYTES = 64;
const STEPS = 1e4;
// Of its processor, that a process has to have had.
const LEAST_SHARE = 0.97;
const MOST_TRIES = 25;
const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ id: i, name: `name ${i}`, list: [i, i + 1] })));

/** Steps through all lines of so many bytes, each telling where the next one is. */
function chase(bytes) {
  const perLine = LINE_BYTES / 4;
  const lines = bytes / LINE_BYTES;
  const order = Array.from({ length: lines }, (_, i) => i);
  // One cycle through all (Sattolo), the same in each process.
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

/** In a process of its own: calls for so long each time that it is asked, and tells the ns of a call. */
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

/** A process that stays on a processor. measure(): { ns, share } of the next seconds */
async function startOn(processor, name, seconds) {
  const args = ['-c', `${processor}`, process.execPath, __filename, 'child', name, '--seconds', `${seconds}`];
  const own = spawn('taskset', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = once(own, 'exit').then(() => { throw new Error(`no process stays on processor ${processor}`); });
  await Promise.race([once(own, 'message'), gone]);
  gone.catch(() => {});
  return {
    async measure() {
      own.send('measure');
      const [measured] = await once(own, 'message');
      return measured;
    },
    end() { own.disconnect(); },
  };
}

/** Both take turns until there are so many rounds that nobody has disturbed; fewer where that takes too long. */
async function roundsOf(one, other, rounds) {
  const alone = [];
  const beside = [];
  for (let tries = 0; tries < MOST_TRIES * rounds && (alone.length < rounds || beside.length < rounds); tries++) {
    const first = await one.measure();
    const both = await Promise.all([one.measure(), other.measure()]);
    if (first.share >= LEAST_SHARE) alone.push(first.ns);
    if (both.every(({ share }) => share >= LEAST_SHARE)) beside.push(both[0].ns);
  }
  return [alone, beside];
}

async function main({ first, second, seconds, rounds }) {
  console.log(`alone on processor ${first}, and beside the same on processor ${second}: medians of ns`);
  for (const name of Object.keys(BODIES)) {
    const [one, other] = await Promise.all([first, second].map((processor) => startOn(processor, name, seconds)));
    const [alone, beside] = await roundsOf(one, other, rounds);
    for (const own of [one, other]) own.end();
    const [before, after] = [alone, beside].map((list) => (list.length ? median(list) : NaN));
    console.log(`${name.padEnd(22)} ${before.toFixed(0).padStart(10)} ${after.toFixed(0).padStart(10)}  ` +
      `x${(after / before).toFixed(2)}  of ${alone.length} and ${beside.length} rounds`);
  }
}

const { options, names: [isChild, name] } =
  readArguments({ first: 0, second: 1, seconds: 0.01, rounds: 40 }, ['child', ...Object.keys(BODIES)]);
if (isChild) child(name, options.seconds);
else main(options);
