'use strict';
// Removes the expired timers from a pending list and returns how many remain.
// reason: splice

const base = [];
for (let i = 0; i < 150; i++) base.push({ id: i, due: (i * 37) % 100 });

function expired(timer, now) {
  return timer.due <= now;
}

function checksum(list) {
  let s = 0;
  for (let i = 0; i < list.length; i++) s = (s * 3 + list[i].id) % 65521;
  return s;
}

function fast() {
  const list = base.slice();
  let keep = 0;
  for (let i = 0; i < list.length; i++) {
    const timer = list[i];
    if (!expired(timer, 40)) list[keep++] = timer;
  }
  list.length = keep;
  return { left: list.length, sum: checksum(list) };
}

function slow() {
  const list = base.slice();
  for (let i = 0; i < list.length; i++) {
    if (expired(list[i], 40)) {
      list.splice(i, 1); // HERE
      i--;
    }
  }
  return { left: list.length, sum: checksum(list) };
}

module.exports = { fast, slow };
