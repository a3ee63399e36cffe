'use strict';

/* All engines have the members of the typedef in lib/base/engine/here.js */

const { expect } = require('chai');
const { once } = require('events');
const fs = require('fs');
const Module = require('module');
const engine = require('#engine');
const { loadFresh } = require('../helpers/load-fresh');
const { scratchFolder } = require('../helpers/scratch');

const TYPEDEF = fs.readFileSync(require.resolve('#lib/base/engine/here'), 'utf8');
const MEMBERS = Object.fromEntries([...TYPEDEF.matchAll(/^ \* @property \{(\w+).*?\} (\w+) /gm)]
  .map(([, type, name]) => [name, type]));
const PARTS = Object.keys(MEMBERS).filter((name) => MEMBERS[name] === 'object');

const isNode = engine.name === 'node';

/** The types of its members, and the names of the members of its parts */
function shapeOf(one) {
  const types = Object.fromEntries(Object.keys(one).map((name) => [name, typeof one[name]]));
  const parts = Object.fromEntries(PARTS.map((name) => [name, Object.keys(one[name]).sort()]));
  return { types, parts };
}

const STARTS_THREAD = `
  const { Worker } = require('worker_threads');
  exports.start = () => new Worker('setInterval(() => {}, 1000)', { eval: true });`;

describe('an engine', () => {
  const scratch = scratchFolder();

  it('has exactly the members of the typedef', () => {
    expect(Object.keys(MEMBERS)).to.include.members(['name', 'heap', 'natives', 'lacks']);
    expect(shapeOf(engine).types).to.deep.equal(MEMBERS);
  });

  it('has the same members in each of its files', function () {
    if (!isNode) this.skip(); // this engine has other files
    const { _load: load } = Module;
    Module._load = (id, ...more) => (id === 'bun:jsc' ? {} : load(id, ...more));
    try {
      for (const name of ['bun', 'deno']) {
        const other = loadFresh(require.resolve(`#lib/base/engine/${name}`));
        expect(other.name).to.equal(name);
        expect(shapeOf({ ...other, heap: { ...other.heap, usedBytes() {} } })).to.deep.equal(shapeOf(engine));
      }
    } finally {
      Module._load = load;
    }
  });

  it('has a version and a compiler', () => {
    expect(engine.version()).to.equal(process.versions[engine.name]).and.to.match(/^\d+\.\d+\.\d+/);
    expect(engine.jit()).to.match(/^(?:V8|JavaScriptCore) \w/);
  });

  it('has clocks that advance', () => {
    const { nowNs, cpuNs, preemptions, queuedNs, wallMs } = engine.readings;
    const before = nowNs();
    expect(before).to.be.at.least(0);
    let later = before;
    for (let i = 0; i < 1e6 && later === before; i++) later = nowNs();
    expect(later).to.be.above(before);
    expect(wallMs()).to.be.closeTo(Date.now(), 60000);
    expect(cpuNs()).to.be.above(0);
    for (const reading of [preemptions(), queuedNs()]) expect(reading >= 0 || Number.isNaN(reading)).to.equal(true);
  });

  it('lists running threads, but no ended ones', async function () {
    if (!isNode) this.skip(); // another engine lists none
    const { Worker } = require('worker_threads');
    const running = () => engine.activeResources().filter((kind) => kind === 'Worker').length;
    const worker = new Worker('require("worker_threads").parentPort.once("message", () => {})', { eval: true });
    await once(worker, 'online');
    const before = running();
    worker.postMessage(0);
    await once(worker, 'exit');
    expect({ before, running: running() }).to.deep.equal({ before: 1, running: 0 });
  });

  it('does not list threads of tsx and of hooks of modules', async function () {
    if (!isNode) this.skip(); // another engine lists none
    const inPackage = (name, text) => require(scratch(`node_modules/${name}/index.js`, text));
    inPackage('esbuild', STARTS_THREAD);
    const tsx = inPackage('tsx', 'exports.compile = () => require("esbuild").start();');
    const running = () => engine.activeResources().filter((kind) => kind === 'Worker').length;
    const before = running();
    const compiler = tsx.compile();
    Module.register('data:text/javascript,');
    const compiled = running() - before;
    // A test may use esbuild.
    const used = inPackage('esbuild').start();
    expect({ compiled, used: running() - before }).to.deep.equal({ compiled: 0, used: 1 });
    await Promise.all([compiler.terminate(), used.terminate()]);
  });

  it('compiles a new function each time', () => {
    const [one, two] = [1, 2].map(() => engine.compile(['a', 'b'], 'return a + b;'));
    expect([one(1, 2), two(3, 4)]).to.deep.equal([3, 7]);
    expect(one).to.not.equal(two);
  });

  it('reports its heap', () => {
    const { usedBytes, limitBytes, youngBytes, oldBytes, inUse, watched, collectAll } = engine.heap;
    expect(usedBytes()).to.be.above(1e5);
    expect(limitBytes()).to.be.above(usedBytes());
    for (const bytes of [youngBytes(), oldBytes()]) expect(bytes > 0 || Number.isNaN(bytes)).to.equal(true);
    expect(inUse().heapBytes).to.be.above(1e5);
    expect(inUse().externalBytes).to.be.at.least(0);
    expect(watched()).to.deep.equal([]);
    expect(collectAll()).to.equal(true);
  });

  it('has a reason for each missing feature', () => {
    for (const reason of Object.values(engine.lacks)) {
      if (reason !== null) expect(reason).to.match(/^\w.*[^.]$/);
    }
    expect(engine.natives() === null).to.equal(engine.lacks.tiers !== null);
  });
});
