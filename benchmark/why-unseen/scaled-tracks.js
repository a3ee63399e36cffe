'use strict';
// reason: prototypes|place is not cached|not optimized

class TrackA {
  constructor(frames) { this.frames = frames; }
  seconds(rate) { return Math.trunc(this.frames / rate); }
}

class TrackB {
  constructor(frames) { this.frames = frames; }
  seconds() { return Math.trunc(this.frames / this.rate); }
}

const tracksA = [];
const tracksB = [];
for (let i = 0; i < 120; i++) {
  tracksA.push(new TrackA((i * 7919) % 90000));
  tracksB.push(new TrackB((i * 7919) % 90000));
}

function totalA(tracks, rate) {
  let total = 0;
  for (let i = 0; i < tracks.length; i++) total += tracks[i].seconds(rate);
  return total;
}

function totalB(tracks, rate) {
  TrackB.prototype.rate = rate;
  try {
    let total = 0;
    for (let i = 0; i < tracks.length; i++) total += tracks[i].seconds(); // HERE
    return total;
  } finally {
    delete TrackB.prototype.rate;
  }
}

function a() {
  return totalA(tracksA, 75);
}

function b() {
  return totalB(tracksB, 75);
}

module.exports = { fast: a, slow: b };
