'use strict';

/* What was counted of streams, in a terminal, in Markdown and on a page. */

const { expect } = require('chai');
const { toMarkdown } = require('../../lib/report/markdown');
const { streamsLines } = require('../../lib/report/streams-table');
const { streamsNotes } = require('../../lib/report/streams-notes');
const { instructionsPerByte } = require('../../lib/report/streams-words');
const { toHtml } = require('../../lib/report/html/to-html');
const { results, countsOf } = require('../helpers/documents');
const { reference, gzip, streamRow, inChunks, streamSuite } = require('../helpers/streams-rows');

// Of 64 MB.
const counts = (instructions, more) => countsOf(instructions, { loop: 0, tier: null, collects: true, ...more });
const counted = () => [reference({ counts: counts(6.4e6) }), { ...gzip(), counts: counts(3.2e9) }];
const inChunksCounted = () => [
  reference({ counts: counts(6.4e6) }), { ...inChunks('objects', 5e4, 0.1), counts: counts(7123456, { error: 4000 }) }];

const wordsOf = (html) => html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]*>/g, ' ')
  .replace(/\u00a0/g, ' ').replace(/\s+/g, ' ');

describe('instructions of streams', () => {
  it('are told per byte in', () => {
    expect(counted().map(instructionsPerByte)).to.deep.equal([0.1, 50]);
    const [titles, first, second] = streamsLines(counted(), { visualize: true });
    expect(titles).to.match(/ verdict +instructions\/byte +first byte /);
    expect(first).to.match(/ baseline +0\.100 +0\.212 ms /);
    expect(second).to.match(/ slower +50\.0 +4\.02 ms /);
  });

  it('are told per byte out where nothing goes in', () => {
    const row = streamRow('made', 100, 0.01, { stream: { bytesIn: null, chunksIn: null, bytesOut: 1e6 } });
    expect(instructionsPerByte({ ...row, counts: counts(5e6) })).to.equal(5);
  });

  it('are told per run where a contender has no bytes', () => {
    const lines = streamsLines(inChunksCounted(), { visualize: true });
    expect(lines[0]).to.include(' instructions/run ');
    expect(lines[2]).to.match(/ 7,123,456 /);
  });

  it('are not told where none were counted, and leave out those that were not', () => {
    expect(streamsLines([reference(), gzip()], { visualize: true })[0]).to.not.include('instructions');
    expect(toMarkdown([reference(), gzip()])).to.not.include('instructions');
    const [, first, second] = streamsLines([reference(), counted()[1]], { visualize: true });
    expect(first).to.match(/ baseline +0\.212 ms /);
    expect(second).to.match(/ slower +50\.0 +4\.02 ms /);
  });

  it('stay longest where the terminal is narrow', () => {
    const titles = (columns) => streamsLines(counted(), { visualize: true, columns })[0];
    expect(titles(50)).to.include('instructions/byte').and.not.include('peak');
    expect(streamsLines(counted(), { visualize: false })[2]).to.include(' slower 50.0 instructions/byte first byte ');
  });

  it('are below the table, with what counted them and what is doubtful', () => {
    const [row, other] = counted();
    const warnings = [{ code: 'not-counted', reason: 'it takes 3.0 s each time' }];
    const lines = streamsNotes([row, { ...other, counts: null, warnings }], { margin: 0.002 });
    expect(lines).to.include('gzip: not counted: it takes 3.0 s each time');
    expect(lines).to.include('instructions by valgrind 3.19.0');
  });

  it('stand in Markdown', () => {
    const [titles, , , row] = toMarkdown(counted()).split('\n');
    expect(titles).to.include('| instructions/byte |');
    expect(row).to.include('| 50.0 |');
  });

  it('stand on the page, of a run and of a byte', () => {
    const text = wordsOf(toHtml(results([streamSuite(counted())])));
    expect(text).to.include(' instructions/byte first byte ');
    expect(text).to.include('instructions per byte 50.0');
    expect(text).to.include('instructions per run 3,200,000,000');
    expect(text).to.not.include('per call');
  });

  it('say on a page what counted them, and what was not counted', () => {
    const gone = { ...gzip(), counts: null, warnings: [{ code: 'not-counted', reason: 'it was late' }] };
    const html = toHtml(results([streamSuite([counted()[0], gone])]));
    expect(wordsOf(html)).to.include('Instructions by valgrind 3.19.0');
    expect(html).to.include('<b><bdi>gzip</bdi></b>: not counted: it was late');
  });

  it('have misses of a run', () => {
    const events = [1e4, 20, 300];
    const lines = streamsNotes([reference({ counts: counts(6.4e6, { events }) })]);
    expect(lines.join('\n')).to.match(/ est\. cycles a run; 10,000/);
  });
});
