'use strict';

/* URLs and query strings under the names of Node core, but with other texts: rates are not comparable with core's. */

const path = require('path');

const urls = {
  long: 'http://example.org:8080/library/archive/2024/reports/annual/0451//chapter/appendix/index.html#section?' +
    'first=yes&second=no&third=1&sample=7&token=52.17.204.9&stamp=9081726354&count=48213&cursor=' +
    '5e0c1d9a7b3f48826d1fca90b7e35a14',
  short: 'https://example.org/en/news/',
  idn: 'http://пример.испытание',
  auth: 'https://name:secret@example.net/folder?query=2',
  file: 'file:///var/data/in/out',
  ws: 'ws://127.0.0.1:8765/3b9f2a60-7c14-4e0d-9d55-b2f6a18e04c7',
  javascript: 'javascript:void("nothing");',
  percent: 'https://%D1%82%D0%B5%D1%81%D1%82/bar',
  dot: 'https://example.com/./x/../y/./z',
};

const searchParams = {
  noencode: 'one=two&three=four&fivesix=seven',
  multicharsep: 'one=two&&&&&&&&&&three=four&&&&&&&&&&fivesix=seven',
  encodefake: 'one=%©wo&three=%F©ur&fivesix=%©even',
  encodemany: '%6Fne=two&three=%66our&five%73ix=%73even',
  encodelast: 'one=two&three=four&fivesix=seve%6E',
  multivalue: 'one=two&one=three&one=four&five=six',
  multivaluemany: 'one=two&one=three&one=four&five=six&one=a&one=b&one=c&one=d&one=e&one=f&one=g&one=hijkl',
  manypairs: 'z&y&x&w&v&u&t&s&r&q&p&o&n&m&l&k&j&i&h&g&f&e&d&c&b&a',
  manyblankpairs: '&&&&&&&&&&&&&&&&&&&&&&&&',
  altspaces: 'one+two=three+four&fivesix=seven+eight&nine=ten+more',
};

// About as many as in the test suite of the URL standard, so that all types have arrays of similar size.
const ENTRIES = 200;

const STANDARD = 'wpt';
const STANDARD_FILE = path.join('test', 'fixtures', 'wpt', 'url', 'resources', 'urltestdata.json');

/** Inputs from the tests of the URL standard, in the Node.js checkout that contains the benchmark. */
function standardInputs(withBase) {
  const script = require.main ? require.main.filename : process.argv[1];
  for (let folder = path.dirname(script); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    let data;
    try {
      data = JSON.parse(require('../../base/host/host').readText(path.join(folder, STANDARD_FILE)));
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
      continue;
    }
    const valid = data.filter(({ failure, input }) => !failure && input);
    // For an input without a base, newer versions of the file have null, and older versions about:blank.
    return withBase ? valid.map(({ input, base }) => [input, base === null ? undefined : base])
      : valid.map(({ base }) => base).filter((base) => base !== null && base !== 'about:blank');
  }
  throw new Error(`bakeUrlData('${STANDARD}') needs ${STANDARD_FILE} from a checkout of Node.js in a parent folder ` +
    'of the benchmark');
}

/** type: 'wpt', or a name of `urls`; e: how often the list is doubled; withBase: pairs of input and base */
function bakeUrlData(type, e = 0, withBase = false, asUrl = false) {
  if (typeof e !== 'number') throw new Error(`bakeUrlData: expected a number of doublings, got ${e}`);
  if (type !== STANDARD && !Object.hasOwn(urls, type)) {
    throw new Error(`bakeUrlData: unknown type "${type}". Available: ${Object.keys(urls).join(', ')}, ${STANDARD}`);
  }
  let list = type === STANDARD ? standardInputs(withBase)
    : new Array(ENTRIES).fill(withBase ? [urls[type], 'about:blank'] : urls[type]);
  for (let i = 0; i < e; i++) list = list.concat(list);
  if (!asUrl) return list;
  return list.map((entry) => (withBase ? new URL(entry[0], entry[1]) : new URL(entry)));
}

module.exports = { bakeUrlData, urls, urlDataTypes: [...Object.keys(urls), STANDARD], searchParams };
