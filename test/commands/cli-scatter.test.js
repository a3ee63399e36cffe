'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, stdoutOf } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');

// The time grows with len, and kind "b" takes twice as long.
const FILE = benchmarkFile(
  { len: [16, 64], kind: ['a', 'b'], n: [1] }, { ms: 'conf.len * (conf.kind === "b" ? 20 : 10)' });

useFolder();

describe('qtimeit scatter', () => {
  it('shows the rate of a file over a parameter, for each value of another, also from saved rates', async () => {
    write('a.js', FILE);
    const args = ['--xaxis', 'len', '--category', 'kind', '--log'];
    const stdout = await stdoutOf('scatter', 'a.js', ...args, '--runs', '1', '--save', 'r.json', '--plot', 'r.svg');
    expect(stdout).to.match(/^a\.js: rate by len and kind$/m).and.match(/^kind a\n +16 +1 +6\.250\/s /m)
      .and.match(/^kind b\n +16 +1 +3\.125\/s /m)
      .and.match(/^ +16 -> +64: x0\.25.*exponent -1\.00/m).and.match(/^rate.* by len \(log\): a a, b b/m);
    expect(read('r.json').configurations.map(({ sides: [{ rates }] }) => rates)).to.deep.equal(
      [6.25, 1.5625].flatMap((rate) => [[rate], [rate / 2]]));
    expect(fs.readFileSync(inFolder('r.svg'), 'utf8')).to.match(/^<svg /).and.include('len');
    expect(await stdoutOf('scatter', 'r.json', ...args)).to.equal(stdout);

    const { points, aggregated, isLog, xaxis, category, environment } =
      JSON.parse(await stdoutOf('scatter', 'r.json', '--xaxis', 'len', '--json'));
    expect({ xaxis, category, isLog, points: points.map(({ x, samples }) => [x, samples]) })
      .to.deep.equal({ xaxis: 'len', category: null, isLog: false, points: [[16, 2], [64, 2]] });
    expect(environment.nodeVersion).to.equal(process.versions.node);
    expect(aggregated.map(({ name, levels }) => [name, levels.map(({ value }) => value)]))
      .to.deep.equal([['kind', ['a', 'b']]]);
    expect(await stdoutOf('scatter', 'r.json', '--xaxis', 'kind'))
      .to.match(/^a\.js: rate by kind, averaged over len$/m);
    expect(await stdoutOf('scatter', 'r.json', '--xaxis', 'len', '--markdown')).to.match(/^\| 16 \| 2 \| /m);
  });

  it('writes a CSV with a column for each parameter, and reads it', async () => {
    write('a.js', FILE);
    const stdout = await stdoutOf('scatter', 'a.js', '--xaxis', 'len', '--csv', '--runs', '1', '--set', 'kind=b');
    expect(stdout).to.equal('"filename","n","kind","len","rate","time"\n' +
        [16, 64].map((len) => `"a.js",1,"b",${len},${50 / len},${len / 50}\n`).join(''));
    write('r.csv', `${stdout}"a.js",1,"b",16,none,0\n`);
    const again = await inside('scatter', 'r.csv', '--xaxis', 'len');
    expect(again.status).to.equal(1);
    expect(again.stderr).to.match(/^r\.csv:4: the rate is not a number: "none"/);
    expect(again.stdout).to.match(/^ 64 +1 +0\.7813/m);
  });

  it('shows the other rates if a configuration failed, and exits with 1, also from saved rates', async () => {
    write('a.js', benchmarkFile(
      { len: [1, 2, 4] }, { ms: '100', before: 'if (conf.len === 2) throw new RangeError("on purpose");' }));
    const { status, stdout } = await inside('scatter', 'a.js', '--xaxis', 'len', '--runs', '1', '--save', 'r.json');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^ *1 +1 +10\.00/m).and.match(/^ *4 +1 +10\.00/m).and.include('RangeError: on purpose');
    const again = await inside('scatter', 'r.json', '--xaxis', 'len');
    expect(again).to.deep.include({ status: 1, stdout });
  });

  it('prints the cause if nothing could be measured', async () => {
    write('a.js', benchmarkFile({ len: [1] }, { before: 'throw new RangeError("on purpose");' }));
    const { status, stdout } = await inside('scatter', 'a.js', '--xaxis', 'len', '--runs', '1');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^FAILED a\.js len=1: RangeError: on purpose/m);
  });
});
