'use strict';
// Length of a recorded GPS track, with a filter for jitter.
// reason: hypot

const TRACK = [];
for (let i = 0; i < 120; i++) {
  TRACK.push({ x: Math.sin(i / 9) * 250.5 + i * 0.75, y: Math.cos(i / 7) * 120.25 });
}

function counted(distance) {
  return distance > 0.5 && distance < 400;
}

function finish(length, points) {
  return Math.round(length * 1000) / 1000 + points;
}

function fast() {
  let length = 0;
  let points = 0;
  for (let i = 1; i < TRACK.length; i++) {
    const dx = TRACK[i].x - TRACK[i - 1].x;
    const dy = TRACK[i].y - TRACK[i - 1].y;
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (!counted(distance)) continue;
    length += distance;
    points++;
  }
  return finish(length, points);
}

function slow() {
  let length = 0;
  let points = 0;
  for (let i = 1; i < TRACK.length; i++) {
    const dx = TRACK[i].x - TRACK[i - 1].x;
    const dy = TRACK[i].y - TRACK[i - 1].y;
    const distance = Math.hypot(dx, dy); // HERE
    if (!counted(distance)) continue;
    length += distance;
    points++;
  }
  return finish(length, points);
}

module.exports = { fast, slow };
