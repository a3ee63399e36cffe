'use strict';

/* What a person sees of a suite in a page, as view.js elsewhere. */

const { noteLines } = require('./notes');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');

const LOOKS = { headLines: () => [], tableLines, noteLines };

const createView = createViewer({ json: toJson }, () => LOOKS);

module.exports = { createView };
