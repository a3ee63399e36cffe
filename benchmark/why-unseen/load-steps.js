'use strict';
// Runs the steps of an import job over records; most steps finish at once.
// reason: promises

const records = [];
for (let i = 0; i < 20; i++) records.push({ id: i, name: 'Name ' + i, size: i * 10 });

function check(record) {
  return record.size >= 0 && record.name.length > 0 ? record : null;
}

function store(record, index) {
  index.total += record.size;
  if (record.name.length > index.longest) index.longest = record.name.length;
  return record.id % 10 === 9 ? Promise.resolve(record) : record;
}

function pending(value) {
  return value !== null && typeof value === 'object' && typeof value.then === 'function';
}

async function fast() {
  const index = { total: 0, longest: 0 };
  for (const record of records) {
    const clean = check(record);
    if (clean === null) continue;
    const result = store(clean, index);
    if (pending(result)) await result;
  }
  return index;
}

async function slow() {
  const index = { total: 0, longest: 0 };
  for (const record of records) {
    const clean = check(record);
    if (clean === null) continue;
    await store(clean, index); // HERE
  }
  return index;
}

module.exports = { fast, slow };
