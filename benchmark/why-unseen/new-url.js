'use strict';

// reason: \burls?\b|whatwg|parses? the (whole )?address

const requests = [
  { method: 'GET', url: '/users/17?fields=name,mail' },
  { method: 'GET', url: '/' },
  { method: 'POST', url: '/orders/2024/11?dry=1' },
  { method: 'GET', url: '/static/js/app.js' },
  { method: 'DELETE', url: '/users/99' },
  { method: 'GET', url: '/search?q=shoes&page=3' },
  { method: 'GET', url: '/users/18?fields=name' },
  { method: 'GET', url: '/health' },
  { method: 'PUT', url: '/orders/2024/12?dry=0' },
  { method: 'GET', url: '/static/css/site.css?v=31' },
  { method: 'DELETE', url: '/sessions/4' },
  { method: 'GET', url: '/search?q=hats&page=1' },
];

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < requests.length; i++) {
      const target = requests[i].url;
      const end = target.indexOf('?');
      const pathname = end === -1 ? target : target.slice(0, end);
      sum += pathname.length + pathname.charCodeAt(pathname.length - 1);
    }
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < requests.length; i++) {
      const pathname = new URL(requests[i].url, 'http://localhost').pathname; // HERE
      sum += pathname.length + pathname.charCodeAt(pathname.length - 1);
    }
    return sum;
  },
};
