'use strict';

/*
 * Checks that tests are marked if V8 folds or hoists their work, and that other short tests are not:
 *
 *   node removed-work.js [marks] [blackBox]     both by default
 *     --nodes PATHS  executables of other versions of Node.js, separated by commas
 *     --runs N       default 3
 *     --seconds S    for each body, default 0.2
 *     --short        every tenth body
 *
 * marks: 30 bodies with constant inputs, which V8 computes before the loop in Node.js 20, 22, 24 and 26; 30 bodies of
 * 0.3 to 20 ns that do their work in each call; and the duration of the detection. blackBox: twelve bodies whose inputs
 * come through timeit.blackBox, compared with varying inputs. Also run it with endless loops in the background.
 */

const { spawnSync } = require('child_process');
const pass = require('../lib/core/measure/not-inlined');
const { readArguments } = require('./arguments');
const { median } = require('./truth');

const { options, names } =
  readArguments({ nodes: '', runs: 3, seconds: 0.2, short: false, child: false }, ['marks', 'blackBox']);
const selected = names.length ? names : ['marks', 'blackBox'];

const passMs = []; // durations of the detection
const { measureNotInlined } = pass;
pass.measureNotInlined = function* timed(...given) {
  const startedMs = performance.now();
  const found = yield* measureNotInlined(...given);
  passMs.push(performance.now() - startedMs);
  return found;
};

const { keep, blackBox, bench } = require('..');

const s = 'The quick brown fox';
const t = 'zebra';
const x = 2.5;
const n = 12345;
const big = 123456789012345678901234567890n;
const other = 987654321n;
const list = [3, 1, 2, 5, 4];
const frozen = Object.freeze({ a: 1, b: 2 });
const y = 3.7;

const FOLDED = {
  indexOf: () => keep(s.indexOf('zebra')),
  includes: () => keep(s.includes('zebra')),
  charCodeAt: () => keep(s.charCodeAt(3)),
  codePointAt: () => keep(s.codePointAt(2)),
  'length of a sum': () => keep((s + s).length),
  'character of a sum': () => keep((s + t).charCodeAt(3)),
  'length of a template': () => keep(`${s}-${t}`.length),
  'string === string': () => keep(s === 'The quick brown fix'),
  'string < string': () => keep(s < t),
  typeof: () => keep(typeof s === 'string' && typeof n === 'number'),
  'BigInt product': () => keep(big * big),
  'BigInt sum': () => keep(big + other),
  'BigInt remainder': () => keep(big % other),
  'BigInt comparison': () => keep(big > other),
  'Math.sqrt': () => keep(Math.sqrt(x)),
  'Math.sin': () => keep(Math.sin(x)),
  'Math.tan': () => keep(Math.tan(x)),
  'Math.cbrt': () => keep(Math.cbrt(x)),
  'Math.atan2': () => keep(Math.atan2(y, x)),
  'Math.exp of Math.log': () => keep(Math.exp(Math.log(x))),
  'Math.imul': () => keep(Math.imul(n, 2654435761) >>> 16),
  'Math.clz32': () => keep(Math.clz32(n) + Math.floor(y)),
  'Math.max': () => keep(Math.max(x, y, n)),
  'Math.trunc': () => keep(Math.trunc(y * 3)),
  'x ** 5': () => keep(x ** 5),
  polynomial: () => keep(((x * 3 + 2) * x + 1) * x),
  'Number.isInteger': () => keep(Number.isInteger(n) && Number.isFinite(y)),
  'Array.isArray': () => keep(Array.isArray(list)),
  'frozen object': () => keep(frozen.a + frozen.b),
  'fields of a literal': () => { const o = { a: 1, b: 2 }; keep(o.a + o.b); },
};

let i = 0;
let lcg = 1;
let sum = 0;
let flag = false;
let float = 1.5;
const strings = ['alpha', 'beta gamma', 'delta', 'Epsilon'];
const numbers = Float64Array.from({ length: 64 }, (_, k) => k * 1.37 + 0.1);
const integers = Int32Array.from({ length: 64 }, (_, k) => k * 7919 % 1000);
const map = new Map(Array.from({ length: 64 }, (_, k) => [k, k]));
const set = new Set([1, 2, 3]);
const objects = Array.from({ length: 8 }, (_, k) => ({ a: k, b: k * 2 }));
const bigs = [123456789012345678901n, 98765432109876543210n];
const ring = new Array(64).fill(0);
const words = ['a', 'b', 'c'];
class Counter {
  constructor() { this.value = 0; }
  increment() { this.value++; }
}
const counter = new Counter();

