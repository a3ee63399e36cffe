'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, insideOf, stdoutOf } = require('../helpers/cli-inside');
const { startHere } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');
const { needs } = require('../helpers/needs');

const NODE = process.execPath;

// Half as fast if BUILD is set
const FILE = benchmarkFile({ n: [10] }, { ms: '(process.env.BUILD ? 400 : 200) * (1 + Math.random() / 1e5)' });

/** A node that sets BUILD */
function otherNode(name = 'node-new', build = 'new') {
  write(name, `#!/bin/sh\nBUILD=${build} exec '${NODE}' "$@"\n`);
  fs.chmodSync(inFolder(name), 0o755);
  return `./${name}`;
}

/**
 * The command, with files that run in this process; with otherNode() as node they see BUILD, as set by its script.
 */
const { inside: insideHere, stdoutOf: stdoutHere } = insideOf({
  startScript: (script, args, options) => {
    const isOther = options.execPath !== NODE;
    if (isOther) expect(fs.readFileSync(options.execPath, 'utf8')).to.include('BUILD=new exec');
    return startHere(script, args, isOther ? { ...options, env: { ...options.env, BUILD: 'new' } } : options);
  },
});

const runsOf = (document) => document.configurations.map(
    ({ configuration, sides }) => [configuration, ...sides.map((side) => side && side.rates.length)]);

useFolder();

