/* Loaded before a file that uses its own library: writes what that measured to file descriptor 3 at the end. */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const file = fs.realpathSync(process.argv[1]);
const found = []; // { library, name, ns, error }

function folderOf(name) {
  for (let at = path.dirname(file); ; at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name);
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
    if (at === path.dirname(at)) return null;
  }
}

/** What `import` of a package leads to, by its package.json */
function entryOf(folder, { exports: given, main = 'index.js' }) {
  const chosen = (value) => (typeof value === 'object' && value !== null
    ? chosen(value.import ?? value.node ?? value.default) : value);
  const entry = chosen(given?.['.'] ?? given) ?? main;
  return pathToFileURL(createRequire(path.join(folder, 'x.js')).resolve(`./${entry}`)).href;
}

const add = (library, name, ns, error) => found.push({
  library, name: `${name}`, ns: ns > 0 ? ns : null, error: error ? `${error.message ?? error}` : null,
});

/** Calls take(result, this) after each call of a method, and when its promise is settled. */
function after(prototype, name, take) {
  const original = prototype?.[name];
  if (!original) return;
  prototype[name] = function recorded(...args) {
    const result = Reflect.apply(original, this, args);
    if (result && typeof result.then === 'function') {
      return result.then((value) => {
        take(value, this);
        return value;
      });
    }
    take(result, this);
    return result;
  };
}

function takeTinybench(library, { tasks = [] }) {
  for (const { name, result } of tasks) {
    add(library, name, (result?.latency?.mean ?? result?.mean) * 1e6, result?.error);
  }
}

const RECORDERS = {
  benchmark: ({ default: Benchmark }, library) => {
    const { emit } = Benchmark.prototype;
    const done = new Set();
    Benchmark.prototype.emit = function recorded(event, ...rest) {
      // Clones measure for the benchmark that they are of.
      if ((event.type ?? event) === 'complete' && !this._original && !done.has(this)) {
        done.add(this);
        add(library, this.name, this.stats.mean * 1e9, this.error);
      }
      return Reflect.apply(emit, this, [event, ...rest]);
    };
  },
  tinybench: ({ Bench }, library) => {
    for (const name of ['run', 'runSync']) after(Bench.prototype, name, (_, bench) => takeTinybench(library, bench));
  },
  mitata: ({ B }, library) => after(B?.prototype, 'run', ({ runs }) => {
    for (const { name, stats, error } of runs) add(library, name, stats?.avg, error);
  }),
  'bench-node': ({ default: { Suite } }, library) => after(Suite.prototype, 'run', (results) => {
    for (const { name, opsSec, totalTime, iterations } of results) {
      add(library, name, opsSec ? 1e9 / opsSec : totalTime / iterations * 1e9);
    }
  }),
};

for (const [name, record] of Object.entries(RECORDERS)) {
  const folder = folderOf(name);
  if (folder === null) continue;
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const library = `${name} ${manifest.version}`;
  // A package may have two: one for import, one for require().
  const loaded = new Set([await import(entryOf(folder, manifest))]);
  try {
    const required = createRequire(file)(name);
    loaded.add({ default: required, ...required });
  } catch (_) {
    // Only for import.
  }
  const seen = new Set();
  for (const exported of loaded) {
    const own = exported.Bench ?? exported.B ?? exported.default;
    if (!seen.has(own)) record(exported, library);
    seen.add(own);
  }
}

process.on('exit', () => fs.writeSync(3, JSON.stringify(found)));
