'use strict';

const { expect } = require('chai');
const { withTypedPlaces } = require('#lib/cli/snippet-places');

// Module of snippet 2: line 1 is empty, 2 the setup, 3 a semicolon, 4 the head, 5 and 6 the snippet, 7 its end.
const SOURCES = { setups: ['const list = [3, 1];'], codes: ['1', 'let n = 0;\nn += list[1]'] };
const MODULE = '[qtimeit snippet 2]';

const lineOf = (line, text) => ({ line, text, ns: line, findings: [] });
const placeOf = (file, line, column) => ({ file, line, column, text: 'x' });

const explanation = {
  differenceNs: 5,
  lines: [
    { id: 'a', place: placeOf(MODULE, 6, 10) }, { id: 'b', place: placeOf(MODULE, 2, 7) },
    { id: 'c', place: placeOf('lib/x.js', 6, 10) }, { id: 'd', place: null },
  ],
  code: { omitted: 1, pairs: [{ isSame: false, sides: [null, {
    name: 'f', file: MODULE, line: 4, ns: 3, lines: [4, 5, 6, 7].map((line) => lineOf(line, `${line}`)),
  }] }, { isSame: true, sides: [{ name: 'g', file: 'lib/x.js', line: 4, ns: 3, lines: [lineOf(5, '')] }] }] },
  flame: [
    { name: 'f', file: MODULE, line: 4 }, { name: 'g', file: MODULE, line: 2 }, { name: 'h', file: 'x.js', line: 4 },
    { name: 'builtin', file: null, line: null },
  ],
  events: [`${MODULE}:6:10`, 'lib/x.js:6:10', null].map((place) => ({ side: 0, place })),
};

describe('explanations of snippets', () => {
  it('have the places of the typed code, without the lines around it', () => {
    const { lines, code, flame, events, differenceNs } = withTypedPlaces(explanation, SOURCES);
    expect(differenceNs).to.equal(5);
    expect(lines.map(({ id, place }) => [id, place && `${place.file}:${place.line}:${place.column} ${place.text}`]))
      .to.deep.equal([['a', 'snippet 2:2:10 x'], ['b', 'the setup:1:7 x'], ['c', 'lib/x.js:6:10 x'], ['d', null]]);
    const [{ sides: [none, own] }, other] = code.pairs;
    expect([none, own.file, own.line, own.lines.map(({ line, text }) => [line, text]), code.omitted])
      .to.deep.equal([null, 'snippet 2', 1, [[1, '5'], [2, '6']], 1]);
    expect(other).to.deep.equal(explanation.code.pairs[1]);
    expect(flame.map(({ file, line }) => [file, line]))
      .to.deep.equal([['snippet 2', 1], ['the setup', 1], ['x.js', 4], [null, null]]);
    expect(events.map(({ place }) => place)).to.deep.equal(['snippet 2:2:10', 'lib/x.js:6:10', null]);
  });
});
