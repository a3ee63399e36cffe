'use strict';

const { expect } = require('chai');
const { createHash } = require('crypto');
const { formatDocument } = require('#lib/report/output/formats');
const { script } = require('#lib/report/html/script');
const { KINDS } = require('#lib/core/document/document-shape');
const { samples, odd, crowd } = require('../helpers/documents');
const { tagsOf } = require('../helpers/html');
const { mulberry32 } = require('../helpers/random');
const { HALF_OF_A_PAIR } = require('../helpers/xml');

const FOREIGN = new Set(['img', 'iframe', 'object', 'foreignObject', 'image', 'use', 'form', 'base']);
const all = { ...samples, ...odd };

const toHtml = (document) => formatDocument('html', document);
const textOf = (html) => html.replace(/<(style|script)>[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const bare = (html) => textOf(html).replace(/\u00a0/g, ' ');
/** A document of `all`, its page and its tags, cached for several tests */
const made = new Map();
function madeOf(name) {
  if (!made.has(name)) {
    const document = all[name]();
    const before = JSON.stringify(document);
    const html = toHtml(document);
    made.set(name, { document, html, tags: tagsOf(html), isChanged: JSON.stringify(document) !== before });
  }
  return made.get(name);
}

/** The first fault of a document after it was saved, or null if it can be read again */
function faultOf(document) {
  return KINDS[document.qtimeit](JSON.parse(JSON.stringify(document)));
}

/** Expects a well-formed page without external resources and invalid values. */
function expectSound(html, name, tags = tagsOf(html)) {
  expect(html, name).to.match(/^<!doctype html>\n<html lang="en">/);
  expect(html, name).not.to.match(/\b(NaN|undefined|Infinity)\b|\[object /);
  expect(html, name).not.to.match(/https?:\/\//);
  // eslint-disable-next-line no-control-regex
  expect(html, name).not.to.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
    .and.not.match(HALF_OF_A_PAIR);
  const ids = tags.map(({ attributes }) => attributes.id).filter(Boolean);
  expect(ids, name).to.deep.equal([...new Set(ids)]);
  // A page has thousands of tags: an expect() for each fact of each would take most of the time of these tests.
  const unsound = [];
  const check = (isSound, tag, words) => {
    if (!isSound) unsound.push(`<${tag.name} ${JSON.stringify(tag.attributes)}>: ${words}`); };
  check(tags.filter(({ name: kind }) => kind === 'script').length === 1, { name }, 'has not one script');
  const known = new Set(ids);
  for (const tag of tags) {
    const { name: kind, names, attributes } = tag;
    check(!FOREIGN.has(kind), tag, 'is not ours');
    check(!names.some((key) => /^on/i.test(key)), tag, 'has a handler');
    check(new Set(names).size === names.length, tag, 'has an attribute twice');
    if (attributes.href) {
      check(kind === 'link' ? attributes.href === 'data:,' : known.has(attributes.href.slice(1)), tag, 'leads nowhere');
    }
    if (kind === 'svg' && !/\bsvg\b/.test(tag.inside) && attributes['aria-hidden'] !== 'true') {
      check(attributes.role === 'img', tag, 'has no role');
      check((attributes['aria-label'] || '').length > 5, tag, 'has no label');
    }
    if (kind === 'th') check(/^(col|row|rowgroup)$/.test(attributes.scope), tag, 'has no scope');
    for (const key of ['x', 'x1', 'x2', 'width']) {
      const value = attributes[key];
      if (value && value.endsWith('%')) {
        check(+value.slice(0, -1) >= 0 && +value.slice(0, -1) <= 100, tag, `${key} lies outside`);
      }
    }
    for (const key of ['y', 'y1', 'y2', 'height', 'cx', 'd']) {
      if (attributes[key] !== undefined) {
        check((key === 'd' ? /^M[-\d. ahvHVMLz]+$/ : /^-?[\d.]+%?$/).test(attributes[key]), tag, `${key} is no place`);
      }
    }
  }
  expect(unsound.slice(0, 5), name).to.deep.equal([]);
  return tags;
}

describe('pages of all kinds of documents', () => {
  for (const name of Object.keys(all)) {
    it(`are sound and self-contained: ${name}`, () => {
      const { document, html, tags, isChanged } = madeOf(name);
      expect({ fault: faultOf(document), isChanged }).to.deep.equal({ fault: null, isChanged: false });
      expectSound(html, name, tags);
      if (!/hostile/.test(name)) expect(textOf(html)).not.to.match(/\bnull\b/);
    });
  }

  it('stay sound with any value in any place where a saved document can have it', () => {
    const uniform = mulberry32(7);
    const strange = [null, undefined, NaN, Infinity, -Infinity, 0, -1, 1e-320, 1e308, -1e308, '', '<b>', 'x', [], {},
      [null], true, false, 3.5];
    const bases = ['typical', 'several', 'forked', 'compared', 'threeSides', 'saved', 'scales'];
    // Creating a document takes longer than creating its page.
    const texts = bases.map((name) => JSON.stringify(all[name](), (key, value) =>
      (Array.isArray(value) && value.length > 60 ? value.slice(0, 60) : value)));
    let made = 0;
    for (let i = 0; made < 18; i++) {
      const name = bases[i % bases.length];
      const document = JSON.parse(texts[i % bases.length]);
      let place = document;
      const path = [];
      for (;;) {
        const keys = Object.keys(place).filter((key) => !(place === document && key === 'qtimeit'));
        const key = keys[Math.floor(uniform() * keys.length)];
        path.push(key);
        const inner = place[key];
        if (inner === null || typeof inner !== 'object' || Object.keys(inner).length === 0 || uniform() < 0.15) {
          place[key] = strange[Math.floor(uniform() * strange.length)];
          break;
        }
        place = inner;
      }
      if (faultOf(document) !== null) continue;
      made++;
      expectSound(toHtml(document), `${name}.${path.join('.')}`);
    }
  });

  it('stay small; with two hundred tests, all but the table is folded', () => {
    expect(Buffer.byteLength(madeOf('large').html)).to.be.below(400e3);
    expect(Buffer.byteLength(madeOf('empty').html)).to.be.below(32e3);
    const html = toHtml(crowd());
    // The limit allows for longer names and more facts.
    expect(Buffer.byteLength(html)).to.be.below(8e5);
    const folds = expectSound(html, 'crowd').filter(({ attributes }) => attributes.class === 'fold');
    expect(folds.length).to.be.above(0);
    expect(folds.filter(({ names }) => names.includes('open'))).to.deep.equal([]);
    expect(bare(html)).to.include('200 tests').and.not.to.include('Round by round');
    expect(html).to.include('>Speed, relative to').and.not.to.include('>Time per call,');
    expect(madeOf('typical').html).not.to.match(/class="(fold|scroll long)"/);
  });

  it('fold more than 20 tests, and scroll more than 40', () => {
    const document = samples.compared();
    const of = (count) => toHtml({
      ...document, tests: Array.from({ length: count }, (_, i) => ({ ...document.tests[i % 4], name: `test ${i}` })) });
    const [small, short, long] = [of(20), of(40), of(41)];
    expect([small, short].map((html) => html.split('<details class="fold"').length - 1)).to.deep.equal([0, 3]);
    expect([short, long].map((html) => html.includes('class="scroll long"'))).to.deep.equal([false, true]);
    expectSound(long, 'long comparison');
  });

  it('allow no fonts, frames and external pictures, and only their own script', () => {
    const html = madeOf('typical').html;
    const [, text] = /<script>([^]*)<\/script>/.exec(html);
    expect(text).to.equal(script);
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html);
    expect(policy).to.equal('default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; ' +
      'base-uri \'none\'; form-action \'none\'; ' +
      `script-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(html).not.to.match(/@import|url\(|expression\(/);
  });
});

describe('a page of hostile names', () => {
  it('cuts long ones everywhere except in one place', () => {
    const html = madeOf('hostile').html;
    expect(html.split(`<p class="whole-name" tabindex="0"><bdi>${'x'.repeat(10000)}`).length - 1).to.equal(1);
    expect(html.split(`<pre class="message" tabindex="0">${'x'.repeat(10000)}`).length - 1).to.equal(1);
    // The table has the first 160 columns of a message.
    expect(html.split('x'.repeat(81)).length - 1).to.equal(2 * Math.floor(10000 / 81) + 1);
    expect(html.split(`<bdi>${'x'.repeat(40)}…${'x'.repeat(39)}</bdi>`).length - 1).to.equal(3);
  });
});
