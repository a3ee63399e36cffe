'use strict';

const { expect } = require('chai');
const { callgrindCommand, readCallgrind } = require('../../lib/counts/source');

// Cut by hand from what callgrind 3.19 wrote of a Node 20: a builtin that calls code that V8 has made, which is at two
// addresses, one of them twice; a function that calls itself; one of a library without names.
const FILE = `# callgrind format
version: 1
creator: callgrind-3.19.0
part: 1
positions: instr
events: Ir
summary: 1169


ob=/usr/bin/node
fl=???
fn=Builtins_ArrayMap
0x18bdf90 20
cob=???
cfl=???
cfn=0x000000000d046500
calls=30 0xd046500 
0x18bdf94 900
0x18bdf99 10

ob=???
fl=???
fn=0x000000000d046500
0xd046500 600
cob=/usr/bin/node
cfl=???
cfn=Builtins_ArrayMap
calls=2 0x18bdf90 
0xd046500 60
0xd046502 200
fn=0x000000000d046540
0xd046502 100

ob=/usr/bin/node
fl=???
fn=v8::internal::Deserializer::ReadObject(int)'2
0x18c0000 7
fn=v8::internal::Deserializer::ReadObject(int)
0x18c0000 30

ob=/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30
fl=???
fn=0x00000000000a5ac0
0xa5ac0 2

totals: 969
`;

describe('callgrind', () => {
  const PLAIN = ['valgrind', '--quiet', '--tool=callgrind', '--callgrind-out-file=/tmp/x 3', '--smc-check=all-non-file',
    '--vex-guest-chase=no', '--vgdb=no', '--compress-strings=no', '--compress-pos=no'];

  it('counts parts, caches and addresses of code only on request', () => {
    for (const [asked, more] of [
      [undefined, []],
      [{ hasMarks: true }, ['--combine-dumps=yes', '--dump-before=uv_os_getpriority']],
      [{ hasCode: true }, ['--dump-instr=yes', '--dump-line=no']],
      // Sizes alone would turn the simulation of caches on.
      [{ hasCache: true },
        ['--cache-sim=yes', '--branch-sim=yes', '--I1=32768,8,64', '--D1=32768,8,64', '--LL=8388608,16,64']],
    ]) expect(callgrindCommand('/tmp/x 3', asked)).to.deep.equal([...PLAIN, ...more]);
  });

  const events = 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n';

  it('reads the events of each part, without zeros at the end', () => {
    const parts = readCallgrind(`version: 1\npart: 1\n${events}fn=f\n12 100 3\n+1 5\ntotals: 105 3\n` +
      `part: 2\n${events}fn=f\n12 7 1 1 1\nob=???\nfn=0x10\n0 40 1\ntotals: 47 2 1 1 0 0 0 0 0 9 4 1 1\n`);
    // 105 + 3 hits of the first level; 47 + 2 + 1 - 1 of these, one of the last level, and five mispredictions.
    expect(parts.map((part) => part.events)).to.deep.equal([
      { instructions: 105, l1Misses: 0, llMisses: 0, mispredicted: 0, cycles: 108 },
      { instructions: 47, l1Misses: 1, llMisses: 0, mispredicted: 5, cycles: 49 + 5 + 5 * 15 },
    ]);
    expect([...parts[1].functions]).to.deep.equal([['f', 7], ['???', 40]]);
    expect(readCallgrind('part: 1\nevents: Ir\ntotals: 5\n')[0].events).to.deep.equal({ instructions: 5 });
  });

  it('is null for a file that was cut off, or has a part without a number', () => {
    const whole = 'part: 1\nevents: Ir\ntotals: 5\n';
    for (const rest of ['fn=f\n1 5\n', 'totals:', 'totals:5', 'totals: \n', 'totals: x\n', 'totals: 0\n']) {
      expect(readCallgrind(`${whole}part: 2\nevents: Ir\n${rest}`), rest).to.equal(null);
    }
    for (const text of [FILE.slice(0, -20), '']) expect(readCallgrind(text)).to.equal(null);
  });

  it('counts functions without the functions that they call, and code of V8 by address', () => {
    const [{ functions, code }] = readCallgrind(FILE);
    expect([...functions]).to.deep.equal([
      ['Builtins_ArrayMap', 30], ['v8::internal::Deserializer::ReadObject(int)', 37], ['in libstdc++.so.6.0.30', 2],
    ]);
    expect([...code]).to.deep.equal([[0xd046500, 600], [0xd046502, 300]]);
  });

});
