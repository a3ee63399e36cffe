'use strict';

// reason: more

// The list of an LRU cache: an entry that is used moves to the front.
class Entry {
  constructor(key) {
    this.key = key;
    this.before = this;
    this.after = this;
  }
}

function makeList(size) {
  const head = new Entry(-1);
  const entries = [];
  for (let i = 0; i < size; i++) {
    const entry = new Entry(i);
    entry.before = head;
    entry.after = head.after;
    head.after.before = entry;
    head.after = entry;
    entries.push(entry);
  }
  return { head, entries };
}

const ofFast = makeList(128);
const ofSlow = makeList(128);
const accesses = [];
for (let i = 0; i < 400; i++) accesses.push((i * 53 + (i >> 2)) % 128);

function touch(list, entry) {
  entry.before.after = entry.after;
  entry.after.before = entry.before;
  entry.before = list.head;
  entry.after = list.head.after;
  list.head.after.before = entry;
  list.head.after = entry;
}

module.exports = {
  fast() {
    for (let i = 0; i < 160; i++) touch(ofFast, ofFast.entries[accesses[i]]);
    return ofFast.head.after.key;
  },
  slow() {
    for (let i = 0; i < 400; i++) touch(ofSlow, ofSlow.entries[accesses[i]]);
    return ofSlow.head.after.key;
  },
};
