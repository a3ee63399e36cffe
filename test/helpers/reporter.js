'use strict';

/*
 * Prints a line of dots per thousand tests; at the end the pending tests, the number of passed tests, the time, and all
 * failures in full. .ci/run reads the number of tests from this output.
 */

const { reporters: { Base }, Runner: { constants } } = require('mocha');

const TESTS_A_LINE = 1000;
const DOTS_A_LINE = 75;

/**
 * The reason of `if (condition) this.skip(); // reason` in a test or in a before() of its describe(). Without a reason,
 * the condition; without both, undefined. For tests of parallel workers, Mocha does not pass the hooks.
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

  /** A dot represents 13 or 14 tests; it is an exclamation mark if one of them failed. */
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
   * Mocha calls it once at the end. The end event would not do: it is repeated for each file that cannot be loaded,
   * before the failures of the next one.
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
