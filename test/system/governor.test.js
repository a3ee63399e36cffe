'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { expect } = require('chai');
const realHost = require('../../lib/host/host');
const { makeFast, restore, STATE } = require('../../lib/system/governor');
const { fakeHost, systemError } = require('../helpers/fake-host');

const CPU = '/sys/devices/system/cpu';
const pathOf = (cpu) => `${CPU}/${cpu}/cpufreq/scaling_governor`;

/**
 * A machine whose processors have these governors: { cpu0: 'powersave', ... }. What is written into one is the whole
 * text, with an end of line, as the kernel has it. faults: path -> error that opening it throws.
 */
function machine(governors, { files = {}, faults = {}, shared = [], deaf = [], ...given } = {}) {
  for (const [cpu, governor] of Object.entries(governors)) {
    files[pathOf(cpu)] = governor instanceof Error ? governor : `${governor}\n`;
  }
  files[`${CPU}/online`] = '0-7\n';
  files[`${CPU}/cpufreq/boost`] = '0\n';
  const base = fakeHost({ files, ...given });
  const open = [];
  const writes = [];
  const host = {
    ...base,
    readText(path) {
      if (faults[`read ${path}`]) throw faults[`read ${path}`];
      return base.readText(path);
    },
    openFile(path, flags, mode) {
      if (faults[path]) throw faults[path];
      if (flags === 'r+' && files[path] === undefined) throw systemError('ENOENT', path);
      if (flags === 'wx' && files[path] !== undefined) throw systemError('EEXIST', path);
      if (flags !== 'r+' && flags !== 'wx') throw new Error(`opened with ${flags}`);
      open.push({ path, mode, flags });
      return open.length - 1;
    },
    writeText(fd, text) {
      const { path } = open[fd];
      writes.push([path, text]);
      if (faults[`write ${path}`]) throw faults[`write ${path}`];
      if (deaf.includes(path)) return;
      files[path] = path.startsWith(CPU) ? `${text}\n` : text;
      if (shared.includes(path)) for (const other of shared) files[other] = `${text}\n`;
    },
    closeFile(fd) { open[fd].isClosed = true; },
    rename(from, to) {
      if (faults[`rename ${to}`]) throw faults[`rename ${to}`];
      files[to] = files[from];
      delete files[from];
    },
    removeFile(path) { delete files[path]; },
  };
  const governorsNow = () => Object.fromEntries(
    Object.keys(governors).map((cpu) => [cpu, String(files[pathOf(cpu)]).trim()]));
  return { host, files, writes, open, faults, governorsNow,
    saved: () => (files[STATE] ? JSON.parse(files[STATE]).governors : null) };
}

const all = (governor, count = 4) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`cpu${i}`, governor]));
const denied = (path) => systemError('EACCES', path);

