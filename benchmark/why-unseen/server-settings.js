'use strict';
// Decides on limits for a batch of requests from the server settings.
// reason: Proxy

const DEFAULTS = { maxBody: 4096, timeout: 30, keepAlive: 5, retries: 2, burst: 16 };
const CUSTOM = { timeout: 12, burst: 64 };

const merged = { maxBody: 4096, timeout: 12, keepAlive: 5, retries: 2, burst: 64 };
const layered = new Proxy(CUSTOM, {
  get(target, name) {
    const value = target[name];
    return value === undefined ? DEFAULTS[name] : value;
  },
});

const SIZES = [];
for (let i = 0; i < 64; i++) SIZES.push((i * 911) % 9000 + 17);

function cost(limit, timeout, burst, size) {
  if (size > limit) return timeout;
  return (size * timeout) % burst;
}

function fast() {
  let sum = 0;
  for (let i = 0; i < SIZES.length; i++) {
    const settings = merged;
    sum += cost(settings.maxBody, settings.timeout, settings.burst, SIZES[i]);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < SIZES.length; i++) {
    const settings = layered;
    sum += cost(settings.maxBody, settings.timeout, settings.burst, SIZES[i]); // HERE
  }
  return sum;
}

module.exports = { fast, slow };
