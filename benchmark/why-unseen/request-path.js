// reason: URL|pars(e|es|ing)
// because: the slow one parses the whole request target with new URL only to get the path, the fast one cuts the
// string at the question mark.
'use strict';
const assert = require('assert');

const targets = [];
for (let i = 0; i < 32; i++) {
  targets.push('/api/v' + (i % 3) + '/items/' + i + (i % 2 ? '?page=' + i + '&sort=asc' : ''));
}

function pathCut(target) {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}

function pathParsed(target) {
  return new URL(target, 'http://localhost').pathname; // HERE
}

const depth = (path) => path.length + path.lastIndexOf('/');

let served = 0;
let handled = 0;

module.exports = {
  fast() {
    served = (served + 4) & 31;
    let sum = 0;
    for (let i = served; i < served + 4; i++) sum += depth(pathCut(targets[i]));
    return sum;
  },
  slow() {
    handled = (handled + 4) & 31;
    let sum = 0;
    for (let i = handled; i < handled + 4; i++) sum += depth(pathParsed(targets[i]));
    return sum;
  },
};

for (let k = 0; k < 8; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
