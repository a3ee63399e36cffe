'use strict';

/* A tree of benchmark files with their toolkit. Tests with many processes are in processes/cli-run-tree.js. */

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { refused } = require('../helpers/cli-inside');
const { benchmark, writeToolkit, CLIENT, RELAY } = require('../helpers/tree');

useFolder();

describe('qtimeit run: a tree of benchmark files with their toolkit', () => {
  beforeEach(writeToolkit);

  it('refuses to run benchmark files together with suites', async () => {
    write('url/a.js', benchmark({ n: [1] }));
    write('url/suite.js', 'let x = 0; module.exports = { add() { x = x + 1 | 0; } };\n');
    expect(await refused('run', '.')).to.include('url/a.js').and.include('url/suite.js').and.include('--filter');
  });

  it('refuses unknown parameters and values before anything runs', async () => {
    write('http/server.js', RELAY);
    write('http/_client.js', CLIENT('require("fs").writeFileSync("was-run", "");'));
    expect(await refused('run', '.', '--set', 'lne=1')).to.include('--set lne').and.include('Did you mean len?');
    expect(await refused('run', '.', '--set', 'n=many')).to.include('n=many').and.include('must be a number');
    expect(fs.existsSync(inFolder('was-run'))).to.equal(false);
  });
});
