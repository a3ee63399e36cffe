'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const ROOT = path.join(__dirname, '..', '..');

describe('the package', () => {
  it('holds what its users need, and nothing else', function () {
    const { error, status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32',
    });
    if (error && error.code === 'ENOENT') this.skip(); // a Node without npm
    expect(status, stderr).to.equal(0);
    const packed = JSON.parse(stdout)[0].files.map((file) => file.path);
    const needed =
      ['package.json', 'README.md', 'qtimeit.js', 'qtimeit.mjs', 'qtimeit.d.ts', 'qtimeit.d.mts', 'common.js',
        'common.d.ts', 'qtimeit.browser.mjs', 'qtimeit.browser.d.mts', ...filesIn('lib')];
    expect(needed.filter((file) => !packed.includes(file))).to.deep.equal([]);
    const others = packed.filter((file) => !needed.includes(file) && !/^(LICENSE$|docs\/|examples\/|bin\/)/.test(file));
    expect(others).to.deep.equal([]);
  });
});

/** Paths of all files in a folder of the package, with forward slashes. */
function filesIn(folder) {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
