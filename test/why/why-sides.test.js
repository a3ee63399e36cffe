'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { explainSides } = require('#lib/cli/why-sides');
const realHost = require('#lib/base/host/host');

const ROOTS = ['/checkout', '/w'];

/** The log of a process whose test calls a builtin in these shares of its samples. */
const logOf = (root, builtin) => [
  'code-creation,Builtin,2,10,0x1000,256,LoadIC_Megamorphic',
  `script-source,7,${root}/a.js,f`,
  `code-creation,JS,13,101,0x200,128,f ${root}/a.js:1:1,0xa2,*`,
  'code-source-info,0x200,7,0,34,C0O0,,',
  'code-creation,Script,10,200,0x300,4, qtimeit-why-begins:1:1,0xa3,~',
  ...Array.from({ length: 10 }, (_, i) => (
    i < builtin ? `tick,0x1010,${300 + i},0,0x0,0,0x215` : `tick,0x214,${300 + i},0,0x0,0`)),
  'code-creation,Script,10,700200,0x310,4, qtimeit-why-ends:1:1,0xa4,~',
].join('\n');

/** A process per job that writes a log; `jobs` has their labels. */
const runnerOf = (at, jobs) => ({
  launch: { execPath: '/usr/bin/node' },
  async run({ job, flags }) {
    jobs.push(`${job.name} ${at}${flags.includes('--x') ? ' with its flags' : ''}`);
    const [log] = flags.map((flag) => /^--logfile=(.*)/.exec(flag)).filter(Boolean).map(([, file]) => file);
    fs.writeFileSync(log, logOf(ROOTS[at], at === 1 ? 5 : 0));
    fs.writeFileSync(job.explain.file, JSON.stringify({ calls: 1, ns: 1, blocks: [] }));
    return { error: null, row: { error: null } };
  },
});

const NODE = { engine: 'node' };

/** changes: [name, verdict, time of the new side (of the old one: 100 ns)] */
async function explained(changes, { engines = [NODE, NODE] } = {}) {
  const seen = { jobs: [], profiles: [], again: [] };
  const units = changes.map(([name]) => ({ file: 'a.js', name, sides: [0, 1].map((at) => (
    { runner: runnerOf(at, seen.jobs), job: { position: 0, index: 0, name }, flags: ['--x'], latest: null,
      withMemory: [] })) }));
  const sideOf = (nsPerCall) => (
    { nsPerCall, nsLow: nsPerCall - 1, nsHigh: nsPerCall + 1, processes: 4, error: null });
  const changeOf = (ns, verdict) => ({ verdict, ratio: ns / 100, low: ns / 101, high: ns / 99 });
  const tests = changes.map(([name, verdict, ns]) => (
    { file: 'a.js', name, sides: [sideOf(100), sideOf(ns)], changes: [changeOf(ns, verdict)] }));
  const sides = ['old', 'new'].map((label, at) => ({ label, cwd: ROOTS[at], environment: engines[at] }));
  await explainSides({ units, tests, sides }, {
    onStart() {},
    output: { saveProfile: (found, ...name) => seen.profiles.push([...name, found.toCpuProfile().samples.length]) },
    async measureAgain({ sides: own }) {
      seen.again.push(own.map(({ flags }) => flags));
      // As measureSides() does
      for (const { withMemory } of own) withMemory.push({});
      return { sides: [sideOf(100), sideOf(110)], changes: [changeOf(110)] };
    },
  }, { host: realHost, cwd: '/w', terminal: { status() {} } });
  return { ...seen, units, explanations: units.map((unit) => unit.explanations || []) };
}

describe('the explanation of changes between two sides', () => {
  it('has the evidence of a process per side, which adds up to the difference', async () => {
    const { jobs, again, units, explanations: [[{ a, b, explanation }]] } = await explained([['f', 'slower', 300]]);
    expect([a, b]).to.deep.equal(['f (old)', 'f (new)']);
    expect(jobs).to.deep.equal(['f 0', 'f 0', 'f 1', 'f 1'].map((job) => `${job} with its flags`));
    const [line, own] = explanation.lines;
    expect(line).to.deep.include({
      what: 'reads a property of objects of many shapes', ns: 150,
      place: { file: 'a.js', line: 1, column: 1, text: 'f' },
    });
    expect([line.test.differenceNs, line.test.priceNs].map(Math.round)).to.deep.equal([10, 190]);
    expect([line.ns, own.ns, explanation.unexplainedNs]).to.deep.equal([150, 50, 0]);
    const flags = ['--x', '--max-valid-polymorphic-map-count=16'];
    expect(again).to.deep.equal([[flags, flags]]);
    // Code with other flags may allocate more.
    expect(units[0].sides.map(({ withMemory }) => withMemory)).to.deep.equal([[], []]);
  });

  it('begins with the faster side, and shows files of a revision as in the working tree', async () => {
    const { explanations: [[{ a, b, explanation }]] } = await explained([['f', 'faster', 50]]);
    expect([a, b]).to.deep.equal(['f (new)', 'f (old)']);
    expect(explanation.lines.map(({ place }) => place.file)).to.deep.equal(['a.js']);
  });

  it('is of the three largest clear changes', async () => {
    const { explanations, profiles } = await explained([
      ['a', 'slower', 130], ['b', 'same', 101], ['c', 'faster', 20], ['d', 'slower', 200], ['e', 'slower', 300],
    ]);
    expect(explanations.map(({ length }) => length)).to.deep.equal([0, 0, 1, 1, 1]);
    expect(profiles).to.have.length(6);
    expect(profiles[0]).to.deep.equal(['a.js', ['c', 'new'], 10]);
  });

  it('gives the reason if there is nothing to explain, and starts no process', async () => {
    const { jobs, explanations } = await explained(
      [['a', 'same', 101], ['b', 'unresolved', 150], ['c', 'unresolved', 60]]);
    expect(explanations.flat().map(({ b, reason }) => `${b}: ${reason}`)).to.deep.equal([
      'a (new): takes as long as a (old), so there is nothing to explain',
      'b (new): cannot be distinguished from b (old). Measure longer first',
      'c (new): cannot be distinguished from c (old). Measure longer first',
    ]);
    expect(jobs).to.deep.equal([]);
  });

  it('names the side of an engine that has no log', async () => {
    const { jobs, explanations: [[{ explanation, reason }]] } =
      await explained([['a', 'slower', 300]], { engines: [NODE, { engine: 'bun' }] });
    expect(explanation).to.equal(null);
    expect(reason).to.equal('cannot be explained: new writes no log of V8, only Node.js does');
    expect(jobs).to.deep.equal([]);
  });
});
