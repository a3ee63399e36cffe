'use strict';

/* Requests for each counted test, the progress, and the fields of its row. Processes are simulated. */

const { expect } = require('chai');
const engine = require('#engine');
const { createTestCounting, knownByTime } = require('#lib/extras/counts/counting');
const { writeHistory } = require('#lib/core/session/in-processes');
const { createEmptyRow, createFailedRow } = require('#lib/core/estimate/row');
const { createRowError } = require('#lib/base/text/row-error');
const { callgrindFile, callgrindText, totalsOf, COUNTED, MISSING, PERF, VALGRIND } =
  require('../helpers/counted-processes');
const { fakeHost, systemError } = require('../helpers/fake-host');

const TESTS = [{ name: 'a' }, { name: 'b' }];

const rowOf = ({ name }) => ({
  ...createEmptyRow(name, 1), kind: 'sync', verdict: 'same', nsPerCall: 10, cpuNsPerCall: 10,
    warnings: [{ code: 'busy' }],
});

/**
 * The counting of a suite whose processes take a second each. total(calls): instructions of this number of calls;
 * end(request, usual): the outcome of a process. The scene records its requests, and its progress reports.
 */
function sceneOf({ tests = TESTS, position = 0, history = [], counted = {}, total = (calls) => 100 * calls,
  end = (_, usual) => usual, perf = false, ...given } = {}) {
  const run = (command) => (command === 'valgrind' ? VALGRIND : perf ? PERF : MISSING);
  const scene = {
    host: Object.assign(fakeHost(given), { run }, given), rows: tests.map(rowOf), requests: [], reports: [], ns: 5,
  };
  const forks = {
    async run(request) {
      const { wrapper, job: { name, counts } } = request;
      scene.requests.push(request);
      scene.ns += 1e9;
      request.onStart(() => { request.isKilled = true; });
      const totals = totalsOf(counts, (calls) => calls * 8 + (counts.empty === null ? total(calls) : 0));
      const file = perf ? wrapper[wrapper.indexOf('-o') + 1] : callgrindFile(request);
      scene.host.temporary[file] = perf ? `${totals[0]};;instructions:u;1;100;;\n` : callgrindText(totals);
      return end(request, { row: createEmptyRow(name, 1), sample: null, counted: { ...COUNTED, ...counted },
        error: null });
    },
  };
  const suite = { tests, settings: { count: ['instructions'], precision: false }, position, history };
  scene.counting = createTestCounting(
    suite, { host: scene.host, clock: { nowNs: () => scene.ns }, forks, writeHistory });
  scene.run = () => scene.counting.run(scene.rows, (share, left) => scene.reports.push([share, left]));
  scene.found = () => scene.counting.addTo(scene.rows);
  return scene;
}

async function counted(given) {
  const scene = sceneOf(given);
  await scene.run();
  return { ...scene, found: scene.found(), shares: scene.reports.map(([share]) => share) };
}

