'use strict';
// Decides by the first matching rule whether a role may act on a path.
// reason: does more work

const rules = [];
const areas = ['admin', 'billing', 'docs', 'files', 'search', 'team', 'user', 'blog'];
for (let i = 0; i < 24; i++) {
  rules.push({ prefix: '/' + areas[i % 8] + '/', role: i < 8 ? 'member' : 'guest', allow: i % 3 !== 0 });
}

const requests = [
  { role: 'member', path: '/docs/intro' },
  { role: 'member', path: '/team/list' },
  { role: 'guest', path: '/billing/card' },
  { role: 'member', path: '/files/a.txt' },
];

function matches(rule, request) {
  return rule.role === request.role && request.path.startsWith(rule.prefix);
}

function decide(request) {
  for (const rule of rules) {
    if (matches(rule, request)) return rule.allow;
  }
  return false;
}

function decideAll(request) {
  let found = null;
  for (const rule of rules) {
    if (matches(rule, request) && found === null) found = rule; // HERE
  }
  return found !== null && found.allow;
}

function fast() {
  let mask = 0;
  for (const request of requests) mask = mask * 2 + (decide(request) ? 1 : 0);
  return mask;
}

function slow() {
  let mask = 0;
  for (const request of requests) mask = mask * 2 + (decideAll(request) ? 1 : 0);
  return mask;
}

module.exports = { fast, slow };
