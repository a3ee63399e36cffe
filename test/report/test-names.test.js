'use strict';

const { expect } = require('chai');
const { suiteName, titledName, fullName, uniqueNames } = require('#lib/report/test-names');
const { HOSTILE_NAMES } = require('../helpers/ci-documents');

const test = (name, file = 'a.js', suite = 1) => ({ file, suite, name });

describe('names for the history of a test', () => {
  it('consist of file, suite and test', () => {
    for (const [one, suite, name] of [
      [test('x y'), 'a.js', 'a.js > x y'], [test('x', 'a.js', 2), 'a.js#2', 'a.js#2 > x'], [test('', null), '', "''"],
      [test('x', null, 2), '#2', '#2 > x'], [test('x', 'a\nb'), 'a\\nb', 'a\\nb > x'],
    ]) expect([suiteName(one), fullName(one)]).to.deep.equal([suite, name]);
    const titled = (title) => titledName({ settings: { title } }, 'a.js');
    expect([titled('Lists\x1b'), titled(''), titled(undefined), titledName({ settings: null }, 'a.js')])
      .to.deep.equal(['Lists\\x1b (a.js)', 'a.js', 'a.js', 'a.js']);
    expect(titledName({ settings: { title: 'Lists' } }, '')).to.equal('Lists');
    expect(uniqueNames([test('x'), test('y'), test('x', 'b.js'), test('x', 'a.js', 2)], fullName))
      .to.deep.equal(['a.js > x', 'a.js > y', 'b.js > x', 'a.js#2 > x']);
  });

  it('are different, printable and short enough for all tests', () => {
    const tests = HOSTILE_NAMES.flatMap(
      (name) => [test(name), test(name, name), test(name, name, 2), test(name, null), test(name)]);
    const names = uniqueNames(tests, fullName);
    expect(new Set(names).size).to.equal(tests.length);
    for (const name of names) {
      expect(name).to.match(/^[ -~\u{a0}-\u{2027}\u{202f}-\u{10ffff}]+$/u);
      expect(Buffer.byteLength(name)).to.be.at.most(1024);
      expect(Buffer.from(name).toString()).to.equal(name);
    }
  });

  it('do not depend on the order of the tests or on other tests', () => {
    const both = [test('a\nb'), test('a\\nb')];
    const names = uniqueNames(both, fullName);
    expect(names[0]).to.match(/^a\.js > a\\nb#[0-9a-f]{8}$/);
    expect(names[1]).to.match(/^a\.js > a\\nb#[0-9a-f]{8}$/);
    expect(uniqueNames([both[1], test('more'), both[0]], fullName)).to.deep.equal([names[1], 'a.js > more', names[0]]);
    const long = test('x'.repeat(5000));
    expect(uniqueNames([long], fullName)[0]).to.equal(uniqueNames([test('first'), long], fullName)[1]);
    // The last characters depend on file, suite and name.
    const of = (one) => uniqueNames([one], fullName)[0].slice(-9);
    expect(new Set(
      [of(long), of({ ...long, file: 'b.js' }), of({ ...long, suite: 2 }), of(test('x'.repeat(5001)))]).size)
      .to.equal(4);
  });

  it('are cut between characters', () => {
    for (let length = 1000; length < 1030; length++) {
      const [name] = uniqueNames([test(`${'x'.repeat(length - 7)}\u{1f600}é`)], fullName);
      expect(Buffer.byteLength(name)).to.be.at.most(1024);
      expect(name).to.not.match(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
    for (const char of ['é', '日', '\u{1f600}']) {
      const whole = `a.js > ${char.repeat(Math.floor(1017 / Buffer.byteLength(char)))}`;
      expect(uniqueNames([test(whole.slice(7))], fullName)).to.deep.equal([whole]);
      expect(Buffer.byteLength(uniqueNames([test(whole.slice(7) + char)], fullName)[0])).to.be.within(1010, 1024);
    }
    expect(uniqueNames([test('x'.repeat(1024 - 7))], fullName)[0]).to.have.length(1024).and.match(/x$/);
    expect(uniqueNames([test('x'.repeat(1025 - 7))], fullName)[0]).to.match(/x#[0-9a-f]{8}$/);
  });
});
