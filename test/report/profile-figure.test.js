'use strict';

const { expect } = require('chai');
const { toHtml } = require('../../lib/report/html/to-html');
const { detailLines } = require('../../lib/report/details');
const { sharesOf } = require('../../lib/report/profile-words');
const { countedTests, countsOf, profileOf, results, row, suite, HOSTILE } = require('../helpers/documents');

const bare = (html) => html.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ').replace(/&#39;/g, '\'');
const FIGURES = /<figure class="plot profile">[^]*?<\/figure>/g;
const figuresOf = (tests) => toHtml(results([suite(tests)])).match(FIGURES) || [];
const profiled = (profile) => row('a', { counts: countsOf(100, { profile }) });

describe('where the instructions go', () => {
  it('is told by function on the page of a test, with whose share is how much', () => {
    const [figure] = figuresOf(countedTests());
    const text = bare(figure);
    expect(text).to.include('Where the instructions go instructions a call: V8\'s builtins 37 %, V8\'s runtime 33 %, ' +
      'the test itself 16 %, the collector 11 %, libraries of the system 2.4 %');
    expect(text).to.include('ArrayTimSort 1,820 builtin, 37 %').and.include('the loop around the test 8 loop, 0.16 %')
      .and.include('the rest of the runtime 610 runtime, 12 %')
      .and.include('byNameAndThenByTheDayOfTheirBirth people.js:12 (optimized) 812 JavaScript, 16 %');
    expect(figure).to.include('aria-label="ArrayTimSort: 1,820 instructions a call, builtin, 37\u00a0%"');
  });

  it('has a colour for the test, its loop, the collector and the rest, and a key for each that is there', () => {
    const [figure, coarse] = figuresOf(countedTests());
    const keysOf = (html) => [...html.matchAll(/class="key bar ([\w-]+)"/g)].map(([, name]) => name).sort();
    const barsOf = (html) => [...new Set([...html.matchAll(/class="bar ([\w-]+)"/g)].map(([, name]) => name))].sort();
    expect(keysOf(figure)).to.deep.equal(['of-collector', 'of-engine', 'of-loop', 'of-test']);
    expect(barsOf(figure)).to.deep.equal(keysOf(figure));
    expect(barsOf(coarse)).to.deep.equal(keysOf(coarse)).and.deep.equal(['of-engine', 'of-test']);
  });

  it('says where functions of JavaScript are not told apart, and why', () => {
    const html = toHtml(results([suite(countedTests())]));
    expect(html).to.include('Functions of JavaScript are not told apart: its process was killed by &lt;SIGKILL&gt;');
    expect(bare(figuresOf(countedTests())[1])).to.include('the test and its loop 96 %, V8\'s builtins 3.9 %');
  });

  it('is nothing where nobody knows it', () => {
    for (const profile of [null, undefined, profileOf([]), profileOf([], { isSplit: false, reason: 'no valgrind' })]) {
      expect(figuresOf([profiled(profile)])).to.have.length(0);
      expect(detailLines(profiled(profile)).filter((line) => /instructions/.test(line))).to.have.length(0);
    }
    expect(sharesOf(null)).to.deep.equal([]);
  });

  it('cannot be broken by names', () => {
    const [figure] = figuresOf([profiled(profileOf(HOSTILE.map((name) => ['compiled', 10, name])))]);
    expect(figure).to.not.match(/<script|<img/);
    const odd = [['of another time', 10, 'a'], ['constructor', 10, ''], ['builtin', -3, 'b']];
    const [drawn] = figuresOf([profiled(profileOf(odd))]);
    expect(bare(drawn)).to.include('others 10 constructor, 59 %').and.not.include('b -3');
    expect(bare(drawn).match(/ builtin,/)).to.equal(null);
  });

  it('is a line of the details, as much of it as there is room for', () => {
    const test = countedTests()[0];
    const lineIn = (columns) => detailLines(test, columns).filter((line) => /instructions/.test(line));
    const whole = '  instructions: V8\'s builtins 37 %, V8\'s runtime 33 %, the test itself 16 %, the collector ' +
      '11 %, libraries of the system 2.4 %';
    expect(lineIn()).to.deep.equal([whole]);
    expect(lineIn(60)).to.deep.equal(['  instructions: V8\'s builtins 37 %, V8\'s runtime 33 %']);
    expect(lineIn(20)).to.deep.equal([]);
  });
});
