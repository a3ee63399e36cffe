'use strict';
// reason: more

function entries(count) {
  const list = [];
  for (let i = 0; i < count; i++) list.push({ name: 'job' + (i % 13), ms: (i * 31) % 500 });
  return list;
}

const entriesA = entries(46);
const entriesB = entries(70); // HERE

function renderA(list) {
  const lines = [];
  for (let i = 0; i < list.length; i++) {
    lines.push(list[i].name + ': ' + list[i].ms + ' ms');
  }
  return lines.join('\n');
}

function renderB(list) {
  const lines = [];
  for (let i = 0; i < list.length; i++) {
    lines.push(list[i].name + ': ' + list[i].ms + ' ms');
  }
  return lines.join('\n');
}

function a() {
  return renderA(entriesA).length;
}

function b() {
  return renderB(entriesB).length;
}

module.exports = { fast: a, slow: b };
