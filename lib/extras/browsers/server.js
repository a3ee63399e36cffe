'use strict';

/* The HTTP server of pages. Clients need the random word in the address and the cookie of the page. */

const http = require('http');
const { randomBytes } = require('crypto');
const { unexpectedMessage } = require('./failure');
const { MOST_LENGTH, parseMessage } = require('../../base/host/protocol');

const HEADERS = {
  // An isolated page has the finer clock.
  'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin', 'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store',
};

function answer(response, status, type = 'text/plain', body = '') {
  response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` });
  response.end(body);
}

/** JSON without `<`, so that no text ends the script. */
const inScript = (value) => JSON.stringify(value).replace(/</g, '\\u003c');

function pageHtml({ tree, job, chosen, version }, base) {
  const given = { base, suite: base + tree.suite, job, chosen, version };
  return `<!DOCTYPE html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>qtimeit</title>
<link rel="icon" href="data:,">
<script type="importmap">${inScript(tree.importMap(base))}</script>
<script type="module">
import page from ${inScript(`${base}qtimeit/in-page.mjs`)};
page.start(${inScript(given)});
</script>
<p>qtimeit measures in this page. Leave it open, and in front.</p>
`;
}

const cookieIn = ({ headers: { cookie = '' } }) => (/(?:^|; )qtimeit=([0-9a-f]+)/.exec(cookie) || [])[1];

function intrusionFault(rest) {
  if (rest === 'message') return 'another client sent a message';
  return `another client ${['', 'open'].includes(rest) ? 'opened the page' : `requested ${rest}`}`;
}

/** Null if the text is too long, undefined if the client disconnected. */
const bodyOf = (request) => new Promise((resolve) => {
  const pieces = [];
  let length = 0;
  request.on('data', (piece) => {
    length += piece.length;
    if (length <= MOST_LENGTH) pieces.push(piece);
  });
  request.on('error', () => resolve());
  request.on('end', () => resolve(length <= MOST_LENGTH ? Buffer.concat(pieces).toString('utf8') : null));
});

function refuse(page, fault, response, status = 403) {
  page.failed(fault);
  answer(response, status);
}

/** Restores the order of messages by number, because requests can overtake each other. */
async function take(page, request, response) {
  const body = await bodyOf(request);
  if (body === undefined) return;
  const parsed = parseMessage(body) || {};
  const { number, ...message } = typeof parsed.type === 'string' ? parsed : {};
  if (!Number.isSafeInteger(number) || number < page.next || page.waiting.has(number)) {
    refuse(page,
      unexpectedMessage(number >= 0 ? `message number ${number} arrived twice` : 'its type or number is missing'),
      response, 400);
    return;
  }
  page.waiting.set(number, { message, response });
  for (; page.waiting.has(page.next); page.next++) {
    const { message: next, response: to } = page.waiting.get(page.next);
    page.waiting.delete(page.next);
    Promise.resolve(page.take(next)).then((said) => (
      said ? answer(to, 200, 'application/json', JSON.stringify(said)) : answer(to, 204)));
  }
}

function hold(page, response) {
  page.isOpened = true;
  page.opened();
  response.on('close', () => page.lost());
}

/** A reload replaces the cookie: the last client to load the page before a connection opens is the one to measure. */
function servePage(page, base, response) {
  page.cookie = randomBytes(16).toString('hex');
  response.setHeader('Set-Cookie', `qtimeit=${page.cookie}; Path=${base}; HttpOnly; SameSite=Strict`);
  answer(response, 200, 'text/html', pageHtml(page, base));
}

function serve(page, rest, response) {
  const file = page.tree.read(rest);
  if (file === null) answer(response, 404);
  else answer(response, 200, file.type, file.body);
}

/**
 * isOpen: whether other machines can connect. add(page, word): the word replaces a random one.
 * page: tree: see tree.js; job, chosen, version: for start() of in-page.js; take(message): receives the messages in
 *   order, and returns the answer; opened(); lost(): the page has closed its connection; failed(fault)
 */
async function openServer({ isOpen = false } = {}) {
  const pages = new Map();
  const retired = new Set(); // cookies of removed pages: pages in the browser of a user stay open

  /** Refuses other host names, which a foreign site can point to this address, and pages of other servers. */
  function isAsked({ method, headers: { host = '', origin } }) {
    const isOwnName = isOpen ? host.endsWith(`:${port()}`) : host === `127.0.0.1:${port()}`;
    return isOwnName && (origin === undefined ? method !== 'POST' : origin === `http://${host}`);
  }

  function route(request, response) {
    const [, word = '', rest = null] = /^\/([\w-]+)\/([^?#]*)/.exec(request.url) || [];
    const page = pages.get(word);
    if (!isAsked(request)) answer(response, 403);
    else if (page === undefined || rest === null) answer(response, 404);
    else if (request.method !== (rest === 'message' ? 'POST' : 'GET')) answer(response, 405);
    else if (rest === 'next') answer(response, page.cookie === null ? 204 : 404);
    else if (rest === '' && !page.isOpened) servePage(page, `/${word}/`, response);
    else if (retired.has(cookieIn(request))) answer(response, 403);
    else if (cookieIn(request) !== page.cookie) refuse(page, intrusionFault(rest), response);
    else if (rest === 'message') take(page, request, response);
    else if (rest !== '' && rest !== 'open') serve(page, rest, response);
    else if (page.isOpened) refuse(page, 'the page was loaded a second time', response);
    else hold(page, response);
  }

  const server = http.createServer((request, response) => {
    response.on('error', () => {});
    try {
      route(request, response);
    } catch (error) {
      answer(response, 500, 'text/plain', error.message);
    }
  });
  const port = () => server.address().port;
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, isOpen ? '0.0.0.0' : '127.0.0.1', resolve);
  });

  return {
    add(page, word = randomBytes(16).toString('hex')) {
      const added = { ...page, isOpened: false, cookie: null, waiting: new Map(), next: 0 };
      pages.set(word, added);
      return {
        address: `http://127.0.0.1:${port()}/${word}/`,
        remove() {
          pages.delete(word);
          retired.add(added.cookie);
        },
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

module.exports = { openServer };