describe('qtimeit compare: binaries, on benchmark files with parameters', () => {
  it('interleaves both, saves the rates, prints the same table from the file, and resumes it', async () => {
    write('a.js', FILE);
    const args = ['compare', '--old', NODE, '--new', NODE, '--save', 'r.json', 'a.js'];
    const stdout = await stdoutHere(...args, '--runs', '2');
    expect(stdout).to.match(/^old: .*\nnew: .*\n\n.*improvement +accuracy/).and.match(/^a\.js\nn=10 +.* %/m);
    const rates = read('r.json');
    expect(rates).to.include({ qtimeit: 'rates', complete: true, runs: 2 });
    expect(rates.sides.map(({ label, source, environment }) => [label, source, environment.nodeVersion])).to.deep.equal(
      ['old', 'new'].map((label) => [label, `${NODE} (node ${process.versions.node})`, process.versions.node]));
    expect(runsOf(rates)).to.deep.equal([['n=10', 2, 2]]);

    expect(await stdoutOf('compare', 'r.json')).to.equal(stdout);
    const csv = await stdoutOf('compare', 'r.json', '--format', 'csv');
    expect(await stdoutOf('report', 'r.json', '--csv')).to.equal(csv);
    expect(csv.trim().split('\n').map((line) => line.split(',').slice(0, 2).join())).to.deep.equal(
      ['"binary","filename"', ...['old', 'new', 'new', 'old'].map((side) => `"${side}","a.js"`)]);
    const comparison = JSON.parse(await stdoutOf('compare', 'r.json', '--json'));
    expect(comparison).to.include({ qtimeit: 'comparison', kind: 'processes', complete: true });
    expect(comparison.tests[0].sides[0].rates).to.deep.equal(rates.configurations[0].sides[0].rates);
    expect(await stdoutOf('report', 'r.json')).to.match(/^<!doctype html>/i).and.include('n=10');

    // Only the run without a rate is repeated.
    const [before, { rates: [rate], seconds: [seconds] }] = rates.configurations[0].sides;
    rates.configurations[0].sides = [before, { rates: [rate], seconds: [seconds], errors: [] }];
    write('r.json', JSON.stringify({ ...rates, complete: false }));
    await stdoutHere(...args, '--runs', '2', '--resume');
    const after = read('r.json');
    expect({ complete: after.complete, runs: runsOf(after) }).to.deep.equal({ complete: true, runs: [['n=10', 2, 2]] });
    expect(after.configurations[0].sides[0]).to.deep.equal(before);
    expect(after.configurations[0].sides[1].rates[0]).to.equal(rate);
  });

  it('runs each configuration as often as --precision needs, and resumes as planned', async () => {
    // All runs draw from one sequence, so results are the same in each run of this test.
    const noisy = benchmarkFile({ way: ['steady', 'shaky'] }, {
      before: 'globalThis.qtimeitDrawn = ((globalThis.qtimeitDrawn || 1) * 16807) % 2147483647;',
      ms: '200 * (1 + globalThis.qtimeitDrawn / 2147483647 * (conf.way === "shaky" ? 0.2 : 1e-5))',
    });
    write('a.js', noisy);
    const precise = ['compare', '--old', NODE, '--new', NODE, '--precision', '2%'];
    const args = [...precise, '--runs', '12', '--save', 'r.json', 'a.js'];
    const { status, stdout, stderr } = await insideHere(...args);
    expect(status).to.equal(0);
    expect(stderr).to.match(/^done after 6 runs per side: 1 of 2 configurations; then about \d+ s more, to reach/m)
      .and.match(/ to reach \+- \d+\.\d % at worst \(limited by --runs\)$/m);
    const rates = read('r.json');
    expect(rates).to.include({ complete: true, runs: 12, precision: 0.02 });
    const made = [['way="steady"', 6, 6], ['way="shaky"', 12, 12]];
    expect(runsOf(rates)).to.deep.equal(made);
    expect(stdout).to.match(/way="steady" .* same within 2 %$/m).and.match(/way="shaky" .* unresolved$/m);
    expect((await inside('compare', 'r.json')).stdout).to.equal(stdout);
    const precisionOf = async (...more) => JSON.parse(await stdoutOf('compare', 'r.json', '--json', ...more)).precision;
    expect([await precisionOf(), await precisionOf('--precision', '5%')]).to.deep.equal([0.02, 0.05]);

    const [steady, shaky] = rates.configurations;
    const cut = ({ rates: all, seconds }, count) => (
      { rates: all.slice(0, count), seconds: seconds.slice(0, count), errors: [] });
    shaky.sides = [cut(shaky.sides[0], 9), cut(shaky.sides[1], 4)];
    write('r.json', JSON.stringify({ ...rates, complete: false }));
    write('a.js', noisy);
    expect((await insideHere(...args, '--resume')).status).to.equal(0);
    const after = read('r.json');
    expect({ complete: after.complete, runs: runsOf(after) }).to.deep.equal({ complete: true, runs: made });
    expect(after.configurations[0].sides).to.deep.equal(steady.sides);
    expect(after.configurations[1].sides[0].rates.slice(0, 9)).to.deep.equal(shaky.sides[0].rates);

    expect((await insideHere(...precise, 'a.js', '--set', 'way=steady')).stderr).to.include('the pilot was enough');
    expect((await insideHere(...precise, 'a.js', '--runs', '3')).stderr).to.not.include('pilot');
    delete globalThis.qtimeitDrawn;
  });

  needs('scripts', it)('reports configurations that one side lacks or fails, and exits with 1', async () => {
    write('a.js', benchmarkFile('{ way: ["both", "breaks", isNew ? "fresh" : "gone"] }', {
      top: 'const isNew = process.env.BUILD !== undefined;',
      before: 'if (isNew && conf.way === "breaks") throw new TypeError("not here");', ms: '100',
    }));
    write('b.js', benchmarkFile(
      { n: [1] }, { top: 'if (process.env.BUILD) throw new Error("cannot be loaded");', ms: '100' }));
    const args = ['--runs', '1', '--save', 'r.json', 'a.js', 'b.js'];
    const { status, stdout } = await insideHere('compare', '--old', NODE, '--new', otherNode(), ...args);
    expect(status).to.equal(1);
    expect(stdout).to.match(/^way="breaks" .*failed$/m).and.match(/^way="gone" .*unmatched \(not in new\)$/m)
      .and.match(/^way="fresh" .*unmatched \(not in old\)$/m)
      .and.match(/^FAILED b\.js \(new\): never called createBenchmark/m)
      .and.match(/^FAILED a\.js way="breaks" \(new\): TypeError: not here/m);
    expect(runsOf(read('r.json'))).to.deep.equal([
      ['way="both"', 1, 1], ['way="breaks"', 1, 0], ['way="gone"', 1, null], ['way="fresh"', null, 1], ['n=1', 1, null],
    ]);
    // The saved document shows the same failures.
    const again = await inside('compare', 'r.json');
    expect(again).to.deep.include({ status: 1, stdout });
  });
});
