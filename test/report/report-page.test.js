'use strict';

const { expect } = require('chai');
const { renderLines, markup, raw, shown } = require('#lib/report/chart/markup');
const { toPage } = require('#lib/report/html/report-page');
const { tagsOf } = require('../helpers/html');
const { table, row, notes, section, report } = require('../helpers/toy-reports');

const pageOf = (sections, more) => toPage(report(sections, more)).replace(/\u00a0/g, '~');

/** The content of main; fails if a tag is not closed. */
function mainOf(sections, more) {
  const page = pageOf(sections, more);
  tagsOf(page);
  return page.slice(page.indexOf('<main>'), page.indexOf('</main>'));
}

/** The page in test/fixtures/plots/ covers each type of block. */
describe('a page', () => {
  it('leaves out an unknown time and command, and reports an incomplete run', () => {
    expect(pageOf([], { origin: { version: '1', savedAt: '', complete: false } }))
      .to.include('<strong>Incomplete.</strong>')
      .and.not.include('class="date"').and.not.include('class="command"').and.not.include('<nav');
    expect(pageOf([], { origin: { version: '1', savedAt: '<x>' } })).to.include('<span class="date">&lt;x&gt;</span>');
  });

  it('has tables with sortable columns if there are several rows', () => {
    const headOf = (toys) =>
      [...mainOf([section([toys])]).matchAll(/<th scope="col"([^>]*)>/g)].map(([, text]) => text);
    expect(headOf(table([row('a', 5), row('b', 5)]))).to.deep.equal(
      [' data-sort="name"', ' class="number" data-sort="0"', ' class="number" data-sort="1"',
        ' class="in-view" data-sort="2"']);
    expect(headOf(table([row('b', 5)]))).to.deep.equal(['', ' class="number"', ' class="number"', ' class="in-view"']);
  });

  it('shows failures also in a table without columns of figures', () => {
    const columns = [{ key: 'name', title: 'toy' }];
    const text = mainOf([section([table([{ cells: { name: 'a' }, instead: 'FAILED no' }], { columns })])]);
    expect(text).to.match(/<td class="instead" colspan="1"><div>FAILED no<\/div><\/td><\/tr>/);
  });

  it('has a single answer at its head, and several answers in their sections', () => {
    const of = (...answers) => pageOf(answers.map((answer, i) => section([], { id: `s${i}`, answer: [answer] })));
    const places = (page) => [...page.matchAll(/<p class="answer">|<main>/g)].map(([text]) => text.slice(0, 6));
    expect(places(of('one'))).to.deep.equal(['<p cla', '<main>']);
    expect(places(of('one', 'two'))).to.deep.equal(['<main>', '<p cla', '<p cla']);
  });

  it('sorts the rows of each group by the values of a column, without a value last, and has bars', () => {
    const of = (name, value) => ({ cells: { name, time: value === null ? '-' : { kind: 'text', text: '', value } } });
    const rows = [of('b', 3), of('none', null), of('a', 2), { heading: 'more' }, of('d', 8), of('c', 4)];
    const toys = table(rows, { sortedBy: 'time' });
    toys.columns[1].isBar = true;
    const html = mainOf([section([toys])]);
    expect([...html.matchAll(/<tr[^>]*><th scope="row(?:group)?"[^>]*><bdi>(\w+)/g)].map(([, name]) => name))
      .to.deep.equal(['a', 'b', 'none', 'more', 'c', 'd']);
    expect([...html.matchAll(/style="width:([\d.]+)%"/g)].map(([, width]) => Number(width)))
      .to.deep.equal([25, 37.5, 0, 50, 100]);
  });

  it('keeps units, but not words, with their numbers', () => {
    const words = ['5 %', '5 µs to 7 ms', '20 M/s', '16 kB', '3 min left', '5 seconds', 'AMD EPYC', '5 s more',
      '30 tests'];
    const rows = words.map((text) => ({ cells: { name: 'a', time: text } }));
    expect([...mainOf([section([table(rows)])]).matchAll(/<td class="number">([^<]+)</g)].map(([, text]) => text))
      .to.deep.equal(['5~%', '5~µs to 7~ms', '20~M/s', '16~kB', '3~min left', '5 seconds', 'AMD EPYC', '5~s more',
        '30 tests']);
  });

  it('folds many tests, long lists and figures if they are long', () => {
    const many = notes(...Array.from({ length: 13 }, (_, i) => `n${i}`));
    const details = [1, 2].map((i) => ({ type: 'details', id: `t${i}`, name: 'a', headline: [], blocks: [] }));
    const folds = (blocks, more) => [...mainOf([section(blocks, more)])
      .matchAll(/<details class="fold"><summary>([^]*?)<\/summary>/g)].map(([, text]) => text);
    expect(folds([many, notes('a')], { isFolded: true })).to.deep.equal(['Notes <span>14</span>']);
    expect(folds([{ ...many, title: 'T' }], { isFolded: true })).to.deep.equal(['T <span>13</span>']);
    expect(folds([{ ...many, items: many.items.slice(1) }], { isFolded: true })).to.deep.equal([]);
    expect(folds([many])).to.deep.equal([]);
    expect(folds(details, { isFolded: true, depth: 'detail' }))
      .to.deep.equal(['<h2><bdi>Toys</bdi></h2> <span>2 tests</span>']);
    expect(folds(details, { depth: 'detail' })).to.deep.equal([]);
  });

  it('leaves out what would make it too large, and says how much', () => {
    const list = (length, of) => Array.from({ length }, (_, i) => of(i + 1));
    const details = list(1200, (i) => (
      { type: 'details', id: `t${i}`, name: 'a', isOpen: i > 1100, headline: [], blocks: [] }));
    const figure = { draw: 'rows', items: list(1001, () => ({ heading: 'b' })), key: [], title: 't', text: '',
      scale: null, ticks: [] };
    const html = mainOf([
      section([{ type: 'figure', figures: () => [figure] }, table(list(9000, (i) => row('a', i, { id: `t${i}` })))]),
      section([{ type: 'fold', title: 'More', blocks: [table(list(1500, (i) => row('a', i)))] },
        notes(...list(5001, (i) => `n${i}`))]),
      section(details, { depth: 'detail', isFolded: true }),
    ]);
    expect(html.match(/[\d,]+ more [^<]*/g)).to.deep.equal([
      '1 more row left out', '500 more rows left out of this page', '1 more item left out of this page',
      '200 more tests left out of this page']);
    const countOf = (pattern) => html.match(pattern).length;
    expect([countOf(/<tr[ >]/g), countOf(/<th scope="row"><a href/g), countOf(/<div class="body"/g)])
      .to.deep.equal([10002, 1000, 1000]);
    expect(html).to.include('<span>1200 tests</span>');
    expect([...html.matchAll(/<div class="body" id="(t\d+)"/g)].map(([, id]) => id), 'open ones first')
      .to.deep.equal([...details.slice(0, 900), ...details.slice(1100)].map(({ id }) => id));
  });
});

