'use strict';

const { expect } = require('chai');
const { createUnderWay } = require('#lib/cli/crash-marker');
const { MACOS, WINDOWS, createFileSystem } = require('../helpers/other-systems');

const FOLDERS = { win32: 'C:\\Users\\me', darwin: '/Users/me' };

for (const { platform } of [WINDOWS, MACOS]) {
  describe(`base/host/fs-changes on ${platform}`, () => {
    const isWindows = platform === 'win32';
    let system;
    let at;
    beforeEach(() => {
      system = createFileSystem({ platform });
      at = (...names) => system.paths.join(FOLDERS[platform], ...names);
      system.fs.writeFileSync(at('own', 'a', 'b.js'), 'b');
      system.fs.writeFileSync(at('project', 'node_modules', 'dep.js'), 'dep');
    });

    it('removes a folder by a name in another case, and links in it, but not their targets', () => {
      system.fs.symlinkSync(at('project', 'node_modules'), at('own', 'node_modules'), 'junction');
      system.changes.removeTree(at('OWN'));
      expect([system.text(at('own', 'a', 'b.js')), system.text(at('project', 'node_modules', 'dep.js'))])
        .to.deep.equal([null, 'dep']);
      expect(() => system.fs.lstatSync(at('own'))).to.throw('ENOENT');
      system.changes.removeTree(at('own'));
      system.changes.removeFile(at('own'));
    });

    it('tries again while another program has a file open, and removes the other files if that lasts', () => {
      system.hold(at('own', 'a', 'b.js'), 3);
      system.changes.rename(at('own', 'a', 'b.js'), at('own', 'c.js'));
      system.fs.writeFileSync(at('own', 'd.js'), 'd');
      system.hold(at('own', 'c.js'), 3);
      system.changes.rename(at('own', 'd.js'), at('own', 'c.js'));
      expect(system.text(at('own', 'c.js'))).to.equal('d');
      system.fs.writeFileSync(at('own', 'e.js'), 'e');
      system.hold(at('own', 'c.js'), 9);
      if (!isWindows) return;
      expect(() => system.changes.removeTree(at('own'))).to.throw('EBUSY');
      expect([system.text(at('own', 'c.js')), system.text(at('own', 'e.js'))]).to.deep.equal(['d', null]);
    });

    it('fails if a process is in the folder, or an open file was removed, as long as that lasts', () => {
      system.enter(at('own', 'a'));
      const fd = system.fs.openSync(at('own', 'a', 'b.js'));
      system.changes.removeFile(at('own', 'a', 'b.js'));
      if (isWindows) expect(() => system.changes.removeTree(at('own'))).to.throw('EPERM');
      system.fs.closeSync(fd);
      if (isWindows) expect(() => system.changes.removeTree(at('own'))).to.throw('EBUSY');
      else system.changes.removeTree(at('own'));
    });

    it('lets the marker of a crash be read once the killed process has removed it', () => {
      const marker = at('marker');
      const underWay = createUnderWay({
        writeTemporary() {
          system.fs.writeFileSync(marker, '');
          const fd = system.fs.openSync(marker);
          return { path: marker, remove() {
            system.fs.closeSync(fd);
            system.changes.removeFile(marker);
          } };
        },
        openFile: system.fs.openSync, closeFile: system.fs.closeSync,
        readBytes: () => Buffer.from(Int32Array.of(1, 2).buffer),
      }, 'marker');
      system.fs.unlinkSync(marker);
      expect(underWay.read()).to.deep.equal({ position: 1, index: 2 });
      expect(() => system.fs.lstatSync(marker)).to.throw('ENOENT');
    });
  });
}
