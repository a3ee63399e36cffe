'use strict';

/*
 * How fast are compressing streams, and what do they cost beside time? Each run has a process of its own:
 *
 *   node examples/streams.js
 */

const zlib = require('zlib');
const { streams } = require('..');

const line = 'the same input for all of them, run after run, in turns; ';
const input = Buffer.from(line.repeat(200000));

const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

streams({
  'gzip, fast': () => zlib.createGzip({ level: 1 }),
  'gzip, usual': () => zlib.createGzip(),
  'brotli 4': () => zlib.createBrotliCompress(brotli),
  'gzip of the web': () => new CompressionStream('gzip'),
}, { input, runs: 6 });
