'use strict';
// reason: Proxy

const values = { taxRate: 19, shipping: 4, freeAbove: 60, rounding: 1 };

const settingsA = Object.freeze({ ...values });

const settingsB = new Proxy({ ...values }, {
  get(target, key) {
    const value = target[key];
    if (value === undefined) throw new TypeError('unknown setting ' + String(key));
    return value;
  },
});

const orders = Array.from({ length: 40 }, (_, i) => (i * 23) % 97 + 5);

function a() {
  const settings = settingsA;
  let total = 0;
  for (let i = 0; i < orders.length; i++) {
    const net = orders[i];
    total += net + Math.trunc(net * settings.taxRate / 100);
    if (net < settings.freeAbove) total += settings.shipping;
  }
  return total;
}

function b() {
  const settings = settingsB;
  let total = 0;
  for (let i = 0; i < orders.length; i++) {
    const net = orders[i];
    total += net + Math.trunc(net * settings.taxRate / 100); // HERE
    if (net < settings.freeAbove) total += settings.shipping;
  }
  return total;
}

module.exports = { fast: a, slow: b };
