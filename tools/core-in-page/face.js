'use strict';

/* Replaces qtimeit.js in a page. */

const { createPage } = require('../../lib/page');
const { version } = require('../../package.json');

module.exports = createPage(version);
