'use strict';

const { expect } = require('chai');
const { toHtml } = require('../../lib/report/html/to-html');
const { results, row } = require('../helpers/documents');
const { reference, gzip, against, typical, objectMode, oneSided, single, inChunks, failedStream, streamSuite } =
  require('../helpers/streams-rows');

const page = (tests, settings) => toHtml(results([streamSuite(tests, settings && { settings })]));
const textOf = (html) => html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  .replace(/ ([,;:)])/g, '$1');
const words = (html) => textOf(html).replace(/\u00a0/g, ' ').replace(/&#39;/g, '\'');
const labels = (html) => [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label.replace(/\u00a0/g, ' '));
const figureOf = (html, title) =>
  (new RegExp(`<figure class="[^"]*">\\n<figcaption><strong>${title}[^]*?</figure>`).exec(html) || [''])[0];

describe('a page of streams', () => {
  const html = page(typical());

  it('has a table of what a stream costs', () => {
    const text = words(html);
    expect(text).to.include('64.0 MB in chunks of 65,536 bytes; 10 runs each, a process for each · margin 0.2 %');
    expect(text)
      .to.include('test MB/s 95 % interval rank interval first byte peak memory processor out/in verdict ' +
        'pass-through 1,235 1,220 – 1,250 1000 1000 – 1000 212 µs 64.2 MB 98 + 4 % 100 % ◆ baseline');
    expect(text).to.include('gzip 52.1 51.7 – 52.5 42 42 – 43 4.02 ms 81.0 MB 104 + 6 % 12.3 % ▼ slower');
    // The peak of this one is sampled.
    expect(text).to.include('965 – 1012 212 µs ≥ 64.2 MB 98 + 4 % 100 % ? unresolved');
    expect(text).to.match(/closes early Error: the stream was closed before its end bench\/zip\.js:12:7 ✕ failed/);
    expect(text).not.to.match(/per call|ops\/sec/);
  });

  it('has only the columns that it has figures for, and the units of the suite', () => {
    expect(words(page(single())))
      .to.include('test MB/s 95 % interval rank interval first byte verdict pass-through 1,235 – 1000');
    expect(words(page(objectMode()))).to.include('test chunks/s 95 % interval')
      .and.include('parse lines 310,000 303,800 – 316,200 248');
    expect(words(page([reference(), inChunks('objects', 5e4, 0.1)]))).to.include('test speed 95 % interval')
      .and.match(/pass-through 1,235 MB\/s 1,220 – 1,250 .* objects 50,000 chunks\/s 45,000 – 55,000/);
    expect(words(page(oneSided()))).to.match(/write to nowhere 2,900 2,813 – 2,987 2348 2264 – 2433 – 64\.2 MB/);
  });

  it('says what is in doubt', () => {
    const text = words(html);
    expect(text).to.include('to upper case: not resolved; about 14 more runs would settle it');
    expect(text)
      .to.include('The peak of memory of to upper case is the highest sample; between two of them it may have been ' +
        'higher');
    expect(text).to.include('Sampling memory took 0.21 % of the time at most');
    expect(text).to.include('Noise floor here: 0.42 %');
  });

  it('draws speeds with intervals, and a line at the reference', () => {
    const figure = figureOf(html, 'Speed');
    expect(words(figure)).to.include('Speed MB/s, on a log axis; faster is to the right')
      .and.match(/the speed of pass-through ?, 1,235 MB\/s/);
    expect(labels(figure)).to.deep.equal([
      'gzip: 52.1 MB/s (51.7 – 52.5 MB/s), slower',
      'gunzip and count lines: 240 MB/s (237 – 244 MB/s), slower',
      'to upper case: 1,221 MB/s (1,197 – 1,245 MB/s), unresolved',
    ]);
    expect(figure.match(/class="unity"/g)).to.have.length(3);
    const alone = figureOf(page([reference()]), 'Speed');
    expect(labels(alone)).to.deep.equal(['pass-through: 1,235 MB/s (1,220 – 1,250 MB/s), baseline']);
    const contender = figureOf(page([{ ...reference(), name: 'copy' }, against('b', 400, 0.01)]), 'Speed');
    expect(labels(contender)).to.have.length(2);
  });

  it('has the contenders among themselves: a reference that is far faster lies beyond their axis', () => {
    const figure = figureOf(page([reference(), against('a', 50, 0.01), against('b', 52, 0.01)]), 'Speed');
    expect(words(figure)).to.match(/pass-through ?, 1,235 MB\/s, lies beyond the axis/);
    expect(figure).to.match(/<span><bdi>pass-through<\/bdi>, 1,235[^<]+<\/span><\/li>/);
    expect(words(figure)).not.to.include('the speed of');
    expect(figure.match(/class="far" x1="99\.\d+%"/g)).to.have.length(2);
    expect(words(figure)).to.include('the axis does not start at 0').and.not.include('log axis');
  });

  it('has an axis that suits the contenders, and the reference', () => {
    const near = (speed) => words(figureOf(page([reference(), against('b', speed, 0.01)]), 'Speed'));
    expect(near(1300)).to.include('MB/s; the axis does not start at 0; faster');
    expect(near(1300)).not.to.match(/ 0 /);
    expect(near(900)).to.include('MB/s; the axis does not start at 0').and.include('the speed of pass-through');
    expect(near(400)).to.include('lies beyond the axis');
    const mixed = page([reference(), inChunks('objects', 5e4, 0.1)]);
    expect(mixed.match(/<strong>Speed<\/strong>/g)).to.have.length(2);
  });

  it('draws memory from 0: the mean as a bar, the peak as a whisker', () => {
    const figure = figureOf(html, 'Resident memory');
    expect(labels(figure).slice(0, 2))
      .to.deep.equal(['pass-through: peak 64.2 MB, mean 60.1 MB', 'gzip: peak 81.0 MB, mean 78.3 MB']);
    expect(labels(figure)[3]).to.equal('to upper case: peak ≥ 64.2 MB, mean 60.1 MB');
    // The axis ends at 143.2 MB and 4 % of it: 60.14 / 148.93 = 40.38 %, 64.2 / 148.93 = 43.11 %
    expect(figure)
      .to.include('<line class="bar mean" x1="0%" x2="40.38%" y1="50%" y2="50%"/><line class="whisker" x1="40.38%" ' +
        'x2="43.11%"');
    expect(words(figure)).to.include('≥: the highest sample');
    expect(words(figureOf(page([reference()]), 'Resident memory'))).not.to.include('≥');
    const half = (stream) => labels(figureOf(page([reference({ stream })]), 'Resident memory'))[0];
    expect(half({ peakRssBytes: null })).to.equal('pass-through: mean 60.1 MB');
    expect(half({ meanRssBytes: null })).to.equal('pass-through: peak 64.2 MB');
    expect(half({ peakRssBytes: null, meanRssBytes: null })).to.equal(undefined);
  });

  it('draws user and system time on top of each other, and where one processor is busy', () => {
    const figure = figureOf(html, 'Processor time');
    expect(labels(figure)[2]).to.equal('gunzip and count lines: user and system time 131 + 22 %');
    // 153 % and 4 % of it: 131 / 159.12 = 82.33 %, 153 / 159.12 = 96.15 %, 100 / 159.12 = 62.85 %
    expect(figure)
      .to.include('<line class="bar user" x1="0%" x2="82.33%" y1="50%" y2="50%"/><line class="bar system" ' +
        'x1="82.33%" x2="96.15%"');
    expect(figure).to.include('<line class="unity" x1="62.85%" x2="62.85%"');
    expect(figureOf(page(single()), 'Processor time')).to.equal('');
  });

  it('has the facts of each contender, and its runs', () => {
    const text =
      words(page(
        [reference(), gzip({ collections: { count: 31, share: 0.008, seconds: 0.0098, bytesPerCall: null } })]));
    const facts = text.slice(text.lastIndexOf('Spread of 10 runs'));
    expect(facts).to.match(/^Spread of 10 runs MB\/s, a dot for each run .* estimate /);
    expect(facts).to.include(
      ' estimate 52.1 MB/s 95 % interval 51.7 – 52.5 MB/s speed 52.1 MB/s (51.7 – 52.5 MB/s) ');
    expect(facts)
      .to.include('time of a run 1.228 s (1.219 – 1.238 s) first chunk out after 4.02 ms in 64.0 MB in 977 chunks ' +
        'out 7.87 MB in 481 chunks out of in 12.3 % peak of memory 81.0 MB ' +
      'mean of memory 78.3 MB samples of memory 163 in a run, 0.04 % of the time growth of the heap −0.40 MB ' +
      'processor, user + system 104 + 6 % ' +
      'collections of garbage 31 in a run, 9.80 ms, 0.8 % of the time runs 10 processes 10');
    const alone = words(page(single()));
    expect(alone).to.include('processes none of its own')
      .and.not.match(/Spread of|mean of memory|collections of garbage/);
    expect(words(page([reference({ stream: { isPeakExact: false } })])))
      .to.include('peak of memory 64.2 MB, the highest sample');
    expect(words(page([...oneSided()]))).not.to.match(/out of in/);
  });

  it('draws a run at its own speed', () => {
    const test =
      reference(
        { samples: [1, 2].map((times) => ({ nsPerCall: reference().nsPerCall * times })), nsLow: null, nsHigh: null,
          stream: { bytesPerSecondLow: null, bytesPerSecondHigh: null } });
    // 1235 and half of it, with 4 % on both sides: 0.04 / 1.08 = 3.7 %
    expect(page([test])).to.match(/<path class="value" d="M963 [\d.]+h0M37 [\d.]+h0"\/>/);
  });

  it('says what it was run with, from what was saved', () => {
    const head = (settings, tests = typical()) => words(page(tests, settings));
    expect(head({ input: 'access.log', inputBytes: 1.5e6, chunkSize: 100, runs: 3, forkTests: 0 }))
      .to.include('1.50 MB from access.log in chunks of 100 bytes; 3 runs each, in this process ');
    expect(head({})).to.include('64.0 MB; 10 runs each, in this process');
  });

  it('stands beside suites of tests, and shows failures where nothing else is left', () => {
    const text = words(toHtml(results([streamSuite([row('x')]), streamSuite([reference()], { suite: 2 })])));
    expect(text).to.match(/time per call .* first byte/);
    expect(words(page([reference(), failedStream('b', { message: 'Error: <i>\nsecond' })])))
      .to.match(/Error: &lt;i&gt; second/);
  });
});
