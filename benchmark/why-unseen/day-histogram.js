'use strict';
// Cumulative histogram of events per hour.
// reason: Array\.from

const HOURS = [];
for (let i = 0; i < 60; i++) HOURS.push((i * 17) % 24);

function initial(_, hour) {
  return hour < 6 ? 1 : 0;
}

function fill(buckets) {
  for (let i = 0; i < HOURS.length; i++) buckets[HOURS[i]]++;
  return buckets;
}

function cumulate(buckets) {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < buckets.length; i++) {
    sum += buckets[i];
    total += sum;
  }
  return total;
}

function fast() {
  const buckets = [];
  for (let hour = 0; hour < 72; hour++) buckets.push(initial(undefined, hour));
  return cumulate(fill(buckets));
}

function slow() {
  const buckets = Array.from({ length: 72 }, initial); // HERE
  return cumulate(fill(buckets));
}

module.exports = { fast, slow };
