'use strict';

const { expect } = require('chai');
const common = require('../../public/common');
const { scratchFolder } = require('../helpers/scratch');

const { bakeUrlData, urls, urlDataTypes, searchParams } = common;

describe('inputs for benchmarks of URLs', () => {
  it('has the types that benchmark files name, with valid URLs', () => {
    expect(urlDataTypes).to.eql(['long', 'short', 'idn', 'auth', 'file', 'ws', 'javascript', 'percent', 'dot', 'wpt']);
    expect(searchParams).to.include.all.keys('noencode', 'multicharsep', 'encodefake', 'manypairs', 'altspaces');
    for (const url of Object.values(urls)) expect(() => new URL(url), url).not.to.throw();
  });

  it('has lists of one size, doubled, as pairs with a base, and as URL objects', () => {
    for (const type of Object.keys(urls)) expect(bakeUrlData(type)).to.eql(new Array(200).fill(urls[type]));
    expect(bakeUrlData('short', 3)).to.eql(new Array(1600).fill(urls.short));
    expect(bakeUrlData('ws', 0, true)).to.eql(new Array(200).fill([urls.ws, 'about:blank']));
    const list = bakeUrlData('ws', 1, false, true);
    expect(list).to.have.length(400);
    for (const one of list) expect(one).to.be.an.instanceof(URL);
    // Equal objects would be parsed once.
    expect(list[0]).not.to.equal(list[1]);
    expect(bakeUrlData('long', 0, true, true)[199].href).to.equal(new URL(urls.long).href);
  });

  it('refuses an unknown type, and an invalid count', () => {
    expect(() => bakeUrlData('shrot'))
      .to.throw('bakeUrlData: unknown type "shrot". Available: long, short, idn, auth, file, ws, javascript, ' +
        'percent, dot, wpt');
    for (const type of ['toString', '__proto__', undefined]) {
      expect(() => bakeUrlData(type), `${type}`).to.throw('bakeUrlData: unknown type');
    }
    expect(() => bakeUrlData('short', '1')).to.throw('expected a number of doublings, got 1');
  });
});

describe('inputs of the URL standard', () => {
  const scratch = scratchFolder();
  const DATA = [
    'a comment', { input: 'http://a/b', base: 'about:blank', href: 'x' }, { input: 'c', base: 'http://d/' },
    { input: 'bad', base: 'http://e/', failure: true }, { input: '', base: 'http://f/' },
    { input: 'http://g/', base: null },
  ];

  /** What a benchmark there gets, or the message of its error. */
  function bake(file, ...given) {
    const { main } = require;
    const { filename } = main;
    main.filename = scratch(file);
    try {
      return bakeUrlData('wpt', ...given);
    } catch (error) {
      return error.message;
    } finally {
      main.filename = filename;
    }
  }

  it('come from the Node.js checkout that contains the benchmark', () => {
    scratch('node/test/fixtures/wpt/url/resources/urltestdata.json', JSON.stringify(DATA));
    scratch('broken/test/fixtures/wpt/url/resources/urltestdata.json', '[');
    const file = 'node/benchmark/url/a.js';
    expect(bake(file, 0, true)).to.eql([['http://a/b', 'about:blank'], ['c', 'http://d/'], ['http://g/', undefined]]);
    expect(bake(file)).to.eql(['http://d/']);
    expect(bake(file, 2)).to.have.length(4);
    expect(bake(file, 0, true, true).map(({ href }) => href)).to.eql(['http://a/b', 'http://d/c', 'http://g/']);
    expect(bake('else/benchmark/e.js'))
      .to.match(/^bakeUrlData\('wpt'\) needs .*urltestdata\.json from a checkout of Node\.js in a parent folder/);
    expect(bake('broken/benchmark/a.js')).to.include('JSON');
  });
});

describe('other exports of common.js', () => {
  it('has the names that benchmark files use', () => {
    expect(Object.keys(common)).to.have.members(
      ['createBenchmark', 'Benchmark', 'sendResult', 'PORT', 'binding', 'buildType', 'bakeUrlData', 'urls',
        'urlDataTypes', 'searchParams']);
    expect(['Release', 'Debug']).to.include(common.buildType);
    expect(require('qtimeit/common')).to.equal(common);
  });

  it('has the builtin modules of Node if there is process.binding', () => {
    // Newer versions have none.
    if (typeof process.binding !== 'function') return;
    expect(common.binding('constants')).to.be.an('object');
  });
});
