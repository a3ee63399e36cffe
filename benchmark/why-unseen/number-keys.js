// reason: dictionary|negative|name of a property|hash
'use strict';
// A histogram with negative buckets in a plain array vs. offset
const samples = Array.from({ length: 200 }, (_, i) => (i * 7919 % 101) - 50);
function histogramSlow(list) {
  const buckets = [];
  for (const x of list) {
    const bucket = Math.floor(x / 5);
    buckets[bucket] = (buckets[bucket] || 0) + 1; // HERE
  }
  return buckets[-3];
}
function histogramFast(list) {
  const buckets = [];
  for (const x of list) {
    const bucket = Math.floor(x / 5) + 10;
    buckets[bucket] = (buckets[bucket] || 0) + 1;
  }
  return buckets[7];
}
module.exports = { fast() { return histogramFast(samples); }, slow() { return histogramSlow(samples); } };
