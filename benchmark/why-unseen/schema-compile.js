// reason: RegExp|regular expression|compil|every (call|record|time)|each (call|record|time)|constructed|built|again
// because: the slow one builds new RegExp objects from the schema for every record instead of once.
'use strict';
const assert = require('assert');

const schema = [
  { field: 'email', pattern: '^[^@\\s]+@[^@\\s]+$' },
  { field: 'zip', pattern: '^\\d{5}$' },
  { field: 'name', pattern: '^[A-Za-z ]{1,40}$' },
];

const records = Array.from({ length: 32 }, (_, i) => ({
  email: i % 5 === 0 ? 'nobody' : 'user' + i + '@example.org',
  zip: String(10000 + i * 37),
  name: i % 7 === 0 ? 'x_y' : 'Ada Lovelace',
}));

const checks = schema.map((rule) => ({ field: rule.field, regexp: new RegExp(rule.pattern) }));

function validateCompiled(record) {
  let errors = 0;
  for (const check of checks) if (!check.regexp.test(record[check.field])) errors++;
  return errors;
}

function validateSchema(record) {
  let errors = 0;
  for (const rule of schema) {
    if (!new RegExp(rule.pattern).test(record[rule.field])) errors++; // HERE
  }
  return errors;
}

let i = 0;
let j = 0;

module.exports = {
  fast() {
    i = (i + 1) & 31;
    return validateCompiled(records[i]);
  },
  slow() {
    j = (j + 1) & 31;
    return validateSchema(records[j]);
  },
};

for (let k = 0; k < 32; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
