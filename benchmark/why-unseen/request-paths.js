'use strict';
// Routes requests by the first segment of their path.
// reason: URL\(\)

const TARGETS = [
  '/users/17?full=1', '/orders', '/users/3/roles', '/assets/app.js?v=9', '/orders/551?expand=lines', '/health',
];
const HANDLERS = new Map([['users', 3], ['orders', 5], ['assets', 7], ['health', 11]]);

function firstSegment(path) {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

function route(path) {
  const handler = HANDLERS.get(firstSegment(path));
  return handler === undefined ? 0 : handler + path.length;
}

function pathOf(target) {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

function fast() {
  let sum = 0;
  for (let i = 0; i < TARGETS.length; i++) {
    const path = pathOf(TARGETS[i]);
    sum += route(path);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < TARGETS.length; i++) {
    const path = new URL(TARGETS[i], 'http://localhost').pathname; // HERE
    sum += route(path);
  }
  return sum;
}

module.exports = { fast, slow };
