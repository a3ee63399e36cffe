'use strict';

/*
 * A benchmark file with parameters: each combination runs in a separate process.
 *
 *   node examples/copy.js
 *   node examples/copy.js size=64 n=1e6
 *   node bin/qtimeit.js scatter examples/copy.js --xaxis size --category type --log
 */

const { createBenchmark } = require('../public/common');

const bench = createBenchmark(main, { size: [16, 128, 1024], type: ['slice', 'spread'], n: 1e5 });

function main({ size, type, n }) {
  const list = Array.from({ length: size }, (_, i) => i);
  let copy;
  bench.start();
  if (type === 'slice') for (let i = 0; i < n; i++) copy = list.slice();
  else for (let i = 0; i < n; i++) copy = [...list];
  bench.end(n);
  if (copy.length !== size) throw new Error('not a copy');
}
