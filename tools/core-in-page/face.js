'use strict';

/* What a page has in the place of qtimeit.js. */

const { createPage } = require('../../lib/page');
const { version } = require('../../package.json');

module.exports = createPage(version);
