'use strict';

const { expect } = require('chai');
const { PassThrough } = require('stream');
const { keepLast, readLines } = require('#lib/base/host/child-output');

describe('the output of a process', () => {
  it('is read in lines, also with the line ends of Windows', async () => {
    const lines = [];
    const stream = new PassThrough();
    readLines(stream, (line) => lines.push(line));
    for (const text of ['a\r', '\nb\n', '\r\nc\rd']) stream.write(text);
    await new Promise((resolve) => stream.on('end', resolve).end());
    expect(lines).to.deep.equal(['a', 'b', '', 'c\rd']);
  });

  it('keeps its error, but not the native trace of Linux or Windows below it', () => {
    const fatal = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';
    const frame = (i) => `${i % 2 ? `${i}: 0xb8ced1` : ` ${i}: 00007FF6A8E5B0DF`} node::SetCppgcReference+15695`;
    const trace = ['----- Native stack trace -----', '', ...Array.from({ length: 30 }, (_, i) => frame(i))];
    const kept = [];
    for (const line of [fatal, ...trace, '1: face the error', '2: 0 errors']) keepLast(kept, line);
    expect(kept).to.deep.equal([fatal, '1: face the error', '2: 0 errors']);
  });

  it('keeps text without its colours', () => {
    const kept = [];
    keepLast(kept, '    at b \u001b[90m(/w/a.js:2:3)\u001b[39m');
    expect(kept).to.deep.equal(['    at b (/w/a.js:2:3)']);
  });
});
