// reason: regular expression|regex|\/\^
'use strict';
const lines = ['  alpha, beta, gamma, delta!', 'one,two,three', ' name , other , third , fourth ; ', 'x'];
const SLOW = /^(\s*\w+\s*,?)+$/;
const FAST = /^\s*\w+(?:\s*,\s*\w+)*\s*$/;
function validSlow(list) {
  let n = 0;
  for (const line of list) if (SLOW.test(line)) n++; // HERE
  return n;
}
function validFast(list) {
  let n = 0;
  for (const line of list) if (FAST.test(line)) n++;
  return n;
}
function normalizeAll(check) { return check(lines) + lines.length; }
module.exports = { fast() { return normalizeAll(validFast); }, slow() { return validSlow(lines) + lines.length; } };
