'use strict';

const { EventEmitter } = require('events');
const { PassThrough } = require('stream');
const { expect } = require('chai');
const { originalsText, runOriginal } = require('../../lib/commands/originals');
const { row } = require('../helpers/documents');
const { fakeHost } = require('../helpers/fake-host');

const figure = (library, name, ns, error = null) => ({ library, name, ns, error });

/** Runs a file whose process writes `text` and ends: the figures found, and the arguments of the process */
async function run(source, text, { fd = 3, code = 0, stderr = '' } = {}) {
  const started = [];
  const host = fakeHost({ files: { 'x.js': source } });
  host.spawn = (command, args, { stdio }) => {
    started.push({ command, args, stdio });
    const child = Object.assign(new EventEmitter(), { stdio: [0, 1, 2, 3].map(() => new PassThrough()) });
    child.stderr = child.stdio[2];
    child.stderr.end(stderr);
    child.stdio[fd].end(text);
    setImmediate(() => child.emit('close', code, null));
    return child;
  };
  const found = await runOriginal({ file: 'x.js', nodeOptions: ['--flag'] }, { host, cwd: '.' }).ended;
  return { ...found, ...started[0] };
}

describe('run --also-original', () => {
  it('reads the figures of a file from its library, from node:bench, or from Deno', async () => {
    const own = [figure('tinybench 6.2.3', 'a', 12)];
    const ofFile = await run("import 'tinybench'", JSON.stringify(own));
    expect([ofFile.figures, ofFile.args[0], ofFile.args.at(-1)]).to.deep.equal([own, '--flag', 'x.js']);
    const samples = [10, 20, 40].map((rate) => ({ rate, duration_ns: '1' }));
    const data = { entryFile: '/x.js', fileRunId: '1', namePath: ['json', 'parse'], params: { n: 1 }, samples };
    const ofNode = await run("require('node:bench')", JSON.stringify({ type: 'bench:complete', data }), { fd: 1 });
    expect(ofNode.figures).to.deep.equal([figure('node:bench', 'parse n=1', 5e7)]);
    const benchOf = (name, result) => ({ name, results: [result] });
    const benches = [benchOf('a', { ok: { avg: 3 } }), benchOf('b', { failed: { message: 'no' } })];
    const ofDeno = await run('Deno.bench(f)', JSON.stringify({ runtime: 'Deno/2.9.6 x86', benches }), { fd: 1 });
    expect([ofDeno.command, ofDeno.figures])
      .to.deep.equal(['deno', [figure('Deno/2.9.6', 'a', 3), figure('Deno/2.9.6', 'b', null, 'no')]]);
  });

  it('gives the reason if there are no figures', async () => {
    const whyOf = async (...args) => (await run("import 'mitata'", ...args)).why;
    expect(await whyOf('[]')).to.equal('the library is not installed, or measured nothing');
    expect(await whyOf('', { code: 1, stderr: 'x\n  Error: Cannot find package \'mitata\'\n    at y' }))
      .to.equal('it ended with exit code 1: Error: Cannot find package \'mitata\'');
    expect(originalsText('x.js', [], { figures: [], why: 'no' }, {})).to.equal('x.js with its own library: no\n');
  });

  it('shows both figures, with a reason for a large difference', () => {
    const rowOf = (test, nsPerCall, more) => ({ ...row(test), test, nsPerCall, ops: 1, kind: 'sync', ...more });
    const linesOf = (rows, figures) => originalsText('x.js', rows, { figures, why: null }, {}).split('\n').slice(1, -1);
    const [equal, short, folded, second, absent] = linesOf([
      rowOf('equal', 100), rowOf('short', 20, { ops: 2 }), rowOf('folded', 0, { verdict: 'folded' }),
      rowOf('equal #2', 5000), rowOf('absent', 5),
    ], [
      figure('tinybench 6', 'equal', 105), figure('tinybench 6', 'short', 40), figure('tinybench 6', 'folded', 30),
      figure('tinybench 6', 'equal', 2000),
    ]);
    expect(equal).to.match(/^equal +100 ns +105 ns +\+5.0 %$/);
    expect(short).to.match(/^short +10.0 ns +40.0 ns .*the library reads its clock in each call$/);
    expect(folded).to.match(/^folded +folded +30.0 ns +V8 removed the work; only the loop/);
    expect(second).to.match(/^equal #2 +5.00 us +2.00 us .*V8 may remove work/);
    expect(absent).to.match(/^absent +5.00 ns +none$/);
    const reasonOf = (library, ns, more) => linesOf([rowOf('a', 100, more)], [figure(library, 'a', ns)])[0];
    expect(reasonOf('bench-node 0.15', 900)).to.include('keeps V8 from optimizing');
    expect(reasonOf('benchmark 2.1.4', 9, { kind: 'promise' })).to.include('does not wait for the promise');
    expect(reasonOf('mitata 1', 200)).to.include('the library also times its loop and call overhead');
  });
});
