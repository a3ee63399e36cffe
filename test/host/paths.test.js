'use strict';

const path = require('path');
const { expect } = require('chai');
const {
  isSamePath, isWithin, listFoldersInPath, pathWithin, programFile, withParents, withSlashes,
} = require('#lib/base/host/paths');
const { MACOS, WINDOWS } = require('../helpers/other-systems');

const { posix, win32 } = path;

describe('paths of a system', () => {
  it('are shown relative to a folder that contains them, with / on each system', () => {
    expect(pathWithin('C:\\Users\\me', 'C:\\Users\\me\\bench\\x.js', win32)).to.equal('bench/x.js');
    expect(pathWithin('c:\\users\\ME', 'C:\\Users\\me\\bench\\x.js', win32)).to.equal('bench/x.js');
    expect(pathWithin('/Users/me', '/Users/me/bench/x.js', posix)).to.equal('bench/x.js');
    expect(pathWithin('/Users/me', '/Users/me/..old/x.js', posix)).to.equal('..old/x.js');
  });

  it('have folders above them, the nearest first, up to the root', () => {
    const { root } = path.parse(process.cwd());
    const [outer, inner] = [path.join(root, 'me'), path.join(root, 'me', 'bench')];
    expect(withParents(inner)).to.deep.equal([inner, outer, root]);
    expect(withParents(root)).to.deep.equal([root]);
  });

  it('are not relative to another folder, or another drive', () => {
    for (const [folder, file, paths] of [['C:\\me', 'D:\\me\\x.js', win32], ['C:\\me', 'C:\\you\\x.js', win32],
        ['C:\\me', '\\\\server\\share\\x.js', win32], ['/me', '/you/x.js', posix], ['/me', '/me', posix],
        ['/me/bench', '/me', posix]]) {
      expect(pathWithin(folder, file, paths), file).to.equal(null);
    }
  });

  it('are within a folder in another case on Windows, also if they are the folder', () => {
    const of = (folder, file, paths) => isWithin(folder, file, paths);
    expect([of('C:\\me', 'c:\\ME', win32), of('C:\\me', 'c:/ME/x.js', win32), of('C:\\me', 'D:\\me', win32),
      of('/me', '/me', posix), of('/me', '/ME', posix)]).to.deep.equal([true, true, false, true, false]);
  });

  it('are the same in another case, except on Linux', () => {
    const LINUX = { platform: 'linux' };
    expect([
      isSamePath('C:\\me\\r.json', 'c:/me/R.JSON', WINDOWS), isSamePath('C:\\me\\r.json', 'D:\\me\\r.json', WINDOWS),
      isSamePath('/me/r.json', '/me/./R.json', MACOS), isSamePath('/me/r.json', '/me/R.json', LINUX),
      isSamePath('r.json', './r.json', LINUX),
    ]).to.deep.equal([true, false, true, false, true]);
  });

  it('keep a \\ that is part of a name', () => {
    expect(pathWithin('/me', '/me/a\\b.js', posix)).to.equal('a\\b.js');
    expect(withSlashes('/me/a\\b.js', posix)).to.equal('/me/a\\b.js');
    expect(withSlashes('C:\\me\\x.js', win32)).to.equal('C:/me/x.js');
  });
});

describe('programs of a system', () => {
  it('are searched in the folders of PATH, with the separator of the system, and in any case of the name PATH', () => {
    expect(listFoldersInPath(WINDOWS)).to.deep.equal(
      ['C:\\Windows\\system32', 'C:\\Program Files\\nodejs\\', 'C:\\Users\\me\\AppData\\Roaming\\npm']);
    expect(listFoldersInPath(MACOS)).to.deep.equal(['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin']);
    expect(listFoldersInPath({ platform: 'darwin', env: {} })).to.deep.equal(['']);
  });

  it('have an extension on Windows, where a file without one is the script of another shell', () => {
    expect(['bun', 'bun.exe', 'NODE.EXE', 'more.com', 'node18.20'].map((name) => programFile(name, WINDOWS)))
      .to.deep.equal(['bun.exe', 'bun.exe', 'NODE.EXE', 'more.com', 'node18.20.exe']);
    expect(programFile('bun', MACOS)).to.equal('bun');
  });
});
