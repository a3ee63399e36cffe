'use strict';

const { expect } = require('chai');
const path = require('path');
const { pathToFileURL } = require('url');
const vm = require('vm');
const { withSlashes } = require('#lib/base/host/paths');
const { excerpt, syntaxPlace, thrownAt } = require('#lib/core/suite/source-place');
const reports = require('../helpers/engine-reports');

describe('the place of a syntax error', () => {
  function stackOf(text, filename) {
    try {
      vm.compileFunction(text, [], { filename });
    } catch (error) {
      return error.stack;
    }
    throw new Error('nothing was thrown');
  }

  it('is above the stack', function () {
    if (!reports.places) this.skip(); // this engine does not report it
    for (const [text, filename, line, column] of [
      ['a;\n\tb c', '/home/me/x.js', 2, 4], ['a b', 'C:\\a b:1\\x.js', 1, 3],
      // The line is too long for a mark.
      [`${'a;'.repeat(2000)}b c`, '/home/me/x.js', 1, null],
    ]) expect(syntaxPlace(stackOf(text, filename))).to.deep.equal({ file: filename, line, column });
  });

  for (const [stack, file, line, column] of [
    // Without a width
    ['/x.mjs:3\nfoo(\n    \n\nSyntaxError: x', '/x.mjs', 3, 5],
    // With the line before, as in TypeScript
    ['/x.ts:2\nconst a: number = 1;\n  let b: = 3;\n         ^\nmore\n\nSyntaxError: x', '/x.ts', 2, 10],
    ['file:///x.ts:1\nenum A { x }\n^^^^^^^^^^^^\n   ^\n\nSyntaxError: x', 'file:///x.ts', 1, 1],
    // On standard error of Windows
    ['C:\\x.mjs:2\r\n  let b = ;\r\n          ^\r\n\r\nSyntaxError: x', 'C:\\x.mjs', 2, 11],
    // Before the first line, as Node counts its wrapper
    ['x:-1\n} {\n^', 'x', -1, 1],
  ]) {
    it(`is at a mark: ${JSON.stringify(stack)}`, () => (
      expect(syntaxPlace(stack)).to.deep.equal({ file, line, column })));
  }

  it('is not taken from other stacks', () => {
    for (const stack of ['', 'TypeError: x\n    at f (/home/me/x.js:1:2)', 'Error', new Error('a:b').stack]) {
      expect(syntaxPlace(stack), stack).to.equal(null);
    }
  });
});

describe('the place of an error', () => {
  const at = (error) => thrownAt(error, '/lib/by.js');

  it('comes from the error of a compiler or an engine that cannot compile a file', () => {
    const file = path.resolve('/home/me/x.js');
    const place = `${withSlashes(file)}:2:11`;
    expect(at(new Error(`Transform failed\n${file}:2:10: ERROR: Unexpected ";"`))).to.equal(place);
    // Bun
    const position = { file, line: 2, column: 11 };
    expect(at(Object.assign(new Error('Unexpected ;'), { stack: undefined, position }))).to.equal(place);
    // Deno
    const message = 'SyntaxError: Expression expected\n  |\n2 |   let b = ;\n  |           ~\n';
    expect(at(new TypeError(`${message}    at ${pathToFileURL(file)}:2:11`))).to.equal(place);
    expect(at(new SyntaxError(`Illegal break statement at ${pathToFileURL(file)}:2:11`))).to.equal(place);
  });

  it('is not taken from text that only looks like a place', () => {
    for (const position of [null, 5, 'x', {}, { file: 5, line: 1, column: 1 }, { file: '/x.js', line: '1', column: 1 },
        { file: 'x.js', line: 1, column: 1 }]) {
      expect(at({ position, stack: undefined })).to.equal(null);
      expect(at(Object.assign(new Error('x'), { position, stack: 'Error: x\n    at f (/home/me/y.js:1:2)' })))
        .to.equal('/home/me/y.js:1:2');
    }
    for (const thrown of [null, undefined, 'x', 5, new Proxy({}, { get() { throw 1; } })]) {
      expect(at(thrown)).to.equal(null);
    }
  });
});

describe('an excerpt of a source', () => {
  const long = `${'-'.repeat(500)}X${'+'.repeat(500)}`;
  for (const [text, line, column, ...shown] of [
    ['a\nb c\nd', 2, 3, 'b c', '  ^'], ['a\r\nb', 2, 1, 'b', '^'], ['a\u2028b', 2, 2, 'b', ' ^'],
    // Without a column, and after the last line
    ['a b', 1, null, 'a b'], ['a', 5, 1, '', '^'],
    // Wide and escaped characters
    ['\u65e5\u672c x', 1, 4, '\u65e5\u672c x', '     ^'], ['\t\u0007x', 1, 3, '\\t\\x07x', '      ^'],
    // 72 characters of a long line
    [long, 1, 501, `${'-'.repeat(35)}X${'+'.repeat(36)}`, `${' '.repeat(35)}^`], [long, 1, null, '-'.repeat(72)],
    [long, 1, 10, '-'.repeat(72), `${' '.repeat(9)}^`],
  ]) {
    it(`has a mark below ${line}:${column} of ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(excerpt(text, { line, column })).to.equal(shown.map((one) => `    ${one}`).join('\n'));
    });
  }
});
