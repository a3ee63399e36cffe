'use strict';

const { expect } = require('chai');
const { compareCode, eventsOf } = require('#lib/extras/why/code');

const LINES = [
  'function sum(list) {', '  let s = 0;', '  for (const one of list) {', '    s += one.x;', '  }', '  s++;', '  s--;',
  '}',
];
const functionAt = (name, line, lines, more) => (
  { name, file: '/w/a.js', line, column: 9, lines, bytecodeBytes: 30, ...more });
const SUM = functionAt('sum', 11, LINES);
const FAST = functionAt('fast', 41, ['fast() { sum(same); },']);
const SLOW = functionAt('slow', 42, ['slow() { sum(shapes); },']);

/** shares: [function, line, column, share][]; the first function is the test */
function sideOf(shares, { nsPerCall = 100, calls = [], ...more } = {}) {
  const places = new Map(shares.map(([fn, line, column, share]) => (
    [`${fn.file}:${line}:${column}`, { place: { file: fn.file, line, column }, fn, share }])));
  const functions = new Set(shares.map(([fn]) => fn));
  const ofCalls = calls.map((fn) => [`call ${fn.name}`, { kind: 'call', fn, places: new Map() }]);
  return {
    nsPerCall, bytesPerCall: null, deopts: [], caches: new Map(), functions: [...functions],
    sourceOf: ({ line, lines }) => (lines ? { first: line, lines } : null),
    profile: {
      operations: new Map([['own', { kind: 'own', places }], ...ofCalls]), functions, testFn: shares[0][0],
    }, ...more,
  };
}

const shownFile = (file) => file.replace('/w/', '');
const linesOf = ({ lines }) => lines.map(({ line, ns }) => `${line}: ${+ns.toFixed(3)}`);
const fast = () => sideOf([[FAST, 41, 10, 0.1], [SUM, 14, 10, 0.9]]);
const slow = (more) => sideOf(
  [[SLOW, 42, 10, 0.05], [SUM, 14, 10, 0.75], [SUM, 14, 14, 0.2]], { nsPerCall: 300, ...more });

const cacheOf = (size, isMegamorphic) => (
  { shapes: new Set(Array.from({ length: size }, (_, i) => i)), isMegamorphic });
const deopt = (reason, line, isInWindow = true) => (
  { kind: 'deopt-eager', reason, at: line > 0 ? { file: '/w/a.js', line, column: 10 } : null, isInWindow });

