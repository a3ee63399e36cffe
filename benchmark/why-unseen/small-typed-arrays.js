// reason: typed array|Uint8Array|Float64Array|Float32Array
'use strict';
// Vectors as Float64Array per operation vs. reuse
const points = Array.from({ length: 32 }, (_, i) => Float64Array.of(i, i * 2, i * 3));
function addNew(a, b) {
  const out = new Float64Array(3); // HERE
  out[0] = a[0] + b[0]; out[1] = a[1] + b[1]; out[2] = a[2] + b[2];
  return out;
}
function addInto(out, b) {
  out[0] += b[0]; out[1] += b[1]; out[2] += b[2];
  return out;
}
function centerSlow(list) {
  let sum = new Float64Array(3);
  for (const p of list) sum = addNew(sum, p);
  return sum[0] / list.length;
}
const scratch = new Float64Array(3);
function centerFast(list) {
  scratch.fill(0);
  for (const p of list) addInto(scratch, p);
  return scratch[0] / list.length;
}
module.exports = { fast() { return centerFast(points); }, slow() { return centerSlow(points); } };
