'use strict';

/* Parts of the engine that only Deno has, run in Node: permissions and a fake V8 */

const { expect } = require('chai');
const v8 = require('v8');
const engine = require('#lib/base/engine/here');
const { loadFresh } = require('../helpers/load-fresh');

const FILE = require.resolve('#lib/base/engine/deno');

describe('the engine of Deno, with fakes', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // this engine cannot be replaced
  });

  /** Deno with these permissions, and the queries that it received */
  function denoWith(granted) {
    const asked = [];
    const querySync = (what) => {
      asked.push(what);
      if (what.name === 'import') throw new TypeError('unknown permission');
      return { state: granted.includes(what.name) ? 'granted' : 'prompt' };
    };
    return { deno: loadFresh(FILE, { globals: { Deno: { permissions: { querySync } } } }), asked };
  }

  it('permits only granted actions', () => {
    const { deno, asked } = denoWith(['read', 'env']);
    expect(['read', 'env', 'write', 'run', 'import'].map((name) => deno.permits(name)))
      .to.deep.equal([true, true, false, false, false]);
    asked.length = 0;
    deno.permits('read', '/a');
    deno.permits('env', 'HOME');
    deno.permits('run', 'lscpu');
    deno.permits('sys', 'cpus');
    expect(asked).to.deep.equal([{ name: 'read', path: '/a' }, { name: 'env', variable: 'HOME' },
      { name: 'run', command: 'lscpu' }, { name: 'sys', kind: 'cpus' }]);
  });

  it('reads nothing without permission', () => {
    const { deno } = denoWith([]);
    expect(deno.env()).to.deep.equal({});
    expect(deno.readings.queuedNs()).to.deep.equal(NaN);
    expect(denoWith(['env']).deno.env()).to.equal(process.env);
  });

  it('passes its permissions and the flags of V8 to its processes', () => {
    const options = denoWith(['read', 'env', 'net']).deno.startOptions(['--expose-gc']);
    expect(options[0]).to.equal('run');
    expect(options.filter((option) => option.startsWith('--allow-')))
      .to.deep.equal(['--allow-read', '--allow-env', '--allow-net']);
    expect(options).to.include('--no-prompt');
    expect(options[options.length - 1]).to.match(/^--v8-flags=(?:.*,)?--expose-gc$/);
  });

  it('reads the time of collections in nanoseconds, which is in microseconds in Node', () => {
    const described = Object.getOwnPropertyDescriptor(v8, 'GCProfiler');
    const heapStatistics = { usedHeapSize: 5, externalMemory: 3 };
    const one = { gcType: 'Scavenge', cost: 7000, beforeGC: { heapStatistics }, afterGC: { heapStatistics } };
    const fake = class { start() {} stop() { return { statistics: [one] }; } };
    Object.defineProperty(v8, 'GCProfiler', { value: fake, configurable: true, writable: true });
    try {
      for (const [{ heap }, ns] of [[denoWith([]).deno, 7000], [engine, 7e6]]) {
        heap.watch();
        expect(heap.watched()).to.deep.equal([{ kind: 'young', ns, heapBytes: 0, externalBytes: 0 }]);
      }
    } finally {
      if (described) Object.defineProperty(v8, 'GCProfiler', described);
      else delete v8.GCProfiler;
    }
  });
});
