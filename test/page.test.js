'use strict';

/*
 * The module for a page, as it is committed. `node tools/bundle.js --check` compares it with the sources, and
 * tools/check-browser.js measures with it in browsers.
 */

const fs = require('fs');
const { gzipSync } = require('zlib');
const { expect } = require('chai');
const { FILE, MOST_BYTES } = require('../tools/bundle');

describe('qtimeit.browser.mjs', () => {
  const text = fs.readFileSync(FILE, 'utf8');

  it('is small', () => {
    expect(gzipSync(text, { level: 9 }).length).to.be.at.most(MOST_BYTES);
  });

  it('imports nothing', () => {
    expect(text).to.not.match(/Dynamic require of|^import\b|;import\b/m);
  });

  it('exports the functions for pages', () => {
    const [, exported] = /export\s*\{([^}]*)\};?\s*$/.exec(text);
    const names = exported.split(',').map((one) => one.split(/\s+as\s+/).pop().trim());
    expect(names.sort()).to.deep.equal(
      ['bench', 'blackBox', 'default', 'describeWarning', 'fptime', 'keep', 'sysinfo', 'timeit']);
  });
});
