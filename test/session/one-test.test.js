'use strict';

const { expect } = require('chai');
const { createCounting } = require('../../lib/session/counting');
const { withLacks } = require('../helpers/engine-lacks');
const { measureTest } = require('../../lib/session/one-test');

describe('a test in an engine that cannot do what it asks for', () => {
  it('fails with the reason, where it is to be held to a tier', () => {
    const found = [];
    const test = { name: 'a', fn() {}, tier: 'interpreter' };
    withLacks({ tiers: 'it has none' }, () =>
      measureTest(test, { opsPerTest: 1 }, { name: 'a' }, { natives: null }, (row) => found.push(row)));
    const [{ row: { name, verdict, error } }] = found;
    expect([name, verdict, error.code]).to.deep.equal(['a', 'failed', 'not-started']);
    expect(error.message).to.equal('this engine cannot be held to a tier: it has none');
  });

  it('is not counted, and no process is started for it', async () => {
    const forks = { run() { throw new Error('started'); } };
    const clock = { nowNs: () => 0 };
    const rows = [{ name: 'a', verdict: 'baseline', collections: {}, warnings: [] }];
    const suite = { tests: [{ name: 'a' }], settings: { count: 'perf' }, position: 0, history: [] };
    const counting = createCounting(suite, { host: { cpus: () => [{}] }, clock, forks });
    await withLacks({ counts: 'it cannot' }, () => counting.run(rows, () => {}));
    expect(counting.addTo(rows)[0].warnings).to.deep.equal([{ code: 'not-counted', reason: 'it cannot' }]);
  });
});
