'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const { useFolder, inFolder, write, read, PROGRAM } = require('../helpers/cli');
const { inside, stdoutOf } = require('../helpers/cli-inside');
const { can } = require('../helpers/needs');

/** Ten rates per side; the new rates are the old ones times `factor` */
function rowsOf(factor, { sides = [['old', 1], ['new', factor]], runs = 10 } = {}) {
  const rows = [];
  for (let i = 0; i < runs; i++) {
    for (const [side, times] of sides) {
      rows.push(`"${side}","buffers/x.js","n=1 type=""fast""",${times * (1000 + (i * 7) % 5)},0.1`);
    }
  }
  return rows;
}
const HEADER = '"binary","filename","configuration","rate","time"';
const csvOf = (rows, { header = HEADER, end = '\n' } = {}) => [header, ...rows, ''].join(end);

/** A document of one side, as saved by run --save */
function ratesOf(factor, more = {}) {
  const rates = rowsOf(factor, { sides: [['this', factor]] }).map((row) => Number(row.split(',')[3]));
  return JSON.stringify({
    qtimeit: 'rates', schema: 1, version: '1.0.0', savedAt: '2026-01-01T00:00:00.000Z', complete: true,
    command: ['run', 'x.js'], runs: rates.length,
    sides: [{ label: 'this', source: null, environment: null }], failures: [],
    configurations: [{
      file: 'buffers/x.js', configuration: 'n=1 type="fast"', parameters: { n: 1, type: 'fast' },
      sides: [{ rates, seconds: rates.map(() => 0.1), errors: [] }],
    }],
    ...more,
  });
}

useFolder();

describe('qtimeit compare: rates of a CSV', () => {
  it('compares its binaries, and exits with 3 if one is slower by more than the limit', async () => {
    write('results.csv', csvOf(rowsOf(0.5)));
    const { status, stdout, stderr } = await inside('compare', 'results.csv', '--max-regression', '3%');
    expect({ status, stderr }).to.deep.equal({ status: 3, stderr: '' });
    expect(stdout).to.match(
      /^buffers\/x\.js\nn=1 type="fast" +\*\*\* +-50\.00 % +\+-0\.\d\d% .*2\.0\d*x slower .* regression$/m)
      .and.match(/: regression: slower by at least 9\d\.\d %/m);
    expect((await inside('compare', 'results.csv')).status).to.equal(0);
    expect((await inside('compare', 'results.csv', '--max-regression', '200%')).status).to.equal(0);
  });

  it('reads it from standard input, with the line ends of Windows', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'compare', '-'],
        { cwd: inFolder(), encoding: 'utf8', input: csvOf(rowsOf(2), { end: '\r\n' }) });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^n=1 type="fast" +\*\*\* +100\.00 % .*2\.00+x .*faster$/m);
    const { status: other, stderr: words } =
      spawnSync(process.execPath, [PROGRAM, 'compare', '-'], { cwd: inFolder(), encoding: 'utf8', input: '' });
    expect({ other, words }).to.deep.equal({ other: 2, words: 'qtimeit: standard input is empty\n' });
  });

  it('takes files without an ending, and what a shell makes of <(...), as CSV and as JSON', async () => {
    write('results', csvOf(rowsOf(2)));
    write('one.csv', csvOf(rowsOf(1, { sides: [['this', 1]] }).map((row) => row.replace('"this",', '')),
        { header: HEADER.replace('"binary",', '') }));
    write('two.txt', ratesOf(2));
    expect((await inside('compare', 'results')).stdout).to.match(/^n=1 type="fast" +\*\*\* +100\.00 % .*faster$/m);
    expect(await stdoutOf('scatter', 'two.txt', '--xaxis', 'n', '--json')).to.match(/^\{\s*"qtimeit":\s*"scatter"/);
    if (!can('pipes')) return;
    const shell = (...words) => spawnSync('bash', ['-c', `"$NODE" "$PROGRAM" ${words.join(' ')}`],
        { cwd: inFolder(), encoding: 'utf8', env: { ...process.env, NODE: process.execPath, PROGRAM } });
    const { status, stdout, stderr } = shell('compare', '<(cat one.csv)', '<(cat two.txt)');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^n=1 type="fast" +\*\*\* +100\.00 % .*looks faster$/m);
    expect(shell('compare', '<(true)', 'results')).to.deep.include({ status: 2, stdout: '' });
  });

  it('reports unusable rows, compares the other rows, and exits with 1', async () => {
    const rows = rowsOf(2);
    rows[2] = rows[2].replace(/,\d+,/, ',fast,');
    rows[5] = '"old","buffers/x.js"';
    write('bad.csv', csvOf(rows));
    const { status, stdout, stderr } = await inside('compare', 'bad.csv', '--json');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^bad\.csv:4: the rate is not a number: "fast"\nbad\.csv:7: 2 fields instead of 5.*\n$/);
    expect(JSON.parse(stdout).tests[0].sides.map(({ rates }) => rates.length)).to.deep.equal([9, 9]);
    // The readable rows alone would pass the gate.
    expect((await inside('compare', 'bad.csv', '--max-regression', '3%')).status).to.equal(1);
  });

  it('prints it in other formats, and saves it', async () => {
    write('results.csv', csvOf(rowsOf(2)));
    // Sorted by configuration and side
    const csv = csvOf(rowsOf(2).sort((a, b) => (b < a ? -1 : 0) && b.split(',')[0].localeCompare(a.split(',')[0])));
    const { stdout } = await inside('compare', 'results.csv', '--csv', '--save', 'r.json', '--plot', 'r.svg');
    expect(stdout.split('\n').sort()).to.deep.equal(csv.replace(/""fast""/g, '\'fast\'').split('\n').sort());
    expect(read('r.json')).to.include({ qtimeit: 'rates', complete: true });
    expect(fs.readFileSync(inFolder('r.svg'), 'utf8')).to.match(/^<svg /).and.include('buffers/x.js');
    expect((await inside('compare', 'r.json')).stdout).to.equal((await inside('compare', 'results.csv')).stdout);
    expect((await inside('compare', 'results.csv', '--markdown')).stdout).to.match(/^\| n=1 type="fast" \|/m);
  });
});

it('qtimeit compare compares saved rates of several runs, with weaker verdicts', async () => {
  write('a.json', ratesOf(1));
  write('b.json', ratesOf(0.5));
  write('c.json', ratesOf(0.98));
  const { status, stdout } = await inside('compare', 'a.json', 'b.json', 'c.json', '--max-regression', '20%');
  expect(status).to.equal(3);
  expect(stdout).to.match(/^old: a\.json\nnew 1: b\.json\nnew 2: c\.json$/m)
    .and.match(/ new 1 .* -50\.00 % .*regression \(looks slower\)$/m)
    .and.include('different sessions').and.match(/: regression: /m);
  // Differences below --noise are not significant.
  expect(stdout).to.match(/ new 2 .* -2\.00 % .*$/m).and.not.match(/ new 2 .*looks slower$/m);
  expect((await inside('compare', 'a.json', 'c.json', '--noise', '0')).stdout).to.match(/ -2\.00 % .*looks slower$/m);
});
