'use strict';

const { expect } = require('chai');
const { channel } = require('diagnostics_channel');
const path = require('path');
const { pathToFileURL } = require('url');
const { watchScripts } = require('#lib/extras/adopt/started-scripts');
const { hostWith, scratchFolder } = require('../helpers/scratch');

describe('the watch of started scripts', () => {
  const scratch = scratchFolder();

  it('reads each script once, whatever types the arguments have and which built-ins are replaced', async () => {
    const main = scratch('main.js', '');
    const other = scratch('other.js', '');
    const script = scratch('bench.js', "require('benchmark');");
    const read = [];
    const host = hostWith({
      readText(file) {
        read.push(path.basename(file));
        return "require('benchmark');".repeat(file === script);
      },
    });
    const found = [];
    let isOver = false;
    watchScripts(main, { cwd: path.dirname(main), host }, { isOver: () => isOver, found: (file) => found.push(file) });
    const { filter } = Array.prototype;
    const start = async (...args) => {
      channel('child_process').publish({ process: { spawnargs: ['node', ...args] } });
      await null;
    };
    try {
      await start(pathToFileURL(other), { toString: () => { throw new Error('no text'); } });
      Array.prototype.filter = () => { throw new Error('replaced filter'); };
      for (let i = 0; i < 3; i++) await start(pathToFileURL(other), Symbol('s'), other, 'bench.js');
    } finally {
      Array.prototype.filter = filter;
      isOver = true;
    }
    expect(found).to.deep.equal([script]);
    expect(read).to.deep.equal(['other.js', 'bench.js']);
  });
});
