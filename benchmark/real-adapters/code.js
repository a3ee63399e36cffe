'use strict';

/* Compilers and hashes, for benchmark.js */

const { parse } = require('acorn');
const { Suite } = require('benchmark');
const { blake2bHex } = require('blakejs');
const crc32 = require('crc-32');
const fs = require('fs');
const objectHash = require('object-hash');
const { transform } = require('sucrase');

const code = fs.readFileSync(require.resolve('object-hash'), 'utf8');
const bytes = Buffer.alloc(64 * 1024, 'the quick brown fox');
const object = JSON.parse(fs.readFileSync(require.resolve('sucrase/package.json'), 'utf8'));

new Suite('compilers')
  .add('acorn', () => parse(code, { ecmaVersion: 2022 }))
  .add('sucrase', () => transform(code, { transforms: ['typescript', 'imports'] }))
  .add('new Function', () => new Function('a', 'b', 'return a + b;')(1, 2))
  .run({ async: true });

new Suite('hashes')
  .add('blakejs', () => blake2bHex(bytes))
  .add('crc-32', () => crc32.buf(bytes))
  .add('object-hash', () => objectHash(object))
  .run({ async: true });
