'use strict';

const { expect } = require('chai');
const { documentText, documentParts, elementText } = require('../../lib/document/document-text');
const { elementsOf } = require('../../lib/document/elements');
const { createSpooled } = require('../../lib/document/spooled');
const made = require('../helpers/documents');
const { wholeComparison, wholeRates, wholeResults } = require('../helpers/shards-documents');

const elementsIn = (text, key) => elementsOf(text, key).map(([from, to]) => JSON.parse(text.slice(from, to)));

/** A spool in memory. */
function memorySpool() {
  const texts = [];
  return {
    append(text) { return { at: texts.push(Buffer.from(text)) - 1 }; },
    read: ({ at }) => texts[at],
  };
}

describe('elementsOf', () => {
  it('finds the elements of the list of that name at the top, and of no other', () => {
    const text = '{"a": [{"suites": [{"x": 1}]}], "s": "suites", ' +
      '"suites" : [ {"y": "}]\\"[{\\\\"}, {"z": [[2]]} ], "b": {}}';
    expect(elementsIn(text, 'suites')).to.deep.equal([{ y: '}]"[{\\' }, { z: [[2]] }]);
  });

  it('takes the last of two lists, and a name with escapes, as JSON.parse() does', () => {
    expect(elementsIn('{"suites": [{"x": 1}], "suit\\u0065s": [{"x": 2}, {"x": 3}]}', 'suites'))
      .to.deep.equal([{ x: 2 }, { x: 3 }]);
    expect(elementsIn('{"suites": [], "a": [{}]}', 'suites')).to.deep.equal([]);
  });

  it('finds those of all documents', () => {
    for (const [name, make] of Object.entries(made.samples)) {
      const document = make();
      const key = document.suites ? 'suites' : 'tests';
      const text = documentText(document);
      expect(elementsIn(text, key), name).to.deep.equal(JSON.parse(text)[key]);
    }
  });
});

describe('documentParts', () => {
  it('are the text of the document', () => {
    for (const document of [wholeResults(), wholeComparison(), wholeRates(), wholeResults(0)]) {
      const key = { results: 'suites', comparison: 'tests', rates: 'configurations' }[document.qtimeit];
      const elements = document[key].map((one) => elementText(key, one));
      const hostile = { ...document, command: ['"suites": [] \n  "tests": []'] };
      expect([...documentParts(hostile, key, elements)].join('')).to.equal(documentText(hostile));
    }
  });
});

describe('what is spooled of a document', () => {
  it('is read again where it is asked for: all that was there is there', () => {
    for (const whole of [wholeResults(), wholeComparison(), wholeRates(6, 2), made.samples.forked()]) {
      const text = documentText(whole);
      const document = JSON.parse(text);
      createSpooled(memorySpool()).take(document, text);
      expect(document).to.deep.equal(JSON.parse(text));
      expect(JSON.parse(JSON.stringify(document))).to.deep.equal(JSON.parse(text));
    }
  });

  it('is not held: rounds come from the spool each time', () => {
    const text = documentText(wholeResults());
    const document = JSON.parse(text);
    const spool = memorySpool();
    let reads = 0;
    createSpooled({ ...spool, read(place) { reads++; return spool.read(place); } }).take(document, text);
    const [first, second] = document.suites;
    expect(reads).to.equal(0);
    expect(first.tests[0].samples[0].rounds.ns).to.have.length(60);
    expect(first.tests[1].samples[0].rounds.ns).to.have.length(3);
    expect(reads).to.equal(1);
    expect([second, first].map(({ tests }) => tests[0].samples[0].rounds.ns.length)).to.deep.equal([60, 60]);
    expect(reads).to.equal(3);
  });

  it('has null where a run told no time, and 0 where it told that', () => {
    const whole = wholeRates(1);
    const [side] = whole.configurations[0].sides;
    side.rates = Array.from({ length: 40 }, (_, i) => i);
    side.places = side.rates.map((i) => i + 1);
    side.seconds = side.rates.map((i) => (i % 3 ? null : i / 7));
    const text = JSON.stringify(whole);
    const document = JSON.parse(text);
    createSpooled(memorySpool()).take(document, text);
    expect(document.configurations[0].sides[0].seconds).to.deep.equal(side.seconds);
    expect(document.configurations[0].sides[0].rates).to.deep.equal(side.rates);
  });

  it('has the machine that an element has got since, once', () => {
    const text = documentText(wholeRates(2));
    const document = JSON.parse(text);
    const spooled = createSpooled(memorySpool());
    spooled.take(document, text);
    const [first, second] = document.configurations;
    first.machine = 3;
    expect(JSON.parse(spooled.textOf(first))).to.deep.equal({ machine: 3, ...JSON.parse(text).configurations[0] });
    expect(JSON.parse(spooled.textOf(second))).to.deep.equal(JSON.parse(text).configurations[1]);
  });

  it('has the changes that a test has got since, as many as there are', () => {
    for (const count of [1, 2, 3]) {
      const whole = wholeComparison(2);
      for (const test of whole.tests) {
        test.changes = Array.from({ length: count }, (_, i) => ({ ...test.changes[0], p: i / 7, verdict: '"[}\\' }));
      }
      const text = documentText(whole);
      const document = JSON.parse(text);
      const spooled = createSpooled(memorySpool());
      spooled.take(document, text);
      const [first, second] = document.tests;
      first.changes = first.changes.map((change, i) => ({ ...change, low: i, verdict: 'same\u009b' }));
      first.machine = 1;
      const found = spooled.textOf(first).toString();
      expect(JSON.parse(found)).to.deep.equal({ ...first });
      expect(found).not.to.include('\u009b');
      expect(found.split('\n').length).to.equal(elementText('tests', first).split('\n').length);
      expect(JSON.parse(spooled.textOf(second))).to.deep.equal({ ...second });
      expect([first, { ...first }].map(spooled.has)).to.deep.equal([true, false]);
    }
  });
});
