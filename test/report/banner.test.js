'use strict';

const { expect } = require('chai');
const { bannerLines, sourceLines } = require('#lib/report/banner');

const sys = {
  qtimeitVersion: '1.0.0', nodeVersion: '20.20.2', v8Version: '11.3.244.8', platform: 'linux', kernel: '6.1.0',
  cpuUpThreshold: 95, arch: 'x64', cpuMhz: 3592.6, cpuMhzSource: 'perf', cpuCount: 2, cpu: 'Some CPU @ 3.60GHz',
  warnings: [],
};
const all = { showPlatformInfo: true, showTestInfo: true, timeGoal: 4, opsPerTest: 1, forkTests: false };
const platform = { showPlatformInfo: true, showTestInfo: false };
const lines = (more, settings = platform, columns = undefined) => bannerLines({ ...sys, ...more }, settings, columns);

describe('the banner', () => {
  const start = 'qtimeit=1.0.0 node=20.20.2 v8=11.3.244.8 platform=linux';

  it('has the platform and the settings, as requested', () => {
    const expected = [
      `${start} kernel=6.1.0`, 'up_threshold=95 arch=x64 mhz=3593 cpuCount=2 cpu="Some CPU @ 3.60GHz"',
      'timeGoal=4 opsPerTest=1 forkTests=false'];
    expect(lines({}, all)).to.deep.equal(expected);
    expect(lines({})).to.deep.equal(expected.slice(0, 2));
    expect(lines({}, { ...all, showPlatformInfo: false, forkTests: 8 }))
      .to.deep.equal(['timeGoal=4 opsPerTest=1 forkTests=8']);
    expect(lines({}, {})).to.deep.equal([]);
  });

  it('names other engines', () => {
    const of = (engine, engineVersion, jit) => lines({ engine, engineVersion, jit, nodeVersion: null })[0];
    expect(of('bun', '1.4.5', 'JavaScriptCore 1a2b3c4d')).to.match(/^qtimeit=1\.0\.0 bun=1\.4\.5 jsc=1a2b3c4d plat/);
    expect(of('deno', '2.9.6', 'V8 15.0')).to.match(/^qtimeit=1\.0\.0 deno=2\.9\.6 v8=15\.0 platform=linux/);
  });

  it('marks clock rates that come from users or the system', () => {
    expect(lines({}, { ...all, cpuMhz: 3600 })[1]).to.contain(' mhz=3600[u] ');
    expect(lines({ cpuMhzSource: 'os' })[1]).to.contain(' mhz=3593[os] ');
    for (const cpuMhz of [0, null, NaN]) expect(lines({}, { ...all, cpuMhz })[1]).to.contain(' mhz=3593 ');
  });

  it('leaves out unknown facts', () => {
    expect(lines({ kernel: null, cpuUpThreshold: undefined, cpuMhz: null })).to.deep.equal([
      `${start} arch=x64 cpuCount=2`, 'cpu="Some CPU @ 3.60GHz"']);
    expect(bannerLines({ warnings: [] }, platform)).to.deep.equal([]);
    expect(lines({ cpuUpThreshold: 0 }).join(' ')).to.include(' up_threshold=0 ');
  });

  it('fits 79 columns or a narrower terminal, each fact in one piece', () => {
    const kernel = (size) => lines({ kernel: '6'.repeat(size) })[0];
    const room = 79 - `${start} kernel=`.length;
    expect(kernel(room)).to.match(/ kernel=6+$/);
    expect(kernel(room + 1)).to.match(/ platform=linux$/);
    const cpu = 'x'.repeat(100);
    expect(lines({ cpu }).filter((line) => line.length > 79)).to.deep.equal([`cpu="${cpu}"`]);
    expect(lines({}, all, 59).slice(0, 2)).to.deep.equal([
      start, 'kernel=6.1.0 up_threshold=95 arch=x64 mhz=3593 cpuCount=2']);
    expect(lines({}, all, 200)).to.deep.equal(lines({}, all));
  });

  it('warns of options that change every figure, and of nothing else', () => {
    const found = lines({ warnings: [{ code: 'virtual-machine', hypervisor: 'kvm' }, { code: 'inspector' },
      { code: 'v8-flag', flag: '--jitless', effect: 'compiler' }] });
    expect(found).to.have.length(4);
    expect(found[2]).to.match(/^warning: An inspector is attached/);
    expect(found[3]).to.match(/^warning: --jitless changes how V8 compiles/);
  });

  it('escapes controls', () => expect(lines({ cpu: 'a\nb\x1b[2J' })[1]).to.contain('cpu="a\\nb\\x1b[2J"'));
});

it('the source of tests follows the name, and may be missing', () => {
  const hidden = () => {};
  hidden.toString = () => { throw new Error('no'); };
  const tests = [{ name: 'a', fn: () => 1 }, { name: 'b\n', fn: 'x = 1;\n\ty = "\x1b";' }, { name: 'c', fn: hidden }];
  expect(sourceLines(tests)).to.deep.equal([
    'a: () => 1', 'b\\n: x = 1;', '    y = "\\x1b";', 'c: (source unavailable)', '']);
  expect(sourceLines([])).to.deep.equal(['']);
});
