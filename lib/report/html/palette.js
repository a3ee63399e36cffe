'use strict';

/*
 * The colours, by what they are for. Each that is used for text stands out from the paper by 4.5 : 1 at
 * least, each that is used for marks by 3 : 1, in both themes; blue-green and orange stay apart for all
 * kinds of colour vision.
 */

const TEXT = ['ink', 'soft', 'link', 'faster', 'slower', 'failed', 'open', 'same'];
const MARKS = ['mark', 'faint-mark', 'collected', 'median'];

const light = {
  paper: '#fdfdfb',
  raised: '#f6f5f1',
  ink: '#1d2126',
  soft: '#59616b',
  line: '#d9d6ce',
  grid: '#e7e4dd',
  band: '#eeeade',
  link: '#1c5a99',
  mark: '#2f6ea8',
  'faint-mark': '#6284aa',
  collected: '#b0660a',
  median: '#1d2126',
  faster: '#0b6b63',
  slower: '#a2470a',
  failed: '#a8183c',
  open: '#655b24',
  same: '#4b545e',
};

const dark = {
  paper: '#15181b',
  raised: '#1c2024',
  ink: '#e8e6e1',
  soft: '#a4abb3',
  line: '#3a4046',
  grid: '#282d32',
  band: '#2a2d2b',
  link: '#8abcf0',
  mark: '#6ea9e0',
  'faint-mark': '#577a9d',
  collected: '#dd9a45',
  median: '#e8e6e1',
  faster: '#5fc8b8',
  slower: '#f0a367',
  failed: '#ff8ba0',
  open: '#cdbf80',
  same: '#b6bec7',
};

/** The colours as custom properties of CSS. */
function properties(colours) {
  return Object.keys(colours).map((name) => `--${name}:${colours[name]}`).join(';');
}

module.exports = { light, dark, properties, TEXT, MARKS };
