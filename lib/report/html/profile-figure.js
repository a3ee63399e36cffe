'use strict';

/* Where the instructions of a call are executed: a bar for each function, and whose share is how much. */

const { barFigure } = require('./stream-figures');
const { markup } = require('../chart/markup');
const { percent } = require('../../text/numbers');
const { of, kindWords, functionWords, amount, sharesOf, totalOf, profileIn } = require('../profile-words');
const { plainLines } = require('../../text/display');

const SHORT_KINDS = {
  compiled: 'JavaScript', loop: 'loop', builtin: 'builtin', runtime: 'runtime', collector: 'collector', node: 'Node',
  system: 'library',
};
const COLOURS = { compiled: 'of-test', loop: 'of-loop', collector: 'of-collector' };

const colourOf = (kind) => of(COLOURS, kind, 'of-engine');

/** The colours that are there, with what they mean. */
function keyOf(profile) {
  const words = new Map();
  for (const { kind } of profile.functions) {
    const colour = colourOf(kind);
    words.set(colour, colour === 'of-engine' ? 'what V8, Node and the system do for it' : kindWords(profile, kind));
  }
  return [...words].map(([colour, text]) => [`bar ${colour}`, text]);
}

/**
 * @param {object} test a row
 * @returns {object|null} null where no profile is known
 */
function profileFigure(test, unit = 'a call') {
  const profile = profileIn(test);
  const shares = sharesOf(profile);
  if (shares.length === 0) return null;
  const total = totalOf(profile);
  const bars = profile.functions.filter(({ instructions }) => instructions > 0).map((one) => {
    const share = percent(one.instructions / total);
    const more = `${of(SHORT_KINDS, one.kind, one.kind)}, ${share}`;
    const value = amount(one.instructions);
    return {
      name: functionWords(one), words: `${value} instructions ${unit}, ${more}`, value, more,
      parts: [{ value: one.instructions, kind: colourOf(one.kind) }],
    };
  });
  const figure = barFigure(bars, bars.map(({ parts: [{ value }] }) => value), {
    kind: 'plot profile', title: 'Where the instructions go',
    text: `instructions ${unit}: ${shares.map(({ words, share }) => `${words} ${percent(share)}`).join(', ')}`,
    key: keyOf(profile),
  });
  const why = profile.reason && plainLines(profile.reason).join(' ');
  return [figure, why && markup`<p class="remark">Functions of JavaScript are not told apart: ${why}</p>
`];
}

module.exports = { profileFigure };
