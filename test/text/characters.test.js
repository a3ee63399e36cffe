'use strict';

/* What a page has in the place of characters.js says the same. */

const { expect } = require('chai');
const characters = require('../../lib/text/characters');
const ofPage = require('../../lib/text/page-characters');

const TEXTS = ['abc', '', 'e\u0301a', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}x', '1\ufe0f\u20e3', '\u231a',
  '\u{1f1e9}\u{1f1ea}', 'a\u200bb', '\u65e5\u672c'];

const clustersOf = ({ eachCluster }, text, most = Infinity) => {
  const found = [];
  eachCluster(text, (cluster) => found.push(cluster) < most);
  return found;
};

describe('characters', () => {
  it('belong together as the segmenter says, whatever stands beside them', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const joining = [...TEXTS, '\u0301', '\ufe0f\u20e3', '\u0600', '\r\n', '\u200d', '\xe9', '\xb1'];
    for (const text of joining.flatMap((one) => [one, `ab${one}cd`, `1${one}${one} 2`, `${one}x${one}`])) {
      const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
      expect(clustersOf(characters, text), JSON.stringify(text)).to.deep.equal(expected);
    }
  });
});

describe('characters in a page', () => {
  it('are of the same kinds', () => {
    for (const name of ['MARK', 'IGNORED', 'EMOJI']) {
      for (const char of TEXTS.flatMap((text) => [...text, text])) {
        expect(ofPage[name].test(char), `${name} ${JSON.stringify(char)}`).to.equal(characters[name].test(char));
      }
    }
  });

  it('belong together in the same way, until nobody wants more', () => {
    for (const text of TEXTS) expect(clustersOf(ofPage, text)).to.deep.equal(clustersOf(characters, text));
    expect(clustersOf(ofPage, 'abc', 2)).to.deep.equal(['a', 'b']);
  });
});
