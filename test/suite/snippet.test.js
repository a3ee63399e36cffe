'use strict';

const { expect } = require('chai');
const path = require('path');
const { forgetKept, hasKeptObject } = require('#lib/core/measure/keep');
const { snippetSuite, snippetPlace, snippetInputs } = require('#lib/core/suite/snippet');
const { escaped } = require('#lib/base/text/display');
const reports = require('../helpers/engine-reports');
const { laterRefusalOf } = require('../helpers/refusals');
const { scratchFolder } = require('../helpers/scratch');

describe('snippets', () => {
  const scratch = scratchFolder();
  let cwd;
  before(() => {
    cwd = path.dirname(scratch('here.js', 'exports.here = __filename; exports.list = [];'));
    scratch('module.mjs', 'export const x = 5; export default 6;');
    scratch('node_modules/package/index.js', 'module.exports = "package";');
    scratch('throws.js', '\n  null.x;');
  });

  const suiteOf = (codes, setups) => snippetSuite({ setups, codes, cwd });

  /** What each snippet gives when it is called like a test: as a plain function. */
  async function values(codes, setups) {
    const all = [];
    for (const { fn } of (await suiteOf(codes, setups)).values()) all.push(await fn());
    return all;
  }

  const errorOf = (codes, setups) => laterRefusalOf(() => suiteOf(codes, setups));

  const isStrict = '(function () { return this === undefined })()';
  for (const [what, codes, setups, expected] of [
    ['return the value of an expression, and the return value of statements',
      ['[1, 2, 3];', '{ a: 1 }', 'let x = 1; x', 'return 7', '', '// nothing', '`a\n;b`', '() => 1, 2 // two'], [],
      [[1, 2, 3], { a: 1 }, undefined, 7, undefined, undefined, 'a\n;b', 2]],
    ['store it in a variable that no code has', ['kept + kept_', 'x.kept__ = 3'], ['const kept = 1, kept_ = 2, x = {}'],
      [3, 3]],
    ['see what setups declare, in order', ['a + b + c()'],
      ['const a = 1', 'let b = a + 1 // two', 'function c() { return b + 1 }'], [6]],
    ['can use blackBox', ['blackBox(5) + 1'], [], [6]],
    ['may have a variable of that name', ['blackBox(5) + 1'], ['const blackBox = (x) => -x'], [-4]],
    ['have separate runs of the setup', ['list.sort().join()', 'list.join()', 'n++', 'n'],
      ['const list = [3, 1, 2]; let n = 0;'], ['1,2,3', '3,1,2', 0, 0]],
    ['have setups that are statements each', ['a'], ['var a = 1', '[2].map((x) => { a = x })'], [2]],
    ['may have empty setups', ['a'], ['', 'var a = 1; // one'], [1]],
    ['can have setups that await', ['x', 'await y', 'this === undefined'],
      ['const { x, default: y } = await import("./module.mjs")', 'await null'], [5, 6, false]],
    ['are sloppy', [isStrict], [], [false]],
    ['are strict if the first setup is, and awaits', [isStrict], ['"use strict"; await 1'], [true]],
  ]) {
    it(what, async () => expect(await values(codes, setups)).to.deep.equal(expected));
  }

  it('load modules as a file in the folder would', async () => {
    const [here, file, folder, imported, packaged, resolved] = await values(
      ['require("./here").here', '__filename', '__dirname', 'import("./module.mjs")', 'require("package")',
        'require.resolve("./here.js")']);
    expect(here).to.equal(path.join(cwd, 'here.js'));
    expect(folder).to.equal(cwd);
    expect(path.dirname(file)).to.equal(cwd);
    expect(imported).to.deep.include({ x: 5, default: 6 });
    expect(packaged).to.equal('package');
    expect(resolved).to.equal(here);
  });

  it('are named by their text in one line, with a number if texts are equal', async () => {
    expect([...(await suiteOf(['a  +\n\tb', ' a + b ', 'a + b', 'x', 'x', '', ' '])).keys()])
      .to.deep.equal(['a + b', 'a + b #2', 'a + b #3', 'x', 'x #2', '', ' #2']);
    expect([...(await suiteOf(['x //', 'x // #2', 'x //'])).keys()]).to.deep.equal(['x //', 'x // #2', 'x // #3']);
  });

  it('give errors of the figures their places', async () => {
    const codes = ['ok()', '\n  null.x', 'deep()'];
    const setups = ['const ok = () => 1;\nfunction deep() {\n  null.y; }', 'var b'];
    for (const all of [setups, [...setups, 'await 1']]) {
      const places = [];
      for (const { fn } of (await suiteOf(codes, all)).values()) {
        try {
          fn();
        } catch (error) {
          places.push(snippetPlace(/\[qtimeit snippet \d+\]:\d+:\d+/.exec(error.stack)[0], { setups: all, codes }));
        }
      }
      // JavaScriptCore points to the dot.
      expect(places.map((place) => place.replace(/ 7$/, ' 8')))
        .to.deep.equal(['snippet 2, line 2, column 8', 'setup 1, line 3, column 8']);
    }
    for (const at of [null, 'bench/x.js:1:2', '[qtimeit snippet 9]:1:1', '[qtimeit snippet 1]:99:1',
        '[qtimeit snippet 1]:5:1', '[qtimeit snippet 1]:1:1']) {
      expect(snippetPlace(at, { setups, codes })).to.equal(at);
    }
  });

  it('store the value of an expression, and mark that for the search for removed work', async () => {
    const [text, statement] = [...(await snippetSuite({ codes: ['"a"', 'return "a"'], cwd })).values()];
    forgetKept();
    expect([text, statement].map(({ fn }) => hasKeptObject(fn))).to.deep.equal([true, false]);
  });

  it('use variables of the setups, which are found', () => {
    const setups = ['const a = 1, b = (x) => x, c = a == 1', 'let $d = 4; var [e] = [5]; var f = 6'];
    const codes = ['b(a) + $d + e', '"abc" + f', 'x.aa'];
    expect(codes.map((_, i) => snippetInputs(i, { setups, codes }))).to.deep.equal([['a', 'b', '$d'], ['f'], []]);
  });

  describe('that cannot be compiled', () => {
    /**
     * The message of the engine about a snippet, with the place and a mark below it if the engine reports it: at the
     * first of two columns, or at the last if the engine points after some words.
     */
    function expectRefused(said, label, { text, line = 1, columns, advice = '' }) {
      const [message, ...shown] = said.split('\n');
      const [, words, column] = new RegExp(`^${label} cannot be compiled: (.+?)(?: \\(line ${line}, column ` +
        `(\\d+)\\))?${advice.replace(/[().]/g, '\\$&')}$`).exec(message) || [];
      expect(words, said).to.be.a('string').and.not.include(' (line');
      if (!reports.places) {
        expect({ column, shown }).to.deep.equal({ column: undefined, shown: [] });
        return;
      }
      expect(Number(column)).to.equal(reports.pointsBehind ? columns[columns.length - 1] : columns[0]);
      const before = escaped(text.slice(0, column - 1));
      expect(shown).to.deep.equal([`    ${escaped(text)}`, `    ${' '.repeat(before.length)}^`]);
    }

    it('are named, with the place', async () => {
      expectRefused(await errorOf(['1', 'foo(1))', '2']), 'snippet 2', { text: 'foo(1))', columns: [7] });
      expectRefused(await errorOf(['let a;\n\tlet a']), 'the snippet', { text: '\tlet a', line: 2, columns: [6, 7] });
      expect(await errorOf(['a'], ['1', 'foo(1))'])).to.match(/^setup 2 cannot be compiled: /);
      expect(await errorOf(['a'], ['foo(1))'])).to.match(/^the setup cannot be compiled: /);
    });

    it('do not get out of their function', async () => {
      for (const code of ['} {', '}; globalThis.escaped = 1; module.exports = function () {',
          '1)); globalThis.escaped = 1; ((2', '/* ', '`']) {
        expect(await errorOf([code]), code).to.match(/^the snippet cannot be compiled: /);
        expect(await errorOf(['1'], [code]), code).to.match(/^the setup cannot be compiled: /);
      }
      expect(globalThis).not.to.have.property('escaped');
    });

    it('include conflicts with other snippets', async () => {
      expectRefused(await errorOf(['a'], ['const a = 1', 'let b;\nconst a = 2']), 'setup 2',
        { text: 'const a = 2', line: 2, columns: [7, 9] });
      expectRefused(await errorOf(['1', 'with (a) b'], ['"use strict"']), 'snippet 2',
        { text: 'with (a) b', columns: [1] });
      expectRefused(await errorOf(['a'], ['const require = 1']), 'the setup',
        { text: 'const require = 1', columns: [7, 15] });
      expectRefused(await errorOf(['a'], ['const a = 1', 'await 1', 'let a = 2']), 'setup 3',
        { text: 'let a = 2', columns: [5, 7] });
    });

    it('with import are refused with a hint', async () => {
      expectRefused(await errorOf(['x'], ['import x from "y"']), 'the setup', {
        text: 'import x from "y"', columns: [1, 8],
        advice: "; write const x = await import('y'), or const x = require('y')",
      });
      expect(await errorOf(['x'], ['import("y") z'])).not.to.include('; write');
    });
  });

  describe('with a setup that throws', () => {
    const cases = [
      ['is named with the place', ['const a = 1', 'let c;\n  c.foo()'],
        /^setup 2 threw TypeError: .* \(line 2, column [45]\)\n {6}c\.foo\(\)\n {7,8}\^$/],
      ['is named if it awaits', ['await 1;\n null.foo'],
        /^the setup threw TypeError: .* \(line 2, column [67]\)\n {5}null\.foo\n {9,10}\^$/],
      ['is named with the file that it uses', ['require("./throws")'],
        /^the setup threw TypeError: .* \(line 1, column [18], from .*throws\.js:2:[83]\)\n {4}require/],
      ['can throw anything', ['throw null'], /^the setup threw null$/],
      ['can throw a value that is not an error', ['var x', 'throw { toString() { throw 1 } }'], /^a setup threw \{/],
      ['can throw what cannot be looked at',
        ['throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })'], /^the setup threw /],
      ['does not disturb the terminal', ['throw new Error("\u001b[31m\\u001b[31m")'],
        /^the setup threw Error: \\x1b\[31m\\x1b\[31m \(/],
      ['reports that it may not return', ['return 5'], /^the setup returns before its end. Remove the return$/],
    ];
    for (const [what, setups, message] of cases) {
      it(what, async () => expect(await errorOf(['1'], setups)).to.match(message));
    }
  });
});
