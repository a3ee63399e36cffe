'use strict';

const { fixed } = require('../format');
const { sentence } = require('../warnings');

// These change what the figures mean; the others stand in the result for those who ask.
const WORTH_SAYING = {
  'cold-start': true, 'not-steady': true, disturbed: true, 'may-hide': true, 'heap-limit': true, 'handles-left': true,
};

/**
 * The line of one test:
 * `10000000 loops in 0.1095 of 0.27 sec: 91299026.24 / sec, 0.000011 ms each`
 *
 * @param {{ count: number, elapsed: number, wallclock: number, warnings: Array }} result seconds
 * @param {string} [message] put first
 * @returns {string} without an end of line
 */
function reportLine({ count, elapsed, wallclock, warnings = [] }, message) {
  const start = message ? `${message} ` : '';
  const loops = `${start}${count} loops in ${fixed(elapsed, 4)} of ${fixed(wallclock, 2)} sec`;
  let notes = '';
  for (let i = 0; i < warnings.length; i++) {
    if (warnings[i].code === 'below-resolution') return `${loops}: ${sentence(warnings[i])}`;
    if (WORTH_SAYING[warnings[i].code]) notes += `${notes && '; '}${sentence(warnings[i])}`;
  }
  if (!(elapsed > 0)) return `${loops}: ${sentence({ code: 'below-resolution', resolutionNs: 0 })}`;
  const figures = `${loops}: ${fixed(count / elapsed, 2)} / sec, ${fixed(elapsed / count * 1000, 6)} ms each`;
  return notes ? `${figures} (${notes})` : figures;
}

module.exports = { reportLine };
