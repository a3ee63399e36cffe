'use strict';

/*
 * What is counted beside instructions, where that is asked for, and the estimate of cycles made of it: each access to
 * memory by where it is found, and each branch that was predicted wrong. The first three weights and the sizes of the
 * caches are those of iai-callgrind, so that figures of different machines can be compared; 15 cycles are what
 * mispredictions take on processors of the last ten years (Agner Fog, Microarchitecture, 13 to 20).
 */

const WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };

/** First level for instructions and data, and last level: bytes, associativity, bytes of a line. */
const CACHES = { I1: '32768,8,64', D1: '32768,8,64', LL: '8388608,16,64' };

const EVENTS = ['instructions', 'l1Misses', 'llMisses', 'mispredicted', 'cycles'];

/** From the events of callgrind by their names there (cachegrind's manual, 5.2.5) to ours; without caches: one. */
function eventsOf({ Ir, Dr = 0, Dw = 0, I1mr, D1mr, D1mw, ILmr, DLmr, DLmw, Bcm = 0, Bim = 0 }) {
  if (I1mr === undefined) return { instructions: Ir };
  const l1Misses = I1mr + D1mr + D1mw;
  const llMisses = ILmr + DLmr + DLmw;
  const mispredicted = Bcm + Bim;
  const cycles = WEIGHTS.l1Hit * (Ir + Dr + Dw - l1Misses) + WEIGHTS.llHit * (l1Misses - llMisses) +
    WEIGHTS.memory * llMisses + WEIGHTS.mispredicted * mispredicted;
  return { instructions: Ir, l1Misses, llMisses, mispredicted, cycles };
}

module.exports = { WEIGHTS, CACHES, EVENTS, eventsOf };
