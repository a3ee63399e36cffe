'use strict';

/*
 * The bodies of suites, and their hand-written measurements. As in bodies.js, state is declared with `var` in an
 * enclosing function.
 */

const { median, nowMs, timed } = require('./truth');

const SLICE_MS = 4;
const ROUNDS = 61;

const STEP = 's = Math.imul(s, 1664525) + 1013904223 | 0;';

/** A chain of dependent steps in a local variable, without a loop. */
const dependent = (steps) => ['var s_ = 1;', `let s = s_; ${STEP.repeat(steps)} s_ = s;`];

// name: [declarations, body, whether it allocates]
const TEXTS = {
  compute: ['var s_ = 1;', `let s = s_; for (let k = 0; k < 40; k++) { ${STEP} } s_ = s;`],
  steps: dependent(16),
  '[1,2,3]': ['var x;', 'x = [1, 2, 3];', true],
  map: ['var a = [1, 2, 3, 4, 5, 6, 7, 8], v;', 'v = a.map(function (e) { return e * 2; });', true],
  'JSON.parse': ['var o;', 'o = JSON.parse(\'{"a":1,"b":[1,2,3]}\');', true],

  '40 steps': dependent(40),
  '41 steps': dependent(41),
  '42 steps': dependent(42),
  '200 steps': dependent(200),
  '201 steps': dependent(201),

  'JSON 20': ['var o;', `for (let k = 0; k < 20; k++) o = JSON.parse('{"a":1,"b":[1,2,3]}');`, true],
  'JSON 21': ['var o;', `for (let k = 0; k < 21; k++) o = JSON.parse('{"a":1,"b":[1,2,3]}');`, true],

  'n++': ['var n = 0;', 'n++;'],
  ring: ['var ring = new Array(65536), i = 0;', 'ring[i++ & 65535] = { v: i, w: [i] };', true],
};

let made = 0;
// Functions with identical text share code and type feedback in V8, so each text is unique.
const make = (text) => new Function(`/* ${++made} */ ${text}`)();

/** { name, allocates, sync(), loop(), emptyLoop() }: each call creates a new function */
function bodyOf(name) {
  const [declarations, body, allocates = false] = TEXTS[name];
  return {
    name,
    allocates,
    sync: () => make(`${declarations} return function () { ${body} };`),
    loop: () => make(`${declarations} return function (n_) { for (let i_ = 0; i_ < n_; i_++) { ${body} } };`),
    emptyLoop: () => make('return function (n_) { for (let i_ = 0; i_ < n_; i_++) {} };'),
  };
}

/** Warms up a loop, and returns its iterations per slice. */
function warmed(loop) {
  let n = 16;
  while (timed(loop, n) < SLICE_MS / 2) n = Math.ceil(n * 1.5);
  for (let i = 0; i < 10; i++) n = Math.max(1, Math.round(n * SLICE_MS / timed(loop, n)));
  return n;
}

/** The time of one body divided by another: median of the net ratios of interleaved hand-written loops. */
function ratioByHand(name, otherName) {
  const loops = [bodyOf(name).loop(), bodyOf(otherName).loop(), bodyOf(name).emptyLoop()];
  const n = loops.map(warmed);
  const ratios = [];
  for (let i = 0; i < ROUNDS; i++) {
    const ms = [];
    for (let k = 0; k < 3; k++) {
      const at = (i + k) % 3;
      ms[at] = timed(loops[at], n[at]) / n[at];
    }
    ratios.push((ms[0] - ms[2]) / (ms[1] - ms[2]));
  }
  return median(ratios);
}

/** ns per iteration of a hand-written loop that runs for 2 s, collections included, minus an empty loop. */
function nsByHand(name) {
  const loop = bodyOf(name).loop();
  const empty = bodyOf(name).emptyLoop();
  const emptyN = warmed(empty);
  const emptyMs = median(Array.from({ length: 15 }, () => timed(empty, emptyN) / emptyN));
  const started = nowMs();
  let calls = 0;
  while (nowMs() - started < 2000) {
    loop(100000);
    calls += 100000;
  }
  return ((nowMs() - started) / calls - emptyMs) * 1e6;
}

module.exports = { bodyOf, ratioByHand, nsByHand };
