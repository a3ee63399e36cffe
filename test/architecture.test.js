'use strict';

/* Which room of lib/ may import from which: the table of docs/architecture.md says it. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');

const LIB = path.join(__dirname, '..', 'lib');
const { imports: { '#lib/*': forTests, ...PARTS } } = require('../package.json');
const PAGE = fs.readFileSync(path.join(__dirname, '..', 'docs', 'architecture.md'), 'utf8');

// Folder -> folders that it may import from, by the table of the page.
const RULE = Object.fromEntries(
  [...PAGE.matchAll(/^\| `([a-z-]+)\/` \|.*\| ([^|]+) \|$/gm)].map(([, room, rooms]) => [room, rooms.split(', ')]));
const ROOTS = ['composition.js', 'page.js'];

// Folders and single files that run in a page. tools/bundle.js reports missing ones.
const OF_PAGE = [
  'core/measure/', 'core/samples/', 'core/estimate/', 'base/stats/', 'base/text/',
  'bench.js', 'timeit.js', 'calibrate.js', 'page.js', 'extras/browsers/in-page.js',
  'base/host/builtins.js', 'base/host/clock.js', 'base/host/page-terminal.js',
  'core/session/bench-session.js', 'core/session/fork-child.js', 'core/session/fork-session.js',
  'core/session/one-test.js', 'core/session/restarts.js', 'core/session/restart-schedule.js',
  'core/session/suite-reporter.js', 'core/session/round-strategy.js',
  'core/suite/glob.js', 'core/suite/settings.js', 'core/suite/suite.js',
  'core/system/page-sysinfo.js',
];
const OF_SYSTEM = ['base/host/', 'base/engine/', 'core/system/', 'sysinfo.js'];
const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

const FILES = fs.readdirSync(LIB, { recursive: true }).filter((name) => name.endsWith('.js'))
  .map((name) => path.join(LIB, name));

const nameOf = (file) => path.relative(LIB, file).split(path.sep).join('/');

function roomOf(name) {
  if (ROOTS.includes(name)) return 'root';
  return name.includes('/') ? name.split('/')[0] : 'core';
}

/** 'core/measure' for 'core/measure/loop.js' */
const partOf = (name) => (name.includes('/') ? path.posix.dirname(name).split('/').slice(0, 2).join('/') : name);

const placeOf = (name, file) => (name.startsWith('#') ? path.resolve(LIB, '..', PARTS[name].default)
  : path.resolve(path.dirname(file), name));

const imports = FILES
  .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/require\(['`]([.#][^'`]*)['`]\)/g)]
  .map(([, name]) => placeOf(name, file))
  .filter((place) => place.startsWith(`${LIB}${path.sep}`))
  .map((place) => (fs.existsSync(place) && place.endsWith('.js') ? place : `${place}.js`))
  .map((imported) => ({ file: nameOf(file), imported: nameOf(imported) })));

/** The imports, 'a -> b', that are part of circles or connect circles */
function circlesOf(edges) {
  let left = edges;
  // Again and again without those that begin or end at something that has no import in or out.
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const [importing, imported] = [new Set(left.map(([from]) => from)), new Set(left.map(([, to]) => to))];
    left = left.filter(([from, to]) => imported.has(from) && importing.has(to));
  }
  return [...new Set(left.map(([from, to]) => `${from} -> ${to}`))];
}

// Files with the same interface, of which a process or a library uses one at a time.
const INTERFACES = [
  /^base\/engine\//, /^extras\/adopt\/libraries\//, /^core\/suite\/(?:page-)?settings\.js$/, /[/-]strategy\.js$/,
];
// Node.js requires this name of module hooks.
const HOOKS = ['resolve'];

