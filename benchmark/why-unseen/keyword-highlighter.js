'use strict';
// reason: creates a regular expression

const keywords = ['return', 'const', 'let', 'await', 'yield', 'throw'];
const source = 'const total = items.length; let rest = 3; return total + rest;';

const patterns = keywords.map((word) => new RegExp('\\b' + word + '\\b', 'g'));

function wrap(match) {
  return '<b>' + match + '</b>';
}

function highlightA(code) {
  let html = code;
  for (let i = 0; i < patterns.length; i++) {
    html = html.replace(patterns[i], wrap);
  }
  return html;
}

function highlightB(code) {
  let html = code;
  for (let i = 0; i < keywords.length; i++) {
    html = html.replace(new RegExp('\\b' + keywords[i] + '\\b', 'g'), wrap); // HERE
  }
  return html;
}

function a() {
  return highlightA(source).length;
}

function b() {
  return highlightB(source).length;
}

module.exports = { fast: a, slow: b };
