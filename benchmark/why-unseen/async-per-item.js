// reason: await|async|promise
'use strict';
const ids = Array.from({ length: 20 }, (_, i) => i);
const cache = new Map(ids.map((id) => [id, { id, name: `n${id}` }]));
async function load(id) {
  const hit = cache.get(id);
  if (hit) return hit;
  throw new Error('missing');
}
function loadNow(id) {
  const hit = cache.get(id);
  if (hit) return hit;
  throw new Error('missing');
}
async function namesSlow() {
  let length = 0;
  for (const id of ids) {
    const user = await load(id); // HERE
    length += user.name.length;
  }
  return length;
}
async function namesFast() {
  let length = 0;
  for (const id of ids) {
    const user = loadNow(id);
    length += user.name.length;
  }
  return length;
}
module.exports = { fast: async () => { await namesFast(); }, slow: async () => { await namesSlow(); } };
