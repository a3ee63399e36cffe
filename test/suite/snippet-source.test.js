'use strict';

const { expect } = require('chai');
const { snippetForm, setupForm } = require('#lib/core/suite/snippet-source');
const reports = require('../helpers/engine-reports');

const kindOf = ({ isExpression, isAsync }) => `${isAsync ? 'async ' : ''}${isExpression ? 'expression' : 'statements'}`;

describe('a snippet', () => {
  const forms = {
    expression: ['1', '[1, 2, 3]', '{a: 1}', '{a: 1, "b": 2}', '{}', 'x = (x * 3 + 1) | 0', 'a, b', 'a\n+ b',
      '// why\na // because', '/* ; */ a', '"a; b"',
      "'await x'", '`a\n;${b}`', '/[)}]/.test(a)', 'function f() {}', 'function () {}', 'class { }', '() => { a; b }',
      'async () => { await x }', 'o.await', '{ await: 1 }',
      'async function f() { for await (const a of b) c(); }', 'new.target', 'yield', 'import("x")', '`${await_}`',
      '(a)(b)'],
    statements: ['', ' \n', '// nothing', ';', 'a; b', 'a\nb', 'let x = 1', 'if (a) b()', 'for (;;) break', 'return x',
      'return', '{ let x = 1 }', 'with (a) b', 'throw x',
      'label: a()', 'async function f() { await x } f()', 'const s = "await"; s', 'var { await: x } = y',
      'function await(x) { return x } await (1)'],
    'async expression': ['await x', 'await (x)', 'await [x]', 'await import("x")', '[await x]', 'f(await x, "await")',
      'await\nx', 'await `x`', '(await x).y', '() => 1, await (x)'],
    'async statements': ['for await (const a of b) c()', 'await x; await y', 'const r = await (f()); g(r)',
      'return await x', 'if (await (x)) y()', '{ await (x); }',
      'const o = { await: 1 }; await (o)'],
  };
  for (const [kind, codes] of Object.entries(forms)) {
    for (const code of codes) {
      it(`is ${kind === 'statements' ? kind : `an ${kind}`}: ${JSON.stringify(code)}`, () => {
        const form = snippetForm(code);
        expect(form).not.to.have.property('error');
        expect(kindOf(form)).to.equal(kind);
        expect(form.text).to.equal(code);
      });
    }
  }

  const ended = [['a;', 'a'], ['a ; ;; ', 'a '], ['a; // b; c', 'a'], ['a /* ; */; /* ; */ // ;', 'a /* ; */'],
    ['"; //";', '"; //"'], ['{a: 1};', '{a: 1}'], ['await x;\n', 'await x'],
    ['[1]; /* a\nb */', '[1]'], ['a;\n//', 'a']];
  for (const [code, text] of ended) {
    it(`is an expression also with a semicolon: ${JSON.stringify(code)}`, () => {
      expect(snippetForm(code)).to.deep.include({ text, isExpression: true });
    });
  }

  // JavaScriptCore points behind some words, which is the last number.
  const wrong = [
    ['a b', 1, 3], ['foo(1))', 1, 7], ['foo(1', 1, 5], ['a\n  b c', 2, 5], ['a\r\n\tb c', 2, 4], ['} {', 1, 1],
    ['}, () => {', 1, 1], ['}); (async () => {', 1, 1],
    ['} async function y() {', 1, 1], ['1) + (2', 1, 2], ['1] + [2', 1, 2], ['a } { b', 1, 3], ['a */', 1, 4],
    ['await foo }', 1, 11], ['await x y', 1, 9],
    ['const r = await f(); g(r', 1, 24], ['let x; let x', 1, 12], ['import x from "y"', 1, 1, 8],
    ['export const a = 1', 1, 1], ['yield x', 1, 7],
    ['...a', 1, 1], ['a,', 1, 3], ['() => await x', 1, 7, 13], ['list.map((x) => await f(x))', 1, 17, 23],
    ['await a; function f() { await b }', 1, 25, 31], ['a; }); (() => {', 1, 4], ['break', 1, 1, 6],
    ['await 1; }, async () => { b', 1, 10], ['await 1; }); (async () => { b', 1, 10],
    ['await 1; } async function f() { b', 1, 12],
  ];
  for (const [code, line, column, behind = column] of wrong) {
    it(`is wrong at ${line}:${column}: ${JSON.stringify(code)}`, () => {
      const { error, ...rest } = snippetForm(code);
      expect(rest).to.deep.equal({});
      expect(error.message).to.be.a('string').and.not.include('\n');
      if (!reports.places) {
        expect(error.place).to.equal(null);
        return;
      }
      // Versions of V8 differ by a column if they point after an unexpected brace.
      expect(error.place.line).to.equal(line);
      const known = reports.pointsBehind ? behind : column;
      expect(error.place.column).to.be.oneOf([column - 1, column, column + 1, known]);
    });
  }

  it('that is too deep, or a line too long to point into, is wrong without a column', () => {
    expect(snippetForm('('.repeat(1e5)).error.message).to.match(/stack/);
    expect(snippetForm(`${'a;'.repeat(2000)}b c`).error.place)
      .to.deep.equal(reports.places ? { line: 1, column: null } : null);
  });

  it('of many semicolons or comments takes no long time', () => {
    for (const code of [`${';'.repeat(1e5)}`, `${'/**/'.repeat(2e4)};x`, `${'// '.repeat(2e4)}\nx`,
        `${'a;'.repeat(300)}`, `a${' '.repeat(1e5)};`]) {
      expect(snippetForm(code)).not.to.have.property('error');
    }
  });
});

describe('a setup', () => {
  const forms = {
    statements: ['', '1', '[1, 2]', 'const a = 1', 'const a = "await x"', 'async function f() { await x }',
      'function await_() {}', 'return 5'],
    'async statements': ['await x', 'const a = await import("y")', 'const a = await (b)',
      'for await (const a of b) c()'],
  };
  for (const [kind, codes] of Object.entries(forms)) {
    for (const code of codes) {
      it(`is ${kind}: ${JSON.stringify(code)}`, () => expect(kindOf(setupForm(code))).to.equal(kind));
    }
  }

  it('is no expression', () => {
    expect(setupForm('{a: 1, "b": 2}')).to.have.property('error');
    expect(setupForm('const a = 1) + (2')).to.have.property('error');
    expect(setupForm('} {')).to.have.property('error');
  });
});
