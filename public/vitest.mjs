/* vitest bench measured by qtimeit: 'qtimeit/vitest' is a benchmark.provider of vitest 5, and a runner of 3 and 4. */

import { createRequire } from 'node:module';
import * as vitest from 'vitest';

// Not by import, because vite would transform a linked qtimeit.
const { run, tinybenchOfGroup } = createRequire(import.meta.url)('../lib/extras/adopt/libraries/vitest');

// The name in vitest since 4.1, and before in a module that 5 does not have, and of which vite must not know.
const before = 'vitest/runners';
const Runner = vitest.BenchmarkRunner
  || (await import(/* @vite-ignore */ before).catch(() => ({}))).NodeBenchmarkRunner || Object;

export default class extends Runner {
  static run(job) { return run(job); }

  #errors = [];

  async importTinybench() { return tinybenchOfGroup(this.#errors); }

  async runSuite(suite) {
    await super.runSuite(suite);
    const errors = this.#errors.splice(0);
    if (errors.length > 0) throw errors; // vitest accepts a list
  }
}
