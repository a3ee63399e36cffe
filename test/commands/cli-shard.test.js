'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, write, read } = require('../helpers/cli');
const { inside: insideWithProcesses } = require('../helpers/cli-inside');
const { inside, refused, stdoutOf } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');

const FILE = benchmarkFile({ n: [1, 2, 3, 4, 5] }, { ms: '100' });
// In one process, which starts faster than several
const FAST = ['-t', '0.02', '--fork', '0'];
const configurationsIn = (name) => read(name).configurations.map(({ configuration }) => configuration);

useFolder();

describe('qtimeit run --shard, of benchmark files', () => {
  beforeEach(() => { write('a.js', FILE); });

  it('measures each configuration in one part, and saves the assignment', async () => {
    for (const index of [1, 2]) {
      await stdoutOf('run', 'a.js', '--runs', '2', '--shard', `${index}/2`, '--save', `${index}.json`);
    }
    expect([1, 2].map((index) => configurationsIn(`${index}.json`)))
      .to.deep.equal([['n=1', 'n=3', 'n=5'], ['n=2', 'n=4']]);
    const [first, second] = [1, 2].map((index) => read(`${index}.json`).shard);
    expect(first).to.include({ index: 1, count: 2, units: 5, task: null, plan: second.plan });
    expect({ first: first.places, second: second.places }).to.deep.equal({ first: [0, 2, 4], second: [1, 3] });
    expect(first.settings).to.deep.equal({ runs: 2 });
    expect(first.machine).to.be.a('string').that.is.not.equal('');
    const { stderr } = await inside('run', 'a.js', '--shard', '7/8', '--save', '7.json');
    expect(stderr).to.equal('note: nothing to measure in shard 7 of 8: the run consists of 5 units\n');
    expect(read('7.json')).to.deep.include({ complete: true, configurations: [] });
  });

  it('balances shards by the durations of a document', async () => {
    await inside('run', 'a.js', '--save', 'before.json');
    const before = read('before.json');
    before.configurations.forEach((one, i) => { one.seconds = i === 2 ? 40 : 1; });
    write('before.json', JSON.stringify(before));
    await inside('run', 'a.js', '--shard', '1/2', '--durations', 'before.json', '--save', '1.json');
    expect(configurationsIn('1.json')).to.deep.equal(['n=3']);
    const planned = ['--plan', '1,2', '--durations', 'before.json'];
    const stdout = await stdoutOf('run', 'a.js', '--runs', '3', ...planned);
    expect(stdout.split('\n').map((line) => line.trim())).to.deep.equal([
      'unit       time', 'a.js n=1    3 s', 'a.js n=2    3 s', 'a.js n=3  2 min', 'a.js n=4    3 s', 'a.js n=5    3 s',
      '', 'machines  longest   mean  units per machine', '1    2 min  2 min                  5',
      '2    2 min   66 s             1 to 4', '', '5 units, with durations from --durations', '',
    ]);
  });

  it('prints the plan of one part, and the whole plan as JSON, without a measurement', async () => {
    const stdout = await stdoutOf('run', 'a.js', '--plan', '--shard', '2/2');
    expect(stdout).to.include('a.js n=2    2/2').and.include('their durations are unknown');
    expect(stdout).to.not.include('n=1');
    const plan = JSON.parse(await stdoutOf('run', 'a.js', '--plan', '4', '--json'));
    expect(plan).to.include({ qtimeit: 'plan', schema: 1 });
    expect(plan.units.map(({ name, seconds, shard }) => [name, seconds, shard]))
      .to.deep.equal([1, 2, 3, 4, 5].map((n) => [`a.js n=${n}`, null, (n - 1) % 4 + 1]));
    expect(plan.machines)
      .to.deep.equal([{ machines: 4, longestSeconds: null, meanSeconds: null, leastUnits: 1, mostUnits: 2 }]);
  });

  it('resumes only its own part', async () => {
    await inside('run', 'a.js', '--shard', '2/2', '--save', '2.json');
    const cut = read('2.json');
    Object.assign(cut, { complete: false });
    cut.configurations[1].sides[0] = { rates: [], seconds: [], errors: [], places: [] };
    write('2.json', JSON.stringify(cut));
    expect(await refused('run', 'a.js', '--shard', '1/2', '--save', '2.json', '--resume'))
      .to.include('2.json belongs to shard 2 of 2, but this is shard 1 of 2');
    expect(await refused('run', 'a.js', '--save', '2.json', '--resume')).to.include('this is a run that is not split');
    write('older.json', JSON.stringify({ ...cut, shard: { ...cut.shard, revision: 'f7cb422' } }));
    expect(await refused('run', 'a.js', '--shard', '2/2', '--save', 'older.json', '--resume'))
      .to.include('older.json belongs to revision f7cb422');
    write('elsewhere.json', JSON.stringify({ ...cut, shard: { ...cut.shard, machine: 'elsewhere' } }));
    const elsewhere = await inside('run', 'a.js', '--shard', '2/2', '--save', 'elsewhere.json', '--resume');
    expect(elsewhere.stdout).to.equal('a.js\na.js n=2: 20.0/s\na.js n=4: 40.0/s\n');
    expect(elsewhere.stderr).to.include('elsewhere.json was started on elsewhere').and.include('measured again, ' +
      'because results from two machines cannot be mixed\n');
    const fewer = ['n=1', 'n=2', 'n=3'].flatMap((one) => ['--set', one]);
    expect(await refused('run', 'a.js', ...fewer, '--shard', '2/2', '--save', '2.json', '--resume'))
      .to.include('another plan');
    expect(await stdoutOf('run', 'a.js', '--shard', '2/2', '--save', '2.json', '--resume'))
      .to.equal('a.js\na.js n=4: 40.0/s\n');
    expect(read('2.json')).to.include({ complete: true });
  });

  it('refuses times of other files', async () => {
    await inside('run', 'a.js', '--save', 'other.json');
    const other = read('other.json');
    for (const one of other.configurations) one.file = 'b.js';
    write('other.json', JSON.stringify(other));
    expect(await refused('run', 'a.js', '--plan', '--durations', 'other.json')).to.include('none of the 5 units');
  });
});

