'use strict';
// Renders an HTML table for a list of people.
// reason: does more

const people = [];
for (let i = 0; i < 30; i++) people.push({ id: i, name: 'P & Q <' + i + '>', city: 'City ' + (i % 7), age: 20 + i });

const REPL = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text) {
  return text.replace(/[&<>"]/g, (c) => REPL[c]);
}

function cell(text) {
  return '<td>' + escape(text) + '</td>';
}

function row(p) {
  return '<tr>' + cell(String(p.id)) + cell(p.name) + cell(p.city) + cell(String(p.age)) + '</tr>\n';
}

function table(list, count) {
  let html = '<table>\n';
  for (let i = 0; i < count; i++) html += row(list[i]);
  return html + '</table>';
}

function fast() {
  return table(people, 10);
}

function slow() {
  return table(people, 28);
}

module.exports = { fast, slow };
