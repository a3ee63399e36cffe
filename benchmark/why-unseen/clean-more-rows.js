'use strict';

// reason: more

// A template of a table; the slow one renders more rows of it.
const people = [];
for (let i = 0; i < 40; i++) people.push({ name: 'person number ' + i, city: 'city ' + (i % 7) });

function render(from, to) {
  let html = '<table>';
  for (let i = from; i < to; i++) {
    html += '<tr><td>' + people[i].name + '</td><td>' + people[i].city + '</td></tr>';
  }
  return html + '</table>';
}

module.exports = {
  fast() {
    return render(0, 16);
  },
  slow() {
    return render(0, 40);
  },
};
