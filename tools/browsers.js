'use strict';

/*
 * The browsers that pages are looked at in: chromium, or what CHROMIUM names, and firefox-esr, or what FIREFOX names,
 * where there is one.
 */

const fs = require('fs');
const { chromium, firefox } = require('playwright-core');

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';
const FLAGS =
  ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/**
 * @param {string} checker that says what is missing
 * @returns {Promise<object>} chromium
 */
function openChromium(checker) {
  if (!fs.existsSync(CHROMIUM)) {
    throw new Error(`${checker}: there is no ${CHROMIUM}; install chromium (apt-get install chromium), or set ` +
      'CHROMIUM to the path of a browser');
  }
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

// Of the protocol that both speak, an installed Firefox lacks this one; without it pages are in light colours.
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/** @returns {Promise<object|null>} an installed Firefox, as it is, null where there is none */
async function openFirefox() {
  if (!fs.existsSync(FIREFOX)) return null;
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, headless: true });
  const session = browser._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = (method, parameters) => (method === UNKNOWN ? Promise.resolve({}) : send(method, parameters));
  return browser;
}

/**
 * A page that notes what it should not do. It goes from one document to the next: a new one for each is a new process.
 *
 * @param {object} browser
 * @param {object} options of its context: viewport, colorScheme, ...
 * @param {string} [script] that runs in each document before all else, whatever its policy is
 * @returns {Promise<{ page: object, open: function(string): Promise<string[]>, close: function(): Promise }>}
 *   open(url): what it does from then on: words or errors in the console, and requests; more of them as they come
 */
async function openPage(browser, options, script = '') {
  const context = await browser.newContext(options);
  if (script !== '') await context.addInitScript({ content: script });
  const page = await context.newPage();
  let url = '';
  let faults = [];
  page.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type())) faults.push(`the console says: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`an error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url && !request.url().startsWith('data:')) {
      faults.push(`a request: ${request.url()}`);
    }
  });
  const open = async (address) => {
    url = address;
    faults = [];
    const own = faults;
    await page.goto(url);
    return own;
  };
  return { page, open, close: () => context.close() };
}

module.exports = { CHROMIUM, openChromium, openFirefox, openPage };
