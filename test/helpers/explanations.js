'use strict';

/* A made-up explanation of a difference of 200 ns, with code, call stacks and events. */

const NO_FINDING = { limit: null, reason: null };
const line = (number, text, ns, findings = []) => ({ line: number, text, ns, findings });

const SHAPES = { kind: 'shapes', count: 7, limit: 4, reason: 'megamorphic' };
const SUM = ['function sum(list) {', '  let s = 0;', '  for (const one of list) s += one.x;'];
const sumOf = (ns, findings) => ({
  name: 'sum', file: 'a.js', line: 8, ns,
  lines: SUM.map((text, i) => line(8 + i, text, ...(i === 2 ? [ns, findings] : [0]))),
});

const code = () => ({
  omitted: 2,
  pairs: [
    { isSame: true, sides: [sumOf(80, []), sumOf(270, [SHAPES, { ...SHAPES, kind: 'of a later version' }])] },
    { isSame: false, sides: [
      { name: 'fast', file: 'a.js', line: 17, ns: 20, lines: [line(17, '  fast() { if (1 < 2) sum(same); },', 20)] },
      { name: 'slow', file: 'b.ts', line: 1, ns: 5, lines: [
        line(1, '<script>alert(1)</script>', 5, [
          { ...NO_FINDING, kind: 'deopts', count: 12, reason: 'wrong map' },
          { ...NO_FINDING, kind: 'warm-up-deopts', count: 1, reason: 'Smi' },
          { ...NO_FINDING, kind: 'bytes', count: 1600.4 },
        ]),
        line(9, null, 0.1),
      ] },
    ] },
    { isSame: false, sides: [null, { name: '', file: 'b.ts', line: 30, ns: 25, lines: [
      line(30, 'x'.repeat(200), 25, [{ ...NO_FINDING, kind: 'not-inlined', count: 1683, limit: 460 }]),
    ] }] },
  ],
});

const frame = (depth, name, a, b, file = 'a.js') => ({ depth, name, file, line: file && 8, ns: [a, b] });

const flame = () => [
  frame(0, 'slow', 100, 290), frame(1, 'sum', 80, 270), frame(2, 'LoadIC_Megamorphic', 0, 200, null),
  frame(1, 'less', 15, 5), frame(0, '(garbage collector)', 0, 10, null),
];

const explanation = ({ a = 'fast', b = 'slow' } = {}) => ({
  a, b, reason: null, isFailed: false, explanation: {
    differenceNs: 200, halfWidthNs: 5, ratio: 3, unexplainedNs: 10, deopts: [0, 12], code: code(), flame: flame(),
    events: [
      { side: 1, kind: 'deopt-eager', what: 'wrong map', place: 'b.ts:1:9', count: 12 },
      { side: 0, kind: 'deopt-lazy', what: 'prototype change', place: null, count: 1 },
    ],
    lines: [{
      id: 'reads', what: 'reads a property of objects of many shapes', ns: 190, isKnown: true, because: ['7 shapes'],
      place: { file: 'a.js', line: 10, column: 35, text: SUM[2] },
      test: { words: 'with a limit of 16 shapes', flags: ['--x=16'], differenceNs: 12, priceNs: 178, halfWidthNs: 5 },
    }],
  },
});

module.exports = { explanation };
