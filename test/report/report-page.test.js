'use strict';

const { expect } = require('chai');
const { linesOf, markup, raw, shown } = require('../../lib/report/chart/markup');
const { toPage } = require('../../lib/report/html/report-page');
const { sorted, time } = require('../../lib/report/values');
const { verdictCell } = require('../../lib/report/verdicts');
const { tagsOf } = require('../helpers/html');
const { table, row, notes, section, report, ERROR, ENVIRONMENT } = require('../helpers/toy-reports');

const pageOf = (sections, more) => toPage(report(sections, more)).replace(/\u00a0/g, '~');

/** What is within main, and has no tag without its end. */
function mainOf(sections, more) {
  const page = pageOf(sections, more);
  tagsOf(page);
  return page.slice(page.indexOf('<main>'), page.indexOf('</main>'));
}
const blockOf = (...blocks) => mainOf([section(blocks)]).replace(/^[^]*<\/h2>\n/, '').replace(/<\/section>\n$/, '');

describe('the head of a page', () => {
  it('has what is known: version, time, title, counts with tones, and the command', () => {
    const page = pageOf([], { title: '<toys>', lead: [{ text: '2 toys' }, { text: '1 <failed>', tone: 'failed' }] });
    expect(page).to.include('<span>1.0.0</span>')
      .and.include('<time datetime="2026-11-21T08:00:00.000Z">2026-11-21 08:00 UTC</time>')
      .and.include('<h1><bdi>&lt;toys&gt;</bdi></h1>')
      .and.include('<p class="lead">2 toys · <span class="failed">1 &lt;failed&gt;</span></p>')
      .and.include('<code>qtimeit play toys.js</code>').and.not.include('Not complete');
    expect(pageOf([], { origin: { version: '1', savedAt: '', complete: false } }))
      .to.include('<strong>Not complete.</strong>')
      .and.not.include('class="date"').and.not.include('class="command"');
    expect(pageOf([], { origin: { version: '1', savedAt: '<x>' } })).to.include('<span class="date">&lt;x&gt;</span>');
  });

  it('has contents if there are three sections', () => {
    const of = (count) => pageOf(Array.from({ length: count }, (_, i) => section([],
      { id: `s${i}`, title: `<${i}>` })));
    expect(of(2)).to.not.include('<nav');
    expect(of(3)).to.include('<nav aria-label="Contents"><ul><li><a href="#s0"><bdi>&lt;0&gt;</bdi></a></li>');
  });
});

describe('a table of a page', () => {
  const headOf = (toys) => [...blockOf(toys).matchAll(/<th scope="col"([^>]*)><bdi>([^<]*)/g)].map(([, a, b]) => b + a);

  it('has classes and wide titles of columns, and only columns with cells', () => {
    const toys = { type: 'table', label: 'a "b"', columns: [
      { key: 'name', title: '<name>' }, { key: 'n', title: 'n', isNumber: true, isSoft: true },
      { key: 'wide', title: '', wideTitle: '<wide>', only: 'wide' }, { key: 'terminal', title: 't', only: 'terminal' },
      { key: 'empty', title: 'e' },
    ], rows: [{ cells: { name: '<a>', n: '5', wide: '6', terminal: '7', empty: '' }, tone: 'differs' }] };
    expect(headOf(toys)).to.deep.equal(['&lt;name&gt;', 'n class="number soft"', '&lt;wide&gt;']);
    expect(blockOf(toys)).to.include('<div class="scroll" role="region" aria-label="a &quot;b&quot;" tabindex="0">')
      .and.include('<tr class="differs"><th scope="row"><bdi>&lt;a&gt;</bdi></th><td class="number soft">5</td>' +
        '<td>6</td>');
    expect(blockOf({ ...toys, isLong: true })).to.include('class="scroll long"');
  });

  it('with several rows is sortable by name and by columns with numbers', () => {
    const rows = [row('b', 134.19531234, { id: 't1' }),
      { id: 't2', cells: { name: 'a', verdict: verdictCell('odd') } }];
    expect(headOf(table(rows))).to.deep.equal([
      'toy data-sort="name"', 'one call class="number" data-sort="0"', 'change class="number" data-sort="1"',
      'verdict data-sort="2"']);
    expect(blockOf(table(rows)))
      .to.include('<tr data-sort="134.1953 1.021 1"><th scope="row"><a href="#t1"><bdi>b</bdi></a></th>')
      .and.include('<tr data-sort="- - -"><th scope="row"><a href="#t2">');
    expect(headOf(table([row('b', 5)]))).to.deep.equal([
      'toy', 'one call class="number"', 'change class="number"', 'verdict']);
  });

  it('has headings of groups over all columns, and failures in place of cells, before the verdict', () => {
    const rows = [{ heading: '<wood>' }, row('a', 5), { cells: { name: 'b', verdict: verdictCell('failed') },
      instead: 'FAILED <x>' }];
    expect(blockOf(table(rows)))
      .to.include('<tr class="group"><th scope="rowgroup" colspan="4"><bdi>&lt;wood&gt;</bdi></th></tr>')
      .and.match(/<td class="instead" colspan="2"><div>FAILED &lt;x&gt;<\/div><\/td><td><span class="verdict failed">/);
  });

  it('has verdicts with sign, detail, warnings and tags, and strong cells', () => {
    const verdict = verdictCell('slower', { detail: 'a&b', brackets: '(busy)',
      tag: { text: 'bad', tone: 'regression' } });
    const cells = { name: sorted('5', 5), verdict, time: { ...time(5), isStrong: true } };
    expect(blockOf(table([{ cells }]))).to.include(
      '<span class="verdict slower"><span class="sign-of" aria-hidden="true">▼</span>slower</span> ' +
      '<span class="soft">a&amp;b</span> <span class="mark">(busy)</span> <span class="regression">bad</span>')
      .and.include('<strong>5.00~ns</strong>').and.include('<th scope="row">5</th>');
  });

  it('keeps units with their numbers, and not words', () => {
    const words = ['5 %', '5 µs to 7 ms', '20 M/s', '16 kB', '3 min left', '5 seconds', 'AMD EPYC', '5 s more',
      '30 tests'];
    const rows = words.map((text) => ({ cells: { name: 'a', time: text } }));
    expect([...blockOf(table(rows)).matchAll(/<td class="number">([^<]+)</g)].map(([, text]) => text)).to.deep.equal([
      '5~%', '5~µs to 7~ms', '20~M/s', '16~kB', '3~min left', '5 seconds', 'AMD EPYC', '5~s more', '30 tests']);
  });
});

