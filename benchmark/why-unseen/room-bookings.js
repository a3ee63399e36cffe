'use strict';
// Finds overlapping bookings of a room.
// reason: primitive

const DAY = Date.UTC(2024, 4, 6);
const BOOKINGS = [];
for (let i = 0; i < 15; i++) {
  const start = DAY + ((i * 7) % 15) * 3600000;
  BOOKINGS.push({ room: i % 2, start: new Date(start), end: new Date(start + 5400000) });
}

function sameRoom(a, b) {
  return a.room === b.room && a !== b;
}

function fast() {
  let conflicts = 0;
  for (let i = 0; i < BOOKINGS.length; i++) {
    for (let j = i + 1; j < BOOKINGS.length; j++) {
      const a = BOOKINGS[i];
      const b = BOOKINGS[j];
      if (!sameRoom(a, b)) continue;
      if (a.start.getTime() < b.end.getTime() && b.start.getTime() < a.end.getTime()) conflicts++;
    }
  }
  return conflicts;
}

function slow() {
  let conflicts = 0;
  for (let i = 0; i < BOOKINGS.length; i++) {
    for (let j = i + 1; j < BOOKINGS.length; j++) {
      const a = BOOKINGS[i];
      const b = BOOKINGS[j];
      if (!sameRoom(a, b)) continue;
      if (a.start < b.end && b.start < a.end) conflicts++; // HERE
    }
  }
  return conflicts;
}

module.exports = { fast, slow };
