'use strict';

const { expect } = require('chai');
const { jsonFault } = require('../../lib/document/json-fault');
const { mulberry32 } = require('../helpers/random');

const isJson = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch (_) {
    return false;
  }
};

const SAMPLE =
  '{"a": [1, -2.5e+3, 0, true, false, null, "x\\n\\u00e9\\"", {}, [], {"b": {"c": [[1], [2, 3]]}}],\n "d": ' +
    '"é\u2028\ud83d\ude00"}\n';

describe('jsonFault', () => {
  const faults = [
    ['', 1, 1, 'a value', 'the end', true],
    ['  \n ', 2, 2, 'a value', 'the end', true],
    ['{"a": NaN}', 1, 7, 'a value', '\'NaN\''],
    ['{"a": -Infinity}', 1, 7, 'a value', '\'-Infinity\''],
    ['{"a": undefined}', 1, 7, 'a value', '\'undefined\''],
    ['[1,\n 2,\n]', 3, 1, 'a value', '\']\''],
    ['[,1]', 1, 2, 'a value or \']\'', '\',\''],
    ['{"a":1,}', 1, 8, 'a name in quotes', '\'}\''],
    ['{a: 1}', 1, 2, 'a name in quotes or \'}\'', '\'a\''],
    ['{"a" 1}', 1, 6, '\':\'', '\'1\''],
    ['{"a":}', 1, 6, 'a value', '\'}\''],
    ['[1 2]', 1, 4, '\',\' or \']\'', '\'2\''],
    ['{"a":1 "b":2}', 1, 8, '\',\' or \'}\'', '\'"\''],
    ['[1}', 1, 3, '\',\' or \']\'', '\'}\''],
    ['{"a":1]', 1, 7, '\',\' or \'}\'', '\']\''],
    ['[1]]', 1, 4, 'the end of the file', '\']\''],
    ['{}\n{}', 2, 1, 'the end of the file', '\'{\''],
    ['\'x\'', 1, 1, 'a value', '"\'"'],
    ['[01]', 1, 3, '\',\' or \']\'', '\'1\''],
    ['[1.]', 1, 3, '\',\' or \']\'', '\'.\''],
    ['[.5]', 1, 2, 'a value or \']\'', '\'.5\''],
    ['[+1]', 1, 2, 'a value or \']\'', '\'+1\''],
    ['[0x10]', 1, 3, '\',\' or \']\'', '\'x10\''],
    ['["a\nb"]', 1, 4, 'the rest of a string', 'a line break'],
    ['["a\tb"]', 1, 4, 'the rest of a string', '\'\\t\''],
    ['["a\u001fb"]', 1, 4, 'the rest of a string', '\'\\x1F\''],
    ['["\\x"]', 1, 4, 'the rest of a string', '\'\\\\x\''],
    ['["\\u12g4"]', 1, 7, 'four digits after \\u', '\'g\''],
    ['[True]', 1, 2, 'a value or \']\'', '\'True\''],
    ['[1, // one\n2]', 1, 5, 'a value', '\'/\''],
    ['<html>', 1, 1, 'a value', '\'<\''],
    ['[\ud83d\ude00]', 1, 2, 'a value or \']\'', '\'\ud83d\ude00\''],
    ['[\u001b[31m]', 1, 2, 'a value or \']\'', '\'\\x1B\''],
  ];
  for (const [text, line, column, expected, found, isEnd = false] of faults) {
    it(`finds the place in ${JSON.stringify(text)}`, () => {
      expect(isJson(text)).to.equal(false);
      const { at, ...fault } = jsonFault(text);
      expect(fault).to.deep.equal({ line, column, expected, found, isEnd });
      expect(at).to.equal(text.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1);
    });
  }

  it('takes for JSON what is JSON', () => {
    for (const text of [SAMPLE, '1', '-0.5E-7', '"x"', 'null', '[]', '{}', ' [ ] ', '{"":{"":[]}}', '"\\ud800"',
        '\r\n\t1', '1E400']) {
      expect(isJson(text), text).to.equal(true);
      expect(jsonFault(text), text).to.equal(null);
    }
  });

  it('tells of every text that was cut off', () => {
    const text = SAMPLE.trim();
    for (let length = 0; length < text.length; length++) {
      const { isEnd, at } = jsonFault(text.slice(0, length));
      expect({ isEnd, at }, text.slice(0, length)).to.deep.equal({ isEnd: true, at: length });
    }
    for (const cut of ['[1.', '[-', '[1e', '[1e+', '[1.5E-', '[tr', '[nul', '["\\', '["\\u00']) {
      expect(jsonFault(cut).isEnd, cut).to.equal(true);
    }
  });

  it('agrees with JSON.parse() about texts with an error in them', () => {
    const next = mulberry32(7);
    const pick = (list) => list[Math.floor(next() * list.length)];
    let bad = 0;
    for (let i = 0; i < 5000; i++) {
      const at = Math.floor(next() * SAMPLE.length);
      const text = SAMPLE.slice(0, at) +
        pick(['', '', ',', '{', ']', '"', '\\', '0', 'e', '.', '-', ' ', 'true', '\n', ':', '\u0000']) +
          SAMPLE.slice(at + Math.floor(next() * 3));
      if (!isJson(text)) bad++;
      expect(jsonFault(text) === null, text).to.equal(isJson(text));
    }
    expect(bad).to.be.above(2500).and.below(5000);
  });

  it('finds its way through a long string and deep lists', () => {
    expect(jsonFault(`["${'\\n'.repeat(2e6)}"x]`)).to.include({ column: 4e6 + 4, found: '\'x\'' });
    expect(jsonFault(`${'['.repeat(1e5)}${']'.repeat(1e5 - 1)}`)).to.include({ isEnd: true });
  });
});
