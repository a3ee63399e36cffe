'use strict';

/* What values look like, and whether they are errors, of any realm: Node's own words for it. */

const { inspect, types: { isNativeError } } = require('util');

module.exports = { inspect, isNativeError };
