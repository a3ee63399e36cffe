'use strict';

/* Packs rounds into 112 bytes instead of 270: a suite of 20 000 tests keeps some forty warm-up rounds of each. */

const PHASES = ['cold', 'counted', 'warm-up', 'measured'];
const NUMBERS = [
  'turn', 'copy', 'before', 'calls', 'ns', 'referenceNs', 'mhz', 'turnNs', 'cpuNs', 'preemptions', 'queuedNs',
  'heapBytes',
];
const FIELDS = 2 + NUMBERS.length;
const Numbers = Float64Array;
const tiers = [];

function placeOf(list, value) {
  let place = 0;
  while (place < list.length && list[place] !== value) place++;
  list[place] = value;
  return place;
}

function pack(rounds) {
  const packed = new Numbers(rounds.length * FIELDS);
  for (let i = 0, at = 0; i < rounds.length; i++) {
    const round = rounds[i];
    packed[at++] = placeOf(PHASES, round.phase);
    packed[at++] = placeOf(tiers, round.tier);
    for (let k = 0; k < NUMBERS.length; k++) packed[at++] = round[NUMBERS[k]];
  }
  return packed;
}

function unpack(packed, more) {
  const rounds = [];
  const length = packed.length / FIELDS;
  for (let i = 0, at = 0; i < length; i++) {
    const phase = PHASES[packed[at++]];
    const tier = tiers[packed[at++]];
    rounds[i] = {
      phase,
      turn: packed[at++], copy: packed[at++], before: packed[at++], calls: packed[at++], ns: packed[at++],
      referenceNs: packed[at++], mhz: packed[at++], turnNs: packed[at++], cpuNs: packed[at++],
      preemptions: packed[at++], queuedNs: packed[at++], tier, heapBytes: packed[at++],
    };
  }
  for (let i = 0; i < more.length; i++) rounds[length + i] = more[i];
  return rounds;
}

module.exports = { pack, unpack };