describe('qtimeit run --shard, of suites', () => {
  it('saves the results of a file before the next one begins', async () => {
    write('a.js', 'module.exports = { a: () => Math.sqrt(2) };');
    write('b.js', "const saved = require('./1.json'); throw new Error(`a.js took ${typeof saved.suites[0].seconds}`);");
    const { stderr } = await insideWithProcesses('run', '.', ...FAST, '--shard', '1/1', '--save', '1.json');
    expect(stderr).to.include('a.js took number');
  });

  it('measures whole files, and with --resume repeats unfinished files', async () => {
    for (const name of ['a', 'b', 'c']) write(`${name}.js`, `module.exports = { ${name}: () => Math.sqrt(2) };`);
    const args = ['run', '.', ...FAST, '--shard', '1/2', '--save', '1.json'];
    expect((await insideWithProcesses(...args)).status).to.equal(0);
    const first = read('1.json');
    expect(first.shard).to.deep.include({ index: 1, count: 2, places: [0, 2], files: ['a.js', 'c.js'] });
    expect(first.suites.map(({ file }) => file)).to.deep.equal(['a.js', 'c.js']);
    for (const { seconds } of first.suites) expect(seconds).to.be.above(0);
    first.suites[0].seconds = null;
    write('1.json', JSON.stringify({ ...first, complete: false }));
    const { status, stderr } = await insideWithProcesses(...args, '--resume');
    expect(status).to.equal(0);
    expect(stderr).to.include('1 file already measured, 1 left');
    const again = read('1.json');
    expect(again.suites.map(({ file }) => file)).to.deep.equal(['a.js', 'c.js']);
    expect(again.suites[1]).to.deep.equal(first.suites[1]);
    expect(again.suites[0]).to.not.deep.equal(first.suites[0]);
    expect(again.complete).to.equal(true);
    expect((await inside(...args.slice(0, -1), '1.json', '--plan')).stderr).to.include('qtimeit: --plan measures ' +
      'nothing, so --save');
  });
});

describe('--shard with --pin', () => {
  it('is refused if there is no such processor, for each kind of file', async function processors() {
    const file = '/sys/devices/system/cpu/online';
    if (!fs.existsSync(file)) this.skip();
    write('rates.js', FILE);
    write('suite.js', 'module.exports = { a: () => Math.sqrt(2) };');
    const online = fs.readFileSync(file, 'utf8');
    const words = `--pin 60000 with --shard: CPU 60000 not found. Available: ${online}`;
    const args = ['--shard', '1/1', '--pin', '60000'];
    expect(await refused('run', 'rates.js', ...args)).to.include(words);
    expect(await refused('run', 'suite.js', ...args)).to.include(words);
    const node = process.execPath;
    expect(await refused('compare', '--old', node, '--new', node, 'suite.js', ...args)).to.include(words);
  });
});
