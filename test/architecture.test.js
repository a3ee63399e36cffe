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
  [...PAGE.matchAll(/^\| `([a-z/]+)\/` \|.*\| ([^|]+) \|$/gm)].map(([, room, rooms]) => [room, rooms.split(', ')]));
const FACE = ['bench.js', 'timeit.js', 'runit.js', 'calibrate.js', 'composition.js', 'page.js'];
const FIXED = { 'fork-runner.js': 'session', 'sysinfo.js': 'system' };

// Folders and single files that run in a page. tools/bundle.js reports missing ones.
const CORE = ['measure', 'samples', 'estimate', 'stats', 'text'];
const OF_PAGE = [
  'bench.js', 'timeit.js', 'calibrate.js', 'page.js', 'browsers/in-page.js',
  'host/builtins.js', 'host/clock.js', 'host/page-terminal.js',
  'session/bench-session.js', 'session/fork-child.js', 'session/fork-session.js', 'session/one-test.js',
  'session/restarts.js', 'session/suite-reporter.js', 'session/outcome.js', 'session/round-strategy.js',
  'suite/glob.js', 'suite/entries.js',
  'suite/settings.js', 'suite/suite.js', 'system/page-sysinfo.js',
];
const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

const filesIn = (folder) => fs.readdirSync(folder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? filesIn(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));

function roomOf(file) {
  const [first, second, third] = path.relative(LIB, file).split(path.sep);
  if (!second) return FIXED[first] || (FACE.includes(first) ? 'face' : first);
  return first === 'report' && third ? `report/${second}` : first;
}

const placeOf = (name, file) => (name.startsWith('#') ? path.resolve(LIB, '..', PARTS[name].default)
  : path.resolve(path.dirname(file), name));

const imports = filesIn(LIB)
  .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/require\(['`]([.#][^'`]*)['`]\)/g)]
  .map(([, name]) => placeOf(name, file))
  .filter((place) => place.startsWith(`${LIB}${path.sep}`))
  .map((place) => (fs.existsSync(place) && place.endsWith('.js') ? place : `${place}.js`))
  .map((imported) => ({
    from: roomOf(file), to: roomOf(imported), file: path.relative(LIB, file), imported: path.relative(LIB, imported),
  })));

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

describe('the folders of lib/', () => {
  it('import only from allowed folders', () => {
    const mayImport = (from, to) =>
      from === to || (from === 'face' ? to !== 'commands' : from === 'commands' || RULE[from].includes(to));
    expect(imports.filter(({ from, to }) => !mayImport(from, to)).map(
      ({ from, to, file }) => `${file}: ${from} -> ${to}`)).to.deep.equal([]);
  });

  it('use nothing of Node.js to measure, so that any engine can', () => {
    const core = filesIn(LIB).filter((file) =>
      CORE.includes(roomOf(file)) || OF_PAGE.includes(path.relative(LIB, file).split(path.sep).join('/')));
    const found = core.flatMap((file) => {
      const text = fs.readFileSync(file, 'utf8').replace(COMMENT, '');
      const modules = [...text.matchAll(/require\('([^.#'][^']*)'\)/g)];
      const globals = [...text.replace(/'[^'\n]*'|`[^`]*`/g, '').matchAll(/\b(process|Buffer|setImmediate)\b/g)];
      return [...modules, ...globals].map(([, name]) => `${path.relative(LIB, file)}: ${name}`);
    });
    expect(found).to.deep.equal([]);
  });

  it('use facts of the system only from host, engine and system', () => {
    const others = filesIn(LIB).filter((file) => !['host', 'engine', 'system'].includes(roomOf(file)));
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

  it('have no circular imports, nor have their files', () => {
    const ofFolders = imports.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to]);
    expect(circlesOf(ofFolders)).to.deep.equal([]);
    expect(circlesOf(imports.map(({ file, imported }) => [file, imported]))).to.deep.equal([]);
  });

  it('are exactly the folders in the table of the page', () => {
    expect([...new Set(filesIn(LIB).map(roomOf))].sort()).to.deep.equal(['face', ...Object.keys(RULE)].sort());
  });
});
