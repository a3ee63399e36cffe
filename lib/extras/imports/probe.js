'use strict';

/*
 * The main script of a process that loads one module and ends. Sends lines of JSON over file descriptor 3: { events }
 * (see timeline.js), and at last { ms, startedMs } (duration of the loading), { error }, { exit } (code of an earlier
 * exit) or { isStuck } (nothing is left to wait for).
 *
 * Loads no file of this library, because that would load builtins that the module needs. The job in the environment:
 * { way ('require' or 'import'), name (a path, a URL or a package), base (a path in the folder that resolves packages),
 * isTree (record events), hasModules (also of ES modules), isTraced (send each event at once, for processes that may
 * hang or crash) }
 */

const fs = require('fs');
const Module = require('module');

const { way, name, base, isTree, isTraced, hasModules } = JSON.parse(process.env.QTIMEIT_IMPORT);
delete process.env.QTIMEIT_IMPORT;

// Captured, because the module may replace them.
const { writeSync } = fs;
const { stringify } = JSON;
const { from } = Buffer;
const { defineProperty } = Object;
const { reallyExit } = process;
const { apply } = Reflect;
const now = performance.now.bind(performance);

const OUTPUT = 3;
const MARK = '__qtimeit_imports__';

let events = [];
let isOver = false;

function send(message) {
  const bytes = apply(from, Buffer, [`${stringify(message)}\n`]);
  for (let done = 0; done < bytes.length;) done += writeSync(OUTPUT, bytes, done);
}

/** kind: see timeline.js; key: path or URL of a module */
function note(kind, key, more) {
  if (isOver) return;
  events[events.length] = [kind, now(), key, more];
  if (!isTraced) return;
  send({ events });
  events = [];
}

function end(message) {
  if (isOver) return;
  isOver = true;
  if (isTree) send({ events });
  send(message);
}

/** The module may leave servers and timers, and listeners of 'exit'. */
function quit() {
  apply(reallyExit, process, [0]);
}

function describe(error) {
  try {
    const { name = '', message = `${error}`, stack = '', code } = Object(error);
    return { name: `${name}`, message: `${message}`, stack: `${stack}`, code: code && `${code}` };
  } catch (_) {
    return { name: '', message: 'a value that cannot be shown', stack: '' };
  }
}

/** what: 'require' or 'import'; find(): its result has the key of the module in `url`, or is that */
function resolve(request, parent, what, find) {
  let key = null;
  note('resolve', request, [parent || null, what]);
  try {
    const found = find();
    key = typeof found === 'string' ? found : found.url;
    return found;
  } finally {
    note('resolved', key);
  }
}

function load(key, action) {
  note('load', key);
  try {
    return action();
  } finally {
    note('end', key);
  }
}

function watchCommonJs() {
  const { isBuiltin, _load, _resolveFilename } = Module;
  const { load: loadModule, _compile } = Module.prototype;
  const builtins = new Set();
  const fileOf = (parent) => parent && parent.filename;

  Module._load = function (...given) {
    const [request, parent] = given;
    const next = () => apply(_load, this, given);
    if (!isBuiltin(request) || builtins.has(request)) return next();
    builtins.add(request);
    const key = request.startsWith('node:') ? request : `node:${request}`;
    resolve(request, fileOf(parent), 'require', () => key);
    return load(key, next);
  };
  Module._resolveFilename = function (...given) {
    const [request, parent] = given;
    const next = () => apply(_resolveFilename, this, given);
    return isBuiltin(request) ? next() : resolve(request, fileOf(parent), 'require', next);
  };
  Module.prototype.load = function (file) {
    return load(file, () => apply(loadModule, this, [file]));
  };
  Module.prototype._compile = function (...given) {
    const { exports } = this;
    const [, file] = given;
    note('compile', file);
    // Node reads module.exports when it has compiled the file, to call its function.
    const become = (value) => setExports(this, value);
    defineProperty(this, 'exports', {
      configurable: true, enumerable: true, set: become,
      get() {
        become(exports);
        note('run', file);
        return exports;
      },
    });
    return apply(_compile, this, given);
  };
}

function setExports(module, value) {
  defineProperty(module, 'exports', { configurable: true, enumerable: true, writable: true, value });
}

const HASHBANG = /^\uFEFF?#!.*/;

/** Source of an ES module that marks its begin and end, on the same lines. */
function marked(source, url) {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const [first = ''] = HASHBANG.exec(text) || [];
  const at = first.length;
  const mark = (isEnd) => `${MARK}(${stringify(url)},${isEnd});`;
  return `${text.slice(0, at)}${at > 0 ? '\n' : ''}${mark(0)}${text.slice(at > 0 ? at + 1 : 0)}\n;${mark(1)}`;
}

function loaded(url, result) {
  const { format, source } = result;
  note('loaded', url, format);
  const isModule = /^module/.test(format) && source !== null && source !== undefined;
  return isModule ? { ...result, source: marked(source, url) } : result;
}

const isRequired = ({ conditions = [] }) => conditions.includes('require') && !conditions.includes('import');

function watchModules() {
  defineProperty(globalThis, MARK, { value: (url, isEnd) => note(isEnd ? 'done' : 'begin', url) });
  if (!Module.registerHooks) return watchOldLoader();
  return Module.registerHooks({
    resolve: (specifier, context, next) => resolve(
      specifier, context.parentURL, isRequired(context) ? 'require' : 'import', () => next(specifier, context)),
    load(url, context, next) {
      note('read', url);
      return loaded(url, next(url, context));
    },
  });
}

/** Node.js 20 has no synchronous hooks, and its asynchronous ones run in another thread, which takes longer. */
function watchOldLoader() {
  const loader = require('internal/modules/esm/loader').getOrInitializeCascadedLoader();
  const { resolve: find, load: read } = Object.getPrototypeOf(loader);
  loader.resolve = (...given) => resolve(given[0], given[1], 'import', () => apply(find, loader, given));
  loader.load = async (...given) => {
    note('read', given[0]);
    return loaded(given[0], await apply(read, loader, given));
  };
}

/** import() as in a file at `base`. */
function importFrom() {
  const module = new Module(base);
  module._compile('exports.load = (name) => import(name);', base);
  return module.exports.load;
}

function main() {
  const start = way === 'require' ? Module.createRequire(base) : importFrom();
  if (isTree) {
    if (hasModules) watchModules();
    watchCommonJs();
  }
  process.reallyExit = (code) => {
    end({ exit: code });
    apply(reallyExit, process, [code]);
  };
  let uncaught = null;
  process.on('uncaughtExceptionMonitor', (error) => { uncaught = { error: describe(error) }; });
  process.on('exit', (code) => end((code !== 0 && uncaught) || { exit: code }));
  process.on('beforeExit', () => end({ isStuck: true }));
  const fail = (error) => {
    end({ error: describe(error) });
    quit();
  };
  const startedMs = now();
  const finish = () => {
    const endedMs = now();
    end({ ms: endedMs - startedMs, startedMs });
    quit();
  };
  try {
    const found = start(name);
    if (way === 'require') finish();
    else found.then(finish, fail);
  } catch (error) {
    fail(error);
  }
}

main();
