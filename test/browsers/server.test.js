'use strict';

const os = require('os');
const { expect } = require('chai');
const { until } = require('../helpers/child-processes');
const { request: requestOf } = require('../helpers/fake-browser');
const { openServer } = require('#lib/extras/browsers/server');

const TREE = {
  suite: 'files/a.mjs', importMap: () => ({ imports: {} }),
  read: (address) => (address === 'files/a.mjs' ? { type: 'text/javascript', body: 'export {}' } : null),
};

const LIMIT_MS = 5000;

/** A request that fails if the server holds it: only the first /open may stay open. */
const request = (address, options, body) => requestOf(address, { timeout: LIMIT_MS, ...options }, body);

describe('browsers/server', () => {
  let server;
  let page;
  let received;
  let turns;
  let faults;
  let cookie;

  beforeEach(async () => {
    received = [];
    faults = [];
    turns = { opened: 0, lost: 0 };
    server = await openServer();
    page = server.add({
      tree: TREE, job: { text: '</script>' }, chosen: {}, version: '1',
      take(message) {
        received.push(message.type);
        return message.type === 'asks' ? { answered: true } : null;
      },
      opened() { turns.opened++; },
      lost() { turns.lost++; },
      failed(fault) { faults.push(fault); },
    });
  });
  afterEach(() => server.close());

  const origin = () => new URL(page.address).origin;
  /** Headers of a request by the page */
  const headers = (more) => ({ Cookie: cookie, ...more });
  const get = (name, more) => request(`${page.address}${name}`, { headers: headers(more) });
  const postText = (text, more) =>
    request(`${page.address}message`, { method: 'POST', headers: headers({ Origin: origin(), ...more }) }, text);
  const post = (message, more) => postText(JSON.stringify(message), more);
  const load = async () => {
    const loaded = await request(page.address);
    [cookie] = loaded.headers['set-cookie'][0].split(';');
    return loaded;
  };
  const open = async () => {
    const held = require('http').request(`${page.address}open`, { agent: false, headers: headers() });
    held.on('error', () => {});
    held.end();
    await until(() => turns.opened === 1, 'an open page');
    return held;
  };

  it('serves the page, isolated, with a cookie, and its files', async () => {
    const { status, headers: received, text } = await load();
    expect([status, received['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(received).to.include({
      'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
    });
    expect(text.match(/<\/script>/g)).to.have.length(2);
    // Scripts and other sites cannot use the cookie.
    expect(received['set-cookie']).to.have.length(1);
    expect(received['set-cookie'][0]).to.match(
      new RegExp(`^qtimeit=[0-9a-f]{32}; Path=${new URL(page.address).pathname}; HttpOnly; SameSite=Strict$`));
    const file = await get('files/a.mjs?again');
    expect(file).to.include({ status: 200, text: 'export {}' });
    expect((await get('files/b.mjs')).status).to.equal(404);
  });

  it('listens only on this machine, at an address with a random secret', async function () {
    expect(page.address).to.match(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const outside = Object.values(os.networkInterfaces()).flat()
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (outside === undefined) this.skip(); // a machine without a network
    const failure = await request(page.address.replace('127.0.0.1', outside.address))
      .then(() => null, ({ code }) => code);
    expect(failure).to.equal('ECONNREFUSED');
  });

  it('refuses requests without the secret, or with another host name', async () => {
    const statusOf = async (...given) => (await request(...given)).status;
    expect(await statusOf(origin())).to.equal(404);
    expect(await statusOf(`${origin()}/files/a.mjs`)).to.equal(404);
    expect(await statusOf(`${origin()}/${'0'.repeat(32)}/`)).to.equal(404);
    expect(await statusOf(page.address, { headers: { Host: 'example.com' } })).to.equal(403);
    expect(await statusOf(page.address, { method: 'DELETE' })).to.equal(405);
    expect((await post({ type: 'x', number: 0 }, { Host: 'example.com' })).status).to.equal(403);
    expect(received).to.deep.equal([]);
  });

  it('refuses pages of other servers, and messages without an origin', async () => {
    await load();
    const ask = async (method, name, Origin) => {
      const given = Origin === undefined ? headers() : headers({ Origin });
      return (await request(`${page.address}${name}`, { method, headers: given }, '{"type":"x","number":0}')).status;
    };
    for (const other of ['http://example.com', 'http://127.0.0.1:1', 'null', '']) {
      expect(await ask('GET', 'files/a.mjs', other)).to.equal(403);
      expect(await ask('POST', 'message', other)).to.equal(403);
    }
    expect(await ask('POST', 'message')).to.equal(403);
    expect({ received, faults }).to.deep.equal({ received: [], faults: [] });
    expect(await ask('GET', 'files/a.mjs', origin())).to.equal(200);
  });

  it('refuses invalid messages, and numbers that are invalid or arrived before', async () => {
    await load();
    const unexpected = 'the page sent an unexpected message: ';
    const bad = [null, 1, {}, { type: 1, number: 0 }, { type: 'x' }, { type: 'x', number: '0' },
      { type: 'x', number: -1 }, { type: 'x', number: 0.5 }];
    for (const message of bad) {
      expect((await post(message)).status).to.equal(400);
      expect(faults.pop()).to.match(new RegExp(`^${unexpected}`));
    }
    expect((await postText('{')).status).to.equal(400);
    expect(faults.splice(0)).to.deep.equal([`${unexpected}its type or number is missing`]);
    await post({ type: 'x', number: 0 });
    expect((await post({ type: 'y', number: 0 })).status).to.equal(400);
    expect({ received, faults })
      .to.deep.equal({ received: ['x'], faults: [`${unexpected}message number 0 arrived twice`] });
  });

  const intrusions = [
    ['files/a.mjs', {}, 'another client requested files/a.mjs'],
    ['message', { method: 'POST' }, 'another client sent a message'],
    ['open', {}, 'another client opened the page'],
  ];
  for (const [name, how, fault] of intrusions) {
    it(`reports that ${fault}`, async () => {
      const ask = async (more) => {
        const given = { ...how, headers: { Origin: origin(), ...more } };
        return (await request(`${page.address}${name}`, given, '{"type":"x","number":0}')).status;
      };
      expect({ status: await ask(), faults: faults.splice(0) }).to.deep.equal({ status: 403, faults: [fault] });
      await load();
      expect([await ask(), await ask({ Cookie: 'qtimeit=0123456789abcdef' }), faults]).to.deep.equal(
        [403, 403, [fault, fault]]);
      expect({ received, turns }).to.deep.equal({ received: [], turns: { opened: 0, lost: 0 } });
    });
  }

  it('reports a client that loads the page after the page was opened, or before it', async () => {
    await load();
    const held = await open();
    expect({ status: (await request(page.address)).status, faults: faults.splice(0) })
      .to.deep.equal({ status: 403, faults: ['another client opened the page'] });
    const again = 'the page was loaded a second time';
    expect([(await get('')).status, (await get('open')).status, faults.splice(0)]).to.deep.equal(
      [403, 403, [again, again]]);
    held.destroy();
    page = server.add({ tree: TREE, failed(fault) { faults.push(fault); } });
    await load();
    await request(page.address);
    await get('files/a.mjs');
    expect(faults).to.deep.equal(['another client requested files/a.mjs']);
  });

  it('passes messages on in the order of their numbers, and returns the answers', async () => {
    await load();
    const later = [post({ type: 'c', number: 2 }), post({ type: 'b', number: 1 })];
    const first = await post({ type: 'asks', number: 0 });
    expect(first).to.include({ status: 200, text: '{"answered":true}' });
    expect((await Promise.all(later)).map(({ status, text }) => [status, text])).to.deep.equal([[204, ''], [204, '']]);
    expect(received).to.deep.equal(['asks', 'b', 'c']);
  });

  it('detects that a page has opened, and that it has closed', async () => {
    const { status: before } = await request(`${page.address}next`);
    await load();
    const held = await open();
    expect({ before, status: (await request(`${page.address}next`)).status })
      .to.deep.equal({ before: 204, status: 404 });
    expect(turns.lost).to.equal(0);
    held.destroy();
    await until(() => turns.lost === 1, 'a lost page');
    page.remove();
    expect((await request(page.address)).status).to.equal(404);
  });
});

describe('browsers/server, on request', () => {
  it('accepts any host name of this machine, but requires the secret', async () => {
    const server = await openServer({ isOpen: true });
    try {
      const faults = [];
      const page = { tree: TREE, job: {}, take: () => null, failed: (fault) => faults.push(fault) };
      const { address, remove } = server.add(page, 'abcdefgh23');
      const { port, origin } = new URL(address);
      expect(address).to.equal(`${origin}/abcdefgh23/`);
      const host = `10.0.0.1:${port}`;
      const loaded = await request(address, { headers: { Host: host } });
      expect(loaded.status).to.equal(200);
      const headers = { Host: host, Origin: `http://${host}`, Cookie: loaded.headers['set-cookie'][0].split(';')[0] };
      const sent = await request(`${address}message`, { method: 'POST', headers }, '{"type":"x","number":0}');
      expect({ status: sent.status, faults }).to.deep.equal({ status: 204, faults: [] });
      expect((await request(`${origin}/abcdefgh24/`)).status).to.equal(404);
      // A page from before, at the same address, is refused but not reported as another client.
      remove();
      server.add(page, 'abcdefgh23');
      expect((await request(`${address}message`, { method: 'POST', headers }, '{"type":"x","number":2}')).status)
        .to.equal(403);
      expect({ status: (await request(`${address}next`, { headers: { Host: host } })).status, faults })
        .to.deep.equal({ status: 204, faults: [] });
    } finally {
      server.close();
    }
  });
});
