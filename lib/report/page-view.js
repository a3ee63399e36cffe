'use strict';

/* What a person sees of a suite in a page, where nothing is counted: `#view` there. */

const { createNotes } = require('./remarks');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');

const none = () => [];
const { noteLines } = createNotes({ countLines: none, shortCountLines: none });

const LOOKS = { headLines: none, tableLines, noteLines };

function looksOf({ csv, markdown }) {
  if (csv || markdown) throw new TypeError('bench: csv and markdown are made in Node.js; a page has json, and rows');
  return LOOKS;
}

const createView = createViewer({ json: toJson }, looksOf);

module.exports = { createView };
