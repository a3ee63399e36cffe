'use strict';

const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { nameBenchmarkFile } = require('#lib/node-core/files/parent');

const name = (file, cwd, files = []) =>
  nameBenchmarkFile(file,
    { cwd, host: fakeHost({ files: Object.fromEntries([file, ...files].map((one) => [one, 'x'])) }) });

describe('names of benchmark files', () => {
  const root = ['/node/benchmark/common.js', '/node/package.json'];
  const home = ['/home/me/common.js', '/home/me/project/package.json'];
  const git = ['/home/me/common.js', '/home/me/project/.git/HEAD'];
  for (const [file, cwd, files, expected] of [
    // From the folder of common.js, in any folder
    ['/node/benchmark/buffers/x.js', '/node/benchmark/buffers', root, 'buffers/x.js'],
    ['/node/benchmark/buffers/x.js', '/else/where', root, 'buffers/x.js'],
    ['/node/benchmark/a/b/c/x.js', '/node', root, 'a/b/c/x.js'],
    ['/a/b/c/x.js', '/', ['/a/common.js', '/a/b/common.js'], 'c/x.js'],
    ['/a/b/c/x.js', '/', ['/a/b/package.json', '/a/b/common.js'], 'c/x.js'],
    // Not beyond the package
    ...[home, git].flatMap((files) => [
      ['/home/me/project/bench/x.js', '/home/me/project', files, 'bench/x.js'],
      ['/home/me/project/bench/x.js', '/home/me/project/bench', files, 'x.js'],
    ]),
    // From the current folder without common.js
    ['/home/me/bench/a/x.js', '/home/me', [], 'bench/a/x.js'],
    ['/home/me/bench/x.js', '/', [], 'home/me/bench/x.js'],
    ['/home/me/..old/a/x.js', '/home/me', [], '..old/a/x.js'],
    // Outside of it
    ['/home/me/bench/x.js', '/home/you', [], 'bench/x.js'],
    ['/home/me/bench/x.js', '/home/me/bench/deeper', [], 'bench/x.js'],
    ['/x.js', '/home', [], 'x.js'],
  ]) {
    it(`of ${file} in ${cwd} with ${files.join(' and ') || 'no other file'}`, () => (
      expect(name(file, cwd, files)).to.equal(expected)));
  }

  it('has / in it, also on Windows, and skips folders that cannot be read', () => {
    const host = { platform: 'win32', stat() { throw new Error('not there'); } };
    for (const cwd of ['C:\\me', 'D:\\else']) {
      expect(nameBenchmarkFile('C:\\me\\bench\\x.js', { cwd, host })).to.equal('bench/x.js');
    }
    const closed = { platform: 'linux', stat() { throw Object.assign(new Error('no'), { code: 'EACCES' }); } };
    expect(nameBenchmarkFile('/a/b/x.js', { cwd: '/a', host: closed })).to.equal('b/x.js');
  });
});
