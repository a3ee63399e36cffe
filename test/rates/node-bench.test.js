'use strict';

const { expect } = require('chai');
const { isSavedFile, readSaved } = require('#lib/node-core/rates/read');
const { fakeHost } = require('../helpers/fake-host');

const sampleOf = (rate) => ({ operations: 1000, duration_ns: String(1e12 / rate), rate });

/** A line of the JSON reporter of Node.js 26.10 */
function record(namePath, rates, more = {}) {
  const data = {
    fileRunId: 'run 1', entryFile: '/a/bench/x.js', namePath, params: {}, samples: rates.map(sampleOf), ...more,
  };
  return JSON.stringify({ type: 'bench:complete', data });
}

function read(lines, name = 'old.ndjson') {
  const host = fakeHost({ files: { [name]: lines.join('\n') } });
  expect(isSavedFile(name, { host })).to.equal(true);
  return readSaved(name, { host, now: () => new Date(0) });
}

const rowsOf = ({ document }) => document.configurations.map(({ file, configuration, sides: [side] }) => (
  [file, configuration, side.rates, side.errors.map(({ message }) => message)]));

describe('records of node:bench', () => {
  it('become rates: a run for each sample, with names, parameters and errors', () => {
    const found = read([
      '{"type":"bench:plan","data":{}}',
      record(['json', 'parse'], [10, 20], { params: { n: 8, type: 'a' } }),
      record(['bad'], [], { error: { name: 'TypeError', message: 'no' } }),
      record(['left'], [], { skip: true }), '',
    ], 'old.json');
    expect(rowsOf(found)).to.deep.equal([
      ['x.js', 'json > parse n=8 type="a"', [10, 20], []], ['x.js', 'bad', [], ['TypeError: no']],
    ]);
    const [{ parameters, sides: [side] }] = found.document.configurations;
    expect({ parameters, seconds: side.seconds, runs: found.document.runs, problems: found.problems })
      .to.deep.equal({ parameters: { n: 8, type: 'a' }, seconds: [100, 50], runs: 2, problems: [] });
  });

  it('of several runs have the median of each, and paths below their common folder', () => {
    const ofRun = (fileRunId, rates, entryFile) => record(['a'], rates, { fileRunId, entryFile });
    const found = read([
      ofRun('1', [10, 20, 60], '/a/bench/x.js'), ofRun('2', [40], '/a/bench/x.js'), ofRun('3', [5], '/a/b/y.js'),
    ]);
    expect(rowsOf(found)).to.deep.equal([['bench/x.js', 'a', [20, 40], []], ['b/y.js', 'a', [5], []]]);
  });

  it('have the same paths on Windows and Linux', () => {
    const namesOf = (...files) => rowsOf(read(files.map((entryFile) => record(['a'], [10], { entryFile }))))
      .map(([file]) => file);
    for (const folder of ['C:\\bench\\', 'C:/bench/', '\\\\server\\share\\']) {
      expect(namesOf(`${folder}b\\y.js`, `${folder}x.js`), folder).to.deep.equal(['b/y.js', 'x.js']);
    }
    // A name in Linux.
    expect(namesOf('/a/b\\y.js', '/a/x.js')).to.deep.equal(['b\\y.js', 'x.js']);
  });

  it('that are cut off or unknown are reported by line, or are an error if no others exist', () => {
    const cut = record(['a'], [10]).slice(0, -9);
    const { document, problems } = read([record(['b'], [10]), cut]);
    expect({ configurations: document.configurations.length, problems: problems.map(({ words }) => words) })
      .to.deep.equal({ configurations: 1, problems: ['old.ndjson:2: an incomplete node:bench record'] });
    expect(() => read(['{"type":"bench:complete","data":{"samples":[]}}']))
      .to.throw('old.ndjson:1: a node:bench record without the expected fields');
    expect(() => read(['{"type":"bench:plan","data":{}}'])).to.throw('contains no finished node:bench benchmark');
  });
});
