'use strict';

/* What has to be said below the table of tests, with what has been counted of them. */

const countNotes = require('./count-notes');
const { createNotes } = require('./remarks');

module.exports = createNotes(countNotes);
