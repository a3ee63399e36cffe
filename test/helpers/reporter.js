'use strict';

/*
 * What mocha prints of our tests: a line of dots for each thousand of them, and at the end what is pending, how many
 * passed in what time, and each failure whole. .ci/run reads the count from it.
 */

const { reporters: { Base }, Runner: { constants } } = require('mocha');

const TESTS_A_LINE = 1000;
const DOTS_A_LINE = 75;

/**
 * Of `if (condition) this.skip(); // reason` in a test, or before all tests of its describe(), the reason, or else the
 * condition; undefined without both. Of tests that ran in other processes mocha hands over no such hooks.
 */
function reasonOf({ body, parent: { _beforeAll: hooks = [] } }) {
  const [, condition, reason] = [body, ...hooks.map((hook) => hook.body)]
    .map((text) => /(?:\bif \((.+)\) )?this\.skip\(\);(?: \/\/ (.+))?/.exec(text)).find(Boolean) || [];
  return reason || condition;
}

class Reporter extends Base {
  constructor(runner, options) {
    super(runner, options);
    this.pending = [];
    this.tests = 0;
    this.dots = 0;
    this.hasFailed = false;
    runner.on(constants.EVENT_TEST_PASS, () => this.count());
    runner.on(constants.EVENT_TEST_PENDING, (test) => {
      this.pending.push(test);
      this.count();
    });
    runner.on(constants.EVENT_TEST_FAIL, () => {
      this.hasFailed = true;
      this.count();
    });
  }

  /** A dot stands for 13 tests or 14, and is an exclamation mark where one of them failed. */
  count() {
    this.tests++;
    if (Math.floor(this.tests * DOTS_A_LINE / TESTS_A_LINE) > this.dots) this.dot();
  }

  dot() {
    if (this.dots % DOTS_A_LINE === 0) process.stdout.write('\n  ');
    process.stdout.write(this.hasFailed ? Base.color('fail', '!') : Base.color('fast', '.'));
    this.hasFailed = false;
    this.dots++;
  }

  /**
   * Called by mocha once, when all is over. The event for that comes again with each file that could not be loaded,
   * before the failures of the next.
   */
  done(failures, callback) {
    if (this.tests * DOTS_A_LINE > this.dots * TESTS_A_LINE) this.dot();
    if (this.dots > 0) process.stdout.write('\n');
    if (this.pending.length > 0) process.stdout.write('\n');
    for (const test of this.pending) {
      const reason = reasonOf(test);
      const line = `  - ${test.titlePath().join(' > ')}${reason ? ` (${reason})` : ''}`;
      process.stdout.write(`${Base.color('pending', line)}\n`);
    }
    this.epilogue();
    callback(failures);
  }
}

module.exports = Reporter;