describe('blocks of a page', () => {
  const blocks = [
    ['notes', { ...notes('5 % off', { name: '<a>', text: '<b>' }, { text: 'x', isBelow: true }), title: 'T' },
      '<h3>T</h3>\n<ul class="notes">\n<li>5~% off</li>\n<li><b><bdi>&lt;a&gt;</bdi></b>: &lt;b&gt;</li>\n' +
      '<li class="below">x</li>\n</ul>\n'],
    ['no notes', { ...notes(), title: 'T' }, ''],
    ['facts', { type: 'facts', title: 'T', kind: 'missing', pairs: [['a', '<5>'], ['none', ''],
      ['n', sorted('5 ns', 5)]] },
      '<h3>T</h3>\n<dl class="missing"><div><dt>a</dt><dd>&lt;5&gt;</dd></div>' +
        '<div><dt>n</dt><dd>5~ns</dd></div></dl>\n'],
    ['a heading', { type: 'heading', text: '<a>' }, '<div class="tests">\n<h3><bdi>&lt;a&gt;</bdi></h3>\n</div>\n'],
    ['a remark', { type: 'remark', text: '<a>' }, '<p class="remark">&lt;a&gt;</p>\n'],
    ['a remark with a tone', { type: 'remark', text: 'a', tone: 'empty' }, '<p class="empty">a</p>\n'],
    ['warnings', { type: 'warnings', items: [{ text: '<a>' }] }, '<ul class="warnings"><li>&lt;a&gt;</li></ul>\n'],
    ['no warnings', { type: 'warnings', items: [] }, ''],
    ['nothing that is for terminals', { ...notes('a'), only: 'terminal' }, ''],
  ];
  it('have markup for each type', () => {
    for (const [what, block, html] of blocks) expect(blockOf(block), what).to.equal(html);
  });

  it('show failures with message, place, output and stack, without our own frames', () => {
    const stack = 'Error: no\n    at toy.js:1:2\n    at x (/y/lib/measure/loop.js:1:1)';
    const html = blockOf({ type: 'failures', items: [{ name: '<top>', error: { ...ERROR, stack } }] });
    expect(html).to.match(/^<h3>Failed: <bdi>&lt;top&gt;<\/bdi><\/h3>\n<div class="failure">/)
      .and.include('Error: no').and.include('<dt>at</dt><dd><code>toy.js:1:2</code></dd>')
      .and.include('<dt>on call</dt><dd>3</dd>').and.include('<dt>in round</dt><dd>2</dd>')
      .and.include('<code>threw</code>').and.include('<summary>Stack</summary>');
    expect(blockOf({ type: 'failures', items: [{ name: 'top', error: ERROR, isInDetails: true }] })).to.equal('');
    expect(blockOf({ type: 'failure', error: { ...ERROR, output: Array.from({ length: 30 }, (_, i) => `l${i}`) } }))
      .to.include('(the last 20 of 30 lines)').and.include('l10\n').and.not.include('l9\n').and.not.include('Stack');
  });

  it('show the details of a test folded, with the whole of a long name', () => {
    const of = (more) => blockOf({ type: 'details', id: 't1', name: 'x'.repeat(99), isOpen: false,
      blocks: [notes('red')],
      headline: [{ side: '<new>', text: '5 ns', verdict: { name: 'same' } }], ...more });
    expect(of()).to.match(/^<div class="tests">\n<details class="test">\n<summary>/)
      .and.match(/<span class="name"><bdi>x{40}…x{39}<\/bdi>/)
      .and.include('<span class="figure"><span class="side"><bdi>&lt;new&gt;</bdi></span>5~ns<span class="verdict')
      .and.include('<div class="body" id="t1">').and.include(`<bdi>${'x'.repeat(99)}</bdi>`)
        .and.include('<li>red</li>');
    expect(of({ isOpen: true, name: 'a' })).to.include('<details class="test" open>').and.not.include('whole-name');
  });
});

