'use strict';

/* What is asked for each test that is counted, and what its row gets: processes are on paper. */

const { expect } = require('chai');
const engine = require('#engine');
const { createCounting, knownByTime } = require('../../lib/session/counting');
const { writeHistory } = require('../../lib/session/in-processes');
const { emptyRow, failedRow } = require('../../lib/estimate/row');
const { rowError } = require('../../lib/text/row-error');
const { callgrindText, totalsOf } = require('../helpers/callgrind-text');
const { fakeHost, systemError } = require('../helpers/fake-host');

const COUNTED = { kind: 'sync', form: 'sync given 0', tiers: { loop: 'optimized', test: 'optimized' }, collects: false,
  threads: 0, hasProcesses: false };
const clock = { nowNs: () => 5 };

/** Of a suite: { counting, requests, host, rows }. total(name, calls): instructions of so many calls. */
function scene({ tests = [{ name: 'a' }, { name: 'b' }], settings = {}, position = 0, history = [], counted = {},
  total = (name, calls) => 100 * calls, end = null, ...given } = {}) {
  const host = Object.assign(fakeHost(given), {
    run: (command) => (command === 'valgrind' ? { status: 0, signal: null, stdout: 'valgrind-3.19.0\n', stderr: '' }
      : { error: systemError('ENOENT', command), status: null, stdout: null, stderr: null }),
  }, given);
  const requests = [];
  const forks = {
    async run(request) {
      requests.push(request);
      request.onStart(() => { request.isKilled = true; });
      const { name, counts } = request.job;
      const after = (calls) => calls * 8 + (counts.empty === null ? total(name, calls) : 0);
      const file = request.wrapper.find((word) => word.includes('out-file')).split('=')[1];
      host.temporary[file] = callgrindText(totalsOf(counts, after));
      const usual = { row: emptyRow(name, 1), sample: null, counted: { ...COUNTED, ...counted }, error: null };
      return end ? end(request, usual) : usual;
    },
  };
  const suite = { tests, settings: { count: ['instructions'], precision: false, ...settings }, position, history };
  const rows = tests.map(({ name }) => rowOf(name));
  return { host, requests, rows, counting: createCounting(suite, { host, clock, forks, writeHistory }) };
}

const rowOf = (name) => ({ ...emptyRow(name, 1), kind: 'sync', verdict: 'same', nsPerCall: 10, cpuNsPerCall: 10,
  collections: { count: 0 }, warnings: [{ code: 'busy' }] });

async function counted(given) {
  const one = scene(given);
  const shares = [];
  await one.counting.run(one.rows, (share) => shares.push(share));
  return { ...one, shares, found: one.counting.addTo(one.rows) };
}

