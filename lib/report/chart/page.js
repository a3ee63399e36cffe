'use strict';

/* What all pages have around their contents. */

const { createHash } = require('crypto');
const { escaped } = require('../../text/display');
const { markup, raw } = require('./markup');
const { PAGE_COLOURS } = require('./theme');

/** Keeps the page from loading anything, and from running all but its own script, whatever a name in it may hold. */
function policyFor(script) {
  const policy = 'default-src \'none\'; style-src \'unsafe-inline\'; img-src data:; base-uri \'none\'; ' +
    'form-action \'none\'';
  const own = script && `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return policy + own;
}

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.style sheet, for which the colours are there as custom properties
 * @param {object} page.body markup
 * @param {string} [page.version] that made it
 * @param {string} [page.script] text that runs when all of the page is there
 * @returns {string} HTML
 */
function htmlPage({ title, style, body, version, script = '' }) {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(policyFor(script))}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${version !== undefined && markup`<meta name="generator" content="qtimeit ${version}">
`}<title>${escaped(title)} · qtimeit</title>
<style>
${raw(PAGE_COLOURS + style)}</style>
</head>
<body>
${body}${script && markup`<script>${raw(script)}</script>
`}</body>
</html>
`.text;
}

module.exports = { htmlPage };
