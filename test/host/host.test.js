'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { expect } = require('chai');
const host = require('#lib/base/host/host');
const { can, needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');

describe('host', () => {
  const scratch = scratchFolder();

  it('reads the first bytes of a file, and of a pipe that is filled slowly', () => {
    expect(host.readBytes(__filename, 1e9).toString()).to.equal(fs.readFileSync(__filename, 'utf8'));
    expect(host.readBytes(__filename, 12).toString()).to.equal('\'use strict\'');
    expect(() => host.readBytes(__dirname, 12)).to.throw().with.property('code', 'EISDIR');
    if (!can('pipes')) return;
    const script = `const host = require(${JSON.stringify(require.resolve('#lib/base/host/host'))});
      process.stdout.write(host.readBytes('/dev/stdin', 70000));`;
    const command = '(for part in a b c d e; do printf $part; sleep 0.1; done) | "$NODE" -e "$SCRIPT"';
    const env = { ...process.env, NODE_OPTIONS: '', NODE: process.execPath, SCRIPT: script };
    expect(host.run('sh', ['-c', command], { encoding: 'utf8', env }).stdout).to.equal('abcde');
  });

  it('finds a script as node does, also by a name without its extension', () => {
    for (const name of ['a.js', 'b.mjs', 'c.ts', 'd']) scratch(`scripts/${name}`, '');
    const has = (name) => host.hasScript(scratch(`scripts/${name}`));
    expect(['a.js', 'a', 'b', 'c', 'c.ts', 'd', 'e', 'd.js', 'c.js'].map(has))
      .to.deep.equal([true, true, true, true, true, true, false, false, false]);
  });

  it('lists folders, but no links to folders, and removes a folder that may be gone', () => {
    const folder = path.dirname(scratch('folders/file', ''));
    host.makeFolder(path.join(folder, 'one'));
    if (can('junctions')) host.makeLink(path.join(folder, 'one'), path.join(folder, 'link'));
    expect(host.listFolders(folder)).to.deep.equal(['one']);
    for (let i = 0; i < 2; i++) host.removeTree(folder);
    expect(fs.existsSync(folder)).to.equal(false);
  });

  it('makes a folder with its parents, and fails in read-only file systems', () => {
    const folder = path.join(path.dirname(scratch('made/file', '')), 'a/b/c');
    for (let i = 0; i < 2; i++) host.makeFolder(folder);
    expect(fs.statSync(folder).isDirectory()).to.equal(true);
    expect(() => host.makeFolder(scratch('made/file'))).to.throw('EEXIST');
    expect(() => host.makeFolder(path.join(scratch('made/file'), 'a')))
      .to.throw(process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR');
    if (process.platform === 'linux') expect(() => host.makeFolder('/proc/x/y')).to.throw('ENOENT');
  });

  needs('modes', it)('removes folders that a command has made read-only', () => {
    const own = process.geteuid();
    const folder = path.dirname(scratch('read-only/a/b/file', ''));
    const top = path.join(folder, '../..');
    const target = path.dirname(scratch('target/file', ''));
    fs.symlinkSync(target, path.join(folder, 'link'));
    for (const one of [top, path.dirname(folder), folder]) {
      if (own === 0) fs.chownSync(one, 12345, 12345);
      fs.chmodSync(one, 0o500);
    }
    fs.chmodSync(path.dirname(top), 0o777);
    fs.chmodSync(target, 0o500);
    // The superuser may write everywhere.
    if (own === 0) process.seteuid(12345);
    try {
      host.removeTree(top);
    } finally {
      if (own === 0) process.seteuid(0);
    }
    expect(fs.existsSync(top)).to.equal(false);
    expect(fs.readdirSync(target)).to.deep.equal(['file']);
    fs.chmodSync(target, 0o700);
  });

  describe('a temporary file', () => {
    const { platform } = process;
    const name = `qtimeit-test-${process.pid}.txt`;
    const named = path.join(os.tmpdir(), name);
    const script = 'process.stdout.write(require("fs").readFileSync(process.argv[1]))';
    const catOf = (file) => host.run(process.execPath, ['-e', script, file], { encoding: 'utf8' }).stdout;

    needs('linux', it)('has no name if the system supports that, can be read by others, and is gone when it is ' +
      'removed', function () {
      const file = host.writeTemporary(name, 'words');
      // A folder on a file system that has none without a name.
      if (file.path === named) {
        file.remove();
        this.skip();
      }
      expect([catOf(file.path), fs.existsSync(named)]).to.deep.equal(['words', false]);
      file.remove();
      expect(catOf(file.path)).not.to.equal('words');
    });

    it('has a name otherwise, for this user alone, and never replaces another file', () => {
      Object.defineProperty(process, 'platform', { value: 'other' });
      try {
        const file = host.writeTemporary(name, 'words');
        expect([file.path, catOf(named)]).to.deep.equal([named, 'words']);
        if (can('modes')) expect(fs.statSync(named).mode & 0o777).to.equal(0o600);
        expect(() => host.writeTemporary(name, 'others')).to.throw().with.property('code', 'EEXIST');
        expect(catOf(named)).to.equal('words');
        file.remove();
        expect(fs.existsSync(named)).to.equal(false);
      } finally {
        Object.defineProperty(process, 'platform', { value: platform });
        fs.rmSync(named, { force: true });
      }
    });

    for (const kind of ['linux', 'other']) {
      it(`is deleted if it cannot be written, and the error has its path: ${kind}`, () => {
        const { writeFileSync } = fs;
        const open = () => (can('pipes') ? fs.readdirSync('/dev/fd').length : 0);
        const before = open();
        Object.defineProperty(process, 'platform', { value: kind });
        fs.writeFileSync = () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); };
        try {
          expect(() => host.writeTemporary(name, 'words')).to.throw('full').with.property('path', named);
        } finally {
          fs.writeFileSync = writeFileSync;
          Object.defineProperty(process, 'platform', { value: platform });
        }
        expect([open(), fs.existsSync(named)]).to.deep.equal([before, false]);
      });
    }
  });

  it('knows which processes exist', () => {
    expect([process.pid, process.ppid, 999999999].map((pid) => host.isAlive(pid))).to.deep.equal([true, true, false]);
  });

  it('raises the priority of this thread and of its children if permitted, and lowers it again', () => {
    const [own, asked] = ['0', '-10'].map((by) => Number(host.run(process.execPath, [
      '-p', `try { os.setPriority(Math.min(os.getPriority(), ${by} || Infinity)); } catch {} os.getPriority()`,
    ], { encoding: 'utf8' }).stdout));
    const lower = host.raisePriority();
    const raised = os.getPriority();
    const ofChild = host.run(process.execPath, ['-p', 'os.getPriority()'], { encoding: 'utf8' }).stdout;
    lower();
    expect([raised, Number(ofChild)]).to.deep.equal(process.platform === 'linux' ? [asked, asked] : [own, own]);
    expect(os.getPriority()).to.equal(own);
  });

  it('loads child_process and inspector late', () => {
    const lib = path.join(__dirname, '..', '..', 'lib');
    const script = `for (const name of ['base/host/host', 'core/system/cpu-mhz', 'sysinfo',
        'core/system/warnings']) require(${JSON.stringify(lib)} + '/' + name);
      const { createSysinfo } = require(${JSON.stringify(lib)} + '/sysinfo');
      createSysinfo({ host: require(${JSON.stringify(lib)} + '/base/host/host') });
      console.log(process.moduleLoadList.filter((name) =>
        /^NativeModule (child_process|inspector)$/.test(name)).join());`;
    const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' };
    expect(host.run(process.execPath, ['-e', script], { encoding: 'utf8', env }).stdout).to.equal('\n');
  });
});