describe('system fast', () => {
  it('sets the governor of all processors, and saves what was there before that', () => {
    const { host, writes, open, governorsNow, saved, files } = machine({ ...all('powersave', 2), cpu10: 'schedutil' });
    expect(makeFast(host)).to.deep.equal({
      kind: 'done', failed: [],
      changed: [{ cpu: 'cpu0', from: 'powersave', to: 'performance' },
        { cpu: 'cpu1', from: 'powersave', to: 'performance' }, { cpu: 'cpu10', from: 'schedutil', to: 'performance' }],
    });
    expect(governorsNow()).to.deep.equal({ cpu0: 'performance', cpu1: 'performance', cpu10: 'performance' });
    expect(saved()).to.deep.equal({ cpu0: 'powersave', cpu1: 'powersave', cpu10: 'schedutil' });
    expect(writes[0][0]).to.match(/^\/run\/qtimeit-governor\.json\./);
    expect(writes.slice(1).map(([path]) => path)).to.deep.equal(['cpu0', 'cpu1', 'cpu10'].map(pathOf));
    expect(open[0]).to.include({ flags: 'wx', mode: 0o600 });
    expect(open.every(({ isClosed }) => isClosed)).to.equal(true);
    expect(Object.keys(files).filter((path) => path.startsWith('/run'))).to.deep.equal([STATE]);
  });

  it('goes through the processors by their number', () => {
    const { host } = machine({ cpu10: 'a', cpu2: 'a', cpu1: 'a' });
    expect(makeFast(host).changed.map(({ cpu }) => cpu)).to.deep.equal(['cpu1', 'cpu2', 'cpu10']);
  });

  it('leaves those alone that are fast, and does nothing where all are', () => {
    const some = machine({ cpu0: 'performance', cpu1: 'ondemand' });
    expect(makeFast(some.host).changed).to.deep.equal([{ cpu: 'cpu1', from: 'ondemand', to: 'performance' }]);
    expect(some.saved()).to.deep.equal({ cpu1: 'ondemand' });
    const { host, writes } = machine(all('performance'));
    expect(makeFast(host)).to.deep.equal({ kind: 'nothing-to-do', changed: [], failed: [] });
    expect(writes).to.deep.equal([]);
  });

  it('keeps what was saved first, however often it runs', () => {
    const { host, files, saved, governorsNow } = machine(all('powersave', 2));
    makeFast(host);
    expect(makeFast(host).kind).to.equal('nothing-to-do');
    expect(saved()).to.deep.equal(all('powersave', 2));
    files[pathOf('cpu0')] = 'schedutil\n';
    files[pathOf('cpu7')] = 'ondemand\n'; // switched on meanwhile
    expect(makeFast(host).changed.map(({ cpu }) => cpu)).to.deep.equal(['cpu0', 'cpu7']);
    expect(saved()).to.deep.equal({ ...all('powersave', 2), cpu7: 'ondemand' });
    restore(host);
    expect(governorsNow()).to.deep.equal(all('powersave', 2));
    expect(files[pathOf('cpu7')]).to.equal('ondemand\n');
  });

  it('works where processors share a governor', () => {
    const { host, governorsNow, saved } = machine(all('powersave', 2), { shared: [pathOf('cpu0'), pathOf('cpu1')] });
    expect(makeFast(host).changed).to.have.length(2);
    expect(saved()).to.deep.equal(all('powersave', 2));
    expect(restore(host).changed)
      .to.deep.equal(
        [{ cpu: 'cpu0', from: 'performance', to: 'powersave' }, { cpu: 'cpu1', from: 'performance', to: 'powersave' }]);
    expect(governorsNow()).to.deep.equal(all('powersave', 2));
  });

  it('tells where there is no frequency scaling', () => {
    const none = { kind: 'no-scaling', changed: [], failed: [] };
    expect(makeFast(machine({}).host)).to.deep.equal(none);
    expect(makeFast(fakeHost({}))).to.deep.equal(none);
    expect(makeFast(fakeHost({ platform: 'darwin', files: { [pathOf('cpu0')]: 'powersave\n' } }))).to.deep.equal(none);
    expect(makeFast(machine({ cpu0: systemError('ENOENT', 'x') }).host)).to.deep.equal(none);
  });

  it('changes nothing where nothing can be saved', () => {
    for (const [error, why, lacksRights] of [
        [denied(STATE), 'no permission', true], [systemError('ENOENT', STATE), 'not there', false],
          [systemError('ENOSPC', STATE), 'no space left on the device', false]]) {
      const { host, governorsNow, writes } = machine(all('powersave'), { faults: { [`${STATE}.4000`]: error } });
      expect(makeFast(host)).to.deep.equal(
        { kind: 'failed', changed: [], failed: [{ what: STATE, why, lacksRights }] });
      expect(governorsNow()).to.deep.equal(all('powersave'));
      expect(writes).to.deep.equal([]);
    }
    const { host, files, governorsNow } =
      machine(all('powersave'), { faults: { [`rename ${STATE}`]: systemError('EIO', STATE) } });
    expect(makeFast(host).kind).to.equal('failed');
    expect(governorsNow()).to.deep.equal(all('powersave'));
    expect(Object.keys(files).filter((path) => path.startsWith('/run'))).to.deep.equal([]);
  });

  it('leaves no state behind where no governor could be set', () => {
    const faults = Object.fromEntries(['cpu0', 'cpu1'].map((cpu) => [pathOf(cpu), systemError('EROFS', cpu)]));
    const { host, saved, files } = machine(all('powersave', 2), { faults });
    const failed = ['cpu0', 'cpu1'].map((what) => ({ what, why: 'the file system is read-only', lacksRights: false }));
    expect(makeFast(host)).to.deep.equal({ kind: 'failed', changed: [], failed });
    expect(saved()).to.equal(null);
    files[STATE] = JSON.stringify({ governors: { cpu0: 'ondemand' } });
    makeFast(host);
    expect(saved()).to.deep.equal({ cpu0: 'ondemand' });
  });

  it('tells of each processor that failed', () => {
    const { host, saved, governorsNow } = machine(all('powersave'), {
      faults: { [pathOf('cpu1')]: systemError('EPERM', 'x'),
        [`write ${pathOf('cpu2')}`]: Object.assign(new Error('EINVAL: invalid argument, write'), { code: 'EINVAL' }) },
      deaf: [pathOf('cpu3')],
    });
    expect(makeFast(host)).to.deep.equal({
      kind: 'failed', changed: [{ cpu: 'cpu0', from: 'powersave', to: 'performance' }],
      failed: [
        { what: 'cpu1', why: 'no permission', lacksRights: true },
        { what: 'cpu2', why: 'EINVAL: invalid argument, write', lacksRights: false },
        { what: 'cpu3', why: 'it is powersave after performance was written', lacksRights: false },
      ],
    });
    expect(governorsNow().cpu0).to.equal('performance');
    expect(saved()).to.deep.equal(all('powersave'));
  });

  it('does not overwrite a state that it cannot read', () => {
    for (const text of ['no json', '[]', '{}', '{"governors":{}}', '{"governors":null}',
      '{"governors":{"../../etc":"x"}}', '{"governors":{"cpu0":"a b"}}', '{"governors":{"cpu0":7}}',
      '{"governors":{"cpu0":"a\\n"}}', '{"governors":{"cpu0\\n":"a"}}', 'null']) {
      const { host, files, governorsNow } = machine(all('powersave'), { files: { [STATE]: text } });
      for (const act of [makeFast, restore]) {
        const { kind, changed, failed } = act(host);
        expect([kind, changed, failed.length], text).to.deep.equal(['failed', [], 1]);
        expect(failed[0].why).to.equal(`it is not what qtimeit saves; to do without it: sudo rm ${STATE}`);
        expect(failed[0].lacksRights).to.equal(false);
      }
      expect(files[STATE]).to.equal(text);
      expect(governorsNow()).to.deep.equal(all('powersave'));
    }
    const { host } = machine(all('powersave'), { faults: { [`read ${STATE}`]: denied(STATE) } });
    expect(makeFast(host).failed).to.deep.equal([{ what: STATE, why: 'no permission', lacksRights: true }]);
  });
});

