'use strict';

/* The figures of a report as one self-contained picture. */

const { visible } = require('../chart/markup');
const { toPicture } = require('../chart/picture');
const { drawable } = require('../chart/axes');
const { format } = require('../values');
const { toReport, toResults } = require('./formats');

function failureText({ name, error }) {
  const [first] = ((error && error.message) || '').trim().split(/[\r\n]/);
  return `${visible(name)} failed${first && `: ${visible(first)}`}`;
}

const ofType = (blocks, type) => blocks.filter((block) => block.type === type);

function partsOf({ title, blocks }, options) {
  const drawn = ofType(blocks, 'figure').map((block) => (
    { heading: block.title || title, figures: block.figures(options).filter(Boolean) }));
  const headings = [...new Set(drawn.map(({ heading }) => heading))];
  return headings.map((heading) => (
    { heading, figures: drawn.filter((one) => one.heading === heading).flatMap(({ figures }) => figures) }));
}

function failuresOf({ blocks }) {
  const tests = ofType(blocks, 'details').flatMap(({ name, blocks: own }) =>
    ofType(own, 'failure').map(({ error }) => ({ name, error })));
  return [...ofType(blocks, 'failures').flatMap(({ items }) => items), ...tests].map(failureText);
}

const factsOf = ({ blocks }) => ofType(blocks, 'facts').flatMap(({ pairs }) => pairs)
  .filter(([, value]) => value).map(([name, value]) => `${visible(name)}: ${format(value)}`);

/** SVG. plotKind: 'box' or 'bars', for rates */
function toPlot(document, { plotKind } = {}) {
  const { title, origin, sections: all } = toReport(drawable(toResults(document)));
  const sections = all.filter(({ depth }) => depth !== 'environment');
  const parts = sections.flatMap((section) => partsOf(section, { plotKind }))
    .filter(({ figures }) => figures.length > 0);
  return toPicture({
    title: visible(title),
    notes: [
      ...(origin.complete === false ? ['Incomplete: the run was cut short or is still in progress.'] : []),
      ...sections.filter(({ depth }) => depth === undefined).flatMap(factsOf),
    ],
    parts: parts.length > 1 ? parts : parts.map((part) => ({ ...part, heading: '' })),
    failures: sections.flatMap(failuresOf),
  });
}

module.exports = { toPlot };
