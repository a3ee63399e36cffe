'use strict';

/* vitest bench: the provider of version 5, and the tinybench of its runner before. The files stay vitest's. */

const { measureTests } = require('../suite');
const { Bench, Task } = require('./tinybench');

const TIME_MS = 500; // as in vitest

/** options: of the file, with `time` in ms per test; all have the longest, because they take turns */
const settingsOf = (title, options) => (
  { title, timeGoal: options.reduce((most, { time = TIME_MS }) => Math.max(most, time), -Infinity) / 1000 });

/** job: of vitest 5. The results are those of tinybench, with verdicts. Rejects with the error of a failed test. */
async function run({ test, config = {}, options = {}, registrations }) {
  const bench = new Bench();
  for (const { name, fn, fnOpts } of registrations) bench.add(name, fn, fnOpts);
  const tasks = await bench.runTasks(bench.tasks, settingsOf(test.fullTestName, [options]));
  const errors = tasks.map(({ result }) => result.error).filter(Boolean);
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'several benchmarks failed');
  const isKept = options.retainSamples ?? config.retainSamples;
  const without = (figures) => (isKept ? figures : { ...figures, samples: undefined });
  return tasks.map(({ name, result }) => (
    { ...result, name, latency: without(result.latency), throughput: without(result.throughput) }));
}

/**
 * For vitest 3 and 4, which make the tasks of a group before they run the first: all are measured then. Errors of tests
 * are added to a list, because vitest ends the file after the event `error`.
 */
function tinybenchOfGroup(errors) {
  const group = [];
  let rows = null;

  return {
    Bench,
    Task: class extends Task {
      constructor(...args) {
        super(...args);
        group.push(this);
      }

      dispatchEvent(event) {
        if (event.type !== 'error') return super.dispatchEvent(event);
        errors.push(event.error);
        return true;
      }

      async run() {
        const settings = settingsOf('', group.map(({ bench }) => bench.opts));
        rows = rows || measureTests(group.map((task) => task.toTest()), settings);
        this.bench.tell([this], [(await rows)[group.indexOf(this)]]);
        return this;
      }
    },
  };
}

module.exports = { run, tinybenchOfGroup };
