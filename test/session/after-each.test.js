'use strict';

const { expect } = require('chai');
const { bench } = require('../..');

const QUICK = { timeGoal: 0.01, silent: true };

/** The rows of a suite in which tests fail, without that of this process. */
async function rowsOf(suite, options = {}) {
  const { exitCode } = process;
  const rows = await bench(suite, { ...QUICK, ...options });
  process.exitCode = exitCode;
  return rows;
}

describe('afterEach of a test', () => {
  const kinds = {
    sync: (counts) => ({ fn() { counts.calls++; } }),
    promise: (counts) => ({ async fn() { counts.calls++; } }),
    callback: (counts) => ({ fn(callback) { counts.calls++; callback(); } }),
    'callback, later': (counts) => ({ fn(callback) { counts.calls++; setImmediate(callback); } }),
  };
  for (const what of Object.keys(kinds)) {
    for (const options of [{}, { memory: true, inline: false }]) {
      it(`is called once for each call: ${what} ${JSON.stringify(options)}`, async () => {
        const counts = { calls: 0, after: 0 };
        const test = kinds[what](counts);
        const [row] = await rowsOf({ test: { ...test, afterEach() { counts.after++; } }, other() {} }, options);
        expect(row.error).to.equal(null);
        expect(counts.after).to.equal(counts.calls).and.to.be.above(1);
      });
    }
  }

  it('gets the input that each made, after the call that had it', async () => {
    const left = new Set();
    const test = {
      each() { const input = { isUsed: false }; left.add(input); return input; },
      fn(input) { input.isUsed = true; },
      afterEach(input) {
        if (!input.isUsed) throw new Error('not used');
        if (!left.delete(input)) throw new Error('seen before');
      },
    };
    const [row] = await rowsOf([test]);
    expect(row.error).to.equal(null);
    expect(left.size).to.equal(0);
  });

  it('gets what setup returned where there is no input, behind the parameters', async () => {
    let seen = null;
    const setup = () => 'value';
    await rowsOf([{ setup, fn() {}, afterEach: (params, value) => { seen = [params.size, value]; } }],
      { params: { size: 3 } });
    expect(seen).to.deep.equal([3, 'value']);
  });

  it('is awaited, before the next slice and before teardown', async () => {
    let open = 0;
    const test = {
      fn() { open++; },
      async afterEach() { await null; open--; },
      teardown() { if (open !== 0) throw new Error(`${open} open`); },
    };
    const [row] = await rowsOf([test]);
    expect(row.error).to.equal(null);
    expect(row.kind).to.equal('sync');
  });

  it('fails the test alone, and is named', async () => {
    const rows = await rowsOf({
      throws: { fn() {}, afterEach() { throw new Error('no file'); } },
      rejects: { async fn() {}, async afterEach() { throw new Error('no file'); } },
      'never ends': { async fn() {}, afterEach: () => new Promise(() => {}), timeout: 0.05 },
      works() {},
    });
    expect(rows.map(({ error }) => error && [error.code, error.message, error.calls])).to.deep.equal([
      ['threw', 'afterEach: Error: no file', null], ['threw', 'afterEach: Error: no file', null],
      ['timed-out', 'afterEach: did not end within 0.05 s', null], null,
    ]);
  });
});
