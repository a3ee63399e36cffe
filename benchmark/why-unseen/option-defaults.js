'use strict';
// reason: for\.\.\.in

const defaults = { indent: 2, width: 80, semi: true, quotes: 'single', eol: 'lf' };

function overrides(width, wrap, parser) {
  return { width, tabs: false, bracket: 'same', wrap, parser };
}

const presets = [overrides(100, 'auto', 'ts'), overrides(72, 'none', 'js'), overrides(90, 'auto', 'css')];

const optionsA = presets.map((preset) => Object.assign({}, preset));
const optionsB = presets.map((preset) => Object.assign(Object.create(defaults), preset));

const has = Object.prototype.hasOwnProperty;

function explicitA(options) {
  let text = '';
  for (const key in options) {
    if (!has.call(options, key)) continue;
    text = text === '' ? key : text + ',' + key;
  }
  return text;
}

function explicitB(options) {
  let text = '';
  for (const key in options) { // HERE
    if (!has.call(options, key)) continue;
    text = text === '' ? key : text + ',' + key;
  }
  return text;
}

function a() {
  let length = 0;
  for (let i = 0; i < optionsA.length; i++) length += explicitA(optionsA[i]).length;
  return length;
}

function b() {
  let length = 0;
  for (let i = 0; i < optionsB.length; i++) length += explicitB(optionsB[i]).length;
  return length;
}

module.exports = { fast: a, slow: b };
