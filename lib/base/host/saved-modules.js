'use strict';

/*
 * Each process that measures loads 60 modules of this library, which takes 60 ms of a core. The first one of a command
 * saves their compiled code, with which the next ones load them in 15 ms. Code of users is not saved.
 */

const fs = require('fs');
const Module = require('module');
const path = require('path');
const vm = require('vm');

const VARIABLE = 'QTIMEIT_MODULES'; // the file, after SAVES if the process saves them
const SAVES = '+';
const LIB = path.join(__dirname, '..', '..') + path.sep;
const PREFIX = 'qtimeit-modules-';

// Captured, because tests may replace them before the last module is loaded.
const { readFileSync, openSync, writeFileSync, closeSync, renameSync } = fs;
const { Script } = vm;
const { createCachedData } = Script.prototype;
const { get } = Map.prototype;
const { startsWith, endsWith } = String.prototype;
const { apply } = Reflect;
const { stringify } = JSON;
const byteLengthOf = Buffer.byteLength;

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
  const script = new Script(Module.wrap(source), {
    filename, cachedData: code, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const args = [module.exports, requireFrom, module, filename, path.dirname(filename)];
  apply(script.runInThisContext(), module.exports, args);
  module.loaded = true;
  return { script, exports: module.exports };
}

/** known: file -> see loadModule(); whenLoaded: given { filename, source, resolved, script } of each module */
function createLoader(known, whenLoaded = () => {}) {
  return function loadOwn(filename) {
    const loaded = Module._cache[filename];
    if (loaded) return loaded.exports;
    const saved = apply(get, known, [filename]) || { source: readFileSync(filename, 'utf8'), resolved: {} };
    const { script, exports } = loadModule(filename, saved, loadOwn);
    whenLoaded({ filename, script, ...saved });
    return exports;
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

/** Without methods of arrays, which tests may have replaced. The file appears when it is complete. */
function save(modules, file) {
  const header = [];
  const codes = [];
  for (let i = 0; i < modules.length; i++) {
    const { filename, source, resolved, script } = modules[i];
    codes[i] = apply(createCachedData, script, []);
    header[i] = [filename, byteLengthOf(source), codes[i].length, resolved];
  }
  const fd = openSync(`${file}+`, 'wx', 0o600);
  writeFileSync(fd, `${stringify(header)}\n`);
  for (let i = 0; i < modules.length; i++) {
    writeFileSync(fd, modules[i].source);
    writeFileSync(fd, codes[i]);
  }
  closeSync(fd);
  renameSync(`${file}+`, file);
}

/** Loads a file of this library for the main script; with saved modules if the environment names them. */
function createOwnRequire() {
  const text = process.env[VARIABLE];
  delete process.env[VARIABLE];
  if (text === undefined || !vm.constants) return require;
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
  return createLoader(new Map(), (module) => { modules[modules.length] = module; });
}

const places = new WeakMap(); // host -> { folder (null if there is none), files: options of processes -> file }

/** A folder of this process, for the processes that it starts */
function openPlace(host) {
  const engine = require('#engine');
  const { orNull } = require('./fs-queries');
  const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('./own-folders');
  const folder = orNull(() => makeOwnFolder(PREFIX, host));
  if (folder !== null) {
    removeAbandonedBeside(folder, PREFIX, host);
    engine.program.onExit(() => removeOwnFolder(folder, host));
  }
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

module.exports = { createOwnRequire, savedModulesFor };
