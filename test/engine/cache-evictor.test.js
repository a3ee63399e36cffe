'use strict';

const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { evictionBytes, createEvictor } = require('#lib/base/engine/cache-evictor');

const FOLDER = '/sys/devices/system/cpu/cpu0/cache';

/** A host with caches [type, size] */
const hostWith = (caches) => fakeHost({
  files: Object.assign({ [`${FOLDER}/uevent`]: '' }, ...caches.map(([type, size], i) =>
      ({ [`${FOLDER}/index${i}/type`]: `${type}\n`, [`${FOLDER}/index${i}/size`]: `${size}\n` }))),
});

it('evictionBytes returns twice the size of the largest data cache, 256 MB at most, or 64 MB', () => {
  for (const [caches, bytes] of [
    [[['Data', '48K'], ['Instruction', '64K'], ['Unified', '2048K']], 2 ** 22],
    [[['Instruction', '64M'], ['Data', '32K']], 2 ** 16], [[['Unified', '30M'], ['Data', '32768']], 60 * 2 ** 20],
    [[['Unified', '491520K']], 2 ** 28], [[], 2 ** 26], [[['Data', 'large']], 2 ** 26],
  ]) expect(evictionBytes(hostWith(caches))).to.equal(bytes);
  expect(evictionBytes(fakeHost())).to.equal(2 ** 26);
});

it('evictionBytes uses the sizes that precede an unreadable file', () => {
  const host = hostWith([['Data', '48K'], ['Unified', '1M']]);
  const { readText } = host;
  host.readText = (path) => { if (path === `${FOLDER}/index1/type`) throw new Error('EIO'); return readText(path); };
  expect(evictionBytes(host)).to.equal(96 * 1024);
});

it('an evictor searches its whole buffer', () => {
  const evictor = createEvictor(hostWith([['Data', '64K']]));
  expect({ bytes: evictor.bytes, evict: evictor.evict() }).to.deep.equal({ bytes: 2 ** 17, evict: -1 });
  evictor.free();
  expect(() => evictor.evict()).to.throw(TypeError);
});
