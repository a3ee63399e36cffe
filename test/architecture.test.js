'use strict';

/* Which room of lib/ may import from which: the table of docs/architecture.md says it. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');

const LIB = path.join(__dirname, '..', 'lib');
const { imports: PARTS } = require('../package.json');
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
  .map(([, name]) => ({ from: roomOf(file), to: placeOf(name, file), file }))
  .filter(({ to }) => to.startsWith(`${LIB}${path.sep}`))
  .map(({ from, to, file }) =>
    ({ from, to: roomOf(fs.existsSync(to) && to.endsWith('.js') ? to : `${to}.js`), file: path.relative(LIB, file) })));

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
    const rooms = Object.values(PARTS).map((parts) => Object.values(parts).map((file) => path.dirname(file)));
    for (const [own, ofPage] of rooms) expect(ofPage).to.equal(own);
  });

  it('have no circular imports', () => {
    let left = imports.filter(({ from, to }) => from !== to);
    // Again and again without the rooms that import from none of those left.
    for (let before = Infinity; left.length < before;) {
      before = left.length;
      left = left.filter(({ to }) => left.some(({ from }) => from === to));
    }
    expect([...new Set(left.map(({ from, to }) => `${from} -> ${to}`))]).to.deep.equal([]);
  });

  it('are exactly the folders in the table of the page', () => {
    expect([...new Set(filesIn(LIB).map(roomOf))].sort()).to.deep.equal(['face', ...Object.keys(RULE)].sort());
  });
});
