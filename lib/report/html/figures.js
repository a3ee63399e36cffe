'use strict';

/* Figures of pages by their kind, drawn with what a builder gives for them. */

const { markup } = require('../chart/markup');

const DRAWINGS = {
  intervals: (data) => require('./interval-figure').intervalFigure(data),
  processes: ({ test, sides, figures }) => require('./process-figure').processFigure(test, sides, figures),
  growth: ({ tests }) => require('./growth-figure').growthFigures(tests),
  profile: ({ test, per }) => require('./profile-figure').profileFigure(test, per),
  streamRuns: ({ test, speed }) => markup`<div class="plots">
${require('./stream-figures').runsFigure(test, speed)}</div>
`,
  streamResources: ({ tests }) => require('./stream-figures').resourceFigures(tests),
  rates: ({ entries, sides }) => {
    const { parameterFigures, rateFigures } = require('./rate-figures');
    return [rateFigures(entries, sides), parameterFigures(entries, sides)];
  },
  points: (document) => require('./rate-figures').pointsFigure(document),
  rounds: ({ test, series, points }) => {
    const { distributionFigure, sequenceFigure } = require('./test-plots');
    return markup`<div class="plots">
${distributionFigure(test, series, points > 0)}${points > 0 && sequenceFigure(series, points)}</div>
`;
  },
};

/** @returns {object|null} markup, null if there is nothing to draw */
const drawFigure = (kind, data) => DRAWINGS[kind](data);

module.exports = { drawFigure };
