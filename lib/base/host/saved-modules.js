'use strict';

/*
 * Each process that measures loads 60 modules of this library, which takes a third of its processor time. The first one
 * of a command saves their compiled code, with which the next ones load them. Code of users is not saved.
 */

const fs = require('fs');
const Module = require('module');
const path = require('path');
const vm = require('vm');

const VARIABLE = 'QTIMEIT_MODULES'; // the file, after SAVES if the process saves them
const SAVES = '+';
const LIB = path.join(__dirname, '..', '..') + path.sep;
const MODULES_PREFIX = 'qtimeit-modules-';

// Captured, because tests may replace them before the last module is loaded.
const { readFileSync, openSync, writeSync, closeSync, renameSync } = fs;
const { Script } = vm;
const { createCachedData } = Script.prototype;
const { get } = Map.prototype;
const { startsWith, endsWith, includes } = String.prototype;
const { apply } = Reflect;
const { stringify } = JSON;
const bytesOf = Buffer.from;

const isOwn = (file) => apply(startsWith, file, [LIB]) && apply(endsWith, file, ['.js']);

/**
 * A module whose require() finds the modules of this library that it has found before.
 * saved: { source, code (compiled, or undefined), resolved (file by the name in the source) }
 */
function loadModule(filename, saved, loadOwn) {
  const { source, code, resolved } = saved;
  const module = new Module(filename, null);
  module.filename = filename;
  module.paths = Module._nodeModulePaths(path.dirname(filename));
  Module._cache[filename] = module;
  const requireFrom = (name) => {
    if (resolved[name] === undefined && (name[0] === '.' || name[0] === '#')) {
      resolved[name] = Module._resolveFilename(name, module);
    }
    const file = resolved[name];
    return file !== undefined && isOwn(file) ? loadOwn(file) : module.require(name);
  };
  requireFrom.resolve = (name) => Module._resolveFilename(name, module);
  requireFrom.main = require.main;
  requireFrom.cache = require.cache;
  const script = new Script(Module.wrap(source), { filename, cachedData: code });
  const args = [module.exports, requireFrom, module, filename, path.dirname(filename)];
  try {
    apply(script.runInThisContext(), module.exports, args);
  } catch (error) {
    delete Module._cache[filename];
    throw error;
  }
  module.loaded = true;
  return { script, exports: module.exports };
}

/** Loads modules, and adds { filename, source, resolved, script } of each to a list. */
function createRecorder(modules) {
  return function loadOwn(filename) {
    const loaded = Module._cache[filename];
    if (loaded) return loaded.exports;
    const saved = { source: readFileSync(filename, 'utf8'), resolved: {} };
    // Only scripts that Node.js compiles itself can import, also from a cache.
    if (apply(includes, saved.source, ['await import('])) return require(filename);
    const { script, exports } = loadModule(filename, saved, loadOwn);
    modules[modules.length] = { filename, script, ...saved };
    return exports;
  };
}

/** Loads modules. saved: file -> see loadModule() */
function createLoader(saved) {
  return function loadOwn(filename) {
    const loaded = Module._cache[filename];
    if (loaded) return loaded.exports;
    const known = apply(get, saved, [filename]);
    return known ? loadModule(filename, known, loadOwn).exports : require(filename);
  };
}

/**
 * The file: a line with JSON of [filename, bytes of the source, bytes of the code, resolved] of modules, then these.
 * Throws if it is missing or incomplete.
 */
function read(file) {
  const bytes = readFileSync(file);
  const end = bytes.indexOf('\n');
  let at = end + 1;
  const take = (length) => bytes.subarray(at, at += length);
  const modules = JSON.parse(bytes.toString('utf8', 0, end)).map(([filename, sourceLength, codeLength, resolved]) => (
    [filename, { source: take(sourceLength).toString(), code: take(codeLength), resolved }]));
  if (at !== bytes.length) throw new RangeError(`${file} is incomplete`);
  return new Map(modules);
}

/** Throws unless all bytes are written. writeFileSync() calls the public writeSync(), which a test may replace. */
function writeBytes(fd, bytes) {
  if (writeSync(fd, bytes) !== bytes.length) throw new RangeError('no space left');
}

/** Without methods of arrays, which tests may have replaced. The file appears when it is complete. */
function save(modules, file) {
  const header = [];
  const pieces = [];
  for (let i = 0; i < modules.length; i++) {
    const { filename, source, resolved, script } = modules[i];
    const sourceBytes = bytesOf(source);
    const code = apply(createCachedData, script, []);
    pieces[2 * i] = sourceBytes;
    pieces[2 * i + 1] = code;
    header[i] = [filename, sourceBytes.length, code.length, resolved];
  }
  const fd = openSync(`${file}+`, 'wx', 0o600);
  writeBytes(fd, bytesOf(`${stringify(header)}\n`));
  for (let i = 0; i < pieces.length; i++) writeBytes(fd, pieces[i]);
  closeSync(fd);
  renameSync(`${file}+`, file);
}

/** Loads a file of this library for the main script; with saved modules if the environment names them. */
function createOwnRequire() {
  const text = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (text === undefined) return require;
  const saves = text.startsWith(SAVES);
  const file = text.slice(saves ? SAVES.length : 0);
  if (!saves) {
    try {
      return createLoader(read(file));
    } catch { // The first process has not ended, or could not save them.
      return require;
    }
  }
  const modules = [];
  process.on('exit', () => {
    try {
      save(modules, file);
    } catch { /* The next processes take longer. */ }
  });
  return createRecorder(modules);
}

const places = new Map(); // host -> { folder (null if none can be made), files: options of processes -> file }

/** A folder of this process, for the processes that it starts */
function openPlace(host) {
  const engine = require('#engine');
  const { orNull } = require('./fs-queries');
  const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('./own-folders');
  if (places.size === 0) {
    engine.program.onExit(() => places.forEach(({ folder }, owner) => folder && removeOwnFolder(folder, owner)));
  }
  const folder = orNull(() => makeOwnFolder(MODULES_PREFIX, host));
  if (folder !== null) removeAbandonedBeside(folder, MODULES_PREFIX, host);
  return { folder, files: new Map() };
}

/**
 * The variable for a process that runs the program of this library, as an object; empty without a place for files.
 * Processes with other options of V8 have other compiled code.
 */
function savedModulesFor({ execPath, execArgv }, host) {
  if (!places.has(host)) places.set(host, openPlace(host));
  const { folder, files } = places.get(host);
  if (folder === null) return {};
  const options = [execPath, ...execArgv].join('\n');
  const isFirst = !files.has(options);
  if (isFirst) files.set(options, path.join(folder, `${files.size}`));
  return { [VARIABLE]: (isFirst ? SAVES : '') + files.get(options) };
}

module.exports = { createOwnRequire, savedModulesFor, MODULES_PREFIX };
