'use strict';

const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { largestCacheBytes, evictionBytes, createEvictor } = require('../../lib/engine/cache-evictor');

const FOLDER = '/sys/devices/system/cpu/cpu0/cache';

/** A host with caches [type, size]. */
const hostWith = (caches) => fakeHost({
  files: Object.assign({ [`${FOLDER}/uevent`]: '' },
    ...caches.map(([type, size], i) =>
      ({ [`${FOLDER}/index${i}/type`]: `${type}\n`, [`${FOLDER}/index${i}/size`]: `${size}\n` }))),
});

describe('the sizes of caches', () => {
  it('are those of the largest that holds data', () => {
    expect(largestCacheBytes(hostWith([['Data', '48K'], ['Instruction', '64K'], ['Unified', '2048K']])))
      .to.equal(2 ** 21);
    expect(largestCacheBytes(hostWith([['Instruction', '64M'], ['Data', '32K']]))).to.equal(2 ** 15);
    expect(largestCacheBytes(hostWith([['Unified', '30M'], ['Data', '32768']]))).to.equal(30 * 2 ** 20);
  });

  it('are not known where there are no files, or none of sense', () => {
    expect(largestCacheBytes(fakeHost())).to.equal(null);
    expect(largestCacheBytes(hostWith([]))).to.equal(null);
    expect(largestCacheBytes(hostWith([['Data', 'large']]))).to.equal(null);
  });

  it('keep what was read before a file that cannot be', () => {
    const host = hostWith([['Data', '48K'], ['Unified', '1M']]);
    const { readText } = host;
    host.readText = (path) => { if (path === `${FOLDER}/index1/type`) throw new Error('EIO'); return readText(path); };
    expect(largestCacheBytes(host)).to.equal(48 * 1024);
  });
});

describe('the bytes that evict all others', () => {
  it('are twice the largest cache, 256 MB at most, and 64 MB where it is not known', () => {
    expect(evictionBytes(hostWith([['Data', '48K'], ['Unified', '8M']]))).to.equal(2 ** 24);
    expect(evictionBytes(hostWith([['Unified', '491520K']]))).to.equal(2 ** 28);
    expect(evictionBytes(fakeHost())).to.equal(2 ** 26);
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
