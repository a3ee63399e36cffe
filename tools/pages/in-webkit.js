'use strict';

/*
 * Pages in WebKit, which Playwright cannot control here: one page opens the documents in frames of several widths, and
 * posts the faults. The documents' policy is removed, so that axe-core can run in them.
 */

const axe = require('axe-core');
const { askPage, browserNamed } = require('../ask-page');
const { faultsOfPage, unfold } = require('./faults');

const WIDTHS = [360, 390, 800, 1440];
const LIMIT_MS = 240000;

/* global document */

/** Runs in the driving page: lays out each document at each width, and asks axe-core once. */
async function visitAll(names, widths, faultsIn, unfoldIn) {
  const faults = [];
  const frame = document.createElement('iframe');
  document.body.append(frame);
  frame.style.height = '900px';
  for (const name of names) {
    await new Promise((resolve) => {
      frame.onload = resolve;
      frame.src = `${name}.html`;
    });
    const inside = frame.contentWindow;
    inside.eval(`window.faultsOfPage = ${faultsIn}; window.unfold = ${unfoldIn}`);
    for (const isUnfolded of [false, true]) {
      if (isUnfolded) inside.unfold();
      for (const width of widths) {
        frame.style.width = `${width}px`;
        for (const fault of inside.faultsOfPage()) faults.push(`${name}, ${width} px: ${fault}`);
      }
    }
    const { violations } = await inside.axe.run({ resultTypes: ['violations'] });
    for (const { id, help, nodes } of violations) faults.push(`${name}: axe-core, ${id}: ${help}: ${nodes[0].html}`);
  }
  return [...new Set(faults)];
}

/**
 * @param {Object<string, string>} pages HTML by name
 * @returns {Promise<string[]|null>} faults, null if WebKit is not installed
 */
async function faultsInWebkit(pages) {
  const webkit = browserNamed('webkit');
  if (!webkit) return null;
  const inFrame = (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/i, '')
    .replace('</head>', '<script src="axe.js"></script></head>');
  const files = Object.fromEntries(Object.entries(pages).map(([name, html]) => [`${name}.html`, inFrame(html)]));
  const values = [Object.keys(pages), WIDTHS, `${faultsOfPage}`, `${unfold}`]
    .map((value) => JSON.stringify(value).replace(/</g, '\\u003c'));
  const index = `<!DOCTYPE html><meta charset="utf-8"><body><script type="module">
const answer = await (${visitAll})(${values}).then((value) => ({ value }), (error) => ({ error: String(error) }));
await fetch('answer', { method: 'POST', body: JSON.stringify(answer) });</script>`;
  return askPage(webkit, { ...files, 'index.html': index, 'axe.js': axe.source }, LIMIT_MS);
}

module.exports = { faultsInWebkit };
