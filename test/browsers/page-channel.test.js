'use strict';

/* The messages of a page, with a fake fetch. */

const { expect } = require('chai');
const { loadFresh } = require('../helpers/load-fresh');

/** createPageChannel() with this fetch */
const channelWith = (fetch) =>
  loadFresh(require.resolve('#lib/extras/browsers/in-page'), { globals: { fetch } }).createPageChannel('/word/');

describe('browsers/page-channel', () => {
  it('numbers messages, sends each at once, and passes the answer on', async () => {
    const sent = [];
    const { send } = channelWith((address, { method, body }) => {
      sent.push([address, method, JSON.parse(body)]);
      return Promise.resolve(new Response(sent.length === 1 ? '{"said":1}' : null, { status: 200 }));
    });
    const answers = [new Promise((resolve) => send({ type: 'a' }, resolve)),
      new Promise((resolve) => send({ type: 'b' }, resolve))];
    expect(sent).to.deep.equal([
      ['/word/message', 'POST', { type: 'a', number: 0 }], ['/word/message', 'POST', { type: 'b', number: 1 }],
    ]);
    expect(await Promise.all(answers)).to.deep.equal([{ said: 1 }, null]);
  });

  it('sends correct JSON if a test has replaced JSON.stringify, and ignores failed requests', async () => {
    const sent = [];
    const { send } = channelWith((_, { body }) => {
      sent.push(body);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const { stringify } = JSON;
    try {
      JSON.stringify = () => 'x';
      Object.prototype.toJSON = () => 'y';
      send({ type: 'a' });
    } finally {
      JSON.stringify = stringify;
      delete Object.prototype.toJSON;
    }
    expect(sent).to.deep.equal(['{"type":"a","number":0}']);
    await new Promise((resolve) => setImmediate(resolve));
  });
});
