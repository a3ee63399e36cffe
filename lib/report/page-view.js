'use strict';

/* What a person sees of a suite in a page: `#view` there. */

const { noteLines } = require('./notes');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');

const LOOKS = { headLines: () => [], tableLines, noteLines };

function looksOf({ csv, markdown }) {
  if (csv || markdown) throw new TypeError('bench: csv and markdown are made in Node.js; a page has json, and rows');
  return LOOKS;
}

const createView = createViewer({ json: toJson }, looksOf);

module.exports = { createView };
