'use strict';
// Turns a list of query parameters into an options object.
// reason: spread

const query = 'page=2&size=50&sort=name&dir=asc&lang=en&tz=utc&expand=tags&since=2023';
const pairs = query.split('&').map((part) => part.split('='));

const NUMERIC = new Set(['page', 'size', 'since']);

function convert(name, text) {
  return NUMERIC.has(name) ? Number(text) : text;
}

function describe(options) {
  return options.page + '/' + options.size + ' ' + options.sort + ' ' + options.dir + ' ' + options.since;
}

function collect(acc, pair) {
  acc[pair[0]] = convert(pair[0], pair[1]);
  return acc;
}

function merge(acc, pair) {
  return { ...acc, [pair[0]]: convert(pair[0], pair[1]) }; // HERE
}

function fast() {
  const options = pairs.reduce(collect, {});
  return describe(options);
}

function slow() {
  const options = pairs.reduce(merge, {});
  return describe(options);
}

module.exports = { fast, slow };
