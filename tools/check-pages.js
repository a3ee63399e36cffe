'use strict';

/*
 * Uses pages in real browsers: sorts and filters by mouse and keyboard, jumps to a test, and reads the page without
 * scripts; loading time and size of a page of two hundred tests; rows, verdicts and plots at four widths; axe-core on
 * every kind of page in light and dark; and layout and axe-core in WebKit at four widths.
 *
 *     node tools/check-pages.js [--only NAME]
 *
 *   --only   checks whose names contain this
 *
 * Uses Chromium, and firefox-esr and WebKit if they are installed; see browsers.js and pages/in-webkit.js.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { parseArgs } = require('util');
const axe = require('axe-core');
const { unfold } = require('./pages/faults');
const { openChromium, openFirefox, openPage } = require('./browsers');
const { checks, SOME } = require('./pages/checks');
const { documents, historyPage } = require('./pages/documents');
const { faultsInWebkit } = require('./pages/in-webkit');
const { formatDocument } = require('../lib/report/output/formats');

const THEMES = ['light', 'dark'];

// One of each kind: all have the same colours.
const NAMES_OF_DARK = [
  'typical', 'several', 'parameters', 'tiers', 'streamsOfAllKinds', 'compared', 'threeSides', 'saved',
  'rates-run', 'rates-failing', 'rates-compared-twelve', 'rates-compared-threeSides', 'scatter-linear', 'scatter-words',
];
// They contain nothing that smaller pages lack, and take a third of the time.
const MORE_OF_THE_SAME = ['crowd', 'manyStreams', 'rates-compared-fortyEight', 'scatter-many'];
const WINDOW = { width: 1440, height: 900 };

/* global window */

/** One check in a page of a browser: faults as sentences. */
async function runCheck({ page, open }, { of, isRefused = false, run }, urls) {
  await page.setViewportSize(WINDOW);
  await page.goto('about:blank'); // so that the next page does not get the filter of this one
  const faults = await open(urls[of]);
  const expect = (isSo, words) => {
    if (!isSo) faults.push(words);
  };
  try {
    await run(page, { expect, url: urls[of] });
  } catch (error) {
    faults.push(`cannot go on: ${error.message.split('\n')[0]}`);
  }
  return isRefused ? faults.filter((fault) => !/Content.Security.Policy|script-src/i.test(fault)) : faults;
}

/** The findings of axe-core on an unfolded page. */
async function violationsOf({ page, open }, url, colorScheme) {
  const faults = await open(url);
  await page.evaluate(unfold);
  // In dark mode, only the colours differ.
  const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
  const { violations } = await page.evaluate(
    (more) => window.axe.run({ resultTypes: ['violations'], ...more }), rules,
  );
  return [...faults, ...violations.map(({ id, help, nodes }) =>
    `axe-core, ${id}: ${help}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)}`)];
}

/** Results whose tests have names of 60 characters. */
function withLongNames({ suites, ...document }) {
  const renamed = (test) => ({ ...test, name: `${test.name}${' and more'.repeat(7)}`.slice(0, 60) });
  return { ...document, suites: suites.map((suite) => ({ ...suite, tests: suite.tests.map(renamed) })) };
}

/** @returns {object} addresses of all kinds of pages, of a shorter one, and of one whose script may not run */
function writePages(folder) {
  const pages = Object.entries(documents).map(([name, make]) => [name, formatDocument('html', make())]);
  const [, long] = pages.find(([name]) => name === 'crowd');
  pages.push(['without-script', long.replace(/script-src '[^']*'/, 'script-src \'none\'')]);
  pages.push(['some', formatDocument('html', documents.crowd(SOME))]);
  pages.push(['thirty', formatDocument('html', documents.crowd(30))]);
  for (const [name, count] of [['three', 3], ['thirty', 30], ['crowd', 200]]) {
    pages.push([`${name}-long`, formatDocument('html', withLongNames(documents.crowd(count)))]);
  }
  pages.push(['history', historyPage()]);
  return Object.fromEntries(pages.map(([name, html]) => {
    const file = path.join(folder, `${name}.html`);
    fs.writeFileSync(file, html);
    return [name, pathToFileURL(file).href];
  }));
}

async function main() {
  const { values: { only } } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-pages-'));
  const urls = writePages(folder);
  const chromium = await openChromium('check-pages');
  const firefox = await openFirefox();
  const faults = [];
  let done = 0;
  const note = (found, words) => {
    done++;
    for (const fault of found) faults.push(`${words}: ${fault}`);
  };
  async function runChecks(browser, browserName) {
    const { close, ...page } = await openPage(browser, { viewport: WINDOW });
    for (const [name, check] of Object.entries(checks).filter(([one]) => one.includes(only))) {
      note(await runCheck(page, check, urls), `${name}, ${browserName}`);
    }
    await close();
  }
  async function runAxe() {
    const names = Object.keys(documents)
      .filter((one) => !MORE_OF_THE_SAME.includes(one) && `axe ${one}`.includes(only));
    for (const theme of THEMES) {
      const { close, ...page } = await openPage(chromium, { viewport: WINDOW, colorScheme: theme }, axe.source);
      for (const name of names.filter((one) => theme === 'light' || NAMES_OF_DARK.includes(one))) {
        note(await violationsOf(page, urls[name], theme), `${name}, ${theme}`);
      }
      await close();
    }
  }
  async function runWebkit() {
    const names = NAMES_OF_DARK.filter((name) => `webkit ${name}`.includes(only));
    if (names.length === 0) return;
    const found = await faultsInWebkit(Object.fromEntries(
      names.map((name) => [name, formatDocument('html', documents[name]())])));
    if (found) note(found, 'webkit');
    else console.log('not in webkit: it is not installed');
  }
  try {
    // One browser at a time keeps one processor busy, and took two minutes.
    await Promise.all([
      runChecks(chromium, 'chromium').then(runAxe), firefox && runChecks(firefox, 'firefox'),
    ]);
    await runWebkit();
  } finally {
    await Promise.all([chromium.close(), firefox && firefox.close()]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of faults) console.log(fault);
  if (!firefox) console.log('not in firefox: there is none');
  console.log(`${done} checks, ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1); // a browser may still be open
});
