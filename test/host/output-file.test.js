'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { openOutputFile, StoreError } = require('#lib/base/host/output-file');
const realHost = require('#lib/base/host/host');
const { systemError } = require('../helpers/fake-host');
const { can, needs } = require('../helpers/needs');
const { refusalOf } = require('../helpers/refusals');
const { hostWith, scratchFolder } = require('../helpers/scratch');

describe('host/output-file', () => {
  const scratch = scratchFolder();
  const itDevices = fs.existsSync('/dev/full') ? it : needs('pipes', it);

  let count = 0;
  /** A new folder with these files. */
  const folderWith = (files = {}) => {
    const folder = `case-${count++}`;
    for (const name of Object.keys(files)) scratch(`${folder}/${name}`, files[name]);
    return path.dirname(scratch(`${folder}/x`));
  };
  const open = (file, { force = false, host = realHost } = {}) => openOutputFile(file, { force, host });
  const refusal = (file, options) => refusalOf(() => open(file, options));
  const failure = (target) => {
    try {
      target.write('new\n');
    } catch (error) {
      expect(error).to.be.instanceOf(StoreError);
      expect(error.path).to.equal(target.path);
      expect(error.message).to.equal(`${error.path} could not be saved: ${error.reason}`);
      return error.reason;
    }
    throw new Error('was written');
  };
  const contentOf = (folder) =>
    Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));

  it('writes a new file, replaces its last content, and replaces an old file only with force', () => {
    const folder = folderWith({ 'old.json': 'old\n' });
    const fresh = open(path.relative(process.cwd(), path.join(folder, 'new.json')));
    expect({ isStream: fresh.isStream, content: contentOf(folder) })
      .to.deep.equal({ isStream: false, content: { 'old.json': 'old\n' } });
    for (const text of ['one\n', 'zwölf\n']) {
      fresh.write(text);
      expect(contentOf(folder)['new.json']).to.equal(text);
    }
    const file = path.join(folder, 'old.json');
    expect(refusal(file)).to.equal(`${file} already exists. Use --force to overwrite it`);
    const target = open(file, { force: true });
    expect(contentOf(folder)['old.json']).to.equal('old\n');
    target.write('new\n');
    expect(contentOf(folder)).to.deep.equal({ 'new.json': 'zwölf\n', 'old.json': 'new\n' });
  });

  it('refuses at once the names that Windows does not allow', () => {
    const host = hostWith({ platform: 'win32' });
    for (const [name, fault] of [
      ['a*b.json', '*'], ['a.json:b', ':'], ['NUL', 'NUL'], ['com1.json', 'com1'], ['"a"', '"'],
    ]) {
      expect(refusal(`x/${name}`, { host }), name).to.equal(
        `x/${name} cannot be written: Windows does not allow ${fault} in the name of a file. Use another name`);
    }
    expect(refusal('x'.repeat(300), { host })).to.match(/^x+ cannot be written: the name is too long/);
    for (const name of ['null.json', 'con-1.json']) {
      expect(refusal(`no/${name}`, { host })).to.include('the folder no does not exist');
    }
  });

  it('does not replace a file that was made since, and reports a folder that was removed', () => {
    const folder = folderWith();
    const file = path.join(folder, 'new.json');
    const target = open(file);
    fs.writeFileSync(file, 'of somebody else\n');
    expect(failure(target)).to.equal('it was created during the run. Use --force to overwrite it');
    expect(contentOf(folder)).to.deep.equal({ 'new.json': 'of somebody else\n' });
    const forced = open(path.join(folder, 'other.json'), { force: true });
    fs.writeFileSync(path.join(folder, 'other.json'), 'x');
    forced.write('new\n');
    expect(contentOf(folder)['other.json']).to.equal('new\n');
    const removed = open(path.join(folderWith({ 'sub/x': '' }), 'sub/new.json'));
    fs.rmSync(path.dirname(removed.path), { recursive: true });
    expect(failure(removed)).to.equal('its folder no longer exists');
  });

  it('does not replace the content of another process', () => {
    const folder = folderWith();
    const file = path.join(folder, 'new.json');
    const [first, second] = [open(file, { force: true }), open(file, { force: true })];
    first.write('{ "savedAt": 1 }\n');
    first.write('{ "savedAt": 2 }\n');
    second.write('{ "savedAt": 3 }\n');
    for (let i = 0; i < 2; i++) {
      expect(failure(first)).to.equal('another process is also writing to it, so its content was kept. Is the same ' +
        'command running twice?');
    }
    second.write('{ "savedAt": 4 }\n');
    expect(contentOf(folder)).to.deep.equal({ 'new.json': '{ "savedAt": 4 }\n' });
    fs.rmSync(file);
    first.write('{ "savedAt": 5 }\n');
    expect(contentOf(folder)).to.deep.equal({ 'new.json': '{ "savedAt": 5 }\n' });
    const unreadable = () => { throw systemError('EACCES'); };
    const target = open(path.join(folder, 'other.json'), { host: hostWith({ readBytes: unreadable }) });
    for (const text of ['one\n', 'two\n']) target.write(text);
    expect(contentOf(folder)['other.json']).to.equal('two\n');
  });

  needs('modes', describe)('with modes and owners', () => {
    it('keeps the mode of the old file, and applies the umask to a new one', () => {
      const folder = folderWith({ 'old.json': 'old\n' });
      const modeOf = (name) => fs.statSync(path.join(folder, name)).mode & 0o777;
      const umask = process.umask(0o027);
      try {
        for (const mode of [0o600, 0o666, 0o644]) {
          fs.chmodSync(path.join(folder, 'old.json'), mode);
          open(path.join(folder, 'old.json'), { force: true }).write('new\n');
          expect(modeOf('old.json')).to.equal(mode);
        }
        open(path.join(folder, 'new.json')).write('new\n');
        expect(modeOf('new.json')).to.equal(0o640);
        // Some file systems have no modes. The file was never open to others, not even while it was written.
        const host = hostWith({ setMode(file) { throw systemError('ENOTSUP', file); } });
        fs.chmodSync(path.join(folder, 'old.json'), 0o600);
        open(path.join(folder, 'old.json'), { force: true, host }).write('newer\n');
        expect([modeOf('old.json'), contentOf(folder)['old.json']]).to.deep.equal([0o600, 'newer\n']);
      } finally {
        process.umask(umask);
      }
    });

    it('follows no link of another user in a folder of all users, and a new one only with force', () => {
      const folder = folderWith({ 'mine/old.json': 'old\n', 'tmp/x': '' });
      const tmp = path.join(folder, 'tmp');
      const [old, fresh] = ['old', 'new'].map((name) => path.join(tmp, `${name}.json`));
      for (const link of [old, fresh]) fs.symlinkSync(`../mine/${path.basename(link)}`, link);
      fs.chmodSync(tmp, 0o1777);
      const own = process.geteuid();
      const others = hostWith({
        uid: own + 1, stat: (file) => Object.assign(fs.statSync(file), file === tmp && { uid: own + 2 }) });
      for (const file of [old, fresh]) {
        expect(refusal(file, { force: true, host: others })).to.equal(
          `${file} cannot be written: ${file} is a link of another user`);
      }
      if (own === 0) {
        fs.lchownSync(old, 12345, 12345);
        expect(refusal(old, { force: true })).to.include('is a link of another user');
        fs.lchownSync(old, 0, 0);
      }
      const within = path.join(tmp, 'folder', 'within.json');
      fs.symlinkSync('../mine', path.join(tmp, 'folder'));
      fs.symlinkSync(path.join(tmp, 'folder'), path.join(folder, 'alias'));
      for (const file of [within, path.join(folder, 'alias', 'within.json')]) {
        expect(refusal(file, { force: true, host: others })).to.equal(
          `${file} cannot be written: ${path.join(tmp, 'folder')} is a link of another user`);
      }
      expect(() => open(within)).not.to.throw();
      expect(refusal(fresh)).to.include('already exists');
      for (const file of [old, fresh]) open(file, { force: true }).write('text\n');
      expect(contentOf(path.join(folder, 'mine'))).to.deep.equal({ 'old.json': 'text\n', 'new.json': 'text\n' });
      fs.chmodSync(tmp, 0o777);
      expect(() => open(fresh, { force: true, host: others })).not.to.throw();
    });
  });

  needs('links', it)('keeps links, also those without a target', () => {
    const folder = folderWith({ 'real/old.json': 'old\n', 'links/x': '' });
    const link = (name, to) => fs.symlinkSync(to, path.join(folder, 'links', name));
    link('old.json', '../real/old.json');
    link('twice.json', 'old.json');
    link('new.json', '../real/new.json');
    link('round.json', 'round.json');
    fs.mkdirSync(path.join(folder, 'deep/er'), { recursive: true });
    fs.symlinkSync('../../links', path.join(folder, 'deep/er/other'));
    open(path.join(folder, 'links/twice.json'), { force: true }).write('two\n');
    expect(fs.readFileSync(path.join(folder, 'real/old.json'), 'utf8')).to.equal('two\n');
    open(path.join(folder, 'deep/er/other/new.json')).write('three\n');
    expect(fs.readFileSync(path.join(folder, 'real/new.json'), 'utf8')).to.equal('three\n');
    for (const name of ['old.json', 'twice.json', 'new.json']) {
      expect(fs.lstatSync(path.join(folder, 'links', name)).isSymbolicLink(), name).to.equal(true);
    }
    expect(refusal(path.join(folder, 'links/old.json'))).to.include('already exists');
    expect(refusal(path.join(folder, 'links/round.json'))).to.include('its symbolic links form a cycle');
    expect(fs.readdirSync(path.join(folder, 'links')).sort())
      .to.deep.equal(['new.json', 'old.json', 'round.json', 'twice.json', 'x']);
  });

  it('reports the fault of a path', () => {
    const folder = folderWith({ 'results/a.json': '', 'file': '' });
    const at = (name) => path.join(folder, name);
    expect(refusal('')).to.equal('the file name is empty');
    expect(refusal(at('results'))).to.equal(`${at('results')} is a folder. Pass the name of a file in it`);
    expect(refusal(`${at('new')}/`)).to.equal(`${at('new')}/ is a folder. Pass the name of a file in it`);
    expect(refusal(at('result/b.json')))
      .to.equal(`${at('result/b.json')} cannot be written: the folder ${at('result')} does not exist. Did you mean ` +
        `${at('results')}?`);
    expect(refusal(at('elsewhere/b.json')))
      .to.equal(`${at('elsewhere/b.json')} cannot be written: the folder ${at('elsewhere')} does not exist. Create ` +
        'it, or use another path');
    expect(refusal(at('no/such/b.json'))).to.include(`the folder ${at('no/such')} does not exist. Create it`);
    expect(refusal(at('x'.repeat(300)))).to.include('cannot be written: the name is too long');
    if (can('pipes')) expect(refusal(at('file/b.json'))).to.include('a part of the path is a file, not a folder');
    expect(fs.readdirSync(folder).sort()).to.deep.equal(['file', 'results']);
  });

  const faults = {
    EACCES: 'no permission', EROFS: 'the file system is read-only', ENOSPC: 'no space left on the device',
    EDQUOT: 'the disk quota is exceeded', EIO: 'the device failed (EIO)',
    EFBIG: 'the file would exceed the size limit (ulimit -f)',
  };

  it('reports at once that a file cannot be written', () => {
    const folder = folderWith({ 'old.json': 'old\n' });
    const [fresh, old] = ['new.json', 'old.json'].map((name) => path.join(folder, name));
    for (const [code, words] of Object.entries(faults)) {
      const failing = (door) => hostWith({ [door](file) { throw systemError(code, file); } });
      const intoFolder = `${fresh} cannot be written into the folder ${folder}: ${words}. Use another path`;
      expect(refusal(fresh, { host: failing('openFile') })).to.equal(intoFolder);
      expect(refusal(fresh, { host: failing('writeText') })).to.equal(intoFolder);
      expect(refusal(old, { host: failing('checkAccess'), force: true })).to.equal(
        `${old} cannot be written: ${words}`);
      expect(contentOf(folder)).to.deep.equal({ 'old.json': 'old\n' });
    }
  });

  for (const door of ['openFile', 'writeText', 'closeFile', 'rename']) {
    it(`keeps the old file if ${door} fails later`, () => {
      for (const [code, words] of Object.entries(faults)) {
        const folder = folderWith({ 'old.json': 'old\n' });
        let isFull = false;
        const host = hostWith({
          platform: 'linux', // because other words are usual on Windows
          [door](...args) {
            if (!isFull) return realHost[door](...args);
            // As the system does: a part is written, and a descriptor is closed in any case.
            if (door === 'writeText') realHost.writeText(args[0], args[1].slice(0, 2));
            if (door === 'closeFile') realHost.closeFile(args[0]);
            throw systemError(code, '');
          },
        });
        const target = open(path.join(folder, 'old.json'), { force: true, host });
        isFull = true;
        const [reason, kept] = failure(target).split('. The new content is in ');
        expect(reason).to.equal(words);
        const isKept = door === 'rename';
        expect(contentOf(folder))
          .to.deep.equal({ 'old.json': 'old\n', ...(isKept && { [path.basename(kept)]: 'new\n' }) });
        isFull = false;
        target.write('new\n');
        expect(contentOf(folder)).to.deep.equal({ 'old.json': 'new\n' });
      }
    });
  }

  it('writes to a new file with a random name', () => {
    const folder = folderWith();
    const opened = [];
    const host = hostWith({ openFile(...args) { opened.push(args); return realHost.openFile(...args); } });
    const target = open(path.join(folder, 'new.json'), { host });
    for (const text of ['one\n', 'two\n']) target.write(text);
    const names = opened.map(([file]) => path.relative(folder, file));
    expect({ names: new Set(names).size, opened: opened.map(([, flags]) => flags) })
      .to.deep.equal({ names: 3, opened: ['wx', 'wx', 'wx'] });
    for (const name of names) expect(name).to.match(/^\.qtimeit-[\da-f]{16}\.tmp$/);
  });

  describe('of devices and pipes', () => {
    const script = (lines) => `
      const { openOutputFile } = require(${JSON.stringify(require.resolve('#lib/base/host/output-file'))});
      const host = require(${JSON.stringify(require.resolve('#lib/base/host/host'))});
      const t = openOutputFile(process.argv[1] || '/dev/stdout', { force: false, host }); ${lines}`;
    const shell = (command, lines) => spawnSync('sh', ['-c', command.replace('NODE', '"$NODE" -e "$SCRIPT"')],
      { encoding: 'utf8', env: { ...process.env, NODE: process.execPath, SCRIPT: script(lines), NODE_OPTIONS: '' },
        timeout: 30000 });

    itDevices('writes to a device directly, and reports that it is full', () => {
      const target = open('/dev/null');
      expect(target.isStream).to.equal(true);
      target.write('one\n');
      expect(failure(open('/dev/full'))).to.equal('no space left on the device');
      for (const name of ['/dev/null', '/dev/full']) expect(fs.statSync(name).isCharacterDevice()).to.equal(true);
    });

    needs('pipes', describe)('of a shell, and with names', () => {
      it('appends to the file to which /dev/stdout is redirected', () => {
        const file = path.join(folderWith(), 'out.txt');
        const lines = 'console.log("first"); t.write("second\\n"); console.log("third");';
        for (const name of ['/dev/stdout', '/dev/fd/1']) {
          const { stderr } = shell(`NODE ${name} > ${file}`, lines);
          expect(stderr).to.equal('');
          expect(fs.readFileSync(file, 'utf8'), name).to.equal('first\nsecond\nthird\n');
        }
        const both = shell('NODE /dev/stderr', lines);
        expect(both).to.include({ stdout: 'first\nthird\n', stderr: 'second\n' });
      });

      it('reports a reader that has ended, or no reader', () => {
        const lines = 'try { t.write("x".repeat(5e5)); } catch (error) { console.error(error.reason); }';
        expect(shell('NODE /dev/stdout | true', lines).stderr).to.equal('the other end is closed\n');
        expect(refusal('/dev/fd/987')).to.equal('/dev/fd/987 cannot be written: it is not open');
        const pipe = path.join(folderWith(), 'pipe');
        spawnSync('mkfifo', [pipe]);
        expect(refusal(pipe)).to.equal(`${pipe} cannot be written: no process reads the other end, or the device ` +
          'does not exist');
      });

      it('writes to a named pipe', () => {
        const pipe = path.join(folderWith(), 'pipe');
        spawnSync('mkfifo', [pipe]);
        // The reader opens the pipe before the writer, but reads once it is full.
        const lines = 't.write("x".repeat(2e5)); t.write("yy");';
        expect(shell(`(sleep 0.2; cat ${pipe}) | wc -c & exec 3<>${pipe}; NODE ${pipe}; exec 3>&-; wait`,
          lines).stdout.trim()).to.equal('200002');
        expect(fs.statSync(pipe).isFIFO()).to.equal(true);
      });
    });

    it('refuses disks and sockets', () => {
      for (const [name, words] of [['isBlockDevice', 'a disk'], ['isSocket', 'a socket']]) {
        const no = () => false;
        const none = { isDirectory: no, isFile: no, isBlockDevice: no, isSocket: no };
        const host = hostWith({ stat: () => ({ ...none, [name]: () => true }) });
        const file = path.join(folderWith(), 'x');
        expect(refusal(file, { host, force: true })).to.equal(`${file} is ${words}. Pass the name of a file`);
      }
    });
  });
});
