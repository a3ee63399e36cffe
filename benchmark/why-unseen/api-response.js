'use strict';
// Decodes an API response and turns its timestamps into epoch milliseconds.
// reason: JSON\.parse

const body = JSON.stringify({
  page: 1,
  rows: Array.from({ length: 12 }, (_, i) => ({
    id: i,
    title: 'Ticket ' + i,
    open: i % 3 !== 0,
    tags: ['a', 'b' + i],
    createdAt: new Date(1690000000000 + i * 86400000).toISOString(),
  })),
});

function toEpoch(text) {
  return Date.parse(text);
}

function summary(data) {
  let newest = 0;
  let open = 0;
  for (const row of data.rows) {
    if (row.createdAt > newest) newest = row.createdAt;
    if (row.open) open++;
  }
  return { newest, open, count: data.rows.length };
}

function revive(key, value) {
  return key === 'createdAt' ? toEpoch(value) : value;
}

function fast() {
  const data = JSON.parse(body);
  for (const row of data.rows) row.createdAt = revive('createdAt', row.createdAt);
  return summary(data);
}

function slow() {
  const data = JSON.parse(body, revive); // HERE
  return summary(data);
}

module.exports = { fast, slow };