describe('the code of an explanation', () => {
  it('has ns per call of the same lines of equal functions, with context, and pairs the tests', () => {
    const { pairs: [sum, tests, ...others], omitted } = compareCode([fast(), slow()], shownFile);
    expect([others, omitted, sum.isSame, tests.isSame]).to.deep.equal([[], 0, true, false]);
    expect(sum.sides.map(linesOf)).to.deep.equal([
      ['11: 0', '12: 0', '13: 0', '14: 90', '15: 0', '16: 0'], ['11: 0', '12: 0', '13: 0', '14: 285', '15: 0', '16: 0'],
    ]);
    expect(sum.sides[0].lines[3]).to.deep.equal({ line: 14, text: '    s += one.x;', ns: 90, findings: [] });
    expect(tests.sides.map(({ name, file, line, ns }) => [name, file, line, ns])).to.deep.equal(
      [['fast', 'a.js', 41, 10], ['slow', 'a.js', 42, 15]]);
  });

  it('has two lines before and after a line with time, and the start of the function', () => {
    const long = functionAt('long', 1, Array.from({ length: 20 }, (_, i) => `line ${i + 1}`));
    const b = sideOf([[SLOW, 42, 1, 0], [long, 11, 1, 1]]);
    const { pairs: [{ sides: [, { lines }] }] } = compareCode([fast(), b], shownFile);
    expect(lines.map(({ text }) => text.slice(5)).join(' ')).to.equal('1 2 3 9 10 11 12 13');
  });

  it('pairs changed functions by name and file, and has none for functions of one side', () => {
    const changed = functionAt('sum', 21, [...LINES.slice(0, 3), 'changed']);
    const own = functionAt('own', 30, ['own() {}'], { file: '/w/b.js' });
    const b = sideOf([[SLOW, 42, 10, 0.1], [changed, 24, 1, 0.6], [own, 30, 1, 0.3]]);
    const { pairs } = compareCode([fast(), b], shownFile);
    expect(pairs.map(({ isSame, sides }) => [isSame, ...sides.map((side) => side && side.name)])).to.deep.equal(
      [[false, 'sum', 'sum'], [false, null, 'own'], [false, 'fast', 'slow']]);
  });

  it('shows a caller without samples of its lines only as the counterpart of a function with some', () => {
    const a = fast();
    for (const name of ['caller', 'other']) a.profile.functions.add(functionAt(name, 50, ['one', 'two']));
    const caller = functionAt('caller', 60, ['one', 'more']);
    const { pairs } = compareCode([a, sideOf([[SLOW, 42, 10, 0.4], [caller, 61, 1, 0.6]])], shownFile);
    const names = pairs.map(({ sides }) => sides.map((side) => side && side.name));
    expect(names).to.deep.include(['caller', 'caller']).and.not.include(['other', null]);
  });

  it('has findings: shapes, deoptimizations, functions that are not inlined, and bytes', () => {
    const b = slow({
      caches: new Map([['/w/a.js:14:10', cacheOf(7, true)], ['/w/a.js:14:14', cacheOf(2, false)],
        ['/w/a.js:12:3', cacheOf(1, false)], ['/w/c.js:12:3', cacheOf(9, true)]]),
      deopts: [
        deopt('wrong map', 14), deopt('wrong map', 14), deopt('Smi', 14), deopt('Smi', 13, false), deopt('x', 0),
      ],
      calls: [SUM], bytesPerCall: 48.4,
    });
    const { pairs: [{ sides: [, sum] }, { sides: [, test] }] } = compareCode([fast(), b], shownFile);
    const found = sum.lines.map(({ line, findings }) => [line, ...findings.map(({ kind, count, limit, reason }) => (
      [kind, count, limit, reason].filter((one) => one !== null).join(' ')))]).filter(({ length }) => length > 1);
    expect(found).to.deep.equal([
      [11, 'not-inlined 30 460'], [13, 'warm-up-deopts 1 Smi'],
      [14, 'deopts 3 wrong map', 'shapes 7 4 megamorphic'],
    ]);
    expect(test.lines[0].findings).to.deep.equal([{ kind: 'bytes', count: 48.4, limit: null, reason: null }]);
    expect(eventsOf([fast(), b], shownFile).map(({ side, kind, what, place, count }) => (
      `${side} ${kind}: ${what}, ${place}, ${count}`))).to.deep.equal([
      '1 deopt-eager: wrong map, a.js:14:10, 2', '1 deopt-eager: Smi, a.js:14:10, 1',
      '1 deopt-eager: Smi, during warm-up, a.js:13:10, 1', '1 deopt-eager: x, null, 1',
      '1 not inlined: sum(), 30 bytes of bytecode, a.js:11:9, 1', '1 megamorphic: 7 shapes, a.js:14:10, 1',
      '1 polymorphic: 2 shapes, a.js:14:14, 1',
    ]);
  });

  it('has at most 200 lines of a side, those with most time, and 200 characters of a line', () => {
    const many = functionAt('many', 1, Array.from({ length: 900 }, (_, i) => `${'a'.repeat(i)};`));
    const caches = new Map(many.lines.map((_, i) => [`/w/a.js:${i + 1}:1`, cacheOf(2, false)]));
    const shares = many.lines.map((_, i) => [many, i + 1, i + 1, i / 400000]);
    const b = sideOf([[SLOW, 42, 10, 0], ...shares], { caches });
    const { pairs: [{ sides: [, { lines }] }], omitted } = compareCode([fast(), b], shownFile);
    expect([lines.length, lines[1].line, lines.at(-1).line, omitted]).to.deep.equal([200, 702, 900, 1]);
    expect(Math.max(...lines.map(({ text }) => text.length))).to.equal(200);
    expect(lines.at(-1).text).to.match(/^…a+;$/);
  });

  it('has lines without text if the source is missing', () => {
    const { pairs: [{ sides: [, sum], isSame }] } = compareCode(
      [fast(), sideOf([[functionAt('sum', 11), 14, 3, 1]])], shownFile);
    expect(isSame).to.equal(false);
    expect(sum.lines.map(({ line, text }) => [line, text])).to.deep.equal([[11, null], [14, null]]);
  });
});
