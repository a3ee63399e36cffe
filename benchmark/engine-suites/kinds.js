'use strict';

/* Tests of each kind, for the table of engines.js. */

let x = 1;
const text = '{"a":1,"b":[1,2,3]}';

module.exports = {
  sync() { x = Math.imul(x, 1664525) + 7 | 0; },
  callback(done) { x = JSON.parse(text).a; done(); },
  async promise() { x = JSON.parse(text).a; },
};
