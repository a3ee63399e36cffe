// reason: linear|scan|search|find|one by one|every route|Map|more work
// because: the slow one searches the whole list of routes for the path at every request, the fast one looks it up in
// a Map.
'use strict';
const assert = require('assert');

const routes = [];
for (const area of ['users', 'orders', 'items', 'carts', 'bills', 'files', 'teams', 'tags'])
  for (const action of ['list', 'show', 'edit', 'drop', 'copy', 'lock'])
    routes.push({ method: 'GET', path: '/' + area + '/' + action, id: routes.length });

const byPath = new Map(routes.map((r) => [r.path, r]));
const requests = [];
for (let i = 0; i < 32; i++) {
  // paths come from the socket, so they are fresh strings
  requests.push(Buffer.from(routes[(i * 29) % routes.length].path).toString('latin1'));
}

let served = 0;
let answered = 0;

module.exports = {
  fast() {
    const base = (served = (served + 8) % 32);
    let sum = 0;
    for (let k = 0; k < 8; k++) {
      const route = byPath.get(requests[base + k]);
      if (route !== undefined && route.method === 'GET') sum += route.id;
    }
    return sum;
  },
  slow() {
    const base = (answered = (answered + 8) % 32);
    let sum = 0;
    for (let k = 0; k < 8; k++) {
      const path = requests[base + k];
      const route = routes.find((r) => r.path === path); // HERE
      if (route !== undefined && route.method === 'GET') sum += route.id;
    }
    return sum;
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
