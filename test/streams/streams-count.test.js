'use strict';

const { PassThrough, Readable, Transform } = require('stream');
const { Worker } = require('worker_threads');
const { expect } = require('chai');
const { countRuns } = require('../../lib/streams/untimed-runs');
const { resolveStreamSettings } = require('../../lib/streams/settings');
const { parseStreams } = require('../../lib/streams/suite');
const { createAsBefore } = require('../../lib/host/builtins');
const strategy = require('../../lib/streams/strategy');

const INPUT = Buffer.from('some bytes');

/** What a process tells that has counted runs of this factory. */
function counted(create, counts, { input = INPUT, ending } = {}) {
  const settings = resolveStreamSettings({}, { input, reference: false });
  const [test] = parseStreams({ test: create }, settings);
  return countRuns(test, settings, { counts: { parts: 0, ...counts } }, { ending });
}

describe('a process that counts the runs of a stream', () => {
  it('makes those of the warm-up and those that count, each with a stream of its own', async () => {
    let made = 0;
    const create = () => {
      made++;
      return new PassThrough();
    };
    const { row, counted: found } = await counted(create, { warmUp: 3, calls: 4 });
    expect(made).to.equal(7);
    expect(row).to.include({ name: 'test', error: null, nsPerCall: null });
    expect(found).to.deep.equal({
      kind: 'stream', form: null, tiers: { loop: null, test: null }, collects: true, threads: 0, hasProcesses: false,
    });
    made = 0;
    await counted(create, { warmUp: 2, calls: 0 });
    expect(made).to.equal(2);
  });

  it('makes as many in each part, until one fails', async () => {
    let made = 0;
    await counted(() => new PassThrough().once('data', () => { made++; }), { warmUp: 3, calls: 2, parts: 4 });
    expect(made).to.equal(11);
    const { row } = await counted(() => (made++ > 14 ? 7 : new PassThrough()), { warmUp: 1, calls: 2, parts: 4 });
    expect([row.error.code, made]).to.deep.equal(['no-stream', 16]);
  });

  it('tells what went wrong, in the run in which it did', async () => {
    let made = 0;
    const create = () => {
      made++;
      return new Transform({ transform(chunk, encoding, callback) { callback(made > 2 ? new Error('full') : null); } });
    };
    const { row, counted: found } = await counted(create, { warmUp: 1, calls: 8 });
    expect(row.error).to.include({ code: 'threw' });
    expect(row.error.message).to.include('full');
    expect(row.verdict).to.equal('failed');
    expect(found).to.equal(undefined);
    expect(made).to.equal(3);
    expect((await counted(() => 7, { warmUp: 1, calls: 1 })).row.error).to.include({ code: 'no-stream' });
    const empty = await counted(() => new PassThrough(), { warmUp: 1, calls: 1 }, { input: () => Readable.from([]) });
    expect(empty.row.error).to.include({ code: 'no-input' });
  });

  it('gives each run a hundred times its usual time limit', async () => {
    const limits = [];
    const ending = {
      after(_, ms) {
        limits.push(ms);
        return () => {};
      },
      whenDry: () => () => {}, whenUncaught: () => () => {},
    };
    await counted(() => new PassThrough(), { warmUp: 1, calls: 1 }, { ending });
    expect(limits).to.deep.equal([6e6, 6e6]);
  });

  it('sees worker threads', async () => {
    const create = () => new Transform({
      transform(chunk, encoding, callback) {
        new Worker('', { eval: true }).on('exit', () => callback(null, chunk));
      },
    });
    const { counted: found } = await counted(create, { warmUp: 1, calls: 2 });
    expect(found.threads).to.be.at.least(2);
  }).timeout(20000);

  it('is what the strategy of streams counts by', (done) => {
    const settings = resolveStreamSettings({}, { input: INPUT });
    const [test] = parseStreams({ test: () => new PassThrough() }, settings);
    const tools = { asBefore: createAsBefore(false) };
    strategy.count(test, settings, { counts: { warmUp: 1, calls: 1, parts: 0 } }, tools, ({ row, counted: found }) => {
      expect(row.name).to.equal('pass-through');
      expect(found.kind).to.equal('stream');
      done();
    });
  });
});
