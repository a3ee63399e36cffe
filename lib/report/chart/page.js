'use strict';

/* The frame of all pages. */

const { createHash } = require('crypto');
const { escaped } = require('../../base/text/display');
const { markup, raw } = require('./markup');
const { PAGE_COLOURS } = require('./theme');

/** Blocks requests and all scripts except the page's own, even if a name contains markup. */
function policyFor(script) {
  const own = script && `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'${own}`;
}

/** HTML. Its style can use the colours as custom properties; version: of qtimeit; script: runs after loading. */
function htmlPage({ title, style, body, version, script = '' }) {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(policyFor(script))}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${version !== undefined && markup`<meta name="generator" content="qtimeit ${version}">\n`}\
<title>${escaped(title)} · qtimeit</title>
<style>
${raw(PAGE_COLOURS + style)}</style>
</head>
<body>
${body}${script && markup`<script>${raw(script)}</script>\n`}</body>
</html>\n`.text;
}

module.exports = { htmlPage };
