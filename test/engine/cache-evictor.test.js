'use strict';

const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { evictionBytes, createEvictor } = require('../../lib/engine/cache-evictor');

const FOLDER = '/sys/devices/system/cpu/cpu0/cache';

/** A host with caches [type, size]. */
const hostWith = (caches) => fakeHost({
  files: Object.assign({ [`${FOLDER}/uevent`]: '' },
    ...caches.map(([type, size], i) =>
      ({ [`${FOLDER}/index${i}/type`]: `${type}\n`, [`${FOLDER}/index${i}/size`]: `${size}\n` }))),
});

describe('the bytes that evict all caches', () => {
  for (const [title, caches, bytes] of [
    ['twice the largest data cache', [['Data', '48K'], ['Instruction', '64K'], ['Unified', '2048K']], 2 ** 22],
    ['no cache of instructions', [['Instruction', '64M'], ['Data', '32K']], 2 ** 16],
    ['sizes without a unit, or in MB', [['Unified', '30M'], ['Data', '32768']], 60 * 2 ** 20],
    ['256 MB at most', [['Unified', '491520K']], 2 ** 28],
    ['64 MB without sizes', [], 2 ** 26],
    ['64 MB if no size is valid', [['Data', 'large']], 2 ** 26],
  ]) {
    it(title, () => expect(evictionBytes(hostWith(caches))).to.equal(bytes));
  }

  it('64 MB without files', () => expect(evictionBytes(fakeHost())).to.equal(2 ** 26));

  it('sizes that were read before an unreadable file', () => {
    const host = hostWith([['Data', '48K'], ['Unified', '1M']]);
    const { readText } = host;
    host.readText = (path) => { if (path === `${FOLDER}/index1/type`) throw new Error('EIO'); return readText(path); };
    expect(evictionBytes(host)).to.equal(96 * 1024);
  });
});

describe('the buffer that is walked over', () => {
  it('has twice the size of the caches, and is searched to its end', () => {
    const evictor = createEvictor(hostWith([['Data', '64K']]));
    expect(evictor.bytes).to.equal(2 ** 17);
    expect(evictor.evict()).to.equal(-1);
    evictor.free();
    expect(() => evictor.evict()).to.throw(TypeError);
  });
});
