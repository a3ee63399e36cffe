'use strict';

/* What --on refuses of names before anything is started. */

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { insideOf } = require('../helpers/cli-inside');

useFolder();

describe('--on', () => {
  const { refused } = insideOf({ env: { PATH: '/nowhere' } });

  beforeEach(() => write('a.mjs', 'export const a = () => {};\n'));

  it('knows what a slip of the keyboard meant', async () => {
    const gone = 'qtimeit: chrmium was looked for in PATH and is not there; did you mean chromium?\n';
    for (const on of ['chrmium', 'chrmium,node', 'node,chrmium']) {
      expect(await refused('run', '--on', on, 'a.mjs')).to.equal(gone);
    }
    expect(await refused('compare', '--old', 'chrmium', '--new', process.execPath, 'a.mjs')).to.equal(gone);
    expect(await refused('compare', '--on', 'chrmium', '--old', '.', '--new', '.', 'a.mjs')).to.equal(
      'qtimeit: --on chrmium is no browser; did you mean chromium?\n');
  });

  it('compares builds in one browser alone', async () => {
    const builds = ['--old', '.', '--new', '.', 'a.mjs'];
    expect(await refused('compare', '--on', 'node', ...builds)).to.match(
      /--on node is no browser; compare --on chromium --old FOLDER .*; on node --rev compares revisions/);
    expect(await refused('compare', '--on', 'chromium,firefox', ...builds)).to.include('--on names 2 browsers');
    expect(await refused('compare', '--on', 'chromium', 'a.mjs')).to.include('needs the folders of builds');
    expect(await refused('compare', '--on', 'chromium', '--count', ...builds)).to.include('do not go together');
  });

  it('names one engine only where that is none but this', async () => {
    expect(await refused('run', '--on', 'node', 'a.mjs')).to.include('--on names one engine only');
  });
});
