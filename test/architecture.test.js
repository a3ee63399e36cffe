'use strict';

/* Which room of lib/ may import from which: docs/architecture.md draws it. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');

const LIB = path.join(__dirname, '..', 'lib');

// A room, and those it may import from. The face may from all but commands.
const RULE = {
  text: '', stats: '', host: 'text', samples: 'stats', measure: 'samples stats host text', estimate: 'samples stats text',
  suite: 'measure host text', streams: 'suite measure estimate samples stats host text',
  session: 'streams suite measure estimate samples stats document host text', system: 'host text', document: 'host text',
  files: 'face session suite document system stats host text', rates: 'document system estimate stats host text',
  compare: 'files session suite measure estimate stats document system host text',
  report: 'report/chart rates document system stats text', 'report/chart': 'stats text', 'report/html': 'report report/chart rates document system stats text',
  'report/plot': 'report report/chart rates stats text', 'report/picture': 'report/plot report/chart host text',
};
const FACE = ['bench.js', 'timeit.js', 'runit.js', 'instruments.js'];
const FIXED = { 'calibrate.js': 'measure', 'fork-runner.js': 'session', 'sysinfo.js': 'system' };

const filesIn = (folder) => fs.readdirSync(folder, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? filesIn(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));

function roomOf(file) {
  const [first, second, third] = path.relative(LIB, file).split(path.sep);
  if (!second) return FIXED[first] || (FACE.includes(first) ? 'face' : first);
  return first === 'report' && third ? `report/${second}` : first;
}

const imports = filesIn(LIB).flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/require\(['`](\.[^'`]*)['`]\)/g)]
  .map(([, name]) => ({ from: roomOf(file), to: path.resolve(path.dirname(file), name), file }))
  .filter(({ to }) => to.startsWith(`${LIB}${path.sep}`))
  .map(({ from, to, file }) => ({ from, to: roomOf(fs.existsSync(to) && to.endsWith('.js') ? to : `${to}.js`), file: path.relative(LIB, file) })));

describe('the rooms of lib/', () => {
  it('import from those that they may import from', () => {
    const mayImport = (from, to) => from === to || (from === 'face' || from === 'commands' ? to !== 'commands' : RULE[from].split(' ').includes(to));
    expect(imports.filter(({ from, to }) => !mayImport(from, to)).map(({ from, to, file }) => `${file}: ${from} -> ${to}`)).to.deep.equal([]);
  });

  it('are all there are: no file lies beside them', () => {
    expect([...new Set(filesIn(LIB).map(roomOf))].sort()).to.deep.equal(['face', 'commands', ...Object.keys(RULE)].sort());
  });
});
