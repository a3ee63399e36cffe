'use strict';

/*
 * The browsers in which pages are checked: chromium or $CHROMIUM, and firefox-esr or $FIREFOX if it is
 * installed.
 */

const fs = require('fs');
const { chromium, firefox } = require('playwright-core');

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';
const FLAGS =
  ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/**
 * @param {string} checker name for the message if it is missing
 * @returns {Promise<object>} chromium
 */
function openChromium(checker) {
  if (!fs.existsSync(CHROMIUM)) {
    throw new Error(`${checker}: there is no ${CHROMIUM}; install chromium (apt-get install chromium), or set ` +
      'CHROMIUM to the path of a browser');
  }
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
}

// An installed Firefox does not support this part of the protocol; then pages have light colours.
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/** @returns {Promise<object|null>} the installed Firefox, null if there is none */
async function openFirefox() {
  if (!fs.existsSync(FIREFOX)) return null;
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, headless: true });
  const session = browser._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = (method, parameters) => (method === UNKNOWN ? Promise.resolve({}) : send(method, parameters));
  return browser;
}

/**
 * A page that records its errors and requests. It is reused for all documents, because a new one starts a process.
 *
 * @param {object} browser
 * @param {object} options of its context: viewport, colorScheme, ...
 * @param {string} [script] that runs first in each document, regardless of its policy
 * @returns {Promise<{ page: object, open: function(string): Promise<string[]>, close: function(): Promise }>}
 * open(url) resolves to a growing list of console messages, errors and requests
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
