// reason: passes|replace|chain|five|several|one (single )?pass|regular expression
// because: the slow one runs five replace passes over every text although most texts have nothing to escape, the
// fast one tests once first.
'use strict';
const assert = require('assert');

const special = /[&<>"']/;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeOnce(text) {
  if (!special.test(text)) return text;
  return text.replace(/[&<>"']/g, (c) => entities[c]);
}

function escapeChain(text) {
  return text
    .replace(/&/g, '&amp;') // HERE
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

const cells = [];
for (let i = 0; i < 64; i++) {
  cells.push(i % 16 === 9 ? 'Tom & "Jerry" ' + i : 'Row number ' + i + ' of the quarterly report');
}

function row(at, escape) {
  let html = '<tr>';
  for (let c = at; c < at + 4; c++) html += '<td>' + escape(cells[c]) + '</td>';
  return (html + '</tr>').length;
}

let m = 0;
let n = 0;

module.exports = {
  fast() {
    m = (m + 4) & 63;
    return row(m, escapeOnce);
  },
  slow() {
    n = (n + 4) & 63;
    return row(n, escapeChain);
  },
};

for (let k = 0; k < 16; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
