'use strict';
// Running mean and variance (Welford) of response times.
// reason: boxed

const SAMPLES = new Float64Array(150);
for (let i = 0; i < SAMPLES.length; i++) SAMPLES[i] = 12.5 + ((i * 37) % 41) * 0.83;

const WEIGHT = 0.0625;
let level = 0.5;
let trend = 0.5;
let peak = 0.5;

function clampSample(value) {
  return value > 40.5 ? 40.5 : value;
}

function report(a, b, c) {
  return Math.round((a * 3 + b * 5 + c) * 1e6) / 1e6;
}

function fast() {
  let level = 0.5;
  let trend = 0.5;
  let peak = 0.5;
  for (let i = 0; i < SAMPLES.length; i++) {
    const value = clampSample(SAMPLES[i]);
    level += value * WEIGHT;
    trend += value * 0.125;
    peak += value * 0.25;
  }
  return report(level, trend, peak);
}

function slow() {
  level = trend = peak = 0.5;
  for (let i = 0; i < SAMPLES.length; i++) {
    const value = clampSample(SAMPLES[i]);
    level += value * WEIGHT; // HERE
    trend += value * 0.125;
    peak += value * 0.25;
  }
  return report(level, trend, peak);
}

module.exports = { fast, slow };
