// reason: promise|async|await
'use strict';
// Validation: async validators that are all synchronous vs. plain ones; result awaited once
const rules = [(v) => v.length > 2, (v) => v.length < 30, (v) => !v.includes(' '), (v) => v[0] !== '-'];
const asyncRules = rules.map((rule) => async (v) => rule(v));
async function validSlow(value) {
  const results = await Promise.all(asyncRules.map((rule) => rule(value))); // HERE
  return results.every(Boolean);
}
async function validFast(value) {
  const results = rules.map((rule) => rule(value));
  return results.every(Boolean);
}
module.exports = {
  fast: async () => { return await validFast('some-name'); },
  slow: async () => { return await validSlow('some-name'); },
};