/** The names in module.exports = { a, b: c, d() {} } that the file does not only pass on. */
function definedExports(file) {
  const text = fs.readFileSync(file, 'utf8').replace(/'[^'\n]*'/g, '').replace(COMMENT, '');
  const [, oneLine, lines = ''] = /^module\.exports = \{(?: (.*) |\n([^]*?)\n)\};?$/m.exec(text) || [];
  let list = oneLine || lines;
  // Again and again without the innermost brackets.
  for (let before = null; before !== list;) {
    before = list;
    list = list.replace(/\{[^{}()]*\}|\([^{}()]*\)/g, '');
  }
  const imported = [...text.matchAll(/^const (?:\{([^}]*)\}|(\w+)) = require\(/gm)]
    .flatMap(([, names = '', name]) => [name, ...names.split(',').map((one) => one.trim().split(/: */).pop())]);
  return list.split(',').map((one) => one.trim().replace(/^get /, '').split(/: */))
    .filter(([name, value = name]) => /^\w+$/.test(name) && !imported.includes(value)).map(([name]) => name);
}

describe('the folders of lib/', () => {
  it('import only from allowed folders', () => {
    const mayImport = (from, to) =>
      from === to || (from === 'root' ? to !== 'cli' : from === 'cli' || RULE[from].includes(to));
    expect(imports.filter(({ file, imported }) => !mayImport(roomOf(file), roomOf(imported)))).to.deep.equal([]);
  });

  it('have extras that do not import each other', () => {
    const ofExtras = imports.filter(({ file, imported }) => roomOf(file) === 'extras' && roomOf(imported) === 'extras');
    expect(ofExtras.filter(({ file, imported }) => partOf(file) !== partOf(imported))).to.deep.equal([]);
  });

  it('use nothing of Node.js to measure, so that any engine can', () => {
    const core = FILES.filter((file) => OF_PAGE.some((one) => nameOf(file).startsWith(one)));
    const found = core.flatMap((file) => {
      const text = fs.readFileSync(file, 'utf8').replace(COMMENT, '');
      const modules = [...text.matchAll(/require\('([^.#'][^']*)'\)/g)];
      const globals = [...text.replace(/'[^'\n]*'|`[^`]*`/g, '').matchAll(/\b(process|Buffer|setImmediate)\b/g)];
      return [...modules, ...globals].map(([, name]) => `${path.relative(LIB, file)}: ${name}`);
    });
    expect(found).to.deep.equal([]);
  });

  it('use facts of the system only from host, engine and system', () => {
    const others = FILES.filter((file) => !OF_SYSTEM.some((one) => nameOf(file).startsWith(one)));
    const found = others.filter((file) => {
      const text = fs.readFileSync(file, 'utf8').replace(COMMENT, '');
      return /['"`]\/(?:proc|sys)\//.test(text) || /\bprocess\.platform\b/.test(text.replace(/'[^'\n]*'|`[^`]*`/g, ''));
    });
    expect(found.map((file) => path.relative(LIB, file))).to.deep.equal([]);
  });

  it('have the replacement of a file in a page in the same folder', () => {
    expect(forTests).to.equal('./lib/*.js');
    const rooms = Object.values(PARTS).map((parts) => Object.values(parts).map((file) => path.dirname(file)));
    for (const [own, ofPage] of rooms) expect(ofPage).to.equal(own);
  });

  it('have no circular imports, also between files', () => {
    const ofFolders = imports.map(({ file, imported }) => [partOf(file), partOf(imported)]);
    expect(circlesOf(ofFolders.filter(([from, to]) => from !== to))).to.deep.equal([]);
    expect(circlesOf(imports.map(({ file, imported }) => [file, imported]))).to.deep.equal([]);
  });

  it('export each name once', () => {
    const places = new Map();
    for (const file of FILES.filter((one) => !INTERFACES.some((some) => some.test(nameOf(one))))) {
      for (const name of definedExports(file)) places.set(name, [...places.get(name) || [], nameOf(file)]);
    }
    expect(places.size).to.be.above(1000);
    const repeated = [...places].filter(([name, files]) => files.length > 1 && !HOOKS.includes(name));
    expect(repeated.map(([name, files]) => `${name}: ${files.join(', ')}`)).to.deep.equal([]);
  });

  it('are exactly the folders in the table of the page', () => {
    const folders = fs.readdirSync(LIB, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).to.deep.equal(Object.keys(RULE).sort());
  });
});
