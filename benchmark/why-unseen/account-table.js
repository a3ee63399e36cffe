'use strict';
// reason: dictionary

const FIRST_ID = 48000000;
const COUNT = 300;

const balancesA = [];
const balancesB = [];
for (let i = 0; i < COUNT; i++) {
  balancesA[i] = (i * 37) % 911;
  balancesB[FIRST_ID + i] = (i * 37) % 911;
}

const transfers = [];
for (let i = 0; i < 200; i++) {
  transfers.push({ from: FIRST_ID + (i * 11) % COUNT, to: FIRST_ID + (i * 29 + 5) % COUNT });
}

function spreadA(list) {
  let diff = 0;
  for (let i = 0; i < list.length; i++) {
    const t = list[i];
    diff += Math.abs(balancesA[t.from - FIRST_ID] - balancesA[t.to - FIRST_ID]);
  }
  return diff;
}

function spreadB(list) {
  let diff = 0;
  for (let i = 0; i < list.length; i++) {
    const t = list[i];
    diff += Math.abs(balancesB[t.from] - balancesB[t.to]); // HERE
  }
  return diff;
}

function a() {
  return spreadA(transfers);
}

function b() {
  return spreadB(transfers);
}

module.exports = { fast: a, slow: b };
