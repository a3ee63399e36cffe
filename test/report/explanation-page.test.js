'use strict';

const { expect } = require('chai');
const { formatDocument } = require('#lib/report/output/formats');
const { explanationSections } = require('#lib/report/kinds/explanation');
const { crowd, results, suite, row } = require('../helpers/documents');
const { explanation } = require('../helpers/explanations');
const { tagsOf } = require('../helpers/html');

const pageOf = (explanations, tests = [row('fast'), row('slow')]) => {
  const html = formatDocument('html', results([suite(tests, { explanations })]));
  tagsOf(html);
  return html.slice(html.indexOf('id="s1why"'), html.indexOf('id="s1tests"'));
};

const textOf = (html) => html.replace(/<\/(?:li|p|h2|summary)>/g, '\n').replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ')
  .replaceAll('&lt;', '<').replaceAll('&gt;', '>');
const linesOf = (html) => textOf(html).split('\n').map((line) => line.trim()).filter(Boolean);

function blockOf(found, type) {
  const [{ blocks }] = explanationSections({ explanations: [found] }, { id: '', title: 'Why', isFolded: false });
  return blocks.find((one) => one.type === 'fold').blocks.find((one) => one.type === type);
}

describe('the page of an explanation', () => {
  it('has equal code once with the times of both sides, and other code side by side', () => {
    const html = pageOf([explanation()]);
    const code = html.slice(html.indexOf('class="code joint"'), html.indexOf('2 more functions'));
    expect(code.match(/class="code(?: joint)?"/g)).to.have.length(3);
    const lines = linesOf(code);
    const of = (text) => lines.find((line) => line.includes(text));
    expect(of('for (const one')).to.equal(
      '80 ns 270 ns 10 for (const one of list) s += one.x; slow: 7 shapes (megamorphic)');
    expect(of('function sum')).to.equal('8 function sum(list) {');
    expect(of('fast() {')).to.equal('20 ns 17 fast() { if (1 < 2) sum(same); },');
    expect(of('<script>')).to.equal('5 ns 1 <script>alert(1)</script> deoptimized 12 times: wrong map ' +
      'deoptimized 1 time during warm-up: Smi allocates 1,600 bytes per call');
    expect(lines).to.include.members(['9 The source is missing.', 'fast : no samples of anonymous function']);
    expect(of('xxx')).to.match(/ not inlined: 1,683 bytes of bytecode, limit 460$/);
    expect(html).to.not.include('<script>alert');
  });

  it('colours times of equal code by their difference, and marks omitted lines', () => {
    const html = pageOf([explanation()]);
    expect(html).to.include('<span class="ns more-3" style="background-size:100.0% 100%">270 ns</span>');
    expect(html.match(/<li class="gap">/g)).to.have.length(1);
  });

  it('names sides of a comparison in short', () => {
    expect(blockOf(explanation({ a: 'f (old)', b: 'f (new)' }), 'code').names).to.deep.equal(['old', 'new']);
    expect(blockOf(explanation({ a: 'f (1)', b: 'g (1)' }), 'code').names).to.deep.equal(['f (1)', 'g (1)']);
  });

  it('has call stacks whose widths are times of the slower side, with both times, and a summary', () => {
    const [figure] = blockOf(explanation(), 'figure').figures();
    const drawn = figure.drawing.content.map(({ text }) => [
      /class="frame ([\w-]+)"/, / x="([\d.]+)%"/, / width="([\d.]+)%"/, / y="(\d+)"/,
    ].map((pattern) => pattern.exec(text)[1]).join(' '));
    expect(drawn).to.deep.equal([
      'more-3 0.00 96.67 0', 'more-3 0.00 90.00 24', 'more-3 0.00 66.67 48', 'less-1 90.00 1.67 24',
      'more-1 96.67 3.33 0',
    ]);
    expect(figure.drawing.content[1].text).to.include('<title>sum, a.js:8: fast 80 ns, slow 270 ns (+190 ns)</title>');
    expect(figure.label).to.match(/^Largest differences: LoadIC_Megamorphic: fast 0 ns, slow 200 ns \(\+200 ns\); /);
    const html = pageOf([explanation()]);
    expect(html).to.match(/<svg class="chart" style="min-height:72px" role="img" aria-label="Largest differences/);
    // Labels only where they fit; more of them on wide pages
    const labels = [...html.matchAll(/<text class="(narrow|wide)"[^>]*>([^<]*)</g)]
      .map(([, ...found]) => found.join(' '));
    expect(labels).to.include.members(['narrow sum', 'wide LoadIC_Megamorphic']);
    expect(labels.filter((text) => text.endsWith('less'))).to.deep.equal([]);
  });

  it('has events in a folded table', () => {
    const html = pageOf([explanation()]);
    const [, events] = html.split('Events of V8 <span>2</span>');
    expect(html).to.include('<details class="fold"><summary>Events of V8');
    expect(linesOf(events).join(' ').replace(/\s+/g, ' ')).to.include('b.ts:1:9 deopt-eager wrong map slow 12')
      .and.include('unknown deopt-lazy prototype change fast 1');
  });

  it('opens the code of one explanation, not of several or on a page of many tests', () => {
    const isOpen = (...given) => pageOf(...given).includes('<details class="fold" open>');
    const { suites: [{ tests }] } = crowd(60);
    expect([isOpen([explanation()]), isOpen([explanation(), explanation()]), isOpen([explanation()], tests)])
      .to.deep.equal([true, false, false]);
  });

  it('is without code for documents of earlier versions, and for nothing to explain', () => {
    const old = explanation();
    for (const name of ['code', 'flame', 'events']) delete old.explanation[name];
    const none = { a: 'a', b: 'b', explanation: null, reason: 'takes as long', isFailed: false };
    expect(pageOf([old, none])).to.not.include('class="fold"');
  });
});
