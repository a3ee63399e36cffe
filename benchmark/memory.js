'use strict';

/*
 * Compares bytes per call, measured by bench with `memory: true`, with the sizes in a heap snapshot of V8:
 *
 *   node memory.js [--seconds 1] [--only TEXT]
 *
 * Exits with 1 if an error exceeds 5 %.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const v8 = require('v8');
const timeit = require('..');
const { readArguments } = require('./arguments');

const { options: { seconds, only } } = readArguments({ seconds: 1, only: '' });
const LIMIT = 0.05;

const BODIES = {
  '[1,2,3]': () => [1, 2, 3],
  '{a:1}': () => ({ a: 1 }),
  '{a:{b:1}}': () => ({ a: { b: 1 } }),
  'array of 100': () => new Array(100).fill(0),
  'array of 10000': () => new Array(10000).fill(0),
  'array of 12500': () => new Array(12500).fill(0),
  'ten of 1000': () => Array.from({ length: 10 }, () => new Array(1000).fill(0)),
  'closure': (i) => () => i,
  'Buffer of 1024': () => Buffer.alloc(1024),
  'Buffer of 1e6': () => Buffer.alloc(1e6),
  'Uint8Array of 200': () => new Uint8Array(200),
  'string': (i) => `a${i % 1000}bcdefghijklmnop`,
};

class Kept {
  constructor(make) {
    for (let i = 0; i < 100; i++) this[`item${i}`] = make(i);
  }
}

/** The nodes of a heap snapshot: { name, size, edges: [{ name, to }] } */
function snapshot() {
  const file = v8.writeHeapSnapshot(path.join(os.tmpdir(), `qtimeit-${process.pid}.heapsnapshot`));
  const { snapshot: { meta }, nodes, edges, strings } = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.unlinkSync(file);
  const width = meta.node_fields.length;
  const edgeWidth = meta.edge_fields.length;
  const at = Object.fromEntries(meta.node_fields.map((name, i) => [name, i]));
  const types = meta.edge_types[0];
  const list = [];
  let edge = 0;
  for (let i = 0; i < nodes.length; i += width) {
    const own = [];
    for (let k = 0; k < nodes[i + at.edge_count]; k++, edge += edgeWidth) {
      const type = types[edges[edge]];
      const name = type === 'element' || type === 'hidden' ? String(edges[edge + 1]) : strings[edges[edge + 1]];
      if (type !== 'weak') own.push({ name, to: edges[edge + 2] / width });
    }
    list.push({ name: strings[nodes[i + at.name]], size: nodes[i + at.self_size], edges: own });
  }
  return list;
}

const SHARED = new Set(['map', '__proto__', 'prototype', 'constructor', 'shared', 'code', 'feedback_cell']);

/** Mean size of an item, with all objects that only this item references. */
function sizesOf(nodes) {
  const holders = nodes.filter(({ name, edges }) => name === 'Kept' && edges.some((edge) => edge.name === 'item99'));
  const items = holders[0].edges.filter(({ name }) => /^item\d+$/.test(name)).map(({ to }) => to);
  const owners = new Map();
  for (const item of items) {
    const own = new Set([item]);
    for (let depth = 0, front = [item]; depth < 3; depth++) {
      front = front.flatMap((node) => nodes[node].edges.filter(({ name }) => !SHARED.has(name)).map(({ to }) => to))
        .filter((node) => !own.has(node));
      for (const node of front) own.add(node);
    }
    for (const node of own) owners.set(node, (owners.get(node) || 0) + 1);
  }
  let size = 0;
  for (const [node, count] of owners) if (count === 1) size += nodes[node].size;
  return size / items.length;
}

function truthOf(make) {
  // Twice, because the first items are created by cold code.
  globalThis.kept = [new Kept(make)];
  globalThis.kept = new Kept(make);
  const size = sizesOf(snapshot());
  globalThis.kept = null;
  return size;
}

let made = 0;
/** Tests with unique text. They keep the latest results, so that V8 cannot drop the allocation. */
function testsOf(make) {
  const sink = new Array(16).fill(null);
  const compiled = (body) => new Function('make', 'sink', `/* ${++made} */ var i = 0; return ${body}`)(make, sink);
  return {
    sync: compiled('function () { i++; sink[i & 15] = make(i); };'),
    callback: compiled('function (callback) { i++; sink[i & 15] = make(i); callback(); };'),
    promise: compiled('async function () { i++; sink[i & 15] = make(i); };'),
  };
}

async function main() {
  let outside = 0;
  console.log(`node ${process.versions.node}, ${seconds} s each`);
  console.log('body               kind      snapshot   measured   ratio      low     high      kept  collections  ' +
    'warnings');
  for (const name of Object.keys(BODIES).filter((one) => one.includes(only))) {
    const truth = truthOf(BODIES[name]);
    const tests = testsOf(BODIES[name]);
    for (const kind of Object.keys(tests)) {
      const [{ memory, warnings }] =
        await timeit.bench([{ fn: tests[kind], kind }], { timeGoal: seconds, memory: true, silent: true });
      const ratio = memory.bytesPerCall / truth;
      if (!(Math.abs(ratio - 1) <= LIMIT)) outside++;
      const { count, share } = memory.collections;
      const reasons = warnings.filter(({ code }) => code === 'memory-unsure').map(({ reason }) => reason).join(' ');
      const number = (value, digits = 1) => (value === null ? '-' : value.toFixed(digits));
      console.log([
        name.padEnd(18), kind.padEnd(9), number(truth).padStart(9), number(memory.bytesPerCall).padStart(10),
        ratio.toFixed(3).padStart(7),
        number(memory.bytesLow).padStart(9), number(memory.bytesHigh).padStart(9),
        number(memory.keptBytesPerCall).padStart(8),
        `${count} (${share === null ? '-' : (share * 100).toFixed(0)} %)`.padStart(12), ` ${reasons}`,
      ].join(' '));
    }
  }
  console.log(outside ? `${outside} errors above ${LIMIT * 100} %` : `all within ${LIMIT * 100} %`);
  process.exitCode = outside ? 1 : 0;
}

main();