describe('system fast through the real door', () => {
  let folder;
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('writes into files that exist, and a state that nobody else reads', () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-governor-'));
    const within = (name) => path.join(folder, name);
    const host = Object.create(realHost, { platform: { value: 'linux' } });
    for (const name of ['readText', 'listDir', 'openFile', 'removeFile']) {
      host[name] = (first, ...more) => realHost[name](within(first), ...more);
    }
    host.rename = (from, to) => realHost.rename(within(from), within(to));
    for (const one of [path.dirname(pathOf('cpu0')), `${CPU}/cpu1`, '/run']) {
      fs.mkdirSync(within(one), { recursive: true });
    }
    fs.writeFileSync(within(pathOf('cpu0')), 'ondemand\n');
    expect(makeFast(host)).to.deep.equal(
      { kind: 'done', changed: [{ cpu: 'cpu0', from: 'ondemand', to: 'performance' }], failed: [] });
    expect(fs.readFileSync(within(pathOf('cpu0')), 'utf8')).to.equal('performance');
    expect(fs.readdirSync(within(`${CPU}/cpu1`))).to.deep.equal([]);
    expect(fs.readdirSync(within('/run'))).to.deep.equal([path.basename(STATE)]);
    expect(JSON.parse(fs.readFileSync(within(STATE), 'utf8'))).to.deep.equal({ governors: { cpu0: 'ondemand' } });
    if (process.platform !== 'win32') expect(fs.statSync(within(STATE)).mode & 0o777).to.equal(0o600);
  });
});

describe('system restore', () => {
  it('puts back what was there, and forgets it', () => {
    const { host, files, governorsNow } = machine({ cpu0: 'powersave', cpu1: 'schedutil', cpu2: 'performance' });
    makeFast(host);
    expect(restore(host)).to.deep.equal({
      kind: 'done', failed: [], changed: [
        { cpu: 'cpu0', from: 'performance', to: 'powersave' }, { cpu: 'cpu1', from: 'performance', to: 'schedutil' }],
    });
    expect(governorsNow()).to.deep.equal({ cpu0: 'powersave', cpu1: 'schedutil', cpu2: 'performance' });
    expect(files).to.not.have.property(STATE);
    expect(restore(host)).to.deep.equal({ kind: 'nothing-saved', changed: [], failed: [] });
  });

  it('keeps what could not be put back', () => {
    const { host, files, saved, faults, governorsNow } = machine(all('powersave', 3));
    makeFast(host);
    faults[pathOf('cpu1')] = denied('x');
    delete files[pathOf('cpu2')];
    expect(restore(host)).to.deep.equal({
      kind: 'failed', changed: [{ cpu: 'cpu0', from: 'performance', to: 'powersave' }],
      failed: [{ what: 'cpu1', why: 'no permission', lacksRights: true },
        { what: 'cpu2', why: 'not there', lacksRights: false }],
    });
    expect(saved()).to.deep.equal({ cpu1: 'powersave', cpu2: 'powersave' });
    delete faults[pathOf('cpu1')];
    files[pathOf('cpu2')] = 'performance\n';
    expect(restore(host).kind).to.equal('done');
    expect(governorsNow()).to.deep.equal(all('powersave', 3));
    expect(saved()).to.equal(null);
  });

  it('needs the rights to read what was saved', () => {
    const { host } =
      machine(all('performance'), { files: { [STATE]: '{}' }, faults: { [`read ${STATE}`]: denied(STATE) } });
    expect(restore(host)).to.deep.equal(
      { kind: 'failed', changed: [], failed: [{ what: STATE, why: 'no permission', lacksRights: true }] });
  });

  it('tells where it could not forget', () => {
    const { host } = machine(all('powersave', 1));
    makeFast(host);
    host.removeFile = () => { throw systemError('EROFS', STATE); };
    expect(restore(host)).to.deep.include(
      { kind: 'failed', failed: [{ what: STATE, why: 'the file system is read-only', lacksRights: false }] });
  });
});
