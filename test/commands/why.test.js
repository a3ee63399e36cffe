'use strict';

const { expect } = require('chai');
const { EventEmitter } = require('events');
const { Readable } = require('stream');
const { inFolder, useFolder, write } = require('../helpers/cli');
const { createOutput } = require('#lib/cli/output');
const realHost = require('#lib/base/host/host');
const { inside, insideOf, noTerminal, refused } = require('../helpers/cli-inside');

useFolder();

/** A host whose commands print this document */
const printing = (document) => ({
  spawn() {
    const child = new EventEmitter();
    child.stdout = Readable.from([JSON.stringify(document)]);
    child.stderr = Readable.from([]);
    child.stdout.on('end', () => child.emit('close', 0));
    return child;
  },
});

describe('qtimeit why', () => {
  it('refuses what it cannot explain, with a hint', async () => {
    write('a.js', 'let n = 0; module.exports = { plus() { n = n + 1 | 0; }, times() { n = n * 3 | 0; } };\n');
    write('groups.js', `let n = 0; const slow = () => { n = n * 3 | 0; };
module.exports = { one: { slow }, two: { slow } };\n`);
    for (const [args, words] of [
      [[], 'why needs one file with a suite, got 0'], [['a.js', 'b.js'], 'got 2'], [['none.js'], 'none.js'],
      [['-t', '0.02', '--test', 'plsu', 'a.js'], 'a.js has no test "plsu". Did you mean "plus"?'],
      [['-t', '0.02', '--test', 'slow', 'groups.js'], 'groups.js has no test "slow". Did you mean "one: slow"?'],
    ]) expect(await refused('why', ...args)).to.include(words).and.not.include('Require stack');
  });

  it('says why a file has no tests to explain', async () => {
    write('a.js', 'throw new Error("no data");\n');
    const { status, stdout, stderr } = await inside('why', 'a.js');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include('a.js: Error: no data (a.js:1:');
  });

  it('prints documents with --json, also of errors', async () => {
    write('a.js', 'module.exports = { only() {} };\n');
    write('broken.js', 'throw new Error("no data");\n');
    const documentOf = async (...args) => {
      const { status, stdout } = await inside('why', '--json', '-t', '0.02', ...args);
      return { status, ...JSON.parse(stdout) };
    };
    expect(await documentOf('a.js'))
      .to.deep.include({ status: 0, qtimeit: 'explanation', schema: 1, error: null, explanations: [] });
    const broken = await documentOf('broken.js');
    expect(broken).to.deep.include({ status: 1, qtimeit: 'explanation', explanations: [] });
    expect(broken.error.message).to.equal('Error: no data');
    for (const args of [['none.js'], ['--test', 'x', 'a.js']]) {
      const { status, qtimeit, error } = await documentOf(...args);
      expect({ status, qtimeit }).to.deep.equal({ status: 2, qtimeit: 'error' });
      expect(error.message).to.include(args.at(-1));
    }
  });

  it('shows failed tests, and exits with 1', async () => {
    write('a.js', `module.exports = {
      first() { throw new Error('\\x1b[1mboom'); }, ok() { globalThis.n = [3, 1, 2].sort(); },
    };\n`);
    const failed = { status: 1, stdout: 'first: failed: Error: \\x1b[1mboom\n', stderr: '' };
    expect(await inside('why', '-t', '0.02', 'a.js')).to.deep.equal(failed);
    expect(await inside('why', '-t', '0.02', '--test', 'first', 'a.js')).to.deep.equal(failed);
  });

  it('compares with the first test that did not fail, which is compared with nothing', async () => {
    write('a.js', 'module.exports = { first() {}, fast() {}, slow() {}, none() {} };\n');
    const found = { suites: [{ suite: 1, error: null, tests: [
      { name: 'first', group: null, verdict: 'failed', nsPerCall: null, error: { message: 'boom' } },
      { name: 'fast', group: null, verdict: 'baseline', nsPerCall: 9, error: null },
      { name: 'slow', group: null, verdict: 'unresolved', nsPerCall: 8, error: null },
      { name: 'none', group: null, verdict: 'folded', nsPerCall: 0, error: null },
    ] }] };
    const host = printing(found);
    const said = async (name) => (await insideOf(host).inside('why', '--test', name, 'a.js')).stdout;
    expect(await said('fast')).to.equal('fast: is the baseline, so there is nothing to compare it with\n');
    expect(await said('none')).to.equal('none: folded, so there is no time to explain\n');
    const withAverage = structuredClone(found);
    for (const one of withAverage.suites[0].tests.slice(1, 3)) one.verdict = 'unresolved';
    expect((await insideOf(printing(withAverage)).inside('why', '--test', 'slow', 'a.js')).stdout)
      .to.equal('slow: cannot be distinguished from fast. Measure longer first\n');
    const { status, stdout } = await insideOf(host).inside('why', 'a.js');
    expect({ status, stdout }).to.deep.equal({
      status: 1, stdout: 'slow: cannot be distinguished from fast. Measure longer first\n\nfirst: failed: boom\n',
    });
  });

  it('wraps its lines in a terminal', async () => {
    write('a.js', `module.exports = { only() {}, bad() { throw new Error('${'word '.repeat(20)}'); } };\n`);
    const out = { stdout: '' };
    const terminal = noTerminal(out, { screen: () => ({ columns: 41, rows: 24 }) });
    await insideOf({}, { terminal }).inside('why', '-t', '0.02', 'a.js');
    const lines = out.stdout.split('\n');
    expect(lines).to.have.length.above(3);
    expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(40);
  });

  it('prints explanations on standard error if the format has no place for them', () => {
    const document = { qtimeit: 'results', suites: [{
      file: 'a.js', suite: 1, settings: null, tests: [], error: null, seconds: 1,
      explanations: [{ a: 'x', b: 'y', explanation: null, reason: 'could not be explained', isFailed: false }],
    }] };
    const line = 'y: could not be explained\n';
    function printed(options) {
      const out = { stdout: '', stderr: '' };
      createOutput(options, { terminal: noTerminal(out), host: realHost, cwd: inFolder() }).end(document);
      return out;
    }
    for (const format of ['line', 'csv', 'benchstat', 'bencher', 'github-action']) {
      const { stdout, stderr } = printed({ why: true, format });
      expect([stderr, stdout.includes('explained')], format).to.deep.equal([line, false]);
      expect(printed({ why: true, format, output: [inFolder(format)] }).stderr, format).to.equal(line);
      expect(printed({ format }).stderr, format).to.equal('');
    }
    for (const format of ['table', 'json']) {
      const { stdout, stderr } = printed({ why: true, format });
      expect([stderr, stdout.includes('explained')], format).to.deep.equal(['', true]);
    }
    const inFile = { why: true, format: 'json', output: [inFolder('r.json')] };
    expect(printed(inFile)).to.deep.equal({ stdout: '', stderr: '' });
  });

  it('is refused where there is no code to explain, and profiles without it', async () => {
    write('a.js', 'module.exports = { a() {} };\n');
    const browser = ['--on', 'chromium', '--old', 'a', '--new', 'b'];
    for (const [args, words] of [
      [['compare', '--why', 'a.json', 'b.json'], '--why cannot explain a.json: saved results contain no code to run'],
      [['compare', '--why', ...browser, 'a.js'], '--why and --on cannot be combined'],
      [['compare', '--cpuprofile', 'out', '--rev', 'HEAD', 'a.js'], '--cpuprofile requires --why'],
      [['run', '--cpuprofile', 'out', 'a.js'], '--cpuprofile requires --why'],
      [['--cpuprofile', 'out', '1 + 1'], '--cpuprofile requires --why'],
      [['why', '--cpuprofile', 'a.js'], 'got 0. --cpuprofile has taken a.js as its value'],
    ]) expect(await refused(...args)).to.include(words);
  });
});
