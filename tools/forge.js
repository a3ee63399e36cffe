'use strict';

/* The interfaces of GitHub and GitLab for comments of a pull request, on 127.0.0.1. */

const http = require('http');

const BOT = 'github-actions[bot]';
const SHA = 'a'.repeat(40);

/**
 * comments: given; refused: status of each request; unready: number of requests that must be repeated; delayMs(): of an
 * answer
 */
async function startForge({ comments = [], refused = 0, unready = 0, delayMs = () => 0 } = {}) {
  const state = { comments, requests: 0, unready };
  let last = comments.reduce((most, { id }) => Math.max(most, id), 0);
  const answer = (request, url, body) => {
    if (refused) return [refused, { message: 'Resource not accessible by integration' }];
    if (state.unready-- > 0) return [503, {}];
    if (url.pathname === '/user') return request.headers['private-token'] ? [200, { id: BOT }] : [403, {}];
    if (url.pathname.endsWith('/pulls')) return [200, [{ number: 7, head: { sha: SHA } }]];
    const id = Number(/\/(?:comments|notes)\/(\d+)$/.exec(url.pathname)?.[1]);
    const at = comments.findIndex((one) => one.id === id);
    if (id && at < 0) return [404, {}];
    if (['PATCH', 'PUT'].includes(request.method)) {
      comments[at].body = body.body;
      return [200, {}];
    }
    if (request.method === 'DELETE') {
      comments.splice(at, 1);
      return [204, ''];
    }
    if (request.method === 'POST') {
      comments.push({ id: ++last, user: { login: BOT }, author: { id: BOT }, body: body.body });
      return [201, {}];
    }
    const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)));
    const isNewestFirst = url.pathname.endsWith('/notes') && url.searchParams.get('sort') !== 'asc';
    return [200, (isNewestFirst ? [...comments].reverse() : comments).slice((page - 1) * size, page * size)];
  };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (part) => { text += part; });
    request.on('end', () => {
      state.requests++;
      const [status, json] = answer(request, new URL(request.url, 'http://127.0.0.1'), text && JSON.parse(text));
      response.writeHead(status, { 'content-type': 'application/json' });
      setTimeout(() => response.end(json === '' ? '' : JSON.stringify(json)), delayMs());
    });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return { ...state, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

module.exports = { startForge, BOT, SHA };
