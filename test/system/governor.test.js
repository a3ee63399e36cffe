'use strict';

const { expect } = require('chai');
const { makeFast, restore, STATE } = require('#lib/core/system/governor');
const { fakeHost, systemError } = require('../helpers/fake-host');

const CPU = '/sys/devices/system/cpu';
const pathOf = (cpu) => `${CPU}/${cpu}/cpufreq/scaling_governor`;

/**
 * A machine with these governors: { cpu0: 'powersave', ... }. As in the kernel, writing one replaces the whole text and
 * adds a line end. faults: path, 'read PATH', 'write PATH' or 'rename PATH' -> error; deaf: paths that ignore writes.
 */
function machine(governors, { files = {}, faults = {}, deaf = [], ...given } = {}) {
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
    },
    closeFile(fd) { open[fd].isClosed = true; },
    rename(from, to) {
      if (faults[`rename ${to}`]) throw faults[`rename ${to}`];
      base.rename(from, to);
    },
  };
  const governorsNow = () => Object.fromEntries(
    Object.keys(governors).map((cpu) => [cpu, String(files[pathOf(cpu)]).trim()]));
  return { host, files, writes, open, faults, governorsNow,
    saved: () => (files[STATE] ? JSON.parse(files[STATE]).governors : null) };
}

const all = (governor, count = 4) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`cpu${i}`, governor]));
const denied = (path) => systemError('EACCES', path);
const changes = (from, to, ...cpus) => cpus.map((cpu) => ({ cpu, from, to }));
const outcome = (kind, changed = [], failed = []) => ({ kind, changed, failed });
const fault = (what, why, lacksRights = false) => ({ what, why, lacksRights });
const inRun = (files) => Object.keys(files).filter((path) => path.startsWith('/run'));

