'use strict';

const { expect } = require('chai');
const { codeOf, codeWithNames } = require('#lib/base/text/code-text');

const has = (source) => /\bword\b/.test(codeOf(source));

describe('the code of a source text', () => {
  it('has no comments, strings, templates and regular expressions', () => {
    const hidden = [
      '// word', '/* word */ 1', '/*\n * word\n */', '\'word\'', '"word"', '`word`', '\'it\\\'s word\'',
      '"\\\\" + "word"', '`\\` word`', '`\\${word}`', '`$word $ word`', '/word/.test(a)', '(/[/"]word/g)',
      'return /\'word/', '/\\/word/i', '`${a}word${b}word`', '`${`word`}`', '`${{ a: {} }} word`',
      '\'\\\nword\'', 'a // `\n// word`',
    ];
    expect(hidden.filter(has)).to.deep.equal([]);
  });

  it('has everything else, also after a quote that is not closed', () => {
    const shown = [
      'word()', '"" + word', '`${word}`', '`${`${word}`}`', '`${{}}${word}`', '/* */ word // no', 'a = b / word / c',
      '(a) / word /', 'a[0] / word / 1', '/[/*`]/.test(word)', '/\'/; word', '/`/; word', 'return /"`/.test(word)',
      'x = \'a\nword', 'const it = <p>don\'t</p>;\nword', '} word', '`${a}` / word', '\'//\' + word',
      '`/*` + word /* */', '#!/usr/bin/env node\nword', '1 /* unclosed word',
    ];
    expect(shown.filter((source) => !has(source))).to.deep.equal([]);
  });

  it('can have names of modules, but no other strings', () => {
    const source = 'require("./a.js"); // "b"\nconst text = \'from "c"\' + \'d e\' + `"f"`;\nimport g from \'g\';';
    expect(codeWithNames(source).match(/["'].*?["']/g)).to.deep.equal(['"./a.js"', '\'g\'']);
  });

  it('of a long text is found quickly', () => {
    const long = 'a\\\\'.repeat(1e5);
    for (const source of [`'${long}' + word`, `\`${long}\` + word`, `/* ${long} */ word`, `'${long}\nword`]) {
      expect(has(source)).to.equal(true);
    }
  });
});
