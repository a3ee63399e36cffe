'use strict';

/*
 * The file of --plot: an SVG, a page around it, or a PNG, by the extension. A faulty name is rejected before measuring.
 * If the browser fails afterwards, the SVG is kept.
 */

const path = require('path');

const { markup, raw } = require('../chart/markup');
const { htmlPage } = require('../chart/page');
const { FONTS, onlyLight } = require('../chart/theme');
const { openOutputFile, StoreError } = require('../../host/output-file');
const { findBrowser, screenshot } = require('./browser');
const { messageOf } = require('../../text/show');
const { UsageError } = require('../../text/usage-error');

const KINDS = ['.svg', '.html', '.png'];

/** @throws {UsageError} unless the extension is .svg, .html or .png */
function checkPlotPath(given) {
  const kind = path.extname(given).toLowerCase();
  if (KINDS.includes(kind)) return kind;
  const ending = kind ? `${kind} is none of them` : 'it ends with none of them';
  const what = given === '' ? 'the name of the file is empty' : ending;
  throw new UsageError(`--plot ${given || '\'\''}: a plot is written as .svg, .html or .png, and ${what}`);
}

/** A page of the same size as the picture. */
function barePage(svg) {
  const [, width, height] = /^<svg [^>]*? width="(\d+)" height="(\d+)"/.exec(svg);
  const policy = 'default-src \'none\'; style-src \'unsafe-inline\'';
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<style>html{overflow:hidden}body{margin:0}svg{display:block}</style>${onlyLight(svg)}`;
  return { html, width: +width, height: +height };
}

const STYLE = `body{margin:0;padding:1.5rem clamp(.5rem,3vw,2rem) 3rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 ${FONTS};overflow-wrap:anywhere}
figure{margin:1.2rem 0;overflow-x:auto}
svg{display:block}
@media print{figure{overflow:visible}svg{max-width:100%;height:auto}}
`;

const plotPage = (svg) => htmlPage({
  title: 'Plot', style: STYLE, body: markup`<main>
<figure tabindex="0">
${raw(svg)}</figure>
</main>
`,
});

/** @returns {string} the place of the kept picture, in words */
function keep(given, svg, { force, host }) {
  let failure;
  for (const name of [`${given.slice(0, -path.extname(given).length)}.svg`, `${given}.svg`]) {
    try {
      const outputFile = openOutputFile(name, { force, host });
      outputFile.write(svg);
      outputFile.close();
      return `the plot is in ${name} instead`;
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof StoreError)) throw error;
      failure = error;
    }
  }
  return `neither could the plot be saved as SVG (${failure.message})`;
}

/**
 * Opens a file for a plot, after checking everything that can be wrong with it.
 * @param {string} given path as typed
 * @param {{ force?: boolean, host: import('../../host/host'), uid?: number|null }} options force: overwrites a file
 * @returns {{ write: function(string) }} write(svg) writes it in its form, or throws a StoreError
 * @throws {UsageError} before anything is changed or created
 */
function openPlot(given, { force = false, host, uid }) {
  const kind = checkPlotPath(given);
  const browser = kind === '.png' ? findBrowser(host) : null;
  if (browser && !browser.file) {
    const wayOut = 'install chromium, or write a .svg or .html, which need none';
    throw new UsageError(`--plot ${given}: for a .png a browser is needed, and ${browser.looked}; ${wayOut}`);
  }
  const outputFile = openOutputFile(given, { force, host });

  function pixels(svg) {
    try {
      return screenshot(browser.file, barePage(svg), { host, uid });
    } catch (error) {
      const words = `the browser ${browser.file} failed, ${messageOf(error)}`;
      throw new StoreError(given, `${words}; ${keep(given, svg, { force, host })}`);
    }
  }

  const contents = { '.svg': (svg) => svg, '.html': plotPage, '.png': pixels };
  return { write: (svg) => outputFile.write(contents[kind](svg)) };
}

module.exports = { checkPlotPath, openPlot, plotPage };
