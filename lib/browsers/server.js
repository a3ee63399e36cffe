'use strict';

/*
 * What a page of a command gets its files from, and tells what it finds: an HTTP server on this machine, which answers
 * nobody who does not know the random word in the address of such a page.
 */

const http = require('http');
const { randomBytes } = require('crypto');
const { pageHtml } = require('./page-html');

// Longer than any message.
const MOST_LENGTH = 2 ** 27;

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

/** All that is sent; null for more than a message can have. */
function bodyOf(request) {
  return new Promise((resolve) => {
    const pieces = [];
    let length = 0;
    request.on('data', (piece) => {
      length += piece.length;
      if (length <= MOST_LENGTH) pieces.push(piece);
    });
    request.on('error', () => resolve(null));
    request.on('end', () => resolve(length <= MOST_LENGTH ? Buffer.concat(pieces).toString('utf8') : null));
  });
}

function messageIn(text) {
  try {
    const message = JSON.parse(text);
    return message !== null && typeof message === 'object' && typeof message.type === 'string' ? message : null;
  } catch (_) {
    return null;
  }
}

/**
 * @typedef {object} Page what is served under an address of its own
 * @property {object} tree see tree.js
 * @property {object} job and all else that is given to start() of in-page.js
 * @property {function(object): (Promise<object|null>|object|null|undefined)} take each message, in the order in which
 *   the page has told them; what it gives is the answer
 * @property {function()} opened the page has come
 * @property {function()} lost the page has gone, though nobody has ended it
 *
 * @param {{ isOpen?: boolean }} [options] isOpen: whether other machines may ask, too
 * @returns {Promise<{ port: number, add: function(Page, string): { address: string, remove: function() },
 *   close: function() }>} add(page, word): under this word, or a random one
 * @throws what listening throws
 */
async function openServer({ isOpen = false } = {}) {
  const pages = new Map();

  /** Whether it was asked for by the name that this server has: a site that has its own name lead here has another. */
  function isAsked({ headers: { host = '' } }) {
    return isOpen ? host.endsWith(`:${port()}`) : host === `127.0.0.1:${port()}`;
  }

  /** In the order of their numbers: of several requests one can overtake another. */
  async function take(page, request, response) {
    const message = messageIn(await bodyOf(request));
    if (message === null) {
      answer(response, 400);
      return;
    }
    page.waiting.set(message.number, { message, response });
    for (; page.waiting.has(page.next); page.next++) {
      const { message: next, response: to } = page.waiting.get(page.next);
      page.waiting.delete(page.next);
      Promise.resolve(page.take(next)).then((said) => (
        said ? answer(to, 200, 'application/json', JSON.stringify(said)) : answer(to, 204)));
    }
  }

  function hold(page, request, response) {
    page.isOpened = true;
    page.opened();
    response.on('close', () => page.lost());
  }

  function serve(page, base, rest, response) {
    if (rest === '') {
      answer(response, 200, 'text/html', pageHtml(page, base));
      return;
    }
    const file = page.tree.read(rest);
    if (file === null) answer(response, 404);
    else answer(response, 200, file.type, file.body);
  }

  function route(request, response) {
    const [, word = '', rest = null] = /^\/([\w-]+)\/([^?#]*)/.exec(request.url) || [];
    const page = pages.get(word);
    if (!isAsked(request)) answer(response, 403);
    else if (page === undefined || rest === null) answer(response, 404);
    else if (request.method === 'POST' && rest === 'told') take(page, request, response);
    else if (request.method !== 'GET') answer(response, 405);
    else if (rest === 'next') answer(response, page.isOpened ? 404 : 204);
    else if (rest === 'open') hold(page, request, response);
    else serve(page, `/${word}/`, rest, response);
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
    port: port(),
    add(page, word = randomBytes(16).toString('hex')) {
      pages.set(word, { ...page, isOpened: false, waiting: new Map(), next: 0 });
      return { address: `http://127.0.0.1:${port()}/${word}/`, word, remove() { pages.delete(word); } };
    },
    close() {
      server.close();
      // Of pages that are gone, or about to be.
      server.closeAllConnections();
    },
  };
}

module.exports = { openServer };
