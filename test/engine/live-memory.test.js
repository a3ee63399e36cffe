'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');

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
    const peakOf = (isKept) => {
      live.begin();
      makeLists(isKept);
      return Math.round(live.end() / 1e6);
    };
    ${body}`;
  const script = isInThread ? `new (require('worker_threads').Worker)(${JSON.stringify(code)}, { eval: true })` : code;
  const { stdout, stderr } = spawnSync(process.execPath, [...options, '-e', script],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  expect(stderr).to.equal('');
  return JSON.parse(stdout);
}

describe('the watch of live memory', () => {
  it('sees a synchronous function, without garbage, and ends its thread', () => {
    const found = printed(`
      const isOpen = live.open();
      const peaks = [false, true, false].map(peakOf);
      live.close();
      console.log(JSON.stringify({ isOpen, peaks, after: peakOf(false),
        names: Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('qtimeit')) }));`);
    const [dropped, kept, again] = found.peaks;
    expect(dropped).to.be.within(7, 20);
    expect(again).to.be.within(7, 20);
    // The list is largest at its end.
    expect(kept).to.be.within(50, 140);
    expect(found).to.deep.include({ isOpen: true, after: 0, names: [] });
  });

  it('is unknown in a thread, and without the permission for one', () => {
    const open = 'console.log(JSON.stringify(live.open())); live.close();';
    const thread = { isInThread: true };
    const permission = ['--permission', '--experimental-permission']
      .find((name) => process.allowedNodeEnvironmentFlags.has(name));
    expect({
      open: printed(open), inThread: printed(open, thread),
      denied: printed(open, { options: [permission, '--allow-fs-read=*', '--no-warnings'] }),
    }).to.deep.equal({ open: true, inThread: false, denied: false });
  });
});