describe('sections of a page', () => {
  it('have place, title, settings, answers and the gate', () => {
    const toys = section([], { settings: '5 s <each>', answer: ['<a> is 5 % faster'], gate: { outcome: 'failed',
      line: 'no' } });
    expect(mainOf([toys])).to.include('<section class="suite" id="toys">\n<h2><bdi>Toys</bdi></h2>\n' +
      '<p class="settings"><bdi>5 s &lt;each&gt;</bdi></p>\n<p class="answer">&lt;a&gt; is 5~% faster</p>\n' +
      '<p class="notice"><strong>no</strong></p>\n</section>');
    expect(mainOf([section([], { gate: { outcome: 'passed', line: 'yes' } })])).to.include('<p class="notice passed">');
    expect(mainOf([ENVIRONMENT])).to.include('<section class="environment" id="environment">')
      .and.include('<h3>Unsteady</h3>');
  });

  it('group the details of tests below their heading, which a filter can hide', () => {
    const details = (name) => ({ type: 'details', id: name, name, headline: [], blocks: [] });
    const html = mainOf([section([{ type: 'heading', text: 'wood' }, details('a'), details('b'),
      { type: 'heading', text: 'tin' }, details('c'), notes('n')])]);
    expect(html.split('<div class="tests">').map((part) => part.split('<details').length - 1)).to.deep.equal([0, 2, 1]);
  });

  it('fold many tests, long lists and figures if they are long', () => {
    const many = notes(...Array.from({ length: 13 }, (_, i) => `n${i}`));
    const details = [1, 2].map((i) => ({ type: 'details', id: `t${i}`, name: 'a', headline: [], blocks: [] }));
    const folds = (blocks, more) => [...mainOf([section(blocks, more)])
      .matchAll(/<details class="fold"><summary>([^]*?)<\/summary>/g)].map(([, text]) => text);
    expect(folds([many, notes('a')], { isFolded: true })).to.deep.equal(['Notes <span>14</span>']);
    expect(folds([{ ...many, title: 'T' }], { isFolded: true })).to.deep.equal(['T <span>13</span>']);
    expect(folds([{ ...many, items: many.items.slice(1) }], { isFolded: true })).to.deep.equal([]);
    expect(folds([many])).to.deep.equal([]);
    expect(folds(details, { isFolded: true, depth: 'detail' })).to.deep.equal(['2 tests']);
    expect(folds(details, { depth: 'detail' })).to.deep.equal([]);
  });
});

describe('markup', () => {
  it('escapes all that is not markup, and drops other values than text and numbers', () => {
    for (const [{ text }, expected] of [
      [markup`<b title="${'"x"'}">${'<i>'}</b>`, '<b title="&quot;x&quot;">&lt;i&gt;</b>'],
      [markup`${markup`<b>${'&'}</b>`}${raw('<hr>')}`, '<b>&amp;</b><hr>'],
      [markup`${['<', markup`<p>`, [1, '\'']]}`, '&lt;<p>1&#39;'],
      [markup`${'a\x00b\u202ec\nd\ud800'}`, 'a\\x00b\\u202ec\\nd\\ud800'], [markup`${0} ${-1.5}`, '0 -1.5'],
      ...[null, undefined, false, true, NaN, Infinity, {}, { text: '<b>' }, () => '<b>', Symbol('x')]
        .map((value) => [markup`[${value}]`, '[]']),
    ]) expect(text).to.equal(expected);
  });

  it('shows names cut, in quotes if nothing would be seen, and lines without colours', () => {
    expect(shown('x'.repeat(81))).to.equal(`${'x'.repeat(40)}…${'x'.repeat(39)}`);
    expect([shown(''), shown('  '), shown(null), shown(7), shown(' a ')])
      .to.deep.equal(['\'\'', '\'  \'', '\'\'', '7', ' a ']);
    expect(markup`${linesOf('a\r\n\x1b[31mb\x1b[0m\n\tc<')}`.text).to.equal('a\nb\n    c&lt;');
  });
});
