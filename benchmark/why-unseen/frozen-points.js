// reason: freeze|frozen|immutable
// because: the slow one calls Object.freeze on every intermediate vector, a slow runtime call that also stops the
// object from being optimized away.
'use strict';
const assert = require('assert');

const vec = (x, y) => ({ x, y });
const add = (p, q) => vec(p.x + q.x, p.y + q.y);
const scale = (p, k) => vec(p.x * k, p.y * k);

const fvec = (x, y) => Object.freeze({ x, y }); // HERE
const fadd = (p, q) => fvec(p.x + q.x, p.y + q.y);
const fscale = (p, k) => fvec(p.x * k, p.y * k);

const starts = Array.from({ length: 32 }, (_, i) => vec(i, 31 - i));
const fstarts = starts.map((p) => fvec(p.x, p.y));
const steps = Array.from({ length: 12 }, (_, i) => vec(i * 0.5, 1 - i));
const fsteps = steps.map((p) => fvec(p.x, p.y));

let turn = 0;
let fturn = 0;

module.exports = {
  fast() {
    let p = starts[turn = (turn + 1) & 31];
    for (const step of steps) p = scale(add(p, step), 0.5);
    return p.x + p.y;
  },
  slow() {
    let p = fstarts[fturn = (fturn + 1) & 31];
    for (const step of fsteps) p = fscale(fadd(p, step), 0.5);
    return p.x + p.y;
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
