'use strict';

const os = require('os');
const { expect } = require('chai');
const { addressesOf } = require('../../lib/browsers/by-hand');
const { request } = require('../helpers/fake-browser');
const { openServer } = require('../../lib/browsers/server');

const TREE = {
  suite: 'files/a.mjs', importMap: () => ({ imports: {} }),
  read: (address) => (address === 'files/a.mjs' ? { type: 'text/javascript', body: 'export {}' } : null),
};

describe('browsers/server', () => {
  let server;
  let page;
  let heard;
  let turns;

  beforeEach(async () => {
    heard = [];
    turns = { opened: 0, lost: 0 };
    server = await openServer();
    page = server.add({
      tree: TREE, job: { text: '</script>' }, chosen: {}, version: '1',
      take(message) {
        heard.push(message.type);
        return message.type === 'asks' ? { answered: true } : null;
      },
      opened() { turns.opened++; },
      lost() { turns.lost++; },
    });
  });
  afterEach(() => server.close());

  const post = (message, more) => request(`${page.address}told`, { method: 'POST', ...more }, JSON.stringify(message));

  it('gives the page, isolated, and its files', async () => {
    const { status, headers, text } = await request(page.address);
    expect([status, headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(headers).to.include({
      'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
    });
    expect(text.match(/<\/script>/g)).to.have.length(2);
    const file = await request(`${page.address}files/a.mjs?again`);
    expect([file.status, file.text]).to.deep.equal([200, 'export {}']);
    expect((await request(`${page.address}files/b.mjs`)).status).to.equal(404);
  });

  it('listens on this machine alone, under a word that nobody guesses', () => {
    expect(page.address).to.match(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  });

  it('is not there for other machines', async function () {
    const [outside] = addressesOf(os.networkInterfaces());
    if (outside === '127.0.0.1') this.skip(); // a machine without a network
    const failure = await request(page.address.replace('127.0.0.1', outside)).then(() => null, ({ code }) => code);
    expect(failure).to.equal('ECONNREFUSED');
  });

  it('refuses who does not know the word, or asks by another name', async () => {
    const { origin } = new URL(page.address);
    const statusOf = async (...given) => (await request(...given)).status;
    expect(await statusOf(origin)).to.equal(404);
    expect(await statusOf(`${origin}/files/a.mjs`)).to.equal(404);
    expect(await statusOf(`${origin}/${'0'.repeat(32)}/`)).to.equal(404);
    expect(await statusOf(page.address, { headers: { Host: 'example.com' } })).to.equal(403);
    expect(await statusOf(page.address, { method: 'DELETE' })).to.equal(405);
    expect((await post({ type: 'x', number: 0 }, { headers: { Host: 'example.com' } })).status).to.equal(403);
    expect(heard).to.deep.equal([]);
  });

  it('refuses what is no message', async () => {
    for (const message of [null, 1, {}, { type: 1 }]) expect((await post(message)).status).to.equal(400);
    expect((await request(`${page.address}told`, { method: 'POST' }, '{')).status).to.equal(400);
  });

  it('hands messages on in their order, and gives the answers back', async () => {
    const later = [post({ type: 'c', number: 2 }), post({ type: 'b', number: 1 })];
    const first = await post({ type: 'asks', number: 0 });
    expect([first.status, first.text]).to.deep.equal([200, '{"answered":true}']);
    expect((await Promise.all(later)).map(({ status, text }) => [status, text])).to.deep.equal([[204, ''], [204, '']]);
    expect(heard).to.deep.equal(['asks', 'b', 'c']);
  });

  it('notices that a page has come, and that it has gone', async () => {
    const { status: before } = await request(`${page.address}next`);
    const held = require('http').request(`${page.address}open`, { agent: false });
    held.on('error', () => {});
    held.end();
    const until = async (isSo) => {
      while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(() => turns.opened === 1);
    expect([before, (await request(`${page.address}next`)).status]).to.deep.equal([204, 404]);
    expect(turns.lost).to.equal(0);
    held.destroy();
    await until(() => turns.lost === 1);
  });

  it('knows a page no more that was taken away', async () => {
    page.remove();
    expect((await request(page.address)).status).to.equal(404);
  });
});

describe('browsers/server, on request', () => {
  it('answers by any name of this machine, and by its word alone', async () => {
    const server = await openServer({ isOpen: true });
    try {
      const { address } = server.add({ tree: TREE, job: {}, chosen: {}, version: '1' }, 'abcdefgh23');
      const { port, origin } = new URL(address);
      expect(address).to.equal(`${origin}/abcdefgh23/`);
      expect((await request(address, { headers: { Host: `10.0.0.1:${port}` } })).status).to.equal(200);
      expect((await request(`${origin}/abcdefgh24/`)).status).to.equal(404);
    } finally {
      server.close();
    }
  });
});
