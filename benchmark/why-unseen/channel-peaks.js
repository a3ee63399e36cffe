'use strict';
// Peak values of recorded channels.
// reason: shapes of objects

const TYPES = [Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array, Uint32Array, Float32Array];
const SIZE = 48;

function record(Type, channel) {
  const samples = new Type(SIZE);
  for (let i = 0; i < SIZE; i++) samples[i] = (i * 13 + channel * 7) % 101;
  return samples;
}

const recorded = TYPES.map((Type, channel) => record(Type, channel));
const converted = TYPES.map((Type, channel) => record(Int32Array, channel));

function weight(channel, value) {
  return (channel + 1) * value;
}

function peakOf(samples) {
  let peak = 0;
  for (let i = 0; i < SIZE; i++) {
    const value = samples[i];
    if (value > peak) peak = value;
  }
  return peak;
}

function peakOfAny(samples) {
  let peak = 0;
  for (let i = 0; i < SIZE; i++) {
    const value = samples[i]; // HERE
    if (value > peak) peak = value;
  }
  return peak;
}

function fast() {
  let sum = 0;
  for (let c = 0; c < converted.length; c++) sum += weight(c, peakOf(converted[c]));
  return sum;
}

function slow() {
  let sum = 0;
  for (let c = 0; c < recorded.length; c++) sum += weight(c, peakOfAny(recorded[c]));
  return sum;
}

module.exports = { fast, slow };