describe('the counting of a suite', () => {
  before(function () {
    if (engine.lacks.counts !== null) this.skip(); // counts are unsupported in this engine
  });

  it('adds counts to each row, and keeps its other fields', async () => {
    const { found, rows, host, counting } = await counted();
    expect(found.map(({ counts }) => counts.instructions)).to.deep.equal([100, 100]);
    expect(found.map(({ warnings }) => warnings)).to.deep.equal([[{ code: 'busy' }], [{ code: 'busy' }]]);
    expect(rows.map(({ counts }) => counts)).to.deep.equal([null, null]);
    expect(host.temporary).to.deep.equal({});
    // The row of a twin follows the tests.
    const twin = rowOf(TESTS[0]);
    expect(counting.addTo([...rows, twin])[2]).to.equal(twin);
  });

  it('reports its progress after each process: one per test and per loop, four with perf', async () => {
    const { reports, requests } = await counted();
    expect(requests).to.have.length(3);
    expect(reports[0]).to.deep.equal([0, null]);
    expect([...new Set(reports.map(([share]) => share))]).to.deep.equal([0, 1 / 3, 2 / 3, 3 / 4]);
    const [share, left] = reports[reports.length - 1];
    expect(left).to.be.closeTo(3 * (1 / share - 1), 1e-9);
    const byPerf = await counted({ tests: [TESTS[0]], perf: true });
    expect(byPerf.requests).to.have.length(8);
    expect(byPerf.shares).to.include(1 / 8).and.include(8 / 12);
    const { shares } = await counted({ tests: [{ name: 'a', each: () => 1 }, TESTS[1]] });
    expect(shares).to.include(4 / 5).and.include(1 / 4);
  });

  it('requests each test by its position, with its time and its limit', async () => {
    const tests = [{ name: 'a', timeoutSeconds: 60 }, { name: 'b', tier: 'baseline', each() {} }];
    const { requests } = await counted({ tests });
    const [a, b] = ['a', 'b'].map((name) => requests.filter(({ job }) => job.name === name));
    expect(a[0].job).to.deep.include({ position: 0, index: 0, name: 'a', history: null });
    expect(a[0].limitMs).to.equal(6e6);
    expect(b[0].job).to.include({ position: 0, index: 1 });
    expect(b[0].limitMs).to.equal(6e6);
    expect(b[0].flags.length).to.be.above(a[0].flags.length);
    // Each has a separate empty loop, because one has inputs.
    for (const own of [a, b]) expect(own.some(({ job }) => job.counts.empty !== null)).to.equal(true);
  });

  it('writes the results of earlier suites into a file, and removes it', async () => {
    const texts = new Set();
    const scene = sceneOf({
      position: 1, history: [{ rows: [], returned: 'rows' }, {}],
      end(request, usual) {
        texts.add(scene.host.temporary[request.job.history]);
        return usual;
      },
    });
    await scene.run();
    expect([...texts]).to.deep.equal(['[{"rows":[],"returned":"rows"}]']);
    const [{ job }] = scene.requests;
    expect(job).to.include({ position: 1 }).and.have.property('history').that.includes('-1-counts-5.json');
    expect(scene.host.temporary).to.deep.equal({});
  });

  it('counts nothing if the results cannot be written, and gives the reason', async () => {
    const { found, requests } = await counted({
      position: 1, history: [{ rows: [], returned: 'rows' }],
      writeTemporary() { throw Object.assign(systemError('ENOSPC', 'x'), { path: '/tmp/x' }); },
    });
    expect(requests).to.deep.equal([]);
    expect(found[1].warnings[1]).to.deep.equal({ code: 'not-counted', reason: 'results of previous suites, ' +
      'which its process needs, could not be written to /tmp/x: no space left on the device. Set TMPDIR to ' +
      'another folder' });
  });

  it('skips failed tests and first calls', async () => {
    const scene = sceneOf({ tests: [...TESTS, { name: 'c', isCold: true }] });
    scene.rows[0] = createFailedRow('a', 1, createRowError('threw', 'Error: x'));
    await scene.run();
    const [failed, good, cold] = scene.found();
    expect({ failed, instructions: good.counts.instructions, counts: cold.counts })
      .to.deep.equal({ failed: scene.rows[0], instructions: 100, counts: null });
    expect(cold.warnings[1]).to.deep.equal({
      code: 'not-counted', reason: 'a process has only one first call, and counts need several calls',
    });
    expect(scene.requests.every(({ job }) => job.name === 'b')).to.equal(true);
  });

  it('warns of doubtful counts', async () => {
    const codesOf = async (given) => (await counted({ tests: [TESTS[0]], ...given })).found[0].warnings.slice(1);
    expect(await codesOf({ counted: { hasProcesses: true } })).to.deep.equal([{ code: 'processes-not-counted' }]);
    const [bent, ...more] = await codesOf({ total: (calls) => 100 * calls + calls ** 2 * 1e-5 });
    expect(bent).to.include({ code: 'not-proportional' });
    expect(bent.second).to.be.above(bent.first);
    expect(more).to.deep.equal([]);
    let n = 0;
    const [unsettled] = await codesOf({ total: (calls) => 100 * calls + calls * 0.5 * (n++ % 3 - 1) });
    expect(unsettled.code).to.equal('count-unsettled');
    expect(unsettled.error).to.be.above(0.05);
    expect(await codesOf({ end: () => ({ row: null, error: createRowError('exited', 'it ended') }) }))
      .to.deep.equal([{ code: 'not-counted', reason: 'it ended' }]);
  });

  it('changes no row before it has begun, while nothing is counted, and if it never begins', () => {
    const scene = sceneOf({ end: () => new Promise(() => {}) });
    for (const hasBegun of [false, true]) {
      expect({ hasBegun: scene.counting.hasBegun(), found: scene.found() })
        .to.deep.equal({ hasBegun, found: scene.rows });
      scene.run();
    }
    const other = sceneOf();
    other.counting.stop();
    expect(other.found()).to.deep.equal(other.rows);
  });

  it('keeps the counts so far if it is stopped, and gives the other rows a warning', async () => {
    const scene = sceneOf({ cpus: () => Array(16).fill({}),
      end: (request, usual) => (request.job.name === 'a' ? usual : new Promise(() => {})) });
    await new Promise((resolve) => scene.counting.run(scene.rows, () => {
      if (scene.found()[0].counts) resolve();
    }));
    scene.counting.stop();
    const [a, b] = scene.found();
    expect(a.counts.instructions).to.equal(100);
    expect([b.counts, b.warnings[1]])
      .to.deep.equal([null, { code: 'not-counted', reason: 'the run ended before counting' }]);
    expect(scene.requests.filter(({ job }) => job.name === 'b').every(({ isKilled }) => isKilled)).to.equal(true);
    expect(scene.host.temporary).to.deep.equal({});
  });

  it('ignores counts that arrive after it was stopped', async () => {
    const ends = [];
    const scene = sceneOf({ tests: [TESTS[0]], end: (request, usual) => new Promise((resolve) => {
      ends.push(() => resolve(usual));
    }) });
    const running = scene.run();
    await new Promise((resolve) => setImmediate(resolve));
    scene.counting.stop();
    for (const end of ends) end();
    await running;
    expect(scene.reports).to.deep.equal([[0, null]]);
    expect(scene.found()[0].warnings[1].reason).to.equal('the run ended before counting');
  });
});

it('the facts for counting from the time of a test are its kind and its times', () => {
  expect(knownByTime({ kind: 'sync', nsPerCall: 5, cpuNsPerCall: 4, collections: { bytesPerCall: 8 } }))
    .to.deep.equal({ kind: 'sync', nsPerCall: 5, cpuNsPerCall: 4, bytesPerCall: 8 });
  expect(knownByTime({ kind: 'sync', nsPerCall: null, collections: { bytesPerCall: null } }))
    .to.deep.equal({ kind: 'sync', nsPerCall: 0, cpuNsPerCall: null, bytesPerCall: null });
});