const HONEST = {
  'i++': () => { i++; },
  'array read': () => keep(numbers[i++ & 63]),
  'array write': () => { ring[i & 63] = i++; },
  'typed array write': () => { integers[i & 63] = i++; },
  LCG: () => { lcg = (Math.imul(lcg, 1664525) + 1013904223) | 0; },
  xorshift: () => { lcg ^= lcg << 13; lcg ^= lcg >>> 17; lcg ^= lcg << 5; },
  'float sum': () => { float = float * 1.0000001 + 0.1; },
  'flag = !flag': () => { flag = !flag; },
  'sum of an array': () => { sum = sum + integers[i++ & 63] | 0; },
  branch: () => { if (integers[i++ & 63] > 500) sum = sum + 1 | 0; else lcg = lcg - 1 | 0; },
  'Map get': () => keep(map.get(i++ & 63)),
  'Set has': () => keep(set.has(i++ & 3)),
  field: () => keep(objects[i++ & 7].b),
  instanceof: () => keep(objects[i++ & 7] instanceof Counter),
  method: () => counter.increment(),
  'new object': () => keep({ a: i++ }),
  'new array': () => keep([i++, 2]),
  'new closure': () => { const k = i++; keep(() => k); },
  slice: () => keep(list.slice()),
  'push and pop': () => { words.push('d'); words.pop(); },
  template: () => keep(`${i++ & 7}`),
  'charCodeAt of i': () => keep('abcdefgh'.charCodeAt(i++ & 7)),
  'indexOf in turn': () => keep(strings[i++ & 3].indexOf('zebra')),
  'BigInt sum in turn': () => keep(bigs[i++ & 1] + 1n),
  'i % 7': () => keep(i++ % 7),
  '1 / i': () => keep(1 / (i++ | 1)),
  'Math.sqrt in turn': () => keep(Math.sqrt(numbers[i++ & 63])),
  'Math.sin in turn': () => keep(Math.sin(numbers[i++ & 63])),
  'Math.min in turn': () => keep(Math.min(numbers[i++ & 63], 20)),
  'Math.clz32 of i': () => keep(Math.clz32(i++)),
};

// Inputs. Each body runs with the first one through blackBox, and with all in turn.
const texts = [s, 'The quick brown fix', 'The quick brawn fox', 'The quack brown fox'];
const floats = Float64Array.from({ length: 64 }, (_, k) => x + k / 100);
const whole = Int32Array.from({ length: 64 }, (_, k) => n + k);
const bigTexts = [big, big + 1n];
const objectsOfOne = [{ a: 1 }, { a: 2 }];
const lists = [list, [4, 1, 3, 5, 2]];
const expression = /fox/;
const INPUTS = {
  toUpperCase: [(value) => value.toUpperCase(), texts],
  indexOf: [(value) => value.indexOf('zebra'), texts],
  charCodeAt: [(value) => value.charCodeAt(3), texts],
  'RegExp test': [(value) => expression.test(value), texts],
  'Math.sqrt': [(value) => Math.sqrt(value), floats],
  'Math.sin': [(value) => Math.sin(value), floats],
  'Math.pow': [(value) => Math.pow(value, 3.3), floats],
  'Math.imul': [(value) => Math.imul(value, 2654435761), whole],
  'n % 7': [(value) => value % 7, whole],
  'BigInt product': [(value) => value * other, bigTexts],
  field: [(value) => value.a, objectsOfOne],
  'slice and sort': [(value) => value.slice().sort(), lists],
};

const some = (tests) => Object.fromEntries(Object.entries(tests).filter((_, k) => !options.short || k % 10 === 0));
const MARKS = ['folded', 'hoisted'];

function measured(tests) {
  return bench(some(tests), { timeGoal: options.seconds, silent: true, twin: false });
}

function marks() {
  for (const [name, tests, isExpected] of [['folded', FOLDED, true], ['honest', HONEST, false]]) {
    const rows = Array.from({ length: options.runs }, () => measured(tests)).flat();
    const marked = (row) => MARKS.includes(row.verdict);
    const wrong = rows.filter((row) => marked(row) !== isExpected);
    console.log(`${name}: ${rows.filter(marked).length} of ${rows.length} marked` +
      wrong.map((row) => `; ${row.name} ${row.verdict} ${row.nsPerCall.toFixed(2)} ns`).join(''));
  }
  const share = (ms) => `${(ms / options.seconds / 10).toFixed(1)} %`;
  console.log(`detection: median ${median(passMs).toFixed(1)} ms, ${share(median(passMs))} of the time of a ` +
    `test; at most ${Math.max(...passMs).toFixed(1)} ms`);
}

// Compiles each body separately, because functions with one source share type feedback.
const withNames = (text, values) => (
  new Function(...Object.keys(values), `let i = 0; return ${text};`)(...Object.values(values)));

function blackBoxes() {
  for (const [name, [body, values]] of Object.entries(some(INPUTS))) {
    const [value] = values;
    const outcome = [];
    for (let run = 0; run < options.runs; run++) {
      const given = { expression, other };
      const next = `values[i++ & ${values.length - 1}]`;
      const inTurn = withNames(`() => keep((${body})(${next}))`, { ...given, keep, values });
      const boxed = withNames(`() => keep((${body})(blackBox(value)))`, { ...given, keep, blackBox, value });
      const [a, b] = bench({ inTurn, boxed }, { timeGoal: options.seconds, silent: true, twin: false });
      outcome.push([a.nsPerCall, b.nsPerCall]);
    }
    const [inTurnNs, boxedNs] = [0, 1].map((k) => median(outcome.map((one) => one[k])));
    const off = boxedNs - inTurnNs;
    const isNear = Math.abs(off) < 0.5 || Math.abs(off) < 0.05 * inTurnNs;
    console.log(`${name}: ${boxedNs.toFixed(2)} ns through blackBox, ${inTurnNs.toFixed(2)} ns with varying inputs` +
      `${isNear ? '' : ': difference above 0.5 ns and 5 %'}`);
  }
}

if (options.child || !options.nodes) {
  console.log(`Node.js ${process.version}`);
  if (selected.includes('marks')) marks();
  if (selected.includes('blackBox')) blackBoxes();
} else {
  for (const node of options.nodes.split(',')) {
    const args = process.argv.slice(1).filter((one, k, all) => one !== '--nodes' && all[k - 1] !== '--nodes');
    spawnSync(node, [...args, '--child'], { stdio: 'inherit' });
  }
}
