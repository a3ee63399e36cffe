'use strict';

/*
 * What a page of a command gets its files from, and tells what it finds: an HTTP server on this machine. It answers who
 * knows the random word in the address of such a page, and has the cookie that the page came with.
 */

const http = require('http');
const { randomBytes } = require('crypto');
const { unexpectedMessage } = require('./failure');
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

const cookieIn = ({ headers: { cookie = '' } }) => (/(?:^|; )qtimeit=([0-9a-f]+)/.exec(cookie) || [])[1];

/** The fault of a page that another client has made a request for. */
function intrusionFault(rest) {
  if (rest === 'told') return 'another client sent a message for its page';
  return `another client ${['', 'open'].includes(rest) ? 'opened its page' : `requested ${rest}`}`;
}

/** All that is sent; null for more than a message can have, undefined if the client has gone. */
function bodyOf(request) {
  return new Promise((resolve) => {
    const pieces = [];
    let length = 0;
    request.on('data', (piece) => {
      length += piece.length;
      if (length <= MOST_LENGTH) pieces.push(piece);
    });
    request.on('error', () => resolve());
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
 * @property {function(string)} failed another client has asked, or a message is wrong: its fault, as in run-page.js
 *
 * @param {{ isOpen?: boolean }} [options] isOpen: whether other machines may ask, too
 * @returns {Promise<{ port: number, add: function(Page, string): { address: string, remove: function() },
 *   close: function() }>} add(page, word): under this word, or a random one
 * @throws what listening throws
 */
async function openServer({ isOpen = false } = {}) {
  const pages = new Map();
  // Cookies of pages that are over: one that was opened by hand may go on.
  const retired = new Set();

  /**
   * Whether it was asked for by the name that this server has, and by no page of another one: a site that has its own
   * name lead here has another.
   */
  function isAsked({ method, headers: { host = '', origin } }) {
    const isOwnName = isOpen ? host.endsWith(`:${port()}`) : host === `127.0.0.1:${port()}`;
    return isOwnName && (origin === undefined ? method !== 'POST' : origin === `http://${host}`);
  }

  /** In the order of their numbers: of several requests one can overtake another. */
  async function take(page, request, response) {
    const body = await bodyOf(request);
    if (body === undefined) return;
    const message = messageIn(body);
    const { number } = message || {};
    if (!Number.isSafeInteger(number) || number < page.next || page.waiting.has(number)) {
      page.failed(unexpectedMessage(number >= 0 ? `number ${number} came twice` : 'it has no type or no number'));
      answer(response, 400);
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

  /** Who loads the page last before it opens its connection is the one that measures. */
  function servePage(page, base, response) {
    page.cookie = randomBytes(16).toString('hex');
    response.setHeader('Set-Cookie', `qtimeit=${page.cookie}; Path=${base}; HttpOnly; SameSite=Strict`);
    answer(response, 200, 'text/html', pageHtml(page, base));
  }

  function refuse(page, fault, response) {
    page.failed(fault);
    answer(response, 403);
  }

  function serve(page, rest, response) {
    const file = page.tree.read(rest);
    if (file === null) answer(response, 404);
    else answer(response, 200, file.type, file.body);
  }

  function route(request, response) {
    const [, word = '', rest = null] = /^\/([\w-]+)\/([^?#]*)/.exec(request.url) || [];
    const page = pages.get(word);
    if (!isAsked(request)) answer(response, 403);
    else if (page === undefined || rest === null) answer(response, 404);
    else if (request.method !== (rest === 'told' ? 'POST' : 'GET')) answer(response, 405);
    else if (rest === 'next') answer(response, page.cookie === null ? 204 : 404);
    else if (rest === '' && !page.isOpened) servePage(page, `/${word}/`, response);
    else if (retired.has(cookieIn(request))) answer(response, 403);
    else if (cookieIn(request) !== page.cookie) refuse(page, intrusionFault(rest), response);
    else if (rest === 'told') take(page, request, response);
    else if (rest !== '' && rest !== 'open') serve(page, rest, response);
    else if (page.isOpened) refuse(page, 'its page was loaded a second time', response);
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
    port: port(),
    add(page, word = randomBytes(16).toString('hex')) {
      const added = { ...page, isOpened: false, cookie: null, waiting: new Map(), next: 0 };
      pages.set(word, added);
      return {
        address: `http://127.0.0.1:${port()}/${word}/`, word,
        remove() {
          pages.delete(word);
          retired.add(added.cookie);
        },
      };
    },
    close() {
      server.close();
      // Of pages that are gone, or about to be.
      server.closeAllConnections();
    },
  };
}

module.exports = { openServer };
