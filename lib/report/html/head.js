'use strict';

const { markup } = require('./markup');

/** What the head of each page begins with. The policy keeps it from loading or running anything, whatever a name in it may hold. */
const HEAD = markup`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">`;

module.exports = { HEAD };
