'use strict';

/*
 * How fast do streams compress, and how much memory and processor time do they need? Each run is a separate process:
 *
 *   node examples/streams.js
 */

const zlib = require('zlib');
const { streams } = require('..');

const line = 'all streams get the same input, in every run; ';
const input = Buffer.from(line.repeat(200000));

const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

streams({
  'gzip, fast': () => zlib.createGzip({ level: 1 }),
  'gzip, default': () => zlib.createGzip(),
  'brotli 4': () => zlib.createBrotliCompress(brotli),
  'gzip, web stream': () => new CompressionStream('gzip'),
}, { input, runs: 6 });
