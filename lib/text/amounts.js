'use strict';

/* Times, bytes and shares with their units. */

const { number } = require('./display');

// Captured at load, because a measured test may change them.
const { abs } = Math;
const { isFinite } = Number;

const TIMES = [{ name: 's', ns: 1e9 }, { name: 'ms', ns: 1e6 }, { name: 'us', ns: 1e3 }, { name: 'ns', ns: 1 }];
const SIZES = [{ name: 'GB', bytes: 1e9 }, { name: 'MB', bytes: 1e6 }, { name: 'kB', bytes: 1e3 }];

// 999.96 ns would be written as 1,000 ns.
const ALMOST = 0.9995;

// toPrecision() has an exponent for what is shorter, and in that time light moves less than a thousandth of a millimetre.
const LEAST_NS = 1e-6;

// Up to here bytes are counted one by one: an object of 1,120 B is looked for in the source as such.
const LARGEST_IN_BYTES = 10000;

/** '253.3 ns', four digits: differences of a tenth of a per cent are to be seen */
function timeText(ns) {
  if (!(ns > LEAST_NS && ns < Infinity)) return ns > 0 && ns <= LEAST_NS ? '0 ns' : '-';
  let unit = 0;
  while (unit < TIMES.length - 1 && ns < TIMES[unit].ns) unit++;
  const value = ns / TIMES[unit].ns;
  return `${value >= 1000 ? value.toFixed(0) : value.toPrecision(4)} ${TIMES[unit].name}`;
}

function unitOf(ns) {
  let unit = 0;
  while (unit < TIMES.length - 1 && ns < ALMOST * TIMES[unit].ns) unit++;
  return TIMES[unit];
}

// number() writes what is longer in units of 1e9, as 1,000,000g: with a unit behind it that would be none.
const LONGEST = 999999999999999;

const trimmed = (value) => (abs(value) > LONGEST && isFinite(value) ? value.toPrecision(3).replace(/\.?0+e/, 'e') : number(value)).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** '6.02 ms', '82 ns', three digits at the most, for a figure that stands by itself */
function shortTime(ns) {
  const unit = unitOf(ns);
  return `${trimmed(ns / unit.ns)} ${unit.name}`;
}

/** '(78..90)' in the unit that the time itself has; '' where it is not known */
function intervalOfTime(low, high, ns) {
  if (typeof low !== 'number' || typeof high !== 'number') return '';
  const unit = unitOf(ns);
  return `(${trimmed(low / unit.ns)}..${trimmed(high / unit.ns)})`;
}

/** '1,120 B', '31.4 kB', '16.5 B' of an average; nothing below 0, which is noise */
function bytesText(bytes) {
  if (typeof bytes !== 'number' || !isFinite(bytes)) return '-';
  if (bytes < 0.005) return '0 B';
  if (bytes < LARGEST_IN_BYTES) return `${trimmed(bytes)} B`;
  let unit = 0;
  while (bytes < ALMOST * SIZES[unit].bytes) unit++;
  return `${trimmed(bytes / SIZES[unit].bytes)} ${SIZES[unit].name}`;
}

/** Two digits, no more: 0.05, 3.2, 320 */
function rough(value) {
  return trimmed(+value.toPrecision(2));
}

const percent = (share) => `${rough(share * 100)} %`;

module.exports = { timeText, shortTime, intervalOfTime, bytesText, rough, percent };