describe('the counting of a suite', () => {
  before(function () {
    if (engine.lacks.counts !== null) this.skip(); // this engine is not counted
  });

  it('gives each row its counts, beside what it had, and tells how far it is', async () => {
    const { found, rows, shares, host, counting } = await counted();
    expect(found.map(({ counts }) => counts.instructions)).to.deep.equal([100, 100]);
    expect(found.map(({ warnings }) => warnings)).to.deep.equal([[{ code: 'busy' }], [{ code: 'busy' }]]);
    expect(rows.map(({ counts }) => counts)).to.deep.equal([null, null]);
    expect(shares[0]).to.equal(0);
    expect(shares[shares.length - 1]).to.be.within(0.7, 0.999);
    expect(host.temporary).to.deep.equal({});
    // A twin is a row behind the tests.
    const twin = rowOf('a');
    expect(counting.addTo([...rows, twin])[2]).to.equal(twin);
  });

  it('asks for each test by its place, with its time and its limit', async () => {
    const tests = [{ name: 'a', timeoutSeconds: 60 }, { name: 'b', tier: 'baseline', each() {} }];
    const { requests } = await counted({ tests });
    const [a, b] = ['a', 'b'].map((name) => requests.filter(({ job }) => job.name === name));
    expect(a[0].job).to.deep.include({ position: 0, index: 0, name: 'a', history: null });
    expect(a[0].limitMs).to.equal(6e6);
    expect(b[0].job).to.include({ position: 0, index: 1 });
    expect(b[0].limitMs).to.equal(500000);
    expect(b[0].flags.length).to.be.above(a[0].flags.length);
    // Its inputs are its own, and so is its empty loop.
    expect(b.some(({ job }) => job.counts.empty !== null)).to.equal(true);
    expect(a.some(({ job }) => job.counts.empty !== null)).to.equal(true);
  });

  it('hands on what the suites before have found, and takes it away', async () => {
    const texts = new Set();
    const { requests, host, counting, rows } = scene({ position: 1, history: [{ rows: [], returned: 'rows' }, {}],
      end(request, usual) {
        texts.add(host.temporary[request.job.history]);
        return usual;
      } });
    await counting.run(rows, () => {});
    expect([...texts]).to.deep.equal(['[{"rows":[],"returned":"rows"}]']);
    expect(requests[0].job).to.include({ position: 1 }).and.have.property('history').that.includes('-1-counts-5.json');
    expect(host.temporary).to.deep.equal({});
  });

  it('counts nothing where that cannot be handed on, and says why', async () => {
    const { found, requests } = await counted({ position: 1, history: [{ rows: [], returned: 'rows' }],
      writeTemporary() { throw Object.assign(systemError('ENOSPC', 'x'), { path: '/tmp/x' }); } });
    expect(requests).to.deep.equal([]);
    expect(found[1].warnings[1]).to.deep.equal({ code: 'not-counted', reason: 'the results of the suites before it ' +
      'could not be written for its process, to /tmp/x: no space left on the device; TMPDIR names another folder' });
  });

  it('does not count what has failed', async () => {
    const one = scene();
    one.rows[0] = failedRow('a', 1, rowError('threw', 'Error: x'));
    await one.counting.run(one.rows, () => {});
    expect(one.requests.every(({ job }) => job.name === 'b')).to.equal(true);
    const [failed, good] = one.counting.addTo(one.rows);
    expect(failed).to.equal(one.rows[0]);
    expect(good.counts.instructions).to.equal(100);
  });

  it('says what is doubtful', async () => {
    const codesOf = async (given) => (await counted({ tests: [{ name: 'a' }], ...given })).found[0].warnings.slice(1);
    expect(await codesOf({ counted: { hasProcesses: true } })).to.deep.equal([{ code: 'processes-not-counted' }]);
    const [bent, ...more] = await codesOf({ total: (name, calls) => 100 * calls + calls ** 2 * 1e-5 });
    expect(bent).to.include({ code: 'not-proportional' });
    expect(bent.second).to.be.above(bent.first);
    expect(more).to.deep.equal([]);
    let n = 0;
    const [unsettled] = await codesOf({ total: (name, calls) => 100 * calls + calls * 0.5 * (n++ % 3 - 1) });
    expect(unsettled.code).to.equal('count-unsettled');
    expect(unsettled.error).to.be.above(0.05);
    expect(await codesOf({ end: () => ({ row: null, error: rowError('exited', 'it ended') }) }))
      .to.deep.equal([{ code: 'not-counted', reason: 'it ended' }]);
  });

  it('says nothing of counts before it has begun, and while it is under way', async () => {
    const { counting, rows } = scene({ end: () => new Promise(() => {}) });
    expect([counting.hasBegun(), counting.addTo(rows)]).to.deep.equal([false, rows]);
    counting.run(rows, () => {});
    expect([counting.hasBegun(), counting.addTo(rows)]).to.deep.equal([true, rows]);
  });

  it('says that a run that was stopped has not counted it, and keeps what it has', async () => {
    const one = scene({ cpus: () => Array(16).fill({}),
      end: (request, usual) => (request.job.name === 'a' ? usual : new Promise(() => {})) });
    await new Promise((resolve) => one.counting.run(one.rows, () => {
      if (one.counting.addTo(one.rows)[0].counts) resolve();
    }));
    one.counting.stop();
    const [a, b] = one.counting.addTo(one.rows);
    expect(a.counts.instructions).to.equal(100);
    expect([b.counts, b.warnings[1]])
      .to.deep.equal([null, { code: 'not-counted', reason: 'the run ended before it was' }]);
    expect(one.requests.filter(({ job }) => job.name === 'b').every(({ isKilled }) => isKilled)).to.equal(true);
    expect(one.host.temporary).to.deep.equal({});
  });

  it('adds nothing that is found after it was stopped', async () => {
    const ends = [];
    const one = scene({ tests: [{ name: 'a' }], end: (request, usual) => new Promise((resolve) => {
      ends.push(() => resolve(usual));
    }) });
    const told = [];
    const running = one.counting.run(one.rows, (share) => told.push(share));
    await new Promise((resolve) => setImmediate(resolve));
    one.counting.stop();
    for (const end of ends) end();
    await running;
    expect(told).to.deep.equal([0]);
    expect(one.counting.addTo(one.rows)[0].warnings[1].reason).to.equal('the run ended before it was');
  });

  it('that was never begun leaves rows alone where it is stopped', () => {
    const { counting, rows } = scene();
    counting.stop();
    expect(counting.addTo(rows)).to.deep.equal(rows);
  });
});

describe('what the time of a test tells of how it is counted', () => {
  it('is its kind and its times', () => {
    expect(knownByTime({ kind: 'sync', nsPerCall: 5, cpuNsPerCall: 4, collections: { bytesPerCall: 8 } }))
      .to.deep.equal({ kind: 'sync', nsPerCall: 5, cpuNsPerCall: 4, bytesPerCall: 8 });
    expect(knownByTime({ kind: 'sync', nsPerCall: null, collections: { bytesPerCall: null } }))
      .to.deep.equal({ kind: 'sync', nsPerCall: 0, cpuNsPerCall: null, bytesPerCall: null });
  });
});
