'use strict';

const { expect } = require('chai');
const { cachegrindCommand, readCachegrind } = require('../../lib/counts/cachegrind');
const { eventsOf } = require('../../lib/counts/events');

const PLAIN = `desc: I1 cache:         32768 B, 64 B, 8-way associative
cmd: node x.js
events: Ir
fl=/build/a.cc
fn=v8::internal::Heap::Scavenge()
12 100
13 50
fn=(below main)
1 5
fl=???
fn=???
0 1000
fl=/build/b.cc
fn=v8::internal::Heap::Scavenge()
7 2
summary: 1157
`;

const NAMES = ['Ir', 'I1mr', 'ILmr', 'Dr', 'D1mr', 'DLmr', 'Dw', 'D1mw', 'DLmw', 'Bc', 'Bcm', 'Bi', 'Bim'];
const CACHED = { Ir: 1000, I1mr: 10, ILmr: 1, Dr: 300, D1mr: 20, DLmr: 2, Dw: 200, D1mw: 30, DLmw: 3, Bc: 90, Bcm: 4,
  Bi: 10, Bim: 5 };

describe('readCachegrind', () => {
  it('has the instructions of the process, and of each function, wherever its lines are', () => {
    const { events, functions } = readCachegrind(PLAIN);
    expect(events).to.deep.equal({ instructions: 1157 });
    expect([...functions]).to.deep.equal([['v8::internal::Heap::Scavenge()', 152], ['(below main)', 5], ['???', 1000]]);
  });

  it('has misses and mispredictions where caches were looked at', () => {
    const numbers = NAMES.map((name) => CACHED[name]).join(' ');
    const text = `events: ${NAMES.join(' ')}\nfl=a\nfn=b\n3 ${numbers}\nsummary: ${numbers}\n`;
    const { events, functions } = readCachegrind(text);
    expect(events).to.deep.equal(eventsOf(CACHED));
    expect([...functions]).to.deep.equal([['b', 1000]]);
  });

  it('goes by the names of the events, and not by their order', () => {
    expect(readCachegrind('events: Dr Ir Dw\nsummary: 5  70 6 \n').events).to.deep.equal({ instructions: 70 });
  });

  it('is null where the end is missing, or all', () => {
    expect(readCachegrind(PLAIN.slice(0, PLAIN.indexOf('summary')))).to.equal(null);
    expect(readCachegrind(PLAIN.slice(0, -2))).to.equal(null);
    expect(readCachegrind('summary: 1157\n')).to.equal(null);
    expect(readCachegrind('')).to.equal(null);
  });

  it('is null where the end has no number', () => {
    expect(readCachegrind('events: Ir\nsummary: \n')).to.equal(null);
    expect(readCachegrind('events: Ir\nsummary: x\n')).to.equal(null);
    expect(readCachegrind('events: Ir\nsummary: 0\n')).to.equal(null);
  });
});

describe('cachegrindCommand', () => {
  const sizes = ['--I1=32768,8,64', '--D1=32768,8,64', '--LL=8388608,16,64'];

  it('looks at no caches unless they are asked for', () => {
    expect(cachegrindCommand('/tmp/x y', false)).to.deep.equal(['valgrind', '--quiet', '--tool=cachegrind',
      '--cachegrind-out-file=/tmp/x y', '--smc-check=all-non-file', '--vex-guest-chase=no', '--vgdb=no', ...sizes,
      '--cache-sim=no', '--branch-sim=no']);
  });

  it('looks at caches of a size of their own, and at branches', () => {
    expect(cachegrindCommand('/tmp/x', true).slice(7)).to.deep.equal([...sizes, '--cache-sim=yes', '--branch-sim=yes']);
  });
});

describe('eventsOf', () => {
  it('weighs accesses by where they are found, and mispredictions', () => {
    // 60 misses of the first level, 6 of the last: 1440 + 5 * 54 + 35 * 6 + 15 * 9
    expect(eventsOf(CACHED)).to.deep.equal({ instructions: 1000, l1Misses: 60, llMisses: 6, mispredicted: 9,
      cycles: 1440 + 270 + 210 + 135 });
  });

  it('has instructions alone without caches', () => {
    expect(eventsOf({ Ir: 7 })).to.deep.equal({ instructions: 7 });
  });

  it('does without branches', () => {
    expect(eventsOf({ ...CACHED, Bcm: undefined, Bim: undefined })).to.include({ mispredicted: 0, cycles: 1920 });
  });
});
