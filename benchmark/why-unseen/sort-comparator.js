// reason: Date|localeCompare|comparator|sort
'use strict';
// Sorts by date: a comparator that parses dates vs. one that uses numbers
const posts = Array.from({ length: 40 }, (_, i) => {
  const at = new Date(Date.UTC(2020, 0, 1 + i * 37 % 41)).toISOString();
  return { id: i, at, time: Date.parse(at) };
});
const byDateText = (a, b) => new Date(a.at) - new Date(b.at); // HERE
const byTime = (a, b) => a.time - b.time;
function latestSlow(list, n) {
  const sorted = list.slice().sort(byDateText);
  return sorted.slice(-n).map(({ id }) => id);
}
function latestFast(list, n) {
  const sorted = list.slice().sort(byTime);
  return sorted.slice(-n).map(({ id }) => id);
}
module.exports = { fast() { return latestFast(posts, 3); }, slow() { return latestSlow(posts, 3); } };
