'use strict';
// Averages one metric over all samples of a monitoring store.
// reason: waits for memory

const SAMPLES = 8192;
const METRICS = 64;

const byRecord = new Float64Array(SAMPLES * METRICS);
const byMetric = new Float64Array(SAMPLES * METRICS);
for (let s = 0; s < SAMPLES; s++) {
  for (let m = 0; m < METRICS; m++) {
    const value = ((s * 31 + m * 17) % 251) / 4;
    byRecord[s * METRICS + m] = value;
    byMetric[m * SAMPLES + s] = value;
  }
}

const CPU_LOAD = 5;

function summary(sum, max) {
  return { mean: sum / SAMPLES, max };
}

function fast() {
  let sum = 0;
  let max = 0;
  for (let s = 0; s < SAMPLES; s++) {
    const v = byMetric[CPU_LOAD * SAMPLES + s];
    sum += v;
    if (v > max) max = v;
  }
  return summary(sum, max);
}

function slow() {
  let sum = 0;
  let max = 0;
  for (let s = 0; s < SAMPLES; s++) {
    const v = byRecord[s * METRICS + CPU_LOAD]; // HERE
    sum += v;
    if (v > max) max = v;
  }
  return summary(sum, max);
}

module.exports = { fast, slow };
