'use strict';

const { expect } = require('chai');
const { rateLine, plainRateLine, byFile } = require('#lib/base/text/configuration-names');

describe('text/configuration-names', () => {
  const run = { file: 'buffers/x.js', configuration: 'n=1024 type="fast"', rate: 555982.1823055679 };

  it('formats a run with a rounded rate for people', () => {
    expect(rateLine(run)).to.equal('buffers/x.js n=1024 type="fast": 556 k/s');
    expect(rateLine({ ...run, rate: 12.3456 })).to.equal('buffers/x.js n=1024 type="fast": 12.3/s');
    expect(rateLine({ ...run, configuration: '', latency: { p50Ms: 0.9, p99Ms: 2.1 } }))
      .to.equal('buffers/x.js: 556 k/s\n  latency p50 0.9 ms, p99 2.1 ms');
    expect(rateLine(run, { columns: 80 })).to.equal(rateLine(run));
    expect(rateLine(run, { columns: 31 })).to.equal('buffers/x.…ype="fast": 556 k/s');
    for (const columns of [20, 30, 39]) expect(rateLine(run, { columns })).to.have.length.below(columns);
  });

  it('formats it for programs like the benchmarks of Node.js', () => {
    expect(plainRateLine(run)).to.equal('buffers/x.js n=1024 type="fast": 555,982.1823055679');
    for (const [rate, text] of [[1234567, '1,234,567'], [0.1234567, '0.1234567'], [1e21, '1e+21'], [1e-7, '1e-7']]) {
      expect(plainRateLine({ ...run, configuration: '', rate })).to.equal(`buffers/x.js: ${text}`);
    }
    expect(plainRateLine({ ...run, latency: { p50Ms: 0.9, p99Ms: 2.1 } }))
      .to.equal('buffers/x.js n=1024 type="fast": 555,982.1823055679\n  latency p50 0.9 ms, p99 2.1 ms');
    expect(plainRateLine({ ...run, rate: 5, latency: { p50Ms: 12.3456, p99Ms: NaN } }))
      .to.match(/: 5\n {2}latency p50 12\.3 ms, p99 -$/);
    // The text stays on one line, without escape sequences.
    expect(plainRateLine({ file: 'a\nb.js', configuration: 's="\u001b[31m"', rate: 1 }))
      .to.equal('a\\nb.js s="\\x1b[31m": 1');
  });

  it('groups items by file', () => {
    const list = [{ file: 'b' }, { file: 'a' }, { file: null }, { file: 'b', n: 2 }, { file: '__proto__' }];
    expect([...byFile(list)]).to.deep.equal(
      [['b', [list[0], list[3]]], ['a', [list[1]]], ['', [list[2]]], ['__proto__', [list[4]]]]);
  });
});
