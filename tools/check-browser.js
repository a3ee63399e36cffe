'use strict';

/* global document, window */

/*
 * Measures in pages of the installed browsers (Chromium, Firefox, WebKit): an isolated page with the finer clock, and
 * one whose policy forbids compilation. Exits with 1 if something is wrong.
 */

const fs = require('fs');
const { askPage, browserNamed, KINDS } = require('./ask-page');
const { FILE } = require('./bundle');

const STRICT = { 'Content-Security-Policy': 'script-src \'self\' \'unsafe-inline\'' };
const LIMIT_MS = 120000;

/** A page that runs an action, and then `next`, in which `value` is the answer of the action. */
const pageOf = (action, next) => `<!DOCTYPE html><meta charset="utf-8"><title>qtimeit</title>
<link rel="icon" href="data:,"><main id="out"></main><script type="module">
  import timeit from "./qtimeit.browser.mjs";
  window.measuring = timeit;
  const answer = (given) => fetch('answer', { method: 'POST', body: JSON.stringify(given) });
  (${action})().then((value) => { ${next}; }).catch((error) => answer({ error: error + ' ' + error.stack }));
</script>`;

// The second page opens in the same browser, because a start of one takes several seconds of processor time.
const PAGES = {
  'index.html': pageOf(measure, "sessionStorage.found = JSON.stringify(value); location.href = 'strict.html'"),
  'strict.html': pageOf(measureCalls, 'answer({ value: { found: JSON.parse(sessionStorage.found), strict: value } })'),
};

/** Runs in the page. */
async function measure() {
  const { measuring: timeit } = window;
  const { bench } = timeit;
  const globalsBefore = Object.keys(window).length;
  const found = { environment: timeit.sysinfo() };
  found.ofCalls = timeit(1e6, () => [1, 2, 3], 'a given number of calls');
  found.ofTime = timeit('100ms', () => JSON.parse('{"a":1}'), 'a given time');
  found.promised = await timeit(1e3, async () => {}, 'a promise');
  found.called = await new Promise((resolve) => {
    timeit(1e3, (callback) => { callback(); }, 'a callback', (error, count) => resolve(error ? String(error) : count));
  });
  bench.element = document.querySelector('#out');
  const quick = { timeGoal: 0.1 };
  found.rows = await bench({
    a: () => [3, 1, 2].slice(), b: () => [3, 1, 2].slice().sort(), async c() {}, d() { throw new TypeError('no'); },
  }, quick);
  found.grouped = bench({
    small: { setup: () => [1], each: () => 5, fn: (input) => input + 1 },
    more: { x() {}, y({ size }) { return 'x'.repeat(size); } },
  }, { ...quick, params: { size: [1, 100] } });
  found.later = await bench({
    async e() { setTimeout(() => { throw new Error('later'); }); await new Promise((r) => { setTimeout(r, 20); }); },
  }, quick);
  found.painted = 0;
  let isOver = false;
  const paint = () => {
    found.painted++;
    if (!isOver) window.requestAnimationFrame(paint);
  };
  window.requestAnimationFrame(paint);
  found.told = await new Promise((resolve) => {
    bench({ f() {}, g() {} }, quick, (error, rows) => resolve(rows.length));
  });
  isOver = true;
  found.text = bench.element.textContent;
  found.blocks = bench.element.children.length;
  found.globals = Object.keys(window).length - globalsBefore;
  try {
    bench([() => {}], { forkTests: true });
  } catch (error) {
    found.refused = error.message;
  }
  return found;
}

/** Runs in the page, without compiling. */
async function measureCalls() {
  const { bench } = window.measuring;
  let source = '';
  try {
    bench(['1 + 1']);
  } catch (error) {
    source = error.message;
  }
  bench.element = document.querySelector('#out');
  const list = [3, 1, 2];
  const sink = { sum: 0 };
  const rows = await bench({
    sort: () => { sink.sum += list.slice().sort()[0]; }, again: () => { sink.sum += list.slice().sort()[0]; },
    nothing() {}, async later() { sink.sum++; }, each: { each: () => 5, fn: (input) => { sink.sum += input; } },
    back(callback) { sink.sum += list.slice().sort()[0]; callback(); },
  }, { timeGoal: 0.1 });
  return { rows, source, text: bench.element.textContent };
}

/** Faults of the page that must not compile, as sentences. */
function strictFaults({ rows, source, text }) {
  const faults = [];
  const expect = (isSo, what) => { if (!isSo) faults.push(`a strict policy: ${what}`); };
  const verdicts = rows.map(({ name, verdict, nsPerCall }) => `${name} ${verdict} ${nsPerCall}`).join('; ');
  expect(rows.every(({ verdict, warnings }) => verdict !== 'failed' && warnings.some(({ code }) => code === 'called')),
    verdicts);
  expect(/Content-Security-Policy.*Pass a function/.test(source), `a source: ${source}`);
  expect(text.split('unsafe-eval').length === 2, `not said once: ${text}`);
  return faults;
}

// If other programs take the processor, a short measurement has a warning instead of a time.
const isTimed = ({ elapsed, warnings }) => elapsed > 0 || warnings.length > 0;

/** Faults, as sentences. */
function faultsOf({ environment, ofCalls, ofTime, promised, called, rows, grouped, later, text, blocks, refused: words,
  globals, painted, told }) {
  const faults = [];
  const expect = (isSo, what) => { if (!isSo) faults.push(what); };
  expect(environment.isIsolated && environment.clockGrainNs < 1e5, `clock: ${JSON.stringify(environment)}`);
  expect(ofCalls.count >= 1e6 && isTimed(ofTime), `synchronous tests: ${JSON.stringify([ofCalls, ofTime])}`);
  expect(promised.count >= 1e3 && called >= 1e3, `later answers were not counted: ${called}`);
  const verdicts = rows.map(({ name, verdict, nsPerCall }) => `${name} ${verdict} ${nsPerCall}`).join('; ');
  expect(rows.length === 4 && rows.slice(0, 3).every(({ verdict }) => verdict !== 'failed'), verdicts);
  expect(rows[3].verdict === 'failed' && rows[3].error.message === 'TypeError: no', verdicts);
  expect(grouped.length === 6 && grouped.every(({ verdict }) => verdict !== 'failed'),
    grouped.map(({ name, error }) => `${name} ${error && error.message}`).join('; '));
  expect(/later/.test(later[0].error && later[0].error.message), `not told: ${JSON.stringify(later[0].error)}`);
  expect(blocks === 1 && /ops\/sec/.test(text) && !/\r/.test(text), `the page shows: ${text}`);
  expect(/need separate processes/.test(words), `forks: ${words}`);
  expect(painted > 0 && told === 2, `painted ${painted} times while ${told} tests were measured`);
  expect(globals === 0, `${globals} globals more`);
  return faults;
}

async function check(browser) {
  const { kind } = browser;
  const { found, strict } = await askPage(browser, { ...PAGES, 'qtimeit.browser.mjs': fs.readFileSync(FILE) }, LIMIT_MS,
    { 'strict.html': STRICT });
  console.log(`${kind} ${found.environment.engineVersion}: a clock of ${found.environment.clockGrainNs} ns`);
  console.log(found.text);
  console.log(strict.text);
  const faults = [...faultsOf(found), ...strictFaults(strict)];
  for (const fault of faults) console.error(`${kind}: ${fault}`);
  return faults.length;
}

async function main() {
  let faults = 0;
  for (const browser of KINDS.map(browserNamed).filter(Boolean)) faults += await check(browser);
  process.exitCode = faults > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
