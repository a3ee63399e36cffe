'use strict';

/* Figures of pages by their kind. */

const DRAWINGS = {
  intervals: (data) => require('./interval-figure').intervalFigure(data),
  processes: ({ test, sides, figures }) => require('./process-figure').processFigure(test, sides, figures),
};

/** @returns {object|null} markup, null if there is nothing to draw */
const drawFigure = (kind, data) => DRAWINGS[kind](data);

module.exports = { drawFigure };
