'use strict';

// https://github.com/nodejs/undici/pull/3193: "a spread operator in makeRequest(), which I thought could be slow"
// reason: spread|copies|CloneObject

const init = { method: 'GET', url: 'http://localhost/', body: null, client: null, referrer: 'client', mode: 'no-cors' };

function makeRequestBySpread(given) {
  return {
    priority: null, origin: 'client', policy: '', window: 'no-window', keepalive: false, credentials: 'same-origin',
    cache: 'default', redirect: 'follow', integrity: '', tainting: 'basic', preventCache: false, done: false,
    ...given, // HERE
    list: given.list ? given.list.slice() : [],
  };
}

function makeRequest(given) {
  return {
    priority: null, origin: 'client', policy: '', window: 'no-window', keepalive: false, credentials: 'same-origin',
    cache: 'default', redirect: 'follow', integrity: '', tainting: 'basic', preventCache: false, done: false,
    method: given.method ?? 'GET', url: given.url, body: given.body ?? null, client: given.client ?? null,
    referrer: given.referrer ?? 'client', mode: given.mode ?? 'no-cors',
    list: given.list ? given.list.slice() : [],
  };
}

const requests = [null, null, null, null];
let count = 0;

const keep = (request) => {
  requests[count++ & 3] = request;
  return request.url;
};

module.exports = {
  fast: () => keep(makeRequest(init)),
  slow: () => keep(makeRequestBySpread(init)),
};