describe('system/governor: makeFast', () => {
  it('sets the governor of all processors by their number, and saves the governors before that', () => {
    const { host, writes, open, governorsNow, saved, files } = machine({ cpu10: 'schedutil', ...all('powersave', 3) });
    const cpus = ['cpu0', 'cpu1', 'cpu2'];
    expect(makeFast(host)).to.deep.equal(outcome('done',
      [...changes('powersave', 'performance', ...cpus), ...changes('schedutil', 'performance', 'cpu10')]));
    expect(governorsNow()).to.deep.equal({ ...all('performance', 3), cpu10: 'performance' });
    expect(saved()).to.deep.equal({ ...all('powersave', 3), cpu10: 'schedutil' });
    expect(writes[0][0]).to.match(/^\/run\/qtimeit-governor\.json\./);
    expect(writes.slice(1).map(([path]) => path)).to.deep.equal([...cpus, 'cpu10'].map(pathOf));
    expect(open[0]).to.include({ flags: 'wx', mode: 0o600 });
    expect(open.every(({ isClosed }) => isClosed)).to.equal(true);
    expect(inRun(files)).to.deep.equal([STATE]);
  });

  it('changes only slow ones, and nothing without any', () => {
    const some = machine({ cpu0: 'performance', cpu1: 'ondemand' });
    expect(makeFast(some.host).changed).to.deep.equal(changes('ondemand', 'performance', 'cpu1'));
    expect(some.saved()).to.deep.equal({ cpu1: 'ondemand' });
    const { host, writes } = machine(all('performance'));
    expect(makeFast(host)).to.deep.equal(outcome('nothing-to-do'));
    expect(writes).to.deep.equal([]);
    for (const none of [machine({}).host, fakeHost({}), machine({ cpu0: systemError('ENOENT', 'x') }).host,
      fakeHost({ platform: 'darwin', files: { [pathOf('cpu0')]: 'powersave\n' } })]) {
      expect(makeFast(none)).to.deep.equal(outcome('no-scaling'));
    }
  });

  it('keeps the governors that were saved first', () => {
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

  it('changes nothing if the governors cannot be saved', () => {
    const failures = [
      [`${STATE}.4000`, denied(STATE), fault(STATE, 'no permission', true)],
      [`${STATE}.4000`, systemError('ENOSPC', STATE), fault(STATE, 'no space left on the device')],
      [`rename ${STATE}`, systemError('EIO', STATE), fault(STATE, 'the device failed (EIO)')],
      [`read ${STATE}`, denied(STATE), fault(STATE, 'no permission', true)],
    ];
    for (const [path, error, failed] of failures) {
      const { host, governorsNow, files } = machine(all('powersave'), { faults: { [path]: error } });
      expect(makeFast(host)).to.deep.equal(outcome('failed', [], [failed]));
      expect([governorsNow(), inRun(files)]).to.deep.equal([all('powersave'), []]);
    }
  });

  it('leaves no new state if no governor could be set', () => {
    const faults = Object.fromEntries(['cpu0', 'cpu1'].map((cpu) => [pathOf(cpu), systemError('EROFS', cpu)]));
    const { host, saved, files } = machine(all('powersave', 2), { faults });
    const failed = ['cpu0', 'cpu1'].map((cpu) => fault(cpu, 'the file system is read-only'));
    expect(makeFast(host)).to.deep.equal(outcome('failed', [], failed));
    expect(saved()).to.equal(null);
    files[STATE] = JSON.stringify({ governors: { cpu0: 'ondemand' } });
    makeFast(host);
    expect(saved()).to.deep.equal({ cpu0: 'ondemand' });
  });

  it('reports each processor that failed', () => {
    const { host, saved, governorsNow } = machine(all('powersave'), {
      faults: { [pathOf('cpu1')]: systemError('EPERM', 'x'),
        [`write ${pathOf('cpu2')}`]: Object.assign(new Error('EINVAL: invalid argument, write'), { code: 'EINVAL' }) },
      deaf: [pathOf('cpu3')],
    });
    expect(makeFast(host)).to.deep.equal(outcome('failed', changes('powersave', 'performance', 'cpu0'), [
      fault('cpu1', 'no permission', true), fault('cpu2', 'EINVAL: invalid argument, write'),
      fault('cpu3', 'its governor is powersave after performance was written'),
    ]));
    expect(governorsNow().cpu0).to.equal('performance');
    expect(saved()).to.deep.equal(all('powersave'));
  });

  it('does not replace a state that it did not write', () => {
    for (const text of ['no json', '[]', '{}', '{"governors":{}}', '{"governors":null}',
      '{"governors":{"../../etc":"x"}}', '{"governors":{"cpu0":"a b"}}', '{"governors":{"cpu0":7}}',
      '{"governors":{"cpu0":"a\\n"}}', '{"governors":{"cpu0\\n":"a"}}', 'null']) {
      const { host, files, governorsNow } = machine(all('powersave'), { files: { [STATE]: text } });
      const failed = fault(STATE, `it was not saved by qtimeit. To remove it: sudo rm ${STATE}`);
      for (const act of [makeFast, restore]) expect(act(host), text).to.deep.equal(outcome('failed', [], [failed]));
      expect([files[STATE], governorsNow()]).to.deep.equal([text, all('powersave')]);
    }
  });
});

describe('system/governor: restore', () => {
  it('restores the governors, and removes the state', () => {
    const { host, files, governorsNow } = machine({ cpu0: 'powersave', cpu1: 'schedutil', cpu2: 'performance' });
    makeFast(host);
    expect(restore(host)).to.deep.equal(outcome('done',
      [...changes('performance', 'powersave', 'cpu0'), ...changes('performance', 'schedutil', 'cpu1')]));
    expect(governorsNow()).to.deep.equal({ cpu0: 'powersave', cpu1: 'schedutil', cpu2: 'performance' });
    expect(files).to.not.have.property(STATE);
    expect(restore(host)).to.deep.equal(outcome('nothing-saved'));
  });

  it('keeps the state of processors that could not be restored', () => {
    const { host, files, saved, faults, governorsNow } = machine(all('powersave', 3));
    makeFast(host);
    faults[pathOf('cpu1')] = denied('x');
    delete files[pathOf('cpu2')];
    expect(restore(host)).to.deep.equal(outcome('failed', changes('performance', 'powersave', 'cpu0'),
      [fault('cpu1', 'no permission', true), fault('cpu2', 'it does not exist')]));
    expect(saved()).to.deep.equal({ cpu1: 'powersave', cpu2: 'powersave' });
    delete faults[pathOf('cpu1')];
    files[pathOf('cpu2')] = 'performance\n';
    expect(restore(host).kind).to.equal('done');
    expect({ governorsNow: governorsNow(), saved: saved() })
      .to.deep.equal({ governorsNow: all('powersave', 3), saved: null });
  });

  it('reports a state that cannot be read or removed', () => {
    const faults = { [`read ${STATE}`]: denied(STATE) };
    expect(restore(machine(all('performance'), { files: { [STATE]: '{}' }, faults }).host))
      .to.deep.equal(outcome('failed', [], [fault(STATE, 'no permission', true)]));
    const { host } = machine(all('powersave', 1));
    makeFast(host);
    host.removeFile = () => { throw systemError('EROFS', STATE); };
    expect(restore(host)).to.deep.include({ kind: 'failed', failed: [fault(STATE, 'the file system is read-only')] });
  });
});
