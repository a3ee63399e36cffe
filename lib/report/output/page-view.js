'use strict';

/* The view of a suite in a page, like view.js elsewhere. */

const { testsSection, testsTable } = require('../kinds/tests');
const { createViewer, toJson } = require('./suite-view');

const LOOKS = { headLines: () => [], table: testsTable, section: testsSection };

const createView = createViewer({ json: toJson }, () => LOOKS);

module.exports = { createView };
