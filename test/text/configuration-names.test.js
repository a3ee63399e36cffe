'use strict';

const { expect } = require('chai');
const { rateLine, byFile } = require('../../lib/text/configuration-names');

describe('names of configurations', () => {
  it('writes the line of a run as node\'s own benchmarks do', () => {
    const run = { file: 'buffers/x.js', configuration: 'n=1024 type="fast"', rate: 62710590.39 };
    expect(rateLine(run)).to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39');
    expect(rateLine({ ...run, configuration: '' })).to.equal('buffers/x.js: 62,710,590.39');
    expect(rateLine({ ...run, latency: null })).to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39');
    expect(rateLine({ ...run, latency: { p50Ms: 0.9, p99Ms: 2.1 } }))
      .to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39\n  latency p50 0.9 ms, p99 2.1 ms');
    expect(rateLine({ ...run, rate: 5, latency: { p50Ms: 12.3456, p99Ms: NaN } }))
      .to.match(/: 5\n {2}latency p50 12\.3 ms, p99 -$/);
    // A line stays one, and moves no cursor.
    expect(rateLine({ file: 'a\nb.js', configuration: 's="\u001b[31m"', rate: 1 }))
      .to.equal('a\\nb.js s="\\x1b[31m": 1');
  });

  it('gathers what belongs to one file', () => {
    const list = [{ file: 'b' }, { file: 'a' }, { file: null }, { file: 'b', n: 2 }, { file: '__proto__' }];
    expect([...byFile(list)]).to.deep.equal(
      [['b', [list[0], list[3]]], ['a', [list[1]]], ['', [list[2]]], ['__proto__', [list[4]]]]);
  });
});
