'use strict';

const { expect } = require('chai');
const { toHtml } = require('../../lib/report/html/to-html');
const { tagsOf } = require('../helpers/html');
const { row, ratioed, countsOf, countedTests, results, suite } = require('../helpers/documents');

const bare = (html) => html.replace(/<(style|script)>[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  .replace(/\u00a0/g, ' ');
const page = (tests) => toHtml(results([suite(tests)]));
const lineOf = (html, name) => bare(html.match(/<tr[^]*?<\/tr>/g).find((line) => line.includes(`>${name}<`)));

describe('a page with instructions', () => {
  it('has them in its table, also of what is too fast to be timed, in the place of the speed', () => {
    const html = page(countedTests());
    expect(lineOf(html, 'test').trim())
      .to.equal('test time per call 95 % interval instructions est. cycles rank interval verdict');
    expect(lineOf(html, 'sorted')).to.match(/ 420\.0 ns .* 4,929 7,002 1000 /);
    expect(lineOf(html, 'an addition')).to.match(/cannot be told from an empty function 1\.00 1\.40 /);
    expect(lineOf(html, 'in a worker')).to.match(/ 301\.8 ns – – 333 /);
  });

  it('has as many columns in each line', () => {
    const html = page([...countedTests(), ...countedTests().slice(3, 4).map((one) => ({ ...one, counts: null }))]);
    const columnsOf = (line) => tagsOf(line).filter(({ name }) => name === 'td' || name === 'th')
      .reduce((sum, { attributes: { colspan = 1 } }) => sum + Number(colspan), 0);
    const [table] = html.match(/<table>[^]*?<\/table>/);
    expect(table.match(/<tr[^]*?<\/tr>/g).map(columnsOf)).to.deep.equal(Array(7).fill(8));
  });

  it('sorts by them', () => {
    const html = page(countedTests());
    const heading = /<th[^>]*data-sort="(\d+)"[^>]*>instructions</.exec(html)[1];
    const values = [...html.matchAll(/<tr[^>]* data-sort="([^"]*)"><th scope="row">/g)]
      .map(([, all]) => all.split(' ')[heading]);
    expect(values).to.deep.equal(['4928.7', '3844.1', '9970.2', '0.998', '-']);
  });

  it('has its doubts, what disagrees and what counted as notes', () => {
    const [notes] = page(countedTests()).match(/<ul class="notes">[^]*?<\/ul>/);
    expect(notes).to.include('<b><bdi>in a worker</bdi></b>: not counted: it starts worker threads');
    expect(bare(notes)).to.include('by table executes 22 % fewer instructions than sorted, and is 24 % slower')
      .and.include('Instructions by valgrind 3.19.0').and.not.include('7,002');
  });

  it('has the facts of a test, and how they came about', () => {
    const [, facts] = /id="s1t1"[^]*?<dl class="facts">([^]*?)<\/dl>/.exec(page(countedTests()));
    for (const fact of [
      'instructions per call 4,929 ± 2', 'cycles, estimated 7,002 ± 2', 'first-level misses per call 17.30 ± 0.01',
      'last-level misses per call 0.05 ± 0.01', 'mispredicted branches per call 2.10 ± 0.01',
      'instructions of the loop, taken off 8.03', 'counted by valgrind 3.19.0',
      'calls, counted 300,000, in 8 processes', 'tier while it was counted optimized',
      'options while it was counted --single-threaded --predictable --hash-seed=1 --random-seed=1',
    ]) expect(bare(facts)).to.include(fact);
    expect(bare(page(countedTests()))).to.include('under 0.11 ns, 1.00 instructions');
  });

  it('says no more than is known: by perf, without caches', () => {
    const perf = { source: { name: 'perf', version: '6.1' }, loop: 0, tier: null };
    const html = page([row('a', { counts: countsOf(20, perf) }), ratioed('b', 2, 0.01)]);
    const [, facts] = /id="s1t1"[^]*?<dl class="facts">([^]*?)<\/dl>/.exec(html);
    expect(bare(facts)).to.include('counted by perf 6.1')
      .and.not.match(/misses|cycles, |instructions of the loop|tier while/);
    expect(page([row('a')])).to.not.match(/instructions per call|>instructions</);
  });
});
