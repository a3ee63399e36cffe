'use strict';

/* Inputs of toolkit.js: benchmark files of Node core with arguments, and CSV files in the format of its tools. */

const fs = require('fs');

/** Each configuration takes 0.1 to 0.3 s. One file needs flags of Node.js, one is asynchronous. */
const FILES = {
  'buffers/buffer-compare.js': ['size=512', 'size=4096', 'n=2000000'],
  'crypto/create-hash.js': ['n=200000'],
  'es/map-bench.js': ['method=object', 'method=map', 'n=120000'],
  'events/eventtarget.js': ['listeners=1', 'listeners=5', 'n=600000'],
  'path/normalize-posix.js': ['path=/foo/bar', 'path=/foo/bar//baz/asdf/quux/..', 'n=700000'],
  'util/text-decoder.js': ['encoding=utf-8', 'ignoreBOM=0', 'fatal=0', 'len=256', 'type=Buffer', 'n=1200000'],
  'streams/pipe.js': ['n=900000'],
  'string_decoder/string-decoder.js': ['encoding=utf8', 'inLen=128', 'chunkLen=64', 'n=500000'],
  'timers/immediate.js': ['type=depth', 'n=200000'],
  'util/format.js': ['type=string', 'type=number', 'n=1500000'],
};

/** Xorshift numbers in [0, 1). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Approximately normal, with mean 0 and standard deviation 1. */
function normalFrom(random) {
  return () => random() + random() + random() + random() + random() + random() + random() + random() + random() +
    random() + random() + random() - 6;
}

/**
 * Writes rates with a standard deviation of 2 %, 1 % higher for the new binary, in the order of measurement.
 *
 * @param {object} size { configurations, runs, configurationsPerFile }
 * @returns {number} rows
 */
function writeRates(file, { configurations, runs, configurationsPerFile }) {
  const normal = normalFrom(randomFrom(12345));
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, '"binary","filename","configuration","rate","time"\n');
  let rows = 0;
  for (let first = 0; first < configurations; first += configurationsPerFile) {
    const name = `folder/file-${first / configurationsPerFile}.js`;
    for (let run = 0; run < runs; run++) {
      let text = '';
      for (const binary of ['old', 'new']) {
        for (let i = first; i < Math.min(first + configurationsPerFile, configurations); i++) {
          const rate = 1e6 * (1 + i % 7) * (1 + 0.02 * normal()) * (binary === 'new' ? 1.01 : 1);
          text += `"${binary}","${name}","n=1000000 size=${2 ** (i % 20)} type='kind ${i}, said ` +
            `""${i}""'",${rate},${(1e6 / rate).toFixed(9)}\n`;
          rows++;
        }
      }
      fs.writeSync(out, text);
    }
  }
  fs.closeSync(out);
  return rows;
}

module.exports = { FILES, randomFrom, normalFrom, writeRates };
