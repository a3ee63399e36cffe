'use strict';
// Looks up handlers for request paths and returns the last one found.
// reason: does more

const ROUTES = new Map();
for (let i = 0; i < 40; i++) ROUTES.set('GET /api/v1/resource' + i, { id: i, auth: i % 2 === 0 });
const PATHS = [];
for (let i = 0; i < 40; i++) PATHS.push('/api/v1/resource' + i + (i % 3 ? '?page=' + i : ''));

function cleanPath(path) {
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}

function findRoute(path) {
  const route = ROUTES.get('GET ' + cleanPath(path));
  return route === undefined ? -1 : route.id;
}

function resolveAll(from) {
  let last = -1;
  for (let i = from; i < PATHS.length; i++) last = findRoute(PATHS[i]);
  return last;
}

function fast() {
  return resolveAll(26);
}

function slow() {
  return resolveAll(0); // HERE
}

module.exports = { fast, slow };
