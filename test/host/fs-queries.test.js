'use strict';

const { expect } = require('chai');
const { unlessMissing } = require('#lib/base/host/fs-queries');
const { UsageError } = require('#lib/base/text/usage-error');

const failing = (code) => () => { throw Object.assign(new Error(code), { code }); };

describe('host/fs-queries: unlessMissing', () => {
  it('returns the value, or null if the file does not exist', () => {
    expect(unlessMissing('a.json', () => 'text')).to.equal('text');
    expect(unlessMissing('a.json', failing('ENOENT'))).to.equal(null);
  });

  it('throws the reason why an existing file cannot be read', () => {
    for (const [code, words] of [['EACCES', 'no permission'], ['EISDIR', 'it is a folder'], ['EIO', 'the device']]) {
      expect(() => unlessMissing('a.json', failing(code))).to.throw(UsageError, `a.json cannot be read: ${words}`);
    }
  });
});
