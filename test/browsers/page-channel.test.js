'use strict';

/* What a page tells, with a fetch of its own. */

const { expect } = require('chai');

const FILE = require.resolve('../../lib/browsers/in-page');

/** The module, loaded where fetch is this. */
function loadWith(fetch) {
  const own = globalThis.fetch;
  delete require.cache[FILE];
  globalThis.fetch = fetch;
  try {
    return require(FILE);
  } finally {
    globalThis.fetch = own;
    delete require.cache[FILE];
  }
}

describe('browsers/page-channel', () => {
  it('numbers messages, sends each at once, and hands the answer on', async () => {
    const sent = [];
    const { createPageChannel } = loadWith((address, { method, body }) => {
      sent.push([address, method, JSON.parse(body)]);
      return Promise.resolve(new Response(sent.length === 1 ? '{"said":1}' : null, { status: 200 }));
    });
    const { tell } = createPageChannel('/word/');
    const answers = [new Promise((resolve) => tell({ type: 'a' }, resolve)),
      new Promise((resolve) => tell({ type: 'b' }, resolve))];
    expect(sent).to.deep.equal([
      ['/word/told', 'POST', { type: 'a', number: 0 }], ['/word/told', 'POST', { type: 'b', number: 1 }],
    ]);
    expect(await Promise.all(answers)).to.deep.equal([{ said: 1 }, null]);
  });

  it('says what it says whatever a test has done to JSON, and keeps quiet where nobody listens', async () => {
    const sent = [];
    const { createPageChannel } = loadWith((_, { body }) => {
      sent.push(body);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const { tell } = createPageChannel('/word/');
    const { stringify } = JSON;
    try {
      JSON.stringify = () => 'x';
      Object.prototype.toJSON = () => 'y';
      tell({ type: 'a' });
    } finally {
      JSON.stringify = stringify;
      delete Object.prototype.toJSON;
    }
    expect(sent).to.deep.equal(['{"type":"a","number":0}']);
    await new Promise((resolve) => setImmediate(resolve));
  });
});
