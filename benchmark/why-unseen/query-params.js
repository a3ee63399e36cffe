'use strict';
// reason: spread

const SEARCH = 'page=2&size=50&sort=name&dir=asc&q=blue+shoes&brand=acme&color=navy' +
  '&min=10&max=90&stock=1&view=grid&ref=mail&lang=en&cur=usd&tab=all&zip=90210';

function decode(text) {
  return text.indexOf('+') < 0 ? text : text.replace('+', ' ');
}

// Version used by the search page.
function parseLoop(search) {
  const params = {};
  for (const part of search.split('&')) {
    const eq = part.indexOf('=');
    params[part.slice(0, eq)] = decode(part.slice(eq + 1));
  }
  return params;
}

// Version proposed in the refactoring.
function parseReduce(search) {
  return search.split('&').reduce((params, part) => {
    const eq = part.indexOf('=');
    return { ...params, [part.slice(0, eq)]: decode(part.slice(eq + 1)) }; // HERE
  }, {});
}

function describe(params) {
  return params.q + ' p' + params.page + ' ' + params.zip;
}

function a() {
  return describe(parseLoop(SEARCH));
}

function b() {
  return describe(parseReduce(SEARCH));
}

module.exports = { fast: a, slow: b };
