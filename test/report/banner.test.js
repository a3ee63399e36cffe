'use strict';

const { expect } = require('chai');
const { bannerLines, sourceLines } = require('../../lib/report/banner');

const sys = {
  qtimeitVersion: '1.0.0', nodeVersion: '20.20.2', v8Version: '11.3.244.8', platform: 'linux', kernel: '6.1.0',
  cpuUpThreshold: 95,
  arch: 'x64', cpuMhz: 3592.6, cpuMhzSource: 'perf', cpuCount: 2, cpu: 'Some CPU @ 3.60GHz', warnings: [],
};
const asked =
  { showPlatformInfo: true, showTestInfo: true, cpuMhz: undefined, timeGoal: 4, opsPerTest: 1, forkTests: false };

describe('the banner', () => {
  it('names the engine that it is', () => {
    const bun = { ...sys, engine: 'bun', engineVersion: '1.4.5', jit: 'JavaScriptCore 1a2b3c4d', nodeVersion: null };
    expect(bannerLines(bun, asked)[0]).to.match(/^qtimeit=1\.0\.0 bun=1\.4\.5 jsc=1a2b3c4d platform=linux/);
    const deno = { ...sys, engine: 'deno', engineVersion: '2.9.6', jit: 'V8 15.0', nodeVersion: null };
    expect(bannerLines(deno, asked)[0]).to.match(/^qtimeit=1\.0\.0 deno=2\.9\.6 v8=15\.0 platform=linux/);
  });

  it('has the form of the original', () => {
    expect(bannerLines(sys, asked)).to.deep.equal([
      'qtimeit=1.0.0 node=20.20.2 v8=11.3.244.8 platform=linux kernel=6.1.0',
      'up_threshold=95 arch=x64 mhz=3593 cpuCount=2 cpu="Some CPU @ 3.60GHz"',
      'timeGoal=4 opsPerTest=1 forkTests=false',
    ]);
  });

  it('has only what is asked for', () => {
    expect(bannerLines(sys, { ...asked, showTestInfo: false })).to.have.length(2);
    expect(bannerLines(sys, { ...asked, showPlatformInfo: false, forkTests: 8 }))
      .to.deep.equal(['timeGoal=4 opsPerTest=1 forkTests=8']);
    expect(bannerLines(sys, { ...asked, showPlatformInfo: false, showTestInfo: false })).to.deep.equal([]);
  });

  it('tells where the speed of the processor comes from', () => {
    expect(bannerLines(sys, { ...asked, cpuMhz: 3600 })[1]).to.contain(' mhz=3600[u] ');
    expect(bannerLines({ ...sys, cpuMhzSource: 'os' }, asked)[1]).to.contain(' mhz=3593[os] ');
    for (const cpuMhz of [0, null, false, NaN]) {
      expect(bannerLines(sys, { ...asked, cpuMhz })[1]).to.contain(' mhz=3593 ');
    }
  });

  it('leaves out what is not known', () => {
    const asked1 = { ...asked, showTestInfo: false };
    expect(bannerLines({ ...sys, kernel: null, cpuUpThreshold: undefined, cpuMhz: null }, asked1)).to.deep.equal([
      'qtimeit=1.0.0 node=20.20.2 v8=11.3.244.8 platform=linux arch=x64 cpuCount=2',
      'cpu="Some CPU @ 3.60GHz"',
    ]);
    const nothing = {};
    for (const field of Object.keys(sys)) nothing[field] = field === 'warnings' ? [] : null;
    for (const unknown of [nothing, { warnings: [] }]) expect(bannerLines(unknown, asked1)).to.deep.equal([]);
    expect(bannerLines({ ...sys, cpuUpThreshold: 0 }, asked1).join(' ')).to.include(' up_threshold=0 ');
  });

  it('has lines that fit 80 columns, the last one of them free, and each fact in one piece', () => {
    const long = { ...sys, v8Version: '11.3.244.8-node.38', kernel: '6.1.0-28-cloud-amd64 #1 SMP',
      cpu: '13th Gen Intel(R) Core(TM) i9-13900K with a name that goes on' };
    const lines = bannerLines(long, asked);
    for (const line of lines) expect(line.length, line).to.be.at.most(79);
    expect(lines.join(' ')).to.include(` kernel=${long.kernel} `).and.to.include(` cpu="${long.cpu}"`);
    // What exceeds a line by itself stays whole: nothing follows it.
    const cpu = 'x'.repeat(100);
    expect(bannerLines({ ...sys, cpu }, asked).filter((line) => line.length > 80)).to.deep.equal([`cpu="${cpu}"`]);
    const room = 79 - 'qtimeit=1.0.0 node=20.20.2 v8=11.3.244.8 platform=linux kernel='.length;
    expect(bannerLines({ ...sys, kernel: '6'.repeat(room) }, asked)[0]).to.match(/ kernel=6+$/);
    expect(bannerLines({ ...sys, kernel: '6'.repeat(room + 1) }, asked)[0]).to.match(/ platform=linux$/);
  });

  it('has shorter lines on a narrow terminal, and no longer ones on a wide one', () => {
    const lines = bannerLines(sys, asked, 59);
    expect(lines.slice(0, 2)).to.deep.equal([
      'qtimeit=1.0.0 node=20.20.2 v8=11.3.244.8 platform=linux',
      'kernel=6.1.0 up_threshold=95 arch=x64 mhz=3593 cpuCount=2',
    ]);
    expect(bannerLines(sys, asked, 200)).to.deep.equal(bannerLines(sys, asked));
  });

  it('warns of what changes every figure of this process, and of nothing else', () => {
    const warnings =
      [{ code: 'virtual-machine', hypervisor: 'kvm' }, { code: 'inspector' },
        { code: 'v8-flag', flag: '--jitless', effect: 'compiler' }];
    const lines = bannerLines({ ...sys, warnings }, { ...asked, showTestInfo: false });
    expect(lines).to.have.length(4);
    expect(lines[2]).to.match(/^warning: An inspector is attached/);
    expect(lines[3]).to.match(/^warning: --jitless changes how V8 compiles/);
  });

  it('stays in its lines', () => {
    expect(bannerLines({ ...sys, cpu: 'a\nb\x1b[2J' }, asked)[1]).to.contain('cpu="a\\nb\\x1b[2J"');
  });
});

describe('the source of tests', () => {
  it('stands behind the name, with an empty line at the end', () => {
    const tests = [{ name: 'a', fn: () => 1 }, { name: 'b\n', fn: 'x = 1;\n\ty = "\x1b";' }];
    expect(sourceLines(tests)).to.deep.equal(['a: () => 1', 'b\\n: x = 1;', '    y = "\\x1b";', '']);
    expect(sourceLines([])).to.deep.equal(['']);
  });

  it('may be one that cannot be shown', () => {
    const fn = () => {};
    fn.toString = () => { throw new Error('no'); };
    expect(sourceLines([{ name: 'a', fn }])[0]).to.equal('a: a source that cannot be shown');
  });
});