describe('markup', () => {
  it('escapes all text except markup, and drops values other than text and numbers', () => {
    for (const [{ text }, expected] of [
      [markup`<b title="${'"x"'}">${'<i>'}</b>`, '<b title="&quot;x&quot;">&lt;i&gt;</b>'],
      [markup`${markup`<b>${'&'}</b>`}${raw('<hr>')}`, '<b>&amp;</b><hr>'],
      [markup`${['<', markup`<p>`, [1, '\'']]}`, '&lt;<p>1&#39;'],
      [markup`${'a\x00b\u202ec\nd\ud800'}`, 'a\\x00b\\u202ec\\nd\\ud800'], [markup`${0} ${-1.5}`, '0 -1.5'],
      ...[null, undefined, false, true, NaN, Infinity, {}, { text: '<b>' }, () => '<b>', Symbol('x')]
        .map((value) => [markup`[${value}]`, '[]']),
    ]) expect(text).to.equal(expected);
  });

  it('truncates names, quotes invisible ones, and removes colours from lines', () => {
    expect(shown('x'.repeat(81))).to.equal(`${'x'.repeat(40)}…${'x'.repeat(39)}`);
    expect([shown(''), shown('  '), shown(null), shown(7), shown(' a ')])
      .to.deep.equal(['\'\'', '\'  \'', '\'\'', '7', ' a ']);
    expect(markup`${renderLines('a\r\n\x1b[31mb\x1b[0m\n\tc<')}`.text).to.equal('a\nb\n    c&lt;');
  });
});
