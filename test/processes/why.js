'use strict';

/* Explanations, whose evidence comes from processes with a log of V8. */

const { expect } = require('chai');
const { spawn } = require('child_process');
const fs = require('fs');
const { isRunning, outputOf, until } = require('../helpers/child-processes');
const { useFolder, inFolder, qtimeit, read, write, PROGRAM } = require('../helpers/cli');
const { commitAll } = require('../helpers/git-folder');
const { needs } = require('../helpers/needs');

const loop = (times) => `() => { let s = 0; for (let i = 0; i < ${times}; i++) s += i % 7; globalThis.kept = s; }`;

needs('linux', describe)('explanations', function () {
  this.timeout(180000);
  useFolder();

  it('are written with CPU profiles and machine code', () => {
    // Blocks are also counted in functions that have run while the file was loaded.
    write('a.js', `const all = module.exports = { few: ${loop(100)}, many: ${loop(10000)} };\nall.few();\nall.many();`);
    const { status, stdout, stderr } = qtimeit('why', '-t', '0.5', '--cpuprofile', 'out', '--code', '--json', 'a.js');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const [{ a, b, explanation }] = JSON.parse(stdout).explanations;
    expect([a, b]).to.deep.equal(['few', 'many']);
    expect(explanation.lines[0].place).to.include({ file: 'a.js', line: 1 });
    expect(explanation.lines[0].because).to.deep.equal(
      ['this block runs 10000 times per call, the most frequent one of few 100 times']);
    // On a busy machine, the tests may not be optimized in time.
    expect(explanation.machineCode).to.include.keys('names', 'counts', 'lines', 'isCut', 'reason');
    const [{ sides: [, { name, lines }] }] = explanation.code.pairs;
    expect([name, lines[0].text.length, lines[0].ns > 0, explanation.flame[0].name]).to.deep.equal(
      ['many', 200, true, 'many']);
    expect(fs.readdirSync(inFolder('out')).sort()).to.deep.equal(['a-few.cpuprofile', 'a-many.cpuprofile']);
    const { nodes, samples, timeDeltas } = read('out/a-many.cpuprofile');
    expect(samples).to.have.length(timeDeltas.length).above(0);
    expect(nodes.map(({ callFrame }) => callFrame.functionName)).to.include('many');
  });

  it('end with their processes at a signal, also while the tests are being measured', async () => {
    write('a.js', `require('fs').writeFileSync('pid', String(process.pid));
module.exports = { few: ${loop(100)}, many: ${loop(10000)} };\n`);
    const child = spawn(process.execPath, [PROGRAM, 'why', '-t', '600', 'a.js'], { cwd: inFolder() });
    const ended = outputOf(child);
    await until(() => read('pid') > 0);
    child.kill('SIGTERM');
    expect(await ended).to.deep.equal({ stdout: '', stderr: '', status: 143, signal: null });
    const pid = read('pid');
    await until(() => !isRunning(pid));
  });

  it('have places in snippets as typed', () => {
    const code = (times) => `let s = 0;\nfor (let i = 0; i < ${times}; i++) s += i % list.length;\nglobalThis.kept = s`;
    const { status } = qtimeit('--why', '-t', '0.5', '-s', 'const list = [1, 2, 3];', '-o', 'r.json', code(100),
      code(10000));
    expect(status).to.equal(0);
    const [{ explanations: [{ explanation: { lines, code: { pairs } } }] }] = read('r.json').suites;
    expect(lines[0].place).to.include({ file: 'snippet 2', line: 2 });
    expect(pairs[0].sides[1].lines.map(({ line }) => line)).to.deep.equal([1, 2, 3]);
  });

  needs('git', it)('compare a revision with the working tree', () => {
    write('work.js', 'exports.count = 1;\n');
    write('a.js', 'const { count } = require("./work"); module.exports = { work() { let s = 0; for (let i = 0; ' +
      'i < count; i++) s += i % 7; globalThis.kept = s; } };\n');
    commitAll();
    write('work.js', 'exports.count = 30000;\n');
    const { status, stdout } = qtimeit('compare', '--rev', 'HEAD', '-t', '3', '--why', '--save', 'r.json',
      'a.js');
    expect(status).to.equal(0);
    expect(stdout).to.match(/^work \(new\) takes .* more than work \(old\)/m);
    const [{ explanations: [{ explanation }] }] = read('r.json').tests;
    const { differenceNs, unexplainedNs, lines } = explanation;
    expect(lines.reduce((sum, { ns }) => sum + ns, unexplainedNs)).to.be.closeTo(differenceNs, 1e-6 * differenceNs);
    expect(lines[0].place.file).to.equal('a.js');
  });
});
