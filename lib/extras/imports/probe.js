'use strict';

/*
 * The main script of a process that loads one module and ends. Sends lines of JSON over file descriptor 3: { events },
 * see timeline.js, and at last { ms } (duration of the loading), { error } or { exit } (code of an exit before).
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
const { reallyExit } = process;
const { apply } = Reflect;
const now = performance.now.bind(performance);

const OUTPUT = 3;
const MARK = '__qtimeit_imports__';

let events = [];
let isOver = false;

function send(message) {
  const bytes = Buffer.from(`${stringify(message)}\n`);
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

const describe = (error) => {
  try {
    const { message, stack, code } = error;
    return { message: `${message ?? error}`, stack: `${stack ?? ''}`, code: code && `${code}` };
  } catch (_) {
    return { message: 'it threw a value that cannot be shown', stack: '', code: undefined };
  }
};

const parentOf = (parent) => (parent && parent.filename) || null;

function watchCommonJs() {
  const { _load: load, _resolveFilename: resolve } = Module;
  const { load: loadModule, _compile: compile } = Module.prototype;
  const { isBuiltin } = Module;
  const builtins = new Set();

  Module._load = function (request, parent, isMain) {
    if (!isBuiltin(request) || builtins.has(request)) return apply(load, this, [request, parent, isMain]);
    builtins.add(request);
    const key = request.startsWith('node:') ? request : `node:${request}`;
    note('resolve', request, [parentOf(parent), 'require']);
    note('resolved', key);
    note('load', key);
    try {
      return apply(load, this, [request, parent, isMain]);
    } finally {
      note('end', key);
    }
  };
  Module._resolveFilename = function (request, parent, ...more) {
    if (isBuiltin(request)) return apply(resolve, this, [request, parent, ...more]);
    let found = null;
    note('resolve', request, [parentOf(parent), 'require']);
    try {
      found = apply(resolve, this, [request, parent, ...more]);
      return found;
    } finally {
      note('resolved', found);
    }
  };
  Module.prototype.load = function (file) {
    note('load', file);
    try {
      return apply(loadModule, this, [file]);
    } finally {
      note('end', file);
    }
  };
  Module.prototype._compile = function (content, file, ...more) {
    const { exports } = this;
    note('compile', file);
    // Node reads module.exports when it has compiled the file, to call its function.
    Object.defineProperty(this, 'exports', {
      configurable: true,
      enumerable: true,
      get: () => {
        setExports(this, exports);
        note('run', file);
        return exports;
      },
      set: (value) => { setExports(this, value); },
    });
    return apply(compile, this, [content, file, ...more]);
  };
}

function setExports(module, value) {
  Object.defineProperty(module, 'exports', { configurable: true, enumerable: true, writable: true, value });
}

const HASHBANG = /^\uFEFF?#!.*/;

/** Source of an ES module that marks its begin and end, on the same lines. */
function marked(source, url) {
  const text = typeof source === 'string' ? source : Buffer.from(source.buffer || source, source.byteOffset,
    source.byteLength).toString();
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
  Object.defineProperty(globalThis, MARK, { value: (url, isEnd) => note(isEnd ? 'done' : 'begin', url) });
  if (Module.registerHooks) {
    Module.registerHooks({
      resolve(specifier, context, next) {
        note('resolve', specifier, [context.parentURL || null, isRequired(context) ? 'require' : 'import']);
        let url = null;
        try {
          const result = next(specifier, context);
          ({ url } = result);
          return result;
        } finally {
          note('resolved', url);
        }
      },
      load(url, context, next) {
        note('read', url);
        return loaded(url, next(url, context));
      },
    });
    return;
  }
  watchOldLoader();
}

/** Node.js 20 has no synchronous hooks, and its asynchronous ones run in another thread, which takes longer. */
function watchOldLoader() {
  const loader = require('internal/modules/esm/loader').getOrInitializeCascadedLoader();
  const { resolve, load } = Object.getPrototypeOf(loader);
  loader.resolve = function (specifier, parent, ...more) {
    note('resolve', specifier, [parent || null, 'import']);
    let url = null;
    try {
      const result = apply(resolve, this, [specifier, parent, ...more]);
      ({ url } = result);
      return result;
    } finally {
      note('resolved', url);
    }
  };
  loader.load = async function (url, ...more) {
    note('read', url);
    return loaded(url, await apply(load, this, [url, ...more]));
  };
}

/** import() as in a file at `base`. */
function importFrom() {
  const module = new Module(base);
  module._compile('exports.load = (name) => import(name);', base);
  return module.exports.load;
}

function main() {
  const load = way === 'require' ? Module.createRequire(base) : importFrom();
  if (isTree) {
    if (hasModules) watchModules();
    watchCommonJs();
  }
  process.reallyExit = (code) => {
    end({ exit: code });
    apply(reallyExit, process, [code]);
  };
  process.on('exit', (code) => end({ exit: code }));
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
    const found = load(name);
    if (way === 'require') finish();
    else found.then(finish, fail);
  } catch (error) {
    fail(error);
  }
}

main();
