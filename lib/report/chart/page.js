'use strict';

/* What all pages have around their contents. */

const { escaped } = require('../../text/display');
const { markup, raw } = require('./markup');
const { PAGE_COLOURS } = require('./theme');

/** Keeps the page from loading or running anything, whatever a name in it may hold. */
const POLICY = 'default-src \'none\'; style-src \'unsafe-inline\'; img-src data:';

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.style sheet, for which the colours are there as custom properties
 * @param {object} page.body markup
 * @param {string} [page.version] that made it
 * @returns {string} HTML
 */
function htmlPage({ title, style, body, version }) {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(POLICY)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${version !== undefined && markup`<meta name="generator" content="qtimeit ${version}">
`}<title>${escaped(title)} · qtimeit</title>
<style>
${raw(PAGE_COLOURS + style)}</style>
</head>
<body>
${body}</body>
</html>
`.text;
}

module.exports = { htmlPage };
