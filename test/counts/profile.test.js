'use strict';

/* Profiles without processes: the output of valgrind and V8 write is on paper. */

const { expect } = require('chai');
const { createCounter } = require('#lib/extras/counts/counter');
const { createProfile: profileOfProcesses } = require('#lib/extras/counts/profile');
const { createRowError } = require('#lib/base/text/row-error');
const { callgrindFile, countingHost, goodEnd, MISSING, PERF, REQUEST } = require('../helpers/counted-processes');

const logOf = ({ flags }) => flags.find((word) => word.startsWith('--logfile=')).split('=')[1];

/** By the number of calls: 8 instructions are the loop's, 70 the test's, 30 a builtin's. */
const partOf = (functions) => {
  const total = functions.reduce((sum, [, instructions]) => sum + instructions, 0);
  return `part: 1\nevents: Ir\n${functions.map(([name, instructions]) => `fn=${name}\n0 ${instructions}\n`).join('')}` +
    `totals: ${total}\n`;
};
const IN_PARTS = ({ calls, parts }, each) => [
  partOf([['???', 1000]]), partOf([['???', 5]]),
  ...Array(parts).fill(partOf([['???', 5 + calls * (each - 30)], ['Builtins_X', calls * 30]])), partOf([['???', 9]]),
].join('\n');
const WITH_CODE = (calls) => `part: 1\nevents: Ir\nob=/usr/bin/node\nfn=Builtins_X\n0x10 ${calls * 30}\nob=???
fn=0x1000\n0x1000 ${calls * 8}\n0x1010 ${calls * 70}\ntotals: ${calls * 108 + 1}\n`;
const LOG = `script-source,1,,/* private loop 1 */ const f = fn;
code-creation,JS,10,5,0x9000,9,body /a.js:6:1,0xb,~
code-creation,JS,10,5,0x1000,100,run :1:48,0xa,*
code-source-info,0x1000,1,4,9,C0O4C16O8I0,F0O8,S0xb
`;

/** A fake runner whose processes succeed; underCallgrind(request): the end of a process of a profile. */
function makeRunner(host, underCallgrind = () => goodEnd()) {
  const runner = {
    requests: [],
    async run(request) {
      const { wrapper, job: { counts } } = request;
      const { calls, empty } = counts;
      request.onStart(() => {});
      if (wrapper.includes('--dump-instr=yes')) {
        runner.requests.push(request);
        host.temporary[callgrindFile(request)] = WITH_CODE(calls);
        host.temporary[logOf(request)] = LOG;
        return underCallgrind(request);
      }
      const each = empty === null ? 108 : 38;
      // A processor counts a repeated instruction once.
      const perf = `${1e6 + calls * (each - 8)};;instructions:u;1;100;;\n`;
      if (wrapper[0] === 'perf') host.temporary[wrapper[wrapper.indexOf('-o') + 1]] = perf;
      else host.temporary[callgrindFile(request)] = IN_PARTS(counts, each);
      return goodEnd();
    },
  };
  return runner;
}

async function profileOf({ host = countingHost(), count = ['instructions', 'profile'], underCallgrind, more } = {}) {
  const runner = makeRunner(host, underCallgrind);
  const { counts, reason } = await createCounter(runner, { count, precision: false }, { host })
    .count({ ...REQUEST, ...more });
  expect(reason).to.equal(null);
  return { counts, profile: counts.profile, runner, host };
}

const BY_NAME = [
  { name: 'compiled JavaScript', kind: 'compiled', instructions: 78 }, { name: 'X', kind: 'builtin', instructions: 30 },
];

