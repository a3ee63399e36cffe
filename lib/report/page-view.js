'use strict';

/* What a person sees of a suite in a page, where nothing is counted: `#view` there. */

const { createNotes } = require('./remarks');
const { createViewer, toJson } = require('./suite-view');
const { tableLines } = require('./table');

const none = () => [];
const { noteLines } = createNotes({ countLines: none, shortCountLines: none });

const LOOKS = { headLines: none, tableLines, noteLines };

const createView = createViewer({ json: toJson }, () => LOOKS);

module.exports = { createView };
