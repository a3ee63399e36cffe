'use strict';

/*
 * Runs the tests for Node.js of measuring, statistics and suites in pages of Chromium, Firefox and WebKit, bundled with
 * the sources like qtimeit.browser.mjs.
 *
 *   node tools/check-core-in-browsers.js [chromium|firefox|webkit...]
 *
 * Default: all installed browsers, in parallel. Mocha's summary is printed once for all.
 */

const fs = require('fs');
const path = require('path');
const { askPage, browserNamed, KINDS } = require('./ask-page');
const { bundleTests } = require('./core-in-page/bundle');

const ROOT = path.join(__dirname, '..');
const MOCHA = path.join(ROOT, 'node_modules', 'mocha', 'mocha.js');
const ROOMS = ['measure', 'session', 'estimate', 'suite', 'engine', 'stats', 'text', 'samples'];
// These start processes, read files or command lines, or belong to other engines.
const LEFT_OUT = [
  /^session.(?:bench-faults|counting|fork-runner|forks|one-test)\./,
  /^suite.(?:load-suite|snippet|snippet-source|source-place|suite-arguments|suite-files|typescript)\./,
  /^engine.(?:bun|cache-evictor|deno|engine|process-\w+|v8-[\w-]+)\./,
];
const LIMIT_MS = 300000;

const PAGE = '<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="mocha"></div>' +
  '<script src="mocha.js"></script><script src="tests.js"></script><script>mocha.run();</script>';

const testFiles = () => ROOMS
  .flatMap((room) => fs.readdirSync(path.join(ROOT, 'test', room)).map((name) => path.join(room, name)))
  .filter((name) => name.endsWith('.test.js') && !LEFT_OUT.some((pattern) => pattern.test(name)))
  .map((name) => `test/${name}`);

/** The results of a browser: { name, passed, pending, failures }; a page without an answer is a failure. */
async function outcomeOf(browser, files) {
  const startedMs = Date.now();
  const name = browser.kind;
  try {
    const { agent, ...outcome } = await askPage(browser, files, LIMIT_MS);
    const { passed, pending, failures } = outcome;
    process.stdout.write(`  ${name}: ${passed} passed, ${failures.length} failed, ${pending.length} skipped, ` +
      `${Math.round((Date.now() - startedMs) / 1000)} s (${agent})\n`);
    return { name, ...outcome };
  } catch (error) {
    process.stdout.write(`  ${name}: ${error.message}\n`);
    return { name, passed: 0, pending: [], failures: [{ title: name, words: error.message }] };
  }
}

/** Each skipped test once, with the reason, and with its browsers if others run it. */
function skippedLines(outcomes) {
  const browsers = new Map();
  for (const { name, pending } of outcomes) {
    for (const { title, reason } of pending) {
      const line = `  - ${title}${reason ? ` (${reason})` : ''}`;
      browsers.set(line, [...browsers.get(line) || [], name]);
    }
  }
  return [...browsers].map(([line, names]) =>
    `${line}${names.length < outcomes.length ? ` in ${names.join(' and ')}` : ''}\n`).join('');
}

async function main(names) {
  const unknown = names.find((name) => !KINDS.includes(name));
  if (unknown !== undefined) {
    process.stderr.write(`usage: node tools/check-core-in-browsers.js [${KINDS.join('|')}...]\n`);
    return 2;
  }
  const startedMs = Date.now();
  const wanted = names.length > 0 ? names : KINDS;
  const browsers = wanted.map(browserNamed);
  const missing = wanted.filter((_, i) => browsers[i] === null);
  if (missing.length > 0) process.stdout.write(`  not installed: ${missing.join(', ')}\n`);
  if (missing.length === wanted.length || (names.length > 0 && missing.length > 0)) return 1;
  const files = { 'index.html': PAGE, 'mocha.js': fs.readFileSync(MOCHA), 'tests.js': await bundleTests(testFiles()) };
  const outcomes = await Promise.all(browsers.filter(Boolean).map((browser) => outcomeOf(browser, files)));

  const sum = (countOf) => outcomes.reduce((total, outcome) => total + countOf(outcome), 0);
  const passing = sum(({ passed }) => passed);
  const pending = sum((outcome) => outcome.pending.length);
  const failing = sum(({ failures }) => failures.length);
  process.stdout.write(`\n${skippedLines(outcomes)}\n`);
  process.stdout.write(`  ${passing} passing (${Math.round((Date.now() - startedMs) / 1000)}s)\n`);
  if (pending > 0) process.stdout.write(`  ${pending} pending\n`);
  if (failing > 0) process.stdout.write(`  ${failing} failing\n`);
  for (const { name, failures } of outcomes) {
    for (const { title, words } of failures) process.stdout.write(`\n  ${name}: ${title}\n${words}\n`);
  }
  process.stdout.write('\n');
  return failing > 0 || outcomes.some(({ passed }) => passed === 0) ? 1 : 0;
}

main(process.argv.slice(2)).then((status) => { process.exitCode = status; });
