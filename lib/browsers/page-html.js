'use strict';

/* The page itself: what its modules are called, and what starts it. */

/** As a script of a page has it: no text in it ends that script. */
const inScript = (value) => JSON.stringify(value).replace(/</g, '\\u003c');

/**
 * @param {{ tree: object, job: object, chosen: object, version: string }} page see server.js
 * @param {string} base of its addresses
 * @returns {string}
 */
function pageHtml({ tree, job, chosen, version }, base) {
  const given = { base, suite: base + tree.suite, job, chosen, version };
  return `<!DOCTYPE html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>qtimeit</title>
<link rel="icon" href="data:,">
<script type="importmap">${inScript(tree.importMap(base))}</script>
<script type="module">
import page from ${inScript(`${base}qtimeit/in-page.mjs`)};
page.start(${inScript(given)});
</script>
<p>qtimeit measures in this page. Leave it open, and in front.</p>
`;
}

module.exports = { pageHtml };
