// reason: delete
'use strict';
// Options: an entry is removed before the rest is read
const make = (i) => ({ host: 'h', port: i, password: 'p', timeout: 30, retries: i & 3 });
function scrubByDelete(options) {
  delete options.password; // HERE
  return options;
}
function scrubByUndefined(options) {
  options.password = undefined;
  return options;
}
function costSlow(options) { return options.port + options.timeout * options.retries; }
function costFast(options) { return options.port + options.timeout * options.retries; }
function runSlow() {
  let sum = 0;
  for (let i = 0; i < 16; i++) sum += costSlow(scrubByDelete(make(i)));
  return sum;
}
function runFast() {
  let sum = 0;
  for (let i = 0; i < 16; i++) sum += costFast(scrubByUndefined(make(i)));
  return sum;
}
module.exports = { fast() { return runFast(); }, slow() { return runSlow(); } };
