'use strict';

/* Runs the jobs of engines.js in browsers: each job in a new browser, on a page with qtimeit.browser.mjs. */

const fs = require('fs');
const path = require('path');
const { once } = require('../lib/composition');
const { askPage, browserNamed, KINDS } = require('../tools/ask-page');
const { FILE } = require('../tools/bundle');

const ESBUILD = path.join(__dirname, '..', 'tools', 'node_modules', 'esbuild');

const jobs = once(() => {
  // Loaded lazily: it requires npm ci in tools/.
  const { outputFiles: [{ text }] } = require(ESBUILD).buildSync({
    entryPoints: [path.join(__dirname, 'engine-jobs.js')], bundle: true, write: false, format: 'iife',
    globalName: 'engineJobs', platform: 'browser', target: 'es2022', charset: 'utf8', logLevel: 'silent',
  });
  return text;
});

const pageOf = (job, given) => `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">
<script src="jobs.js"></script><script type="module">
  import timeit from './qtimeit.browser.mjs';
  const answer = (given) => fetch('answer', { method: 'POST', body: JSON.stringify(given) });
  try {
    const value = engineJobs.jobsWith(() => timeit)[${JSON.stringify(job)}](${JSON.stringify(given)});
    answer({ value });
  } catch (error) {
    answer({ error: String(error) });
  }
</script>`;

const isBrowser = (name) => KINDS.includes(name);

/** The answer of a page; rejects if a job fails. */
function askBrowser(name, job, given, limitMs) {
  const files = { 'index.html': pageOf(job, given), 'jobs.js': jobs(), 'qtimeit.browser.mjs': fs.readFileSync(FILE) };
  return askPage(browserNamed(name), files, limitMs);
}

module.exports = { askBrowser, browserNamed, isBrowser };
