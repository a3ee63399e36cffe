// reason: async|generator|promise|await
'use strict';
// for await over an async generator vs. a for loop over pages with one await each
const pages = Array.from({ length: 5 }, (_, p) => Array.from({ length: 8 }, (_, i) => p * 8 + i));
const fetchPage = async (n) => pages[n];
async function* records() {
  for (let n = 0; n < pages.length; n++) for (const one of await fetchPage(n)) yield one;
}
async function sumSlow() {
  let sum = 0;
  for await (const one of records()) sum += one; // HERE or line 7
  return sum;
}
async function sumFast() {
  let sum = 0;
  for (let n = 0; n < pages.length; n++) for (const one of await fetchPage(n)) sum += one;
  return sum;
}
module.exports = { fast: () => sumFast(), slow: () => sumSlow() };
