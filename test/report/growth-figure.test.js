'use strict';

const { expect } = require('chai');
const { toHtml } = require('../../lib/report/html/to-html');
const { growthFigures } = require('../../lib/report/html/growth-figure');
const { row, parameterTests, tierTests, measuredTests, results, suite } = require('../helpers/documents');

const figuresOf = (tests) => growthFigures(tests).map((one) => one.text);
const of = (test, params, nsPerCall, more) =>
  row(`${test} ${JSON.stringify(params)}`,
    { test, params, nsPerCall, nsLow: nsPerCall * 0.9, nsHigh: nsPerCall * 1.1, ...more });
const page = (tests) => toHtml(results([suite(tests)])).replace(/<style>[^]*?<\/style>/, '');
const textOf = (html) => html.replace(/<[^>]*>/g, ' ').replace(/\u00a0/g, ' ').replace(/\s+/g, ' ');

/** Places of the points of each line, in per cent across and pixels down. */
function linesOf(figure) {
  return figure.split(/<g class="s\d">/).slice(1)
    .map((line) => [...line.split('</g>')[0].matchAll(/<svg class="point" x="([\d.]+)%" y="([\d.]+)"/g)].map(
      ([, x, y]) => [+x, +y]));
}

describe('the plot of growth', () => {
  it('has a line for each test, straight where the time is a power of the size', () => {
    const tests = [1, 10, 100].flatMap((size) => [of('a', { size }, 10 * size), of('b', { size }, 500)]);
    const [figure, ...others] = figuresOf(tests);
    expect(others).to.deep.equal([]);
    const [a, b] = linesOf(figure);
    const near = (found, expected) => expect(found).to.be.closeTo(expected, 0.5);
    // 3 % are left free at both ends of the axis, as shares of its values
    for (const line of [a, b]) line.forEach(([x], i) => near(x, [2.83, 50, 97.17][i]));
    near(a[0][1] - a[1][1], a[1][1] - a[2][1]);
    expect(a[0][1]).to.be.above(a[2][1]);
    expect(new Set(b.map(([, y]) => y)).size).to.equal(1);
    expect(figure.replace(/\u00a0/g, ' ')).to.include('aria-label="Time per call over size. ' +
      'a: 10.0 ns at 1, 100 ns at 10, 1.00 µs at 100; b: 500 ns at 1, 500 ns at 10, 500 ns at 100"');
    expect(figure).to.match(/>1<\/text>.*>10<\/text>.*>100<\/text>/s);
    expect(figure.match(/class="interval"/g)).to.have.length(6);
  });

  it('is one for each parameter with numbers, and has lines for the values of the others', () => {
    const tests = [1, 10].flatMap((size) => ['x', 'y'].map((type) => of('a', { size, type, always: 5 }, size * 10)));
    const [figure, ...others] = figuresOf(tests);
    expect(others).to.deep.equal([]);
    expect(textOf(figure)).to.match(/a type=&quot;x&quot; a type=&quot;y&quot; $/);
    expect(figuresOf([1, 10].flatMap((size) => [1, 2].map((depth) => of('a', { size, depth }, size * depth)))))
      .to.have.length(2);
  });

  it('is none without two sizes that have times', () => {
    expect(figuresOf([of('a', { size: 1 }, 5), of('b', { size: 1 }, 5)])).to.deep.equal([]);
    expect(figuresOf([of('a', { size: 0 }, 5), of('a', { size: 10 }, 5)])).to.deep.equal([]);
    expect(figuresOf([of('a', { size: 'x' }, 5), of('a', { size: 'y' }, 5)])).to.deep.equal([]);
    expect(figuresOf(
      [of('a', { size: 1 }, 5), of('a', { size: 2 }, 0, { verdict: 'below-resolution' }),
        of('a', { size: 4 }, 9, { verdict: 'too-noisy' }), of('a', { size: 3 }, null, { verdict: 'failed' })]))
      .to.deep.equal([]);
    expect(figuresOf([row('a'), row('b', { params: null }), row('c', { params: {} })])).to.deep.equal([]);
  });

  it('draws points from left to right, and says how many tests have no line', () => {
    const [figure] = figuresOf([100, 1, 10].map((size) => of('a', { size }, size)));
    const [line] = linesOf(figure);
    expect(line.map(([x]) => x)).to.deep.equal(line.map(([x]) => x).sort((a, b) => a - b));
    const many = Array.from({ length: 20 }, (_, i) => [of(`t${i}`, { size: 1 }, 5), of(`t${i}`, { size: 2 }, 5)])
      .flat();
    expect(linesOf(figuresOf(many)[0])).to.have.length(16);
    expect(figuresOf(many)[0]).to.include('; 4 more lines are left out');
  });
});

describe('the page of tests', () => {
  it('has growth as its answer where there are too many groups to tell of each, and says it once', () => {
    const html = page(parameterTests({ sizes: [10, 50, 100, 1000, 10000] }));
    expect(html.match(/<p class="answer">/g)).to.have.length(4);
    expect(html).to.match(/<p class="answer"><b><bdi>concat<\/bdi><\/b>: time grows with size as/);
    expect(html).not.to.match(/<li><b><bdi>concat<\/bdi><\/b>: time/);
    const few = page(parameterTests({ sizes: [10, 1000] }));
    expect(few).to.match(/<p class="answer">size=10/).and.match(/<li><b><bdi>concat<\/bdi><\/b>: time grows with/);
  });

  it('with parameters has them in groups, and growth in words', () => {
    const html = page(parameterTests({ sizes: [10, 1000] }));
    expect(html.match(/<tr class="group"><th scope="rowgroup" colspan="7"><bdi>size=\d+<\/bdi>/g)).to.have.length(2);
    expect(html.match(/<li class="group"><bdi>size=1000<\/bdi>/g)).to.have.length(2);
    expect(textOf(html)).to.include('concat : time grows with size as n log n (1.2 ns each, off by 3 %); next best ' +
      'n (off by 20 %)').and.to.include('over that of concat ; faster');
    // each row of the table leads to its own test
    expect(html).to.match(/<a href="#s1t5"><bdi>concat<\/bdi>/)
      .and.to.match(/<bdi>concat size=1000 type=&quot;utf8&quot;<\/bdi><\/span>[^]{0,200}id="s1t5"/);
  });

  it('with memory, processor time and cold caches shows them', () => {
    const text = textOf(page(measuredTests()));
    expect(text).to.include('processor time cold data caches bytes per call rank');
    expect(text).to.match(/fetch 166 6\.020 ms [^a-z]* ms 1\.01 ms 6\.3 ms 1,120 B 1000/);
    expect(text).to.include('processor time per call 1.01 ms, 17 % of the time')
      .and.to.include('with cold data caches 82 ns (78 – 90 ns)').and.to.include('with cold data caches under 20 ns')
      .and.to.include('cold calls 200 calls, 67.1 MB evicted before each')
      .and.to.include('memory per call 1,120 B (1,109 B to 1,131 B)')
      .and.to.include('memory outside of the heap 30 kB')
      .and.to.include('memory kept per call 12 B')
      .and.to.include('collections, memory pass 12 (12 young, 0 old), 3.1 % of the time')
      .and.to.include('calls per collection 8,333');
    expect(textOf(page([row('a')]))).not.to.match(/memory p|cold|processor time/);
  });

  it('of tiers tells of which tier a test is, and of first calls', () => {
    const text = textOf(page(tierTests()));
    expect(text).to.include('tier of V8 optimized').and.to.include('which calls the first one in each process')
      .and.to.match(/parse \(cold\) [^*]*scan \(interpreter\)/);
  });
});
