'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { excerpt, linesOf, syntaxPlace, thrownAt } = require('../../lib/suite/source-place');
const tells = require('../helpers/engine-tells');

describe('the place of a syntax error', () => {
  function stackOf(text, filename = '/home/me/x.js') {
    try {
      vm.compileFunction(text, [], { filename });
    } catch (error) {
      return error.stack;
    }
    throw new Error('nothing was thrown');
  }

  it('stands above the stack', function () {
    if (!tells.places) this.skip(); // this engine does not tell it
    expect(syntaxPlace(stackOf('a;\n\tb c'))).to.deep.equal({ file: '/home/me/x.js', line: 2, column: 4 });
    expect(syntaxPlace(stackOf('a b', 'C:\\a b:1\\x.js')))
      .to.deep.equal({ file: 'C:\\a b:1\\x.js', line: 1, column: 3 });
  });

  it('has no column where the line is too long to be marked', function () {
    if (!tells.places) this.skip(); // this engine does not tell it
    expect(syntaxPlace(stackOf(`${'a;'.repeat(2000)}b c`)))
      .to.deep.equal({ file: '/home/me/x.js', line: 1, column: null });
  });

  it('is the end where the mark has no width', () => {
    expect(syntaxPlace('/x.mjs:3\nfoo(\n    \n\nSyntaxError: x')).to.deep.equal({ file: '/x.mjs', line: 3, column: 5 });
  });

  it('is below the line, also where Node shows the one before it, as of TypeScript', () => {
    expect(syntaxPlace('/x.ts:2\nconst a: number = 1;\n  let b: = 3;\n         ^\nmore\n\nSyntaxError: x'))
      .to.deep.equal({ file: '/x.ts', line: 2, column: 10 });
    expect(syntaxPlace('file:///x.ts:1\nenum A { x }\n^^^^^^^^^^^^\n   ^\n\nSyntaxError: x'))
      .to.deep.equal({ file: 'file:///x.ts', line: 1, column: 1 });
  });

  it('can be in a line before the first, as Node counts what it wraps', () => {
    expect(syntaxPlace('x:-1\n} {\n^')).to.deep.equal({ file: 'x', line: -1, column: 1 });
  });

  it('is not taken from other stacks', () => {
    for (const stack of ['', 'TypeError: x\n    at f (/home/me/x.js:1:2)', 'Error', new Error('a:b').stack]) {
      expect(syntaxPlace(stack), stack).to.equal(null);
    }
  });
});

describe('the place of an error', () => {
  const at = (error) => thrownAt(error, '/lib/by.js');

  it('is what a compiler or an engine tells of a file that it cannot compile', () => {
    const place = '/home/me/x.js:2:11';
    expect(at(new Error('Transform failed\n/home/me/x.js:2:10: ERROR: Unexpected ";"'))).to.equal(place);
    // Bun
    const position = { file: '/home/me/x.js', line: 2, column: 11 };
    expect(at(Object.assign(new Error('Unexpected ;'), { stack: undefined, position }))).to.equal(place);
    // Deno
    const message = 'SyntaxError: Expression expected\n  |\n2 |   let b = ;\n  |           ~\n';
    expect(at(new TypeError(`${message}    at file:///home/me/x.js:2:11`))).to.equal(place);
    expect(at(new SyntaxError('Illegal break statement at file:///home/me/x.js:2:11'))).to.equal(place);
  });

  it('is not taken from what only looks like it', () => {
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
  it('has the line, and a mark below the place', () => {
    expect(excerpt('a\nb c\nd', { line: 2, column: 3 })).to.equal('    b c\n      ^');
    expect(excerpt('a\r\nb', { line: 2, column: 1 })).to.equal('    b\n    ^');
    expect(excerpt('a\u2028b', { line: 2, column: 2 })).to.equal('    b\n     ^');
  });

  it('has no mark where the column is not known',
    () => expect(excerpt('a b', { line: 1, column: null })).to.equal('    a b'));

  it('is empty behind the last line', () => expect(excerpt('a', { line: 5, column: 1 })).to.equal('    \n    ^'));

  it('marks below what is wide, and below what is escaped', () => {
    expect(excerpt('\u65e5\u672c x', { line: 1, column: 4 })).to.equal('    \u65e5\u672c x\n         ^');
    expect(excerpt('\t\u0007x', { line: 1, column: 3 })).to.equal('    \\t\\x07x\n          ^');
  });

  it('has 72 characters of a long line, with the place among them', () => {
    const text = `${'-'.repeat(500)}X${'+'.repeat(500)}`;
    const [line, mark] = excerpt(text, { line: 1, column: 501 }).split('\n');
    expect(line).to.match(/^ {4}-{35}X\+{36}$/);
    expect(mark.length).to.equal(4 + 36);
    expect(excerpt(text, { line: 1, column: null })).to.equal(`    ${'-'.repeat(72)}`);
    expect(excerpt(text, { line: 1, column: 10 }).split('\n')[0]).to.equal(`    ${'-'.repeat(72)}`);
  });

  it('counts lines as V8 does',
    () => expect(linesOf('a\nb\r\nc\rd\u2028e\u2029f\n')).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f', '']));
});
