// reason: filter|map|callback|flatMap|allocat|slice|more
'use strict';
// Chain with Object.entries and flatMap vs. a loop
const productAt = (i) => [`p${i}`, { tags: ['a', i & 1 ? 'b' : 'c'], n: i }];
const stock = Object.fromEntries(Array.from({ length: 30 }, (_, i) => productAt(i)));
function tagsSlow(all) {
  return Object.entries(all)
    .filter(([, { n }]) => n > 5)
    .flatMap(([, { tags }]) => tags) // HERE
    .filter((tag) => tag === 'b').length;
}
function tagsFast(all) {
  let count = 0;
  for (const key in all) {
    const { n, tags } = all[key];
    if (n > 5) for (let i = 0; i < tags.length; i++) if (tags[i] === 'b') count++;
  }
  return count;
}
module.exports = { fast() { return tagsFast(stock); }, slow() { return tagsSlow(stock); } };
