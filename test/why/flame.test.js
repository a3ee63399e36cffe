'use strict';

const { expect } = require('chai');
const { flameOf } = require('#lib/extras/why/flame');

const frameOf = (functionName, line = 0) => ({
  functionName, url: line > 0 ? 'file:///w/a.js' : '', lineNumber: line - 1, columnNumber: line > 0 ? 0 : -1,
});

/** stacks: [names from the outermost on, samples][]; names with a line: 'f:3' */
function sideOf(stacks, nsPerCall) {
  const nodes = [];
  const create = (text) => {
    const [name, line] = text.split(':');
    nodes.push({ id: nodes.length + 1, callFrame: frameOf(name, Number(line) || 0), hitCount: 0, children: [] });
    return nodes.at(-1);
  };
  const root = create('(root)');
  for (const [names, samples] of stacks) {
    const last = names.reduce((parent, name) => {
      const child = create(name);
      parent.children.push(child.id);
      return child;
    }, root);
    last.hitCount = samples;
  }
  const [[[first]]] = stacks;
  const [name, line] = first.split(':');
  return {
    nsPerCall, toCpuProfile: () => ({ nodes }), pathOf: (url) => url.slice('file://'.length),
    profile: { testFn: { name, line: Number(line), column: 1 } },
  };
}

const frameText = ({ depth, name, file, line, ns: [ofA, ofB] }) => (
  `${depth} ${name} ${file}:${line} ${+ofA.toFixed(3)} ${+ofB.toFixed(3)}`);
const framesOf = (a, b) => flameOf([a, b], (file) => file.replace('/w/', '')).map(frameText);

describe('the call stacks of an explanation', () => {
  it('join both sides by function, tests in spite of their names, without samples of our loop', () => {
    const a = sideOf([[['fast:1', 'f:3'], 3], [['fast:1'], 1], [['(program)'], 9]], 100);
    const b = sideOf(
      [[['slow:2', 'f:7', 'Builtin_LoadIC'], 2], [['slow:2', 'f:7'], 1], [['(garbage collector)'], 1]], 400);
    expect(framesOf(a, b)).to.deep.equal([
      '0 slow a.js:2 100 300', '1 f a.js:3 75 300', '2 LoadIC null:null 0 200',
      '0 (garbage collector) null:null 0 100',
    ]);
  });

  it('have functions with little time as one, and none that only the faster side calls', () => {
    const a = sideOf([[['t:1', 'gone:3'], 1]], 100);
    const little = Array.from({ length: 10 }, (_, i) => [['t:1', `f${i}:5`], 4]);
    const b = sideOf([[['t:1', 'big:3'], 960], ...little], 1000);
    expect(framesOf(a, b)).to.deep.equal(
      ['0 t a.js:1 100 1000', '1 big a.js:3 0 960', '1 other null:null 100 40']);
  });

  it('have at most 150 frames and 24 calls within each other', () => {
    const wide = Array.from({ length: 180 }, (_, i) => [['t:1', `f${i}:5`], 100 + i]);
    expect(flameOf([wide, wide].map((one) => sideOf(one, 100)), String).length).to.be.within(2, 150);
    const deep = [[['t:1', ...Array.from({ length: 90 }, (_, i) => `f${i}:5`)], 1]];
    expect(flameOf([deep, deep].map((one) => sideOf(one, 100)), String).map(({ depth }) => depth).at(-1)).to.equal(24);
  });
});
