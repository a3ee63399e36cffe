'use strict';

/*
 * Compares timeit with hand-written loops in the same process:
 *
 *   node accuracy.js [sync|callback|promise] [--seconds 0.5] [--copies 5] [--only TEXT] [--old]
 *
 * Each copy of a body is compiled separately, for timeit and for the loop: the placement of compiled code changes some
 * times by several percent. Each copy is compared with the loop measured before and after it. The error of a body is
 * the median over its copies. --old: the declared objects are in the old generation, as in a suite that has run for
 * some time.
 */

const timeit = require('..');
const { readArguments } = require('./arguments');
const bodies = require('./bodies');
const { truthNs, age, median } = require('./truth');

const { options: { seconds, copies, only, old }, names: [kind = 'sync'] } =
  readArguments({ seconds: 0.5, copies: 5, only: '', old: false }, ['sync', 'callback', 'promise']);

const SILENT = '/* NOOUTPUT */';

function measured(fn) {
  if (kind !== 'callback') return timeit({ seconds }, fn, SILENT);
  return new Promise((resolve, reject) => {
    timeit({ seconds }, fn, SILENT,
      (error, count, elapsed, wallclock, result) => (error ? reject(error) : resolve(result)));
  });
}

async function main() {
  const errors = [];
  console.log(`node ${process.versions.node}, ${kind} tests, ${copies} copies of each body, ${seconds} s each`);
  console.log('body                      truth ns  timeit ns   error %  error ns  statistic  warnings');
  for (const body of bodies.filter(({ name }) => name.includes(only))) {
    const truths = [];
    const results = [];
    for (let copy = 0; copy < copies; copy++) {
      const test = body[kind]();
      const loop = body.loop();
      if (old) age();
      const truth = () => truthNs(old ? { ...body, loop: () => loop } : body);
      const before = truth();
      results.push(await measured(test));
      truths.push((before + truth()) / 2);
    }
    const figures = results.map((result) => result.nsPerCall);
    const error = {
      name: body.name,
      relative: median(figures.map((figure, i) => figure / truths[i] - 1)),
      ns: median(figures.map((figure, i) => figure - truths[i])),
    };
    errors.push(error);
    const codes = [...new Set(results.flatMap((result) => result.warnings.map((warning) => warning.code)))];
    console.log([
      body.name.padEnd(24), median(truths).toFixed(3).padStart(9), median(figures).toFixed(3).padStart(10),
      (error.relative * 100).toFixed(1).padStart(9), error.ns.toFixed(3).padStart(9),
      ` ${results[0].statistic.padEnd(9)}`, codes.join(' '),
    ].join(' '));
  }
  const relative = errors.map((error) => Math.abs(error.relative));
  const worst = errors.reduce((a, b) => (Math.abs(a.relative) > Math.abs(b.relative) ? a : b));
  console.log(`median ${(median(relative) * 100).toFixed(2)} %, worst ` +
    `${(Math.abs(worst.relative) * 100).toFixed(1)} % (${worst.name}, ${worst.ns.toFixed(3)} ns)`);
  const limits = { sync: [0.06, 0.1], callback: [0.05, 2], promise: [0.05, 20] }[kind];
  const outside = errors.filter((error) => Math.abs(error.relative) > limits[0] && Math.abs(error.ns) > limits[1]);
  console.log(`outside ${limits[0] * 100} % or ${limits[1]} ns: ` +
    `${outside.map((error) => error.name).join(', ') || 'none'}`);
}

main();
