'use strict';

const { expect } = require('chai');
const { environmentSection, environmentTable } = require('../../lib/report/html/environment');

const NODE = { nodeVersion: '20.20.2', v8Version: '11.3', missing: {}, warnings: [], nodeFlags: [] };
const BUN = {
  ...NODE, engine: 'bun', engineVersion: '1.4.5', jit: 'JavaScriptCore 1a2b', nodeVersion: null, v8Version: null,
  missing: { nodeVersion: 'this is bun 1.4.5', v8Version: 'this is bun 1.4.5' },
};

const textOf = (html) => String(html).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the environment on a page', () => {
  it('has the versions of Node, as it always had', () => {
    const text = textOf(environmentSection({ ...NODE, engine: 'node', engineVersion: '20.20.2', jit: 'V8 11.3' }));
    expect(text).to.contain('Node.js 20.20.2').and.contain('V8 11.3').and.not.contain('engine');
  });

  it('names another engine, and misses nothing of Node there', () => {
    const text = textOf(environmentSection(BUN));
    expect(text).to.contain('engine Bun 1.4.5 compiler JavaScriptCore 1a2b').and.not.contain('Not known');
  });

  it('has the engines side by side, that of an old document, too', () => {
    const sides = [{ label: 'old', environment: { ...NODE, engine: 'node', engineVersion: '20.20.2', jit: 'V8 11.3' } },
      { label: 'new', environment: BUN }];
    const text = textOf(environmentTable(sides, ['engine']));
    expect(text).to.contain('engine Node.js 20.20.2 Bun 1.4.5 forbids a verdict');
    expect(text).to.contain('compiler V8 11.3 JavaScriptCore 1a2b differs').and.not.contain('Node.js 20.20.2 –');
    const old = textOf(environmentTable([{ label: 'old', environment: NODE }, sides[1]], ['engine']));
    expect(old).to.contain('engine Node.js 20.20.2 Bun 1.4.5 forbids a verdict');
  });
});
