'use strict';

const { expect } = require('chai');
const { callgrindCommand, readCallgrind } = require('../../lib/counts/callgrind');

// Cut by hand from what callgrind 3.19 wrote of a Node 20: a builtin that calls code that V8 has made, which is at two
// addresses, one of them twice; a function that calls itself; one of a library without names.
const FILE = `# callgrind format
version: 1
creator: callgrind-3.19.0
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
  it('writes by address, and shortens nothing', () => {
    const command = callgrindCommand('/tmp/x/3');
    expect(command.slice(0, 3)).to.deep.equal(['valgrind', '--quiet', '--tool=callgrind']);
    expect(command).to.include.members([
      '--callgrind-out-file=/tmp/x/3', '--dump-instr=yes', '--compress-strings=no', '--compress-pos=no',
      '--smc-check=all-non-file', '--vgdb=no',
    ]);
  });

  it('tells what each function executes by itself', () => {
    expect([...readCallgrind(FILE).functions]).to.deep.equal([
      ['Builtins_ArrayMap', 30], ['v8::internal::Deserializer::ReadObject(int)', 37], ['in libstdc++.so.6.0.30', 2],
    ]);
  });

  it('tells by address what V8 has made', () => {
    expect([...readCallgrind(FILE).code]).to.deep.equal([[0xd046500, 600], [0xd046502, 300]]);
  });

  it('leaves nothing out', () => {
    const { functions, code } = readCallgrind(FILE);
    const sum = [...functions.values(), ...code.values()].reduce((all, one) => all + one, 0);
    expect(sum).to.equal(Number(/totals: (\d+)/.exec(FILE)[1]));
  });

  it('is nothing where it was cut off', () => {
    expect(readCallgrind(FILE.slice(0, -20))).to.equal(null);
    expect(readCallgrind('')).to.equal(null);
  });
});
