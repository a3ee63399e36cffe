'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');
const { findBrowser } = require('../../lib/report/picture/plot-file');
const host = require('../../lib/host/host');

useFolder();

describe('qtimeit run --plot', () => {
  const contents = (name) => fs.readFileSync(inFolder(name), 'utf8');

  it('draws pixels where there is a browser', async function pixels() {
    if (!findBrowser(host).file) this.skip();
    write('r.csv',
      '"binary","filename","configuration","rate","time"\n"old","a.js","n=1",5,0.1\n"new","a.js","n=1",6,0.1\n');
    const { status, stderr } = await inside('compare', 'r.csv', '--plot', 'r.png');
    if (status === 1) {
      // A browser that does not start here: the picture is kept.
      expect(stderr).to.include('r.svg');
      expect(contents('r.svg')).to.match(/^<svg /);
      return;
    }
    expect(status).to.equal(0);
    expect(fs.readFileSync(inFolder('r.png')).subarray(1, 4).toString()).to.equal('PNG');
  });
});
