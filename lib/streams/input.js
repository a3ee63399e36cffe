'use strict';

/*
 * The input of a suite of streams, and what each run makes of it: a stream of its own. It is looked at before anything
 * runs, because ten processes that cannot find a file are ten times the same error.
 */

const path = require('path');
const { fileURLToPath } = require('url');

const { fileWords } = require('../host/file-words');
const { show } = require('../text/show');
const { nearest } = require('../text/nearest');

const NO_RATE = 'nothing in no time is no rate; give one that has bytes';

const { isView } = ArrayBuffer;
const isFileUrl = (value) => value instanceof URL && value.protocol === 'file:';

/** @returns {boolean} whether it can be an input at all */
function isInput(value) {
  return typeof value === 'function' || (typeof value === 'string' && value !== '') || isView(value) || isFileUrl(value);
}

function notThere(given, file, host) {
  const folder = path.dirname(file);
  let names;
  try {
    names = host.listDir(folder);
  } catch (_) {
    return `there is no file ${show(given)}, and no folder ${folder} that can be read`;
  }
  const meant = nearest(path.basename(file), names);
  return `there is no file ${show(given)}; ${meant === null ? 'bytes themselves are given as a Buffer' : `did you mean ${show(path.join(path.dirname(given), meant))}?`}`;
}

function fileInput(given, host) {
  const file = path.resolve(given);
  let facts;
  try {
    facts = host.stat(file);
    // That it is there does not say that it can be read.
    if (facts.isFile() && facts.size > 0) host.readBytes(file, 1);
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`streams: input: ${notThere(given, file, host)}`);
    throw new Error(`streams: input: ${show(given)} cannot be read: ${fileWords(error)}`, { cause: error });
  }
  if (facts.isDirectory()) throw new Error(`streams: input: ${show(given)} is a folder; give the path of a file`);
  if (!facts.isFile()) throw new Error(`streams: input: ${show(given)} is a pipe or a device, and each run reads its input anew; save it to a file first`);
  if (facts.size === 0) throw new Error(`streams: input: the file ${show(given)} is empty: ${NO_RATE}`);
  return { kind: 'file', path: file, bytes: facts.size };
}

/**
 * @param {string|URL|ArrayBufferView|function} given that isInput
 * @param {import('../host/host')} host
 * @returns {{ kind: 'file', path: string, bytes: number } | { kind: 'bytes', data: Buffer, bytes: number }
 *   | { kind: 'factory', create: function, bytes: null }}
 * @throws {Error} naming what cannot be read, and the way out
 */
function inputOf(given, host) {
  if (typeof given === 'function') return { kind: 'factory', create: given, bytes: null };
  if (!isView(given)) return fileInput(typeof given === 'string' ? given : fileURLToPath(given), host);
  if (given.byteLength === 0) throw new Error(`streams: input: the ${given.constructor.name} is empty: ${NO_RATE}`);
  return { kind: 'bytes', data: Buffer.from(given.buffer, given.byteOffset, given.byteLength), bytes: given.byteLength };
}

module.exports = { isInput, inputOf };
