'use strict';

const { expect } = require('chai');
const { createHash } = require('crypto');
const { toHtml } = require('../../lib/report/html/to-html');
const { script } = require('../../lib/report/html/script');
const { escaped } = require('../../lib/text/display');
const { sentence } = require('../../lib/system/warnings');
const { KINDS } = require('../../lib/document/document-shape');
const { samples, odd, HOSTILE, row, ratioed, failedRow, tooNoisy, sample, results, suite, crowd } =
  require('../helpers/documents');
const { tagsOf } = require('../helpers/html');
const { mulberry32 } = require('../helpers/random');
const { HALF_OF_A_PAIR } = require('../helpers/xml');

const FOREIGN = new Set(['img', 'iframe', 'object', 'foreignObject', 'image', 'use', 'form', 'base']);
const all = { ...samples, ...odd };

const entities = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  .replace(/"/g, '&quot;').replace(/'/g, '&#39;');
const textOf = (html) => html.replace(/<(style|script)>[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
  .replace(/\s+/g, ' ');
const bare = (html) => textOf(html).replace(/\u00a0/g, ' ');
const page = (tests, more) => toHtml(results([suite(tests, more)]));

/** A document of `all`, its page and the tags of that, made once: several tests look at the same. */
const made = new Map();
function madeOf(name) {
  if (!made.has(name)) {
    const document = all[name]();
    const html = toHtml(document);
    made.set(name, { document, html, tags: tagsOf(html) });
  }
  return made.get(name);
}

/** The first thing that is wrong with a document after it was saved, null where it can be read again. */
function faultOf(document) {
  return KINDS[document.qtimeit].find(JSON.parse(JSON.stringify(document)));
}

/** All that no reader should find in a page. */
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

describe('toHtml', () => {
  for (const name of Object.keys(all)) {
    it(`makes a sound page of nothing but its own: ${name}`, () => {
      const { document, html, tags } = madeOf(name);
      expect(faultOf(document)).to.equal(null);
      expectSound(html, name, tags);
    });
  }

  it('never says null where nothing is known', () => {
    for (const name of Object.keys(all)) {
      if (!/hostile/.test(name)) expect(textOf(madeOf(name).html), name).not.to.match(/\bnull\b/);
    }
  });

  it('survives any value in any place where a saved document can have it', () => {
    const uniform = mulberry32(7);
    const strange =
      [null, undefined, NaN, Infinity, -Infinity, 0, -1, 1e-320, 1e308, -1e308, '', '<b>', 'x', [], {}, [null], true,
        false, 3.5];
    const bases = ['typical', 'several', 'forked', 'compared', 'threeSides', 'saved', 'scales'];
    // To make one takes longer than to make its page.
    const texts =
      bases.map(
        (name) =>
          JSON.stringify(all[name](), (key, value) =>
            (Array.isArray(value) && value.length > 60 ? value.slice(0, 60) : value)));
    let made = 0;
    for (let i = 0; made < 30; i++) {
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

  it('changes nothing in the document', () => {
    for (const name of ['typical', 'forked', 'compared', 'threeSides']) {
      const document = all[name]();
      const before = JSON.stringify(document);
      toHtml(document);
      expect(JSON.stringify(document)).to.equal(before);
    }
  });

  it('is the same for the same document', () => {
    expect(toHtml(samples.typical())).to.equal(madeOf('typical').html);
  });

  it('stays small', () => {
    expect(Buffer.byteLength(madeOf('large').html)).to.be.below(400e3);
    expect(Buffer.byteLength(madeOf('empty').html)).to.be.below(32e3);
  });

  it('of two hundred tests is a megabyte at most, and folded but for its table', () => {
    const html = toHtml(crowd());
    // Names can be longer, and tests have facts that these have not.
    expect(Buffer.byteLength(html)).to.be.below(8e5);
    const folds = expectSound(html, 'crowd').filter(({ attributes }) => attributes.class === 'fold');
    expect(folds.map(({ names }) => names.includes('open'))).to.deep.equal([false, false, false]);
    expect(bare(html)).to.include('Notes 51').and.to.include('Test by test 200')
      .and.not.to.include('Round after round');
    expect(html).to.include('class="plot ratios"').and.not.to.include('class="plot times"');
    expect(html).to.include('<div class="scroll long"');
    expect(madeOf('typical').html).not.to.match(/class="(fold|scroll long)"/);
  });

  it('is folded from 41 tests on, comparisons too, whose rows repeat no lines of an axis that is out of sight', () => {
    const document = samples.compared();
    const of = (count) => toHtml({
      ...document, tests: Array.from({ length: count }, (_, i) => ({ ...document.tests[i % 4], name: `test ${i}` })) });
    const lines = (html) => html.split('<svg class="row"')[1].split('</svg>')[0].split('class="grid"').length - 1;
    const [short, long] = [of(40), of(41)];
    expect([short, long].map((html) => html.split('<details class="fold"').length - 1)).to.deep.equal([0, 2]);
    expect([short, long].map((html) => html.includes('class="scroll long"'))).to.deep.equal([false, true]);
    expect(lines(short)).to.be.above(2);
    expect(lines(long)).to.equal(0);
    expectSound(long, 'long comparison');
  });

  it('lets nothing in: no source of fonts, pictures or frames, and of scripts only the one that is there', () => {
    const html = madeOf('typical').html;
    const [, text] = /<script>([^]*)<\/script>/.exec(html);
    expect(text).to.equal(script);
    expect(text).not.to.match(/<\/|<!--/);
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html);
    expect(policy).to.equal('default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; ' +
      'base-uri \'none\'; form-action \'none\'; ' +
      `script-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(html).not.to.match(/@import|url\(|expression\(/);
  });
});

describe('a page of hostile names', () => {
  it('shows each as it is spelled', () => {
    const html = madeOf('hostile').html;
    for (const name of HOSTILE) {
      if (name.length > 80 || !name.trim()) continue;
      expect(html, name).to.include(`<bdi>${entities(escaped(name))}</bdi>`);
    }
    expect(html).to.include('<bdi>&#39;&#39;</bdi>').and.to.include('<bdi>&#39; &#39;</bdi>');
    expect(html).to.include('a\\u202ereversed\\u202c \\u2066isolated').and.to.include('half \\ud83d pair');
    expect(html).to.include('<code>qtimeit run &#39;&lt;script&gt;&#39; &#39;it&#39;\\&#39;&#39;s&#39;</code>');
  });

  it('cuts long ones everywhere but in one place', () => {
    const html = madeOf('hostile').html;
    expect(html.split(`<p class="whole-name" tabindex="0"><bdi>${'x'.repeat(10000)}`).length - 1).to.equal(1);
    expect(html.split(`<pre class="message" tabindex="0">${'x'.repeat(10000)}`).length - 1).to.equal(1);
    expect(html.split('x'.repeat(81)).length - 1).to.equal(2 * Math.floor(10000 / 81));
    expect(html.split(`<bdi>${'x'.repeat(40)}…${'x'.repeat(39)}</bdi>`).length - 1).to.be.above(2);
  });
});

describe('a page of results', () => {
  it('has a row, a section and a link for each test', () => {
    for (const name of ['typical', 'forked', 'several', 'hostile', 'many', 'scales', 'large']) {
      const { document, tags } = madeOf(name);
      const tests = document.suites.flatMap((one) => one.tests);
      const links = tags.filter((tag) => tag.name === 'a' && /\bth\b/.test(tag.inside))
        .map(({ attributes }) => attributes.href.slice(1));
      const sections = tags.filter((tag) => tag.name === 'div' && tag.attributes.class === 'body')
        .map(({ attributes }) => attributes.id);
      expect(links, name).to.have.length(tests.length);
      expect(sections, name).to.deep.equal(links);
    }
  });

  it('has what its table is sorted by: numbers of all columns with a heading that says so, or a dash', () => {
    const columnsOf = (html) => tagsOf(html).filter(({ attributes }) => attributes['data-sort'] !== undefined)
      .map(({ name, attributes }) => `${name} ${attributes['data-sort']}`);
    expect(columnsOf(page([row('base', { nsPerCall: 134.2 }), ratioed('b', 0.5, 0.1), failedRow('c')]))).to.deep.equal([
      'th name', 'th 0', 'th 1', 'th 2', 'th 3',
      'tr 7451565 134.2 1000 11', 'tr 20000000 50 2000 13', 'tr - - - 0',
    ]);
    // Of three sides the first one's time, the slowest change, the least p, the worst verdict.
    expect(columnsOf(madeOf('threeSides').html).slice(0, 7)).to.deep.equal([
      'th name', 'th 0', 'th 1', 'th 2', 'th 3', 'tr 100 0.94 0.00009 13', 'tr 100 1.062 0.00009 1',
    ]);
    expect(columnsOf(madeOf('compared').html).filter((words) => / - - 3$/.test(words))).to.deep.equal([
      'tr - 100 - - 3', 'tr 100 - - - 3']);
    const streams = columnsOf(madeOf('streams').html);
    expect(streams.every((words) => words.split(' ').length === (/^th/.test(words) ? 2 : streams.filter(
      (other) => /^th/.test(other)).length)), streams).to.equal(true);
  });

  it('tells title, counts, command, version and time', () => {
    const text = bare(madeOf('several').html);
    expect(text).to.include('bench/parse.js, suite 2').and.to.include('3 files').and.to.include('snippets');
    expect(text).to.include('4 suites · 10 tests · 4 failed');
    expect(text).to.include('qtimeit run bench/parse.js').and.to.include('2026-11-21 08:00 UTC')
      .and.to.include('1.0.0');
    expect(text).to.include('Not complete.').and.to.include('This suite has no tests.');
    expect(madeOf('typical').html).not.to.include('Not complete.');
    expect(madeOf('typical').html).to.include('<meta name="generator" content="qtimeit 1.0.0">');
    expect(bare(madeOf('forked').html))
      .to.match(/Results 4 s for each test · in 8 processes each · margin 0\.2 % · order rotating .+ test ops\/sec/);
    // Before the table.
    expect(bare(page([row('a'), row('b', { verdict: 'faster', rank: 16000 })])))
      .to.match(/ b is 16x as fast as a test ops\/sec/);
    const { settings } = suite([]);
    expect(bare(page([row('a')], { settings: { ...settings, untilClear: 0.01 } })))
      .to.include('4 s for each test · less where all was clear before · margin');
    expect(bare(madeOf('empty').html)).to.include('No suites').and.to.include('0 tests');
  });

  it('has the figures of the table', () => {
    const text =
      bare(page(
        [row('base', { nsPerCall: 134.2, nsLow: 132.7, nsHigh: 135.7 }),
          ratioed('fast', 0.5, 0.02, { bytesPerSecond: 3.1e9, itemsPerSecond: 1234567 })]));
    expect(text).to.include('base 7,451,565 134.2 ns 132.7 – 135.7 ns 1000 1000 – 1000 ◆ baseline');
    expect(text).to.include('fast 20,000,000 3,100 1,234,567 50.00 ns 49.75 – 50.30 ns 2000 1960 – 2040 ▲ faster');
    expect(bare(page([row('base')]))).not.to.include('MB/s');
  });

  it('says what is not resolved, and what would settle it', () => {
    const unresolved = (more) =>
      bare(page([row('base'), ratioed('open', 1.01, 0.05, { verdict: 'unresolved', ...more })]));
    expect(unresolved({ moreSeconds: 6.34 }))
      .to.include('open : not resolved; about 6.3 s more per test would settle it');
    expect(unresolved({ moreSeconds: 7200 })).not.to.match(/\d h more/);
    expect(unresolved({})).to.include('open : not resolved; an hour more would not settle it: forkTests and ' +
      'compare would tell more');
    expect(unresolved({ rankLow: null })).to.include('too few rounds for an interval');
  });

  it('draws the larger of margin and noise floor', () => {
    const text = (noiseFloor, margin) =>
      bare(page([row('base', { noiseFloor, margin }), ratioed('b', 1.3, 0.05, { noiseFloor, margin })]));
    expect(text(0.0042, 0.002)).to.include('the noise floor, 0.42 %').and.to.include('Noise floor here: 0.42 %')
      .and.to.include('what lies under it is not told apart, nor called same');
    expect(text(0.001, 0.02)).to.include('the margin, 2 %').and.not.to.include('nor called same');
    expect(text(null, 0)).not.to.match(/the margin,|the noise floor,/);
    const width = (html) => tagsOf(html).filter(({ attributes }) => attributes.class === 'band')
      .map(({ attributes }) => parseFloat(attributes.width));
    const bands = width(page([row('base', { noiseFloor: 0.05 }), ratioed('b', 1.3, 0.05, { noiseFloor: 0.05 })]));
    const narrow = width(page([row('base', { noiseFloor: 0.01 }), ratioed('b', 1.3, 0.05, { noiseFloor: 0.01 })]));
    expect(bands).to.have.length(2);
    expect(bands[0]).to.be.above(4 * narrow[0]);
  });

  it('describes each row of a plot', () => {
    const html =
      page([row('base'), ratioed('slow', 1.25, 0.02), ratioed('much slower', 50, 0.1, { verdict: 'unresolved' })]);
    const labels = tagsOf(html).filter(({ attributes }) => attributes.class === 'row')
      .map(({ attributes }) => attributes['aria-label'].replace(/\u00a0/g, ' '));
    expect(labels).to.deep.equal([
      'base: baseline', 'slow: −20.0 % (−21.6 to −18.4 %), slower',
      'much slower: 0.0200× (0.0180 to 0.0220×), unresolved',
      'base: 100.0 ns (99.5 – 100.6 ns)', 'slow: 125.0 ns (124.4 – 125.8 ns)',
      'much slower: 5.000 µs (4.975 – 5.030 µs)',
    ]);
  });

  it('puts times on an axis from 0, from near by, or by powers of ten', () => {
    const text = (...times) => bare(page(times.map((nsPerCall, i) => row(`t${i}`, { nsPerCall }))));
    expect(text(100, 110)).to.include('Time per call ns; the axis does not start at 0');
    expect(text(100, 300)).to.match(/Time per call ns (?!;)/);
    expect(text(100, 3000)).to.include('Time per call on a log axis');
  });

  it('has no ratios where there is nothing to compare', () => {
    expect(bare(page([row('alone')]))).not.to.include('faster is to the right');
    expect(bare(page([row('base'), failedRow('b')]))).not.to.include('faster is to the right');
    expect(bare(page([row('a', { verdict: 'faster' })], { settings: { baselineAvg: 1e7 } })))
      .to.include('over that of 100 ns per operation; faster');
  });

  it('names what is too fast to tell, without a figure', () => {
    const text = bare(madeOf('scales').html);
    expect(text).to.include('empty under 0.11 ns: cannot be told from an empty function … too fast to tell');
    expect(text).to.include('cannot be told from an empty function (under 0.11 ns each)');
    expect(madeOf('scales').tags.filter(({ attributes }) => attributes.class === 'sign estimate left'))
      .to.have.length(1);
  });

  it('names what is too noisy to tell, with its interval and without a figure', () => {
    const html = page([row('base'), tooNoisy('noise')]);
    expect(bare(html)).to.include('noise its interval is wider than its figure ≈ too noisy to tell')
      .and.not.to.match(/\b60(\.0+)?\sns/);
    const plots = tagsOf(html).filter(({ attributes }) => attributes.class === 'row')
      .map(({ attributes }) => attributes['aria-label'].replace(/\u00a0/g, ' '));
    expect(plots).to.deep.equal(['base: 100.0 ns (99.5 – 100.6 ns)', 'noise: too noisy to tell']);
    expect(tagsOf(html).filter(({ attributes }) => /^sign estimate/.test(attributes.class))).to.have.length(1);
    expect(tagsOf(html).filter(({ name, attributes }) => name === 'line' && attributes.class === 'interval'))
      .to.have.length(2);
  });

  it('tells how a test failed: the whole message, the place, the call, the last of its output', () => {
    const html = madeOf('several').html;
    expect(html).to.include('<pre class="message" tabindex="0">AssertionError: expected\n+ { a: 1 }\n- { a: 2 }</pre>');
    expect(html).to.include('<code>bench/sort.js:12:7</code>').and.to.include('768 to 1024')
      .and.to.include('<summary>Stack</summary>');
    expect(html).to.include('line 11 &lt;of&gt; what').and.to.include('line 30 &lt;of&gt;')
      .and.not.to.include('line 10 &lt;of&gt;');
    expect(html).to.include('the last 20 of 30 lines').and.to.include('<pre class="message" tabindex="0">failed</pre>');
    expect(html).not.to.include('[31m');
    const tags = tagsOf(page([row('a'), row('b'), row('c'), failedRow('d')]));
    expect(tags.filter(({ name }) => name === 'tr').map(({ attributes }) => attributes.class))
      .to.deep.equal([undefined, undefined, undefined, undefined, 'failed']);
    const unfolded = tags.filter(({ name, attributes }) => name === 'details' && attributes.class === 'test')
      .map(({ names }) => names.includes('open'));
    expect(unfolded).to.deep.equal([false, false, false, true]);
  });

  it('has all warnings in words, in the section of the test; those that matter above, too', () => {
    const warnings =
      [{ code: 'disturbed', rounds: 3, lostNs: 4.1e8 }, { code: 'few-samples', rounds: 7 }, { code: 'not-known-yet' },
        { code: 'busy', rounds: 40, kept: 2 }];
    const text = bare(page([row('odd', { warnings })]));
    expect(text).to.include('baseline (busy)');
    expect(text.split(sentence(warnings[3])).length - 1).to.equal(2);
    expect(text.split(sentence(warnings[0])).length - 1).to.equal(2);
    expect(text.split(sentence(warnings[1])).length - 1).to.equal(1);
    expect(text).to.include('not-known-yet').and.include(`odd : ${sentence(warnings[0])}`);
    expect(bare(page([row('a', { warnings }), row('b', { warnings })]))).to.include('all tests: interrupted 6 times');
  });

  it('has the facts of a test', () => {
    const collections = { count: 85, share: 0.018255, bytesPerCall: 32.2, seconds: 0.0144 };
    const text =
      bare(page(
        [row('f',
          { collections, kind: 'promise', ops: 10, processes: 0, cycles: 483.2, bytesPerSecond: 3.1e9, calls: 12345,
            rounds: 17 })]));
    for (const fact of ['cycles per call 483', 'the test returns a promise', 'operations per call 10', 'calls 12,345',
        'rounds 17', 'processes none of its own',
        'collections of garbage 85, 1.8 % of the time', 'allocated per call 32.2 bytes', 'bytes 3,100 MB/s',
        'cannot be told below 0.11 ns', 'time in all 1.02 s']) {
      expect(text).to.include(fact);
    }
    const { rounds } = sample(1, { n: 20, ns: 100 });
    const clock = (mhz) => bare(page([row('f', { samples: [{ nsPerCall: 1, rounds: { ...rounds, mhz } }] })]));
    expect(clock(rounds.ns.map(() => 3600))).to.match(/clock rate 3,600 MHz (?!,)/);
    expect(clock(rounds.ns.map((_, i) => 3000 + 10 * i))).to.include('clock rate 3,095 MHz, 3,010 to 3,181');
  });

  it('tells the environment, its flags, what is missing and what disturbs', () => {
    const { environment } = samples.typical();
    const text = bare(madeOf('typical').html);
    for (const words of ['Node.js 20.20.2', 'V8 11.3.244.8-node.38', 'clock rate 3,597 MHz, measured',
        'options of node --max-old-space-size=4096', 'clock, step 53 ns',
        'governor no frequency scaling visible (virtual machine, container or fixed clock)',
        'up threshold neither the']) expect(text).to.include(words);
    for (const warning of environment.warnings) expect(text).to.include(entities(sentence(warning)));
  });
});

describe('the plots of a test', () => {
  const plotOf = (samplesOfTest, more) => toHtml(results([suite([row('t', { samples: samplesOfTest, ...more })])]));
  const labels = (html) => tagsOf(html).filter(({ attributes }) => attributes.class === 'chart')
    .map(({ attributes }) => attributes['aria-label'].replace(/\u00a0/g, ' '));

  it('say how many rounds there are, of what kind, and which lie beyond the axis', () => {
    const shape = { n: 200, ns: 100, spread: 0.01, warmUp: 20, collectEvery: 10 };
    const one = sample(3, shape);
    one.rounds.ns[100] = 5000;
    one.rounds.ns[101] = 4000;
    one.rounds.ns[150] = 3;
    const html = plotOf([one]);
    const [spread, sequence] = labels(html);
    expect(spread).to.match(/^Spread of 180 rounds: median 100 ns per call, 1 down to 3\.00 ns, 2 up to 5\.00 µs$/);
    expect(sequence).to.equal('Round after round: 200 rounds, median 100 ns per call, 20 of them warm-up, ' +
      'garbage collected in 20, 1 down to 3.00 ns, 2 up to 5.00 µs');
    expect(bare(html)).to.include('warm-up, 20 rounds, not counted')
      .and.to.include('garbage collected, in 20 of 200 rounds');
  });

  it('show processes one by one, and their rounds one after the other', () => {
    const [spread, sequence] = labels(madeOf('forked').html);
    expect(spread).to.match(/^Spread of 8 processes/);
    expect(sequence).to.match(/^Round after round: 2,400 rounds/);
    const borders = madeOf('forked').tags.filter(({ attributes }) => attributes.class === 'border')
      .map(({ attributes }) => attributes.x1);
    expect(borders.slice(0, 7)).to.deep.equal(['12.5%', '25%', '37.5%', '50%', '62.5%', '75%', '87.5%']);
  });

  it('fall back to one figure for each process, and to the runs of the row', () => {
    expect(labels(toHtml(odd.extremes())).filter((label) => /Process after process: (1,000|3) processes/.test(label)))
      .to.have.length(2);
    expect(labels(toHtml(odd.rows())))
      .to.deep.equal(['Spread of 19 runs: median 110 ns per call', 'Run after run: 19 runs, median 110 ns per call']);
    expect(labels(plotOf([]))).to.deep.equal([]);
    expect(labels(plotOf([sample(1, { n: 1, ns: 100 })]))).to.have.length(1);
  });

  it('leave out of the spread what is beyond the axis, and mark warm-up as such', () => {
    const one = sample(3, { n: 40, ns: 100, spread: 0.01 });
    one.rounds.ns[30] = 5000;
    one.rounds.warmUp = 5;
    const dots = (kind) => tagsOf(plotOf([one]))
      .filter(({ name, attributes }) => name === 'path' && attributes.class === kind)
      .map(({ attributes }) => attributes.d.split('M').length - 1);
    expect([dots('value'), dots('value few'), dots('warm-up few'), dots('hole few')])
      .to.deep.equal([[34], [34], [5], [5]]);
  });

  it('count the measured rounds, beside a warm-up that is pressed together', () => {
    const one = sample(3, { n: 234, ns: 100, spread: 0.01, collectEvery: 9 });
    one.rounds.warmUp = 220;
    const html = plotOf([one], { rounds: 4 });
    const sequence = html.slice(html.indexOf('Round after round'));
    expect([...sequence.matchAll(/x="([\d.]+)%" [^>]*text-anchor="middle">(\d+)</g)].map(([, x, text]) => [x, text]))
      .to.deep.equal([['25', '0'], ['51.79', '5'], ['78.57', '10']]);
    const [strokes] = tagsOf(html).filter(({ attributes }) => attributes.class === 'collected');
    expect(strokes.attributes.d.split('M')).to.have.length(1 + 26);
    expect(bare(html)).to.include('rounds 4 of 14').and.to.include('garbage collected, in 26 of 234 rounds');
    expect(bare(plotOf([one], { rounds: 14 }))).to.match(/rounds 14 (?!of)/);
  });

  it('have an axis on which most of the warm-up is, but not the first of it', () => {
    const one = sample(3, { n: 40, ns: 100, spread: 0 });
    one.rounds.ns = one.rounds.ns.map((_, i) => (i === 0 ? 101.6 : i < 10 ? 101.4 : 100 + i / 40));
    one.rounds.warmUp = 10;
    const tags = tagsOf(plotOf([one]));
    const dots = (kind) => tags.filter(({ attributes }) => attributes.class === kind)
      .map(({ attributes }) => attributes.d.split('M').length - 1);
    expect([dots('warm-up few'), dots('beyond early'), dots('value few')]).to.deep.equal([[9], [1], [30]]);
  });

  it('draw 600 rounds at most, and say so', () => {
    const points = (html, kinds = /^(value|edge|warm-up) (few|many)$/) =>
      tagsOf(html).filter(({ name, attributes }) => name === 'path' && kinds.test(attributes.class))
        .reduce((sum, { attributes }) => sum + attributes.d.split('M').length - 1, 0);
    expect(points(plotOf([sample(1, { n: 600, ns: 100, spread: 0.01 })]))).to.equal(600);
    const many = plotOf([sample(1, { n: 6000, ns: 100, spread: 0.01 })]);
    expect(points(many)).to.equal(450);
    expect(bare(many)).to.include('the middle one of 40 rounds').and.to.include('the fastest and the slowest of them');
    expect(bare(plotOf([sample(1, { n: 600, ns: 100 })]))).not.to.include('the middle one');
    const late = (one) => ({ ...one, rounds: { ...one.rounds, warmUp: 2000 } });
    const warm =
      plotOf([late(sample(1, { n: 6000, ns: 100, spread: 0.01 })),
        late(sample(2, { n: 3000, ns: 100, spread: 0.01 }))]);
    expect(points(warm, /^warm-up/)).to.equal(150);
    expect(points(warm, /^(value|edge) (few|many)/)).to.equal(450);
  });
});

describe('a page of a comparison', () => {
  it('tells what is too fast to tell from what is too noisy', () => {
    const document = samples.compared();
    document.tests.splice(2);
    document.tests.forEach(({ changes: [change] }, i) =>
      Object.assign(change, { ratio: null, low: null, high: null, verdict: ['below-resolution', 'too-noisy'][i] }));
    const text = bare(toHtml(document));
    expect(text).to.include('too fast to tell').and.include('cannot be told from an empty function');
    expect(text).to.include('too noisy to tell')
      .and.include('the intervals of its processes are wider than their figures');
  });

  it('has a row and a section for each test, and names the sides', () => {
    for (const name of ['compared', 'threeSides', 'saved', 'hostileSides']) {
      const document = samples[name]();
      const tags = tagsOf(toHtml(document));
      expect(tags.filter((tag) => tag.name === 'a' && /\bth\b/.test(tag.inside)), name)
        .to.have.length(document.tests.length);
      expect(tags.filter((tag) => tag.name === 'details' && tag.attributes.class === 'test'), name)
        .to.have.length(document.tests.length);
    }
    const text = bare(madeOf('compared').html);
    expect(text).to.include('new against old')
      .and.to.include('8 tests · 2 slower · 1 faster · 1 same · 1 unresolved · 2 unmatched · 1 failed');
    expect(text).to.include('2 regressions');
  });

  it('has the figures of each change', () => {
    const text = bare(madeOf('compared').html);
    expect(text).to.include('parse 100.00 ns 88.00 ns −12.0 % −12.4 to −11.6 % &lt; 0.0001 ▲ faster');
    expect(text).to.include('sort 100.0 ns failed – – – ✕ failed');
    expect(text).to.include('only in the new one none 100.0 ns – – – – unmatched');
    expect(text).to.include('render').and.to.include('▼ slower regression');
    expect(text).to.include('new : the first side has no such test').and.to.include('new : there is no such test');
    expect(text).to.include('−12.0 %, 99 % interval −12.4 to −11.6 %; adjusted p &lt; 0.0001');
    expect(text).to.include('not resolved; about 14 more processes on each side (61 s) would settle it');
    expect(text).to.include('a regression: slower by more than the 3 % that are let pass');
    expect(text).to.include('Error: on purpose second line');
  });

  it('says of no test that more processes would not settle it where nobody knows', () => {
    const found = (more) => {
      const document = samples.compared();
      Object.assign(document.tests[0].changes[0], { verdict: 'unresolved', moreProcesses: null, moreSeconds: null },
        more);
      return bare(toHtml(document));
    };
    expect(found({})).to.include('not resolved; an hour more would not settle it');
    expect(found({ low: null, high: null })).to.not.include('would not settle it');
  });

  it('has a row for each of more than two sides', () => {
    expect(bare(madeOf('threeSides').html)).to.include('parse v1.0 100.00 ns what the others are compared with ' +
      'v1.1 94.00 ns −6.0 % −6.5 to −5.5 % &lt; 0.0001 ▲ faster work in progress 71.00 ns −29.0 % −29.3 to −28.7 % ' +
      '&lt; 0.0001 ▲ faster stringify');
  });

  it('tells in the line of a test whose change it is, of more than two sides', () => {
    const lines = madeOf('threeSides').html.match(/<summary>[^]*?<\/summary>/g).map((line) => bare(line).trim());
    expect(lines[0]).to.match(/^parse v1\.1 ?−6\.0 % ▲ ?faster work in progress ?−29\.0 % ▲ ?faster/);
  });

  it('draws each side of each test', () => {
    const labels = madeOf('threeSides')
      .tags.filter(({ attributes }) => /^row/.test(attributes.class) && attributes['aria-label'])
      .map(({ attributes }) => attributes['aria-label'].replace(/\u00a0/g, ' '));
    expect(labels.slice(0, 5)).to.deep.equal([
      'parse, v1.1: −6.0 % (−6.5 to −5.5 %), faster', 'parse, work in progress: −29.0 % (−29.3 to −28.7 %), faster',
      'stringify, v1.1: +0.1 % (−0.4 to +0.6 %), same', 'stringify, work in progress: +6.2 % (+5.7 to +6.7 %), slower',
      'gone, v1.1: +1.0 % (+0.5 to +1.5 %), unresolved',
    ]);
    expect(labels).to.have.length(5 + 3 + 3 + 2);
    expect(labels.slice(5, 8)).to.deep.equal(['v1.0: 12 processes, 100.00 ns', 'v1.1: 12 processes, 94.00 ns',
      'work in progress: 12 processes, 71.00 ns']);
  });

  it('says of each test one pair of figures: those of the table stand beside the processes, in one unit', () => {
    const document = samples.saved();
    Object.assign(document.tests[0].sides[0], { nsPerCall: 996.4, nsLow: 990, nsHigh: 1003 });
    Object.assign(document.tests[0].sides[1], { nsPerCall: 1043, nsLow: 1038, nsHigh: 1049, values: [1043] });
    const text = bare(toHtml(document));
    expect(text.match(/996 ns/g)).to.have.length(2);
    expect(text.match(/1,043 ns/g)).to.have.length(2);
    expect(text).not.to.match(/1\.04\d* µs/);
    const cycles = bare(madeOf('threeSides').html);
    expect(cycles).not.to.match(/\d cycles/);
  });

  it('has its answer above all else', () => {
    const [answer] = tagsOf(madeOf('compared').html).filter(({ attributes }) => attributes.class === 'answer');
    expect(answer).to.not.equal(undefined);
    const text = bare(madeOf('compared').html);
    expect(text.indexOf('in another file takes 40 % longer; render takes 7.1 % longer; parse takes 12 % less time'))
      .to.be.within(1, text.indexOf('adjusted p'));
    expect(bare(madeOf('saved').html)).to.include('parse takes 6.0 % less time, as far as results of different times');
  });

  it('draws the margin and the regression that is let pass', () => {
    const kinds = (document) => tagsOf(toHtml(document)).map(({ attributes }) => attributes.class);
    expect(kinds(samples.compared()).filter((kind) => kind === 'limit')).to.have.length(5);
    expect(kinds(samples.compared()).filter((kind) => kind === 'band')).to.have.length(5);
    expect(kinds({ ...samples.compared(), maxRegression: null }).filter((kind) => kind === 'limit')).to.have.length(0);
  });

  it('tells environments side by side, and what of them differs', () => {
    const text = bare(madeOf('saved').html);
    expect(text).to.include('The environments differ in what alone changes times, so that no verdict is given.');
    expect(text).to.include('version of Node.js: 20.20.2, 22.1.0')
      .and.to.include('Node.js 20.20.2 22.1.0 forbids a verdict');
    expect(text).to.include('governor – performance differs').and.to.include('platform linux linux architecture');
    const { environment } = samples.typical();
    for (const warning of environment.warnings) expect(text.split(entities(sentence(warning))).length - 1).to.equal(1);
    const [old, fresh] = samples.saved().sides;
    const calm =
      { ...samples.saved(), sides: [
        old, { ...fresh, environment: { ...fresh.environment, warnings: [{ code: 'battery' }] } }] };
    expect(bare(toHtml(calm))).to.include(`a.json : ${entities(sentence(environment.warnings[0]))}`)
      .and.to.include(`b.json : ${sentence({ code: 'battery' })}`);
    expect(text).to.include('saved results, measured at different times').and.to.include('looks faster')
      .and.to.include('not judged');
    const harmless = { ...samples.saved(), differences: [{ field: 'cpuCount', values: [2, 4], forbids: false }] };
    expect(bare(toHtml(harmless))).to.include('What else differs').and.not.to.include('no verdict is given');
    expect(bare(madeOf('compared').html)).not.to.include('What else differs');
  });

  it('tells of files that could not be measured', () => {
    const failures =
      [{ side: 'new', file: 'bench/<gone>.js',
        error: { code: 'threw', message: 'Cannot find module \'x\'', at: null, calls: null, stack: null,
          output: [] } }];
    const text = bare(toHtml({ ...samples.compared(), failures }));
    expect(text).to.include('1 file failed').and.to.include('Failed: bench/&lt;gone&gt;.js ( new )')
      .and.to.include('Cannot find module');
  });

  it('shows stacks without the lines of this library', () => {
    const ours = require.resolve('../../lib/bench.js');
    const stack = `Error: no\n    at sort (/x/theirs.js:1:2)\n    at run (${ours}:61:54)`;
    const page = toHtml(results([suite([failedRow('a', { stack })])]));
    expect(page).to.include('theirs.js').and.not.to.include('lib/bench.js');
  });
});

describe('a page of suites with titles', () => {
  const titled = (title, file) => (
    suite([row('a')], { file, settings: { timeGoal: 1, margin: 0.01, forkTests: 0, title } }));
  const headings = (...suites) => [...toHtml(results(suites)).matchAll(/<h2><bdi>([^<]*)</g)].map(([, text]) => text);

  it('has them above their tables, and in its contents', () => {
    expect(headings(titled('Lists & <b>', 'a.js'))).to.deep.equal(['Lists &amp; &lt;b&gt;']);
    expect(headings(titled('', 'a.js'))).to.deep.equal(['Results']);
    expect(headings(titled('Lists', 'a.js'), titled('', 'b.js'))).to.deep.equal(['Lists (a.js)', 'b.js']);
    expect(toHtml(results([titled('Lists', 'a.js'), titled('', 'b.js')]))).to.include('<bdi>Lists (a.js)</bdi></a>');
  });
});
