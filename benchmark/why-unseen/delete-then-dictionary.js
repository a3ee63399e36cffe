// reason: dictionary|delete|shape
'use strict';
// Registry built with a delete in the middle, then only read: reads of a dictionary-mode object
const build = (withDelete) => {
  const routes = {};
  for (const name of ['home', 'about', 'users', 'posts', 'admin', 'login', 'logout', 'search']) {
    routes[name] = { name, hits: name.length };
  }
  if (withDelete) { delete routes.about; routes.about = { name: 'about', hits: 5 }; }
  return routes;
};
const damaged = build(true), intact = build(false);
function statsSlow(routes) {
  let sum = 0;
  for (let i = 0; i < 30; i++) sum += routes.home.hits + routes.users.hits * i + routes.search.hits; // HERE
  return sum;
}
function statsFast(routes) {
  let sum = 0;
  for (let i = 0; i < 30; i++) sum += routes.home.hits + routes.users.hits * i + routes.search.hits;
  return sum;
}
module.exports = { fast() { return statsFast(intact); }, slow() { return statsSlow(damaged); } };
