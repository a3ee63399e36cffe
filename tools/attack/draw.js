'use strict';

/*
 * Random numbers for one input, the same in every run with this seed and independent of other inputs, so that each
 * can be run alone.
 */

const { mulberry32 } = require('../../test/helpers/random');

/** FNV-1a of a text, 32 bits. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * @param {number} seed
 * @param {string} id of the input, such as 'command:17'
 * @returns {{ uniform, below, one, chance }} below(n): an integer from 0; one(list); chance(share): true or false
 */
function drawOf(seed, id) {
  const uniform = mulberry32(hashOf(`${seed} ${id}`));
  const below = (n) => Math.floor(uniform() * n);
  return { uniform, below, one: (list) => list[below(list.length)], chance: (share) => uniform() < share };
}

module.exports = { drawOf };
