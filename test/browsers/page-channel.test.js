'use strict';

/* The messages of a page, with a fake fetch. */

const { expect } = require('chai');
const { loadFresh } = require('../helpers/load-fresh');

/** createPageChannel() with a fetch that resolves to answerOf(number of the request), and its requests */
function openChannel(answerOf) {
  const requests = [];
  const fetch = async (address, options) => {
    requests.push({ address, ...options });
    return answerOf(requests.length - 1);
  };
  const globals = { fetch, setTimeout() {} };
  const { createPageChannel } = loadFresh(require.resolve('#lib/extras/browsers/in-page'), { globals });
  return { requests, ...createPageChannel('/word/') };
}

const OPEN = { address: '/word/open' };
const post = (body) => ({ address: '/word/message', method: 'POST', body });

describe('browsers/page-channel', () => {
  it('opens a connection, numbers messages, sends each at once, and passes the answer on', async () => {
    const { send, requests } = openChannel((number) => new Response(number === 1 ? '{"said":1}' : null));
    const answers = ['a', 'b'].map((type) => new Promise((resolve) => { send({ type }, resolve); }));
    expect(requests).to.deep.equal([OPEN, post('{"type":"a","number":0}'), post('{"type":"b","number":1}')]);
    expect(await Promise.all(answers)).to.deep.equal([{ said: 1 }, null]);
  });

  it('sends correct JSON if a test has replaced JSON.stringify, and ignores failed requests', async () => {
    const { send, requests } = openChannel(() => { throw new TypeError('Failed to fetch'); });
    const { stringify } = JSON;
    try {
      JSON.stringify = () => 'x';
      Object.prototype.toJSON = () => 'y';
      send({ type: 'a' });
    } finally {
      JSON.stringify = stringify;
      delete Object.prototype.toJSON;
    }
    expect(requests).to.deep.equal([OPEN, post('{"type":"a","number":0}')]);
    await new Promise((resolve) => setImmediate(resolve));
  });
});
