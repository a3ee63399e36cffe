'use strict';

const { ascii, fixed, shortTime } = require('../../base/text/numbers');
const { isUnmeasured } = require('../../base/text/verdict-words');
const { sentence, changesMeaning, isOfLeftOut } = require('../system/warnings');

/** The reason for a missing figure, '' if there is one. */
function unmeasuredText(ns, warnings) {
  for (let i = 0; i < warnings.length; i++) {
    if (isUnmeasured({ verdict: warnings[i].code })) return sentence(warnings[i]);
  }
  return ns > 0 && ns < Infinity && 1e9 / ns < Infinity ? '' : sentence({ code: 'below-resolution', resolutionNs: 0 });
}

/** Warnings that change the meaning of the figures or report excluded rounds. The result has all warnings. */
function remarksOf(warnings) {
  let notes = '';
  for (let i = 0; i < warnings.length; i++) {
    if (changesMeaning(warnings[i]) || isOfLeftOut(warnings[i])) notes += `${notes && '; '}${sentence(warnings[i])}`;
  }
  return notes && ` (${notes})`;
}

/** `10000000 loops in 0.1095 of 0.27 sec: 91299026.24 / sec, 0.000011 ms each = 10.9 ns`, of a result in seconds */
function reportLine({ count, elapsed, wallclock, nsPerCall = elapsed / count * 1e9, warnings = [] }, message) {
  const start = message ? `${message} ` : '';
  const loops = `${start}${count} loops in ${fixed(elapsed, 4)} of ${fixed(wallclock, 2)} sec`;
  const time = ascii(shortTime(nsPerCall));
  const figures = `${fixed(1e9 / nsPerCall, 2)} / sec, ${fixed(nsPerCall / 1e6, 6)} ms each = ${time}`;
  return `${loops}: ${unmeasuredText(nsPerCall, warnings) || figures}${remarksOf(warnings)}`;
}

module.exports = { reportLine };
