'use strict';
// Renders list items and returns the longest one.
// reason: does more

const ITEMS = [];
for (let i = 0; i < 60; i++) ITEMS.push({ title: 'Item ' + (i % 10), done: i % 3 === 0, id: i % 10 });

function escapeText(text) {
  return text.indexOf('<') === -1 ? text : text.split('<').join('&lt;');
}

function renderItem(item) {
  const mark = item.done ? '[x]' : '[ ]';
  return '<li id="' + item.id + '">' + mark + ' ' + escapeText(item.title) + '</li>';
}

function longest(items, count) {
  let best = 0;
  for (let i = 0; i < count; i++) {
    const html = renderItem(items[i]);
    if (html.length > best) best = html.length;
  }
  return best;
}

function fast() {
  return longest(ITEMS, 20);
}

function slow() {
  return longest(ITEMS, 50); // HERE
}

module.exports = { fast, slow };