describe('the profile of a test', () => {
  it('comes with its counts, by the names of native functions', async () => {
    const { profile, runner } = await profileOf({ count: ['instructions'] });
    expect(profile).to.deep.equal({ functions: BY_NAME, isSplit: false, reason: null });
    expect(runner.requests).to.have.length(0);
  });

  it('splits compiled code into functions and the loop with two more processes, on request', async () => {
    const { counts, profile, runner, host } = await profileOf();
    expect(profile).to.deep.equal({
      isSplit: true, reason: null,
      functions: [
        { name: 'body a.js:6 (optimized)', kind: 'compiled', instructions: 70 },
        { name: 'X', kind: 'builtin', instructions: 30 },
        { name: 'the loop around the test', kind: 'loop', instructions: 8 },
      ],
    });
    expect(runner.requests.map(({ job }) => job.counts.calls)).to.deep.equal([0, counts.calls]);
    for (const { job, flags, exitLimitMs } of runner.requests) {
      expect(job.counts).to.deep.include({ warmUp: counts.warmUp, empty: null });
      expect(flags).to.include.members(['--single-threaded', '--log-code']);
      expect(exitLimitMs).to.equal(60000);
    }
    expect(host.temporary).to.deep.equal({});
  });

  it('makes as many calls as were counted, of several operations each', async () => {
    const { counts, runner: { requests: [, { job }] } } = await profileOf({ more: { operations: 10 } });
    expect(job.counts.calls * 10).to.equal(counts.calls);
    expect(job.counts.warmUp * 10).to.equal(counts.warmUp);
  });

  for (const [what, underCallgrind, reason] of [
    ['a process fails', () =>
      ({ row: null, error: createRowError('crashed', 'was killed by SIGKILL', { output: [] }) }),
      /killed by SIGKILL/],
    ['its file is cut off', (request, host) => {
      host.temporary[callgrindFile(request)] = 'ob=???\n';
      return goodEnd();
    }, /^the output of valgrind is truncated\. /],
    ['there is no log', (request, host) => {
      delete host.temporary[logOf(request)];
      return goodEnd();
    }, /cannot be read/],
    ['it executes something else with the log', (request, host) => {
      host.temporary[callgrindFile(request)] = WITH_CODE(request.job.counts.calls * 1.1);
      return goodEnd();
    }, /with logging turned on, V8 executes 119 instructions per call instead of 108/],
  ]) {
    it(`stays unsplit with a reason if ${what}`, async () => {
      const host = countingHost();
      const { counts, profile } = await profileOf({ host, underCallgrind: (request) => underCallgrind(request, host) });
      expect(counts.instructions).to.equal(70);
      expect(profile).to.deep.include({ functions: BY_NAME, isSplit: false });
      expect(profile.reason).to.match(reason);
    });
  }

  it('needs valgrind, also if perf counts', async () => {
    const isThere = await profileOf({ host: countingHost({ perf: PERF }) });
    expect(isThere.counts.source.name).to.equal('perf');
    expect(isThere.profile.isSplit).to.equal(true);
    const { profile } = await profileOf({ host: countingHost({ perf: PERF, valgrind: MISSING }) });
    expect(profile).to.deep.equal({
      functions: [], isSplit: false, reason: 'functions are counted with valgrind, but valgrind is not installed' });
    expect((await profileOf({ host: countingHost({ perf: PERF }), count: ['instructions'] })).profile).to.equal(null);
  });
});

const executed = (functions, more) => ({ functions: new Map(Object.entries(functions)), ...more });
const lines = (profile) => profile.map(({ kind, instructions, name }) => `${kind} ${instructions} ${name}`);

describe('a profile', () => {
  for (const [what, fewer, more, expected] of [
    ['is the count per call of each function, sorted', { '???': 5e6, 'malloc': 1e6, 'v8::internal::A::B(int)': 7 },
      { '???': 5e6 + 2900, 'malloc': 1e6, 'v8::internal::A::B(int)': 7007, 'Builtins_X': 1001 },
      ['runtime 70 A::B', 'compiled 29 compiled JavaScript', 'builtin 10.01 X']],
    ['has one line for one name', {},
      { 'v8::internal::A::B(int)': 1000, 'v8::internal::A::B(int) [clone .isra.0]': 500 },
      ['runtime 15 A::B']],
    ['leaves out functions that execute less', { malloc: 1100, free: 300 },
      { malloc: 100, free: 300, Builtins_X: 11000 },
      ['builtin 110 X']],
  ]) {
    it(what, () => (expect(lines(profileOfProcesses(executed(fewer), executed(more), 100))).to.deep.equal(expected)));
  }

  it('names code by its address, with a map for each process', () => {
    const at = (start) => (address) => ({ name: `f${(address - start) / 16 | 0}`, kind: 'compiled' });
    const fewer = executed({ malloc: 10 }, { code: new Map([[1000, 5], [1017, 7]]), at: at(1000) });
    const more = executed({ malloc: 10 }, { code: new Map([[2000, 105], [2004, 100], [2016, 407]]), at: at(2000) });
    expect(lines(profileOfProcesses(fewer, more, 100))).to.deep.equal(['compiled 4 f1', 'compiled 2 f0']);
  });

  it('sums up small functions by kind, and keeps the total', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`v8::internal::F${i}()`, 10000 - 10 * i]));
    const builtins = { Builtins_A: 900, Builtins_B: 1100, Builtins_C: 2000 };
    const profile = profileOfProcesses(executed({}), executed({ ...many, ...builtins }), 10);
    expect(profile).to.have.length(15);
    expect(lines(profile.slice(11))).to.deep.equal(
      ['runtime 989 F11', 'builtin 200 C', 'builtin 110 B', 'runtime 36841 ']);
    // Nine hundredths of a hundredth are too few for a line.
    expect(profile.reduce((sum, { instructions }) => sum + instructions, 0)).to.equal(49175 - 90);
  });
});
