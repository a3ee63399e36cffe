'use strict';
// Keeps a window of smoothed sensor values.
// reason: boxed

const SIZE = 320;
const readings = new Float64Array(SIZE);
for (let i = 0; i < SIZE; i++) readings[i] = 20.5 + ((i * 29) % 37) * 0.21;

const numericWindow = [];
for (let i = 0; i < SIZE; i++) numericWindow.push(0.5);

const emptyWindow = [];
for (let i = 0; i < SIZE; i++) emptyWindow.push(null);

function smooth(now, before) {
  return now * 0.75 + before * 0.25;
}

function ends(first, last) {
  return Math.round(first * 1000) + Math.round(last * 1000);
}

function fillNumeric(window) {
  let before = readings[0];
  for (let i = 0; i < SIZE; i++) {
    const now = readings[i];
    window[i] = smooth(now, before);
    before = now;
  }
  return ends(window[1], window[SIZE - 1]);
}

function fillEmpty(window) {
  let before = readings[0];
  for (let i = 0; i < SIZE; i++) {
    const now = readings[i];
    window[i] = smooth(now, before); // HERE
    before = now;
  }
  return ends(window[1], window[SIZE - 1]);
}

function fast() {
  return fillNumeric(numericWindow);
}

function slow() {
  return fillEmpty(emptyWindow);
}

module.exports = { fast, slow };
