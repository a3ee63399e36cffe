'use strict';

/* qtimeit compare --old --new, and --rev: measures the sides against each other, and ends in good order. */

const path = require('path');
const { onEnding } = require('./ending');
const { FAILED } = require('./exit-codes');
const { exitCodeOfComparison, tellApart } = require('./gate');
const { shownPath } = require('./measure');
const { createOutput } = require('./output');
const { createSaver } = require('./saver');
const { suitesOf } = require('./matrix');
const { pin } = require('./pin');
const { gateOf } = require('../compare/gate');
const { judge } = require('../estimate/judge');
const { measureSides } = require('../compare/measure-sides');
const { PILOT } = require('../compare/plan');
const { findUnits } = require('../compare/units');
const { timeLeft } = require('../text/numbers');
const { findSuiteFiles } = require('../suite/suite-files');
const { UsageError } = require('../text/usage-error');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');

const count = (n, word, plural) => `${n} ${n === 1 ? word : plural}`;

/**
 * @param {{ options: object, positionals: string[] }} given
 * @param {object} document the comparison, without figures
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function compareSides({ options, positionals }, document, deps) {
  const { host, clock, terminal, cwd } = deps;
  const files = suitesOf(findSuiteFiles(positionals, deps), deps).map((file) => ({ path: file, shown: shownPath(file, cwd) }));
  const output = createOutput(options, deps);
  const { binarySides, revisionSides } = require('../compare/sides');
  const say = (text) => {
    terminal.status('');
    terminal.writeError(`${text}\n`);
  };

  let sides = [];
  let units = [];
  let isOver = false;
  let kill = () => {};

  const saver = createSaver(document, () => {
    update();
    output.save(document);
  }, deps);

  function update() {
    document.sides = sides.map(({ label, source, environment }) => ({ label, source, environment }));
    document.tests = judge(units.map((unit) => ({ ...unit, sides: unit.sides.map((side) => side && { samples: side.samples, error: side.error }) })), {
      margin: options.precision, floor: 0, isSaved: false, isComparable: true, maxRegression: document.maxRegression,
    });
    document.gate = gateOf(document, { secondsEach: units.map(({ secondsEach }) => secondsEach), limitSeconds: options.time });
  }

  /** The end, whatever brings it: processes and worktrees are gone, what is known is saved and printed. */
  function finish() {
    if (isOver) return;
    isOver = true;
    kill();
    terminal.status('');
    for (const side of sides) side.remove();
    saver.save();
    // Before the tests are known there is nothing to show.
    if (document.tests.length === 0 && document.failures.length === 0) return;
    output.end(document);
    tellApart(document, options, deps);
  }

  const watch = {
    isOver: () => isOver,
    onStart(killOne) { kill = killOne; },
    looking(side, file) { terminal.status(`looking at ${file} (${side.label})`); },
    planned(seconds, comparable) {
      if (comparable.length === 0) return;
      const worst = Math.max(...comparable.map(({ expected }) => expected));
      const short = worst > options.precision * 1.05 ? `, for +- ${(worst * 100).toFixed(1)} % at worst (--time allows no more)` : '';
      say(seconds > 0 ? `then about ${timeLeft(seconds)} more${short}` : 'the pilot was enough');
    },
    sampled: saver.saveWhenDue,
    progress(done, all, seconds) { terminal.status(`${done} of ${count(all, 'process', 'processes')}, about ${timeLeft(seconds)} left`); },
  };

  const stopListening = onEnding(finish, options, deps);

  try {
    sides = options.rev === undefined ? binarySides(options, deps) : revisionSides(options.rev, files.map(({ shown }) => shown), deps);
    for (const side of sides) for (const note of side.notes) say(`note: ${note}`);
    pin(options.pin, deps);
    const found = await findUnits(sides, files, options, { host, clock, script: PROGRAM }, watch);
    if (isOver) return null;
    ({ units } = found);
    document.failures = found.failures;
    if (units.length === 0 && found.failures.length === 0) throw new UsageError('no test is left by --filter and --exclude');
    const matched = units.filter((unit) => unit.sides.every(Boolean)).length;
    if (matched) {
      const pilotSeconds = matched * sides.length * PILOT * 0.3;
      const most = matched * options.time;
      say(`${count(matched, 'test', 'tests')}, ${sides.length} sides: a pilot of about ${timeLeft(pilotSeconds)}, ${timeLeft(most)} at most in all`);
    }
    await measureSides(units, { precision: options.precision, limitSeconds: options.time }, deps, watch);
    if (isOver) return null;
    document.complete = true;
    finish();
    return output.hasFailed() ? FAILED : exitCodeOfComparison(document, options);
  } finally {
    stopListening();
    for (const side of sides) side.remove();
  }
}

module.exports = { compareSides };
