'use strict';

const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { nameOf } = require('../../lib/files/name');

const name = (file, cwd, files = []) =>
  nameOf(file, { cwd, host: fakeHost({ files: Object.fromEntries([file, ...files].map((one) => [one, 'x'])) }) });

describe('names of benchmark files', () => {
  it('is the path from the folder of common.js, wherever it is run', () => {
    const root = ['/node/benchmark/common.js', '/node/package.json'];
    for (const cwd of ['/node', '/node/benchmark', '/node/benchmark/buffers', '/', '/else/where']) {
      expect(name('/node/benchmark/buffers/x.js', cwd, root), cwd).to.equal('buffers/x.js');
    }
    expect(name('/node/benchmark/x.js', '/node', root)).to.equal('x.js');
    expect(name('/node/benchmark/a/b/c/x.js', '/node', root)).to.equal('a/b/c/x.js');
  });

  it('takes the nearest common.js', () => {
    expect(name('/a/b/c/x.js', '/', ['/a/common.js', '/a/b/common.js'])).to.equal('c/x.js');
  });

  it('takes common.js of a folder that is a package itself', () => {
    expect(name('/a/b/c/x.js', '/', ['/a/b/package.json', '/a/b/common.js'])).to.equal('c/x.js');
  });

  for (const sign of ['package.json', '.git/HEAD']) {
    it(`does not look beyond ${sign}`, () => {
      expect(name('/home/me/project/bench/x.js', '/home/me/project',
        ['/home/me/common.js', `/home/me/project/${sign}`])).to.equal('bench/x.js');
      expect(name('/home/me/project/bench/x.js', '/home/me/project/bench',
        ['/home/me/common.js', `/home/me/project/${sign}`])).to.equal('x.js');
    });
  }

  it('is the path from the current folder where there is no common.js', () => {
    expect(name('/home/me/bench/a/x.js', '/home/me')).to.equal('bench/a/x.js');
    expect(name('/home/me/bench/x.js', '/')).to.equal('home/me/bench/x.js');
  });

  it('is the file and its folder outside of the current one', () => {
    expect(name('/home/me/bench/x.js', '/home/you')).to.equal('bench/x.js');
    expect(name('/home/me/bench/x.js', '/home/me/bench/deeper')).to.equal('bench/x.js');
    expect(name('/x.js', '/home')).to.equal('x.js');
  });

  it('does not take a folder whose name begins with two dots for one outside', () => {
    expect(name('/home/me/..old/a/x.js', '/home/me')).to.equal('..old/a/x.js');
  });

  it('has / in it, whatever the paths of the system have', () => {
    const host = { platform: 'win32', stat() { throw new Error('not there'); } };
    expect(nameOf('C:\\me\\bench\\x.js', { cwd: 'C:\\me', host })).to.equal('bench/x.js');
    expect(nameOf('C:\\me\\bench\\x.js', { cwd: 'D:\\else', host })).to.equal('bench/x.js');
  });

  it('leaves a folder aside that cannot be looked at', () => {
    const host = { platform: 'linux', stat() { throw Object.assign(new Error('no'), { code: 'EACCES' }); } };
    expect(nameOf('/a/b/x.js', { cwd: '/a', host })).to.equal('b/x.js');
  });
});
