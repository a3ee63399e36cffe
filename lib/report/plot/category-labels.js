'use strict';

/*
 * The names of lines, each beside the end of its line, in their order there. Names that would lie over each other are
 * moved apart, as little as possible, and a thin line leads to each.
 */

const { path, through, sign, paragraph, group } = require('../chart/marks');
const { seriesClass } = require('../chart/theme');
const { textWidth, wrapped } = require('../chart/text-width');

const { max, min } = Math;

const SIZE = 12;
const STEP = 15;
const PAD = 4; // between two names
const MOST_WIDTH = 250;
const MOST_LINES = 4;
const LEADER = 26; // pixels between the area and the signs
const SIGN = 14;
const MOST_LEADERS = 16; // more are a tangle, and the signs have to do

/**
 * Moves blocks apart that want to lie over each other: neighbours that touch become one, which lies where the mean of
 * its members' wishes is.
 * @param {Array<{ wish: number, height: number }>} blocks in the order of their wishes, which are for their middles
 * @param {number} low the first pixel, and high the last
 * @returns {number[]} the middle of each; they go beyond `high` where they do not fit
 */
function placed(blocks, low, high) {
  const piles = [];
  const topOf = ({ height, sum, members }) => max(low, min(sum / members.length - height / 2, high - height));
  for (const block of blocks) {
    // sum is that of where the middle of the whole pile would have to be for each member to have its wish
    let pile = { members: [block], height: block.height, sum: block.wish };
    for (let last = piles.pop(); last; last = piles.pop()) {
      if (topOf(last) + last.height <= topOf(pile)) {
        piles.push(last);
        break;
      }
      // The middle of the common pile lies below that of the upper one, and above that of the lower.
      const sum = last.sum + last.members.length * pile.height / 2 + pile.sum - pile.members.length * last.height / 2;
      pile = { members: [...last.members, ...pile.members], height: last.height + pile.height, sum };
    }
    piles.push(pile);
  }
  return piles.flatMap((pile) => {
    let bottom = topOf(pile);
    return pile.members.map(({ height }) => (bottom += height) - height / 2);
  });
}

/**
 * @param {Array<{ index: number, name: string, y: number }>} lines y of their ends, from the top of the area
 * @returns {{ width: number, height: number, draw: function({ x: number, top: number, bottom: number, ends: number[] })
 *   }} height is what all names need; ends[i]: where line i ends
 */
function categoryLabels(lines) {
  const blocks = lines.map(({ index, name, y }) => {
    const texts = wrapped(name, { size: SIZE, width: MOST_WIDTH, lines: MOST_LINES });
    return { index, name, texts, wish: y, height: texts.length * STEP + PAD };
  });
  const widest = max(0, ...blocks.flatMap(({ texts }) => texts.map((text) => textWidth(text, SIZE))));
  return {
    width: LEADER + SIGN + widest,
    height: blocks.reduce((sum, { height }) => sum + height, 0),
    draw({ x, top, bottom, ends }) {
      const ordered = [...blocks].sort((a, b) => a.wish - b.wish || a.index - b.index);
      const middles = placed(ordered.map(({ wish, height }) => ({ wish: wish + top, height })), top, bottom);
      return ordered.map(({ index, name, texts, wish }, i) => {
        const y = middles[i];
        const first = y - texts.length * STEP / 2 + 11;
        return group(seriesClass(index), name, [
          ordered.length <= MOST_LEADERS &&
            path('leader', through([[ends[index], top + wish], [x + 4, top + wish], [x + LEADER - 8, y]])),
          sign(index, x + LEADER, y),
          paragraph('', x + LEADER + SIGN, first, STEP, texts),
        ]);
      });
    },
  };
}

module.exports = { categoryLabels, placed };
