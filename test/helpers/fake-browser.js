'use strict';

/*
 * A fake of a browser and its page: it fetches the address like a browser, and sends the messages of a page. It is also
 * a program, whose last argument is a file that redirects to the page. QTIMEIT_TEST_PAGE selects the behavior:
 *
 *   measures    measures all tests interleaved with bench of this library, in this process; makes up the time of one
 *   builds      reports for each test a time per call of 100 ns times the number that its suite imports from the build
 *   ends        exits with code 3, before it requests the page
 *   idles       requests nothing
 *   opens       requests the page, and sends no message
 *   begins      begins a test, and never ends it
 *   leaves      leaves the page; the browser continues
 *   prints      writes to its console
 *   invents     sends a message of an unknown type
 *   shares      lets another client request a file, too
 */

const fs = require('fs');
const http = require('http');
const path = require('path');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { resolveSettings } = require('#lib/core/suite/settings');

const request = (address, options = {}, body = '') => new Promise((resolve, reject) => {
  const sent = http.request(address, { agent: false, ...options }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece) => { text += piece; });
    response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    response.on('error', reject);
  });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error(`no answer from ${address} in ${options.timeout} ms`)));
  sent.end(body);
});

/** Opens a page: its job and import map; tell(message) returns the answer, hold() a function that leaves the page. */
async function openPage(address) {
  const { text, headers: received } = await request(address);
  const [cookie] = received['set-cookie'][0].split(';');
  const headers = { Cookie: cookie, Origin: new URL(address).origin };
  const given = JSON.parse(/page\.start\((.*)\);/.exec(text)[1]);
  const { origin } = new URL(address);
  let number = 0;
  return {
    given,
    importMap: JSON.parse(/<script type="importmap">(.*)<\/script>/.exec(text)[1]),
    textAt: async (path) => (await request(`${origin}${path}`, { headers })).text,
    tell: async (message) => {
      const body = JSON.stringify({ ...message, number: number++ });
      const { text: said } = await request(`${origin}${given.base}message`, { method: 'POST', headers }, body);
      return said === '' ? null : JSON.parse(said);
    },
    hold() {
      const sent = http.request(`${origin}${given.base}open`, { agent: false, headers });
      sent.on('error', () => {});
      sent.end();
      return () => sent.destroy();
    },
  };
}

const SUITE = { parse: () => JSON.parse('[1]'), sort: () => [3, 1, 2].sort() };
const names = Object.keys(SUITE);

const environment = () => ({
  ...require('../..').sysinfo(), engine: 'chromium', engineVersion: '1.0.0.0', nodeVersion: null, v8Version: null,
});

const rowOf = (name, nsPerCall) => (
  { ...createEmptyRow(name, 1), nsPerCall, nsLow: nsPerCall, nsHigh: nsPerCall, resolutionNs: 1 });

async function list({ tell }) {
  const tests = names.map((name) => ({ name, timeoutSeconds: null, tier: null, hasInputs: false }));
  await tell({ type: 'suite', suite: { position: 0, tests } });
  await tell({ type: 'loaded', environment: environment() });
}

async function beginPart({ given: { job }, tell }, rows) {
  await tell({ type: 'arranged', names });
  const tests = names.map((name) => ({ name }));
  const settings = { ...resolveSettings(() => {}, { timeGoal: 0.05, silent: !job.isTable }), untilClear: false };
  await tell({ type: 'begun', position: 0, environment: environment(), settings, tests, rows });
  await tell({ type: 'started', position: 0 });
}

/** The messages of a page before it calls a test. */
async function begin(page) {
  if (page.given.job.isPart) await beginPart(page, names.map((name) => createEmptyRow(name, 1)));
  else await page.tell({ type: 'begun' });
}

/** The messages of a page that measures one test, or all interleaved. */
async function measure(page) {
  const { given: { job }, tell } = page;
  await begin(page);
  if (!job.isPart) {
    await tell({ type: 'result', row: rowOf(names[job.index], 100), sample: null });
    return;
  }
  const rows = require('../..').bench(SUITE, { timeGoal: 0.05, silent: true, showPlatformInfo: false });
  for (const [index, row] of rows.entries()) await tell({ type: 'row', index, row, samples: [] });
  await tell({ type: 'ended', position: 0 });
  await tell({ type: 'done' });
}

/** The messages of a page whose suite imports `factor` from 'built'. */
async function reportBuild(page) {
  const { given: { job }, importMap: { imports }, textAt, tell } = page;
  await begin(page);
  const [, factor] = /factor = (\d+)/.exec(await textAt(imports.built));
  // Adds noise: real processes always differ slightly.
  const nsPerCall = factor * 100 * (1 + Math.random() / 1000);
  await tell({ type: 'result', row: rowOf(names[job.index], nsPerCall), sample: null });
}

/** Opens a page that lists its tests if its job asks for that; otherwise it runs the action. */
const onceThere = (action) => async (address) => {
  const page = await openPage(address);
  const leave = page.hold();
  if (page.given.job.lists) await list(page);
  else await action(page, leave, new URL(address));
};

const BEHAVIOURS = {
  ends() {
    fs.writeSync(2, '\x1b[31mwhy\x1b]0;title\x07\n');
    process.exit(3);
  },
  idles() {},
  async opens(address) { (await openPage(address)).hold(); },
  begins: onceThere(begin),
  leaves: onceThere(async (page, leave) => {
    await begin(page);
    leave();
  }),
  prints: onceThere(async ({ tell }) => {
    await tell({ type: 'line', text: '\x1b[31mred\x1b]0;title\x07\n\tnext\u202e', isError: false });
    await tell({ type: 'done' });
  }),
  invents: onceThere(({ tell }) => tell({ type: 'constructor' })),
  // The message ends the page if the command accepts the other client.
  shares: onceThere(async ({ given: { base }, tell }, _, { origin }) => {
    await request(`${origin}${base}files/x.mjs`);
    await tell({ type: 'constructor' });
  }),
  measures: onceThere(measure),
  builds: onceThere(reportBuild),
};

async function main() {
  if (process.argv.includes('--version')) {
    process.stdout.write('Chromium 1.2.3\n');
  } else {
    // Keeps the process alive: a browser does not exit with its page.
    setInterval(() => {}, 1000);
    const start = fs.readFileSync(new URL(process.argv[process.argv.length - 1]), 'utf8');
    await BEHAVIOURS[process.env.QTIMEIT_TEST_PAGE](/http:[^"]+/.exec(start)[0]);
    // A file in its profile, so that tests can see the end.
    fs.writeFileSync(path.join(process.env.TMPDIR, 'behaved'), '');
  }
}

if (require.main === module) main();

module.exports = { BEHAVIOURS, openPage, request };
