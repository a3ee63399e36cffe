'use strict';

/* A tree of benchmark files with their toolkit; what needs many processes is in processes/cli-run-tree.js. */

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit } = require('../helpers/cli');
const { refused } = require('../helpers/cli-inside');
const { benchmark, writeToolkit, linesOf, CLIENT, RELAY } = require('../helpers/tree');

useFolder();

describe('qtimeit run: a tree of benchmark files with their toolkit', function () {
  this.timeout(60000);
  beforeEach(writeToolkit);

  it('runs whole, without the tools that lie in it', () => {
    write('run.js', 'throw new Error("a tool was run");\n');
    write('compare.js', 'const CLI = require("./_cli.js");\n');
    write('_cli.js', 'throw new Error("a tool was run");\n');
    write('here.js', benchmark({ n: [7] }).replace('../common.js', './common'));
    write('url/a.js', benchmark({ n: [1, 2] }));
    write('http/server.js', RELAY);
    write('http/_client.js', CLIENT());
    const result = qtimeit('run', '.', '--set', 'n=3', '--save', 'r.json');
    expect(result.stderr).to.equal('note: no benchmarks, for they lie beside common.js and do not call createBenchmark: compare.js, run.js\n');
    expect(linesOf(result)).to.deep.equal(['here.js n=3', 'http/_client.js n=3 len=1', 'http/_client.js n=3 len=2', 'url/a.js n=3']);
    expect(result.status).to.equal(0);
    expect(read('r.json').configurations.map(({ sides: [{ places }] }) => places)).to.deep.equal([[1], [2], [3], [4]]);
  });

  it('still keeps suites apart', async () => {
    write('url/a.js', benchmark({ n: [1] }));
    write('url/suite.js', 'let x = 0; module.exports = { add() { x = x + 1 | 0; } };\n');
    expect(await refused('run', '.')).to.include('url/a.js').and.include('url/suite.js').and.include('--filter');
  });

  it('refuses names that it does not know, before it is run', async () => {
    write('http/server.js', RELAY);
    write('http/_client.js', CLIENT('require("fs").writeFileSync("was-run", "");'));
    expect(await refused('run', '.', '--set', 'lne=1')).to.include('--set lne').and.include('did you mean len?');
    expect(await refused('run', '.', '--set', 'n=many')).to.include('n=many').and.include('is a number');
    expect(fs.existsSync(inFolder('was-run'))).to.equal(false);
  });
});
