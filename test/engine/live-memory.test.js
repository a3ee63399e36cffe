'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const engine = require('#engine');

/** What a process prints that watches lists of 7 MB: kept lists, and dropped ones */
function printed(body, { options = [], isInThread = false } = {}) {
  const code = `
    const { createLiveWatch } = require(${JSON.stringify(require.resolve('#lib/base/engine/v8-heap'))});
    const live = createLiveWatch();
    const makeLists = (isKept) => {
      const all = [];
      for (let i = 0; i < 20; i++) all[isKept ? i : 0] = Array.from({ length: 1e5 }, (_, k) => [k]);
      return all.length;
    };
    /** The other thread may wait for a core. */
    function peakIn(fn, tries = 30) {
      live.begin(500);
      fn();
      const bytes = live.end();
      if (bytes === null) return tries > 1 ? peakIn(fn, tries - 1) : null;
      return Math.round(bytes / 1e6);
    }
    ${body}`;
  const script = isInThread ? `new (require('worker_threads').Worker)(${JSON.stringify(code)}, { eval: true })` : code;
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '-e', script],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
}

describe('the watch of live memory', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // others cannot interrupt the main thread
  });

  it('sees a synchronous function, without garbage, also of buffers, and leaves no global variable', () => {
    const found = printed(`
      const isOpen = live.open();
      const [dropped, kept, again] = [false, true, false].map((isKept) => peakIn(() => makeLists(isKept)));
      const works = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
      const fill = () => { const all = new Uint8Array(5e6); works(20); return all[7]; };
      // On a busy machine, the watch may not get a turn for some calls.
      let buffers = 0;
      for (let tries = 0; tries < 5 && !(buffers > 0); tries++) {
        buffers = peakIn(() => { for (let i = 0; i < 10; i++) fill(); });
      }
      const text = JSON.stringify(Array.from({ length: 2e5 }, (_, i) => [i]));
      const native = peakIn(() => JSON.parse(text).length, 3);
      live.close();
      console.log(JSON.stringify({ isOpen, dropped, kept, again, buffers, native,
        names: Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('qtimeit')) }));`);
    for (const mb of [found.dropped, found.again]) expect(mb).to.be.within(7, 20);
    // 128 MB at the end
    expect(found.kept).to.be.within(50, 130);
    expect(found.buffers).to.be.within(4, 6);
    expect(found).to.deep.include({ isOpen: true, native: null, names: [] });
  });

  it('prints nothing if the process ends in a call', () => {
    expect(printed(`live.open(); live.begin(5); console.log(true);
      for (const end = performance.now() + 50; performance.now() < end;);
      process.exit();`)).to.equal(true);
  });

  it('is unknown in a thread, without permissions, and if globalThis cannot be extended', () => {
    const open = 'console.log(JSON.stringify(live.open())); live.close();';
    const frozen = `Object.preventExtensions(globalThis); ${open}`;
    const thread = { isInThread: true };
    const permission = ['--permission', '--experimental-permission']
      .find((name) => process.allowedNodeEnvironmentFlags.has(name));
    expect({
      open: printed(open), inThread: printed(open, thread),
      frozen: printed(frozen),
      denied: printed(open, { options: [permission, '--allow-fs-read=*', '--no-warnings'] }),
      deniedInspector: printed(
        open, { options: [permission, '--allow-fs-read=*', '--allow-worker', '--no-warnings'] }),
    }).to.deep.equal({ open: true, inThread: false, frozen: false, denied: false, deniedInspector: false });
  });
});
