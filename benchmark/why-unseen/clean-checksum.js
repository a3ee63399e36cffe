'use strict';
// reason: more

function packet(length) {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 29 + 7) & 255;
  return bytes;
}

const packetA = packet(1200);
const packetB = packet(1800); // HERE

function adlerA(bytes) {
  let low = 1;
  let high = 0;
  for (let i = 0; i < bytes.length; i++) {
    low = (low + bytes[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high ^ low;
}

function adlerB(bytes) {
  let low = 1;
  let high = 0;
  for (let i = 0; i < bytes.length; i++) {
    low = (low + bytes[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high ^ low;
}

function a() {
  return adlerA(packetA);
}

function b() {
  return adlerB(packetB);
}

module.exports = { fast: a, slow: b };
