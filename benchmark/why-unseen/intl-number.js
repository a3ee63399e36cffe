// reason: toLocaleString|Intl|locale
'use strict';
const prices = [1234.5, 99.99, 1e6, 0.5];
function groupSlow(n) { return n.toLocaleString('en-US', { minimumFractionDigits: 2 }); } // HERE
function groupFast(n) {
  const cents = Math.round(n * 100);
  let whole = String(Math.floor(cents / 100)), out = '';
  while (whole.length > 3) { out = `,${whole.slice(-3)}${out}`; whole = whole.slice(0, -3); }
  const rest = cents % 100;
  return `${whole}${out}.${rest < 10 ? '0' : ''}${rest}`;
}
function rowSlow() { return prices.map(groupSlow).join(' | '); }
function rowFast() { return prices.map(groupFast).join(' | '); }
module.exports = { fast() { return rowFast(); }, slow() { return rowSlow(); } };
