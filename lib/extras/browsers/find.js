'use strict';

/*
 * The programs of browsers, found by path, or by name in PATH and the usual folders, and their options for a start
 * without a screen and with a fresh profile. Each option affects the figures or the end of a run.
 *
 * pattern: of program names; names: in PATH; places: outside PATH, by platform: paths, or { variable, name } for a name
 * in the folder of an environment variable; downloads: names in downloads of Puppeteer and Playwright, by platform;
 * aliases: parts of the places of a name; packages: for installCommand(); versionArgs: [] if the browser cannot print
 * its version; hasScreen: whether it needs a display; files: of the profile.
 */

const path = require('path');
const { askProgram, isExecutable, isFile, isProgram, orNull, readTrimmed } = require('../../base/host/fs-queries');
const { installCommand, listFoldersInPath, isPath, pathsOf, programFile } = require('../../base/host/paths');
const { UsageError } = require('../../base/text/usage-error');

const inProgramFiles = (name) =>
  ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((variable) => ({ variable, name }));

const inApp = (name) => `${name}.app/Contents/MacOS/${name}`;
const inApplications = (file) => [`/Applications/${file}`, { variable: 'HOME', name: `Applications/${file}` }];

const chromium = {
  title: 'Chromium',
  pattern: /chrom|msedge|microsoft.edge|brave/i,
  names: [
    'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge', 'microsoft-edge',
    'brave', 'brave-browser',
  ],
  places: {
    darwin: ['Google Chrome', 'Google Chrome for Testing', 'Chromium', 'Microsoft Edge', 'Brave Browser']
      .map(inApp).flatMap(inApplications),
    win32: ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge', 'BraveSoftware\\Brave-Browser']
      .map((name, i) => `${name}\\Application\\${['chrome', 'chrome', 'msedge', 'brave'][i]}.exe`)
      .flatMap(inProgramFiles),
  },
  downloads: {
    linux: ['chrome'], darwin: ['Google Chrome for Testing', 'Chromium'].map(inApp), win32: ['chrome.exe'],
  },
  aliases: {
    'google-chrome': /Google.Chrome\b(?! for)/, 'msedge': /Microsoft.Edge/, 'microsoft-edge': /Microsoft.Edge/,
    'brave': /Brave/, 'brave-browser': /Brave/,
  },
  packages: { linux: 'chromium', darwin: '--cask google-chrome', win32: 'Google.Chrome' },
  argsOf: ({ profile, address, isRoot }) => [
    '--headless=new', `--user-data-dir=${profile}`, ...(isRoot ? ['--no-sandbox'] : []),
    '--no-first-run', '--no-default-browser-check', '--mute-audio', '--disable-gpu',
    // Full speed for hidden pages, and no kill of busy pages.
    '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows', '--disable-ipc-flooding-protection', '--disable-hang-monitor',
    // No updates, reports or experiments.
    '--disable-background-networking', '--disable-component-update', '--disable-extensions', '--disable-sync',
    '--metrics-recording-only', '--disable-field-trial-config', '--disable-breakpad',
    // /dev/shm of a container may be too small for a tab.
    '--disable-dev-shm-usage',
    address,
  ],
};

// A clock of 20 us in isolated pages, even if system preferences coarsen it; no updates, reports, checks or questions.
const OFF = [
  'privacy.resistFingerprinting', 'privacy.reduceTimerPrecision', 'javascript.options.asyncstack',
  'app.normandy.enabled', 'toolkit.telemetry.enabled', 'datareporting.policy.dataSubmissionEnabled',
  'browser.safebrowsing.malware.enabled', 'browser.safebrowsing.phishing.enabled',
  'browser.shell.checkDefaultBrowser', 'browser.aboutwelcome.enabled', 'browser.sessionstore.resume_from_crash',
  'extensions.update.enabled', 'network.captive-portal-service.enabled', 'network.connectivity-service.enabled',
];
const PREFERENCES = {
  ...Object.fromEntries(OFF.map((name) => [name, false])),
  'app.update.disabledForTesting': true,
  'browser.startup.homepage_override.mstone': 'ignore',
  'network.http.speculative-parallel-limit': 0,
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.content-background-hang-monitor.disabled': true,
  'layout.testing.top-level-always-active': true,
  'dom.max_script_run_time': 0,
};

const firefox = {
  title: 'Firefox',
  pattern: /firefox/i,
  names: ['firefox-esr', 'firefox'],
  places: {
    darwin: inApplications('Firefox.app/Contents/MacOS/firefox'),
    win32: inProgramFiles('Mozilla Firefox\\firefox.exe'),
  },
  packages: { linux: 'firefox-esr', darwin: '--cask firefox', win32: 'Mozilla.Firefox' },
  // On Windows a launcher starts the browser, and would end at once.
  argsOf: ({ profile, address, platform }) => [
    ...(platform === 'win32' ? ['--wait-for-browser'] : []), '--headless', '--no-remote', '--profile', profile, address,
  ],
  files: {
    'user.js': Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  },
  // Ends the browser if a tab crashes. Otherwise the connections of the page stay open.
  envOf: () => ({ MOZ_CRASHREPORTER_DISABLE: '1', MOZ_CRASHREPORTER_SHUTDOWN: '1' }),
};

const webkit = {
  title: 'WebKit',
  pattern: /minibrowser|webkit|safari/i,
  names: ['MiniBrowser'],
  places: {
    linux: ['x86_64', 'aarch64'].flatMap((arch) => ['6.0', '4.1', '4.0'].map((version) => (
      `/usr/lib/${arch}-linux-gnu/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`))),
  },
  packages: { linux: 'webkit2gtk-driver xvfb' },
  versionArgs: [],
  hasScreen: true,
  argsOf: ({ address }) => ['--private', address],
  envOf: (profile) => ({
    XDG_CACHE_HOME: profile, XDG_CONFIG_HOME: profile, XDG_DATA_HOME: profile,
    // A separate bus would survive the browser.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1',
  }),
};

const BROWSERS = { chromium, firefox, webkit };
const ALIASES = { chrome: 'chromium', safari: 'webkit' };
const LIMIT_MS = 10000; // allows a cold start from a slow disk
const BY_HAND = 'url'; // replaces the name of a browser: the user opens a printed address
const KINDS = Object.keys(BROWSERS);

// For hints about typos.
const BROWSER_NAMES = [...KINDS, ...Object.keys(ALIASES), ...KINDS.flatMap((kind) => BROWSERS[kind].names)];

const kindOfName = (given) => (Object.hasOwn(ALIASES, given) ? ALIASES[given] : given);

function kindOfFile(file, host) {
  const name = pathsOf(host).basename(file);
  return KINDS.find((kind) => BROWSERS[kind].pattern.test(name)) || null;
}

/** @returns {string|null} 'chromium', 'firefox', 'webkit', 'url' for a name or a path; null for others */
function detectBrowserKind(given, host) {
  const kind = kindOfName(given);
  if (Object.hasOwn(BROWSERS, kind) || kind === BY_HAND) return kind;
  return BROWSER_NAMES.includes(given) || isPath(given, host) ? kindOfFile(given, host) : null;
}

function listInstallPlaces({ places }, { env, platform }) {
  const fileOf = ({ variable, name }) => env[variable] && pathsOf({ platform }).join(env[variable], name);
  return (places[platform] || []).map((place) => (typeof place === 'string' ? place : fileOf(place))).filter(Boolean);
}

function findFirstProgram(names, places, host) {
  // An empty entry is the current folder. Starting programs from there is unsafe.
  const folders = listFoldersInPath(host).filter((folder) => folder !== '');
  const inPath = names.flatMap((name) => folders.map((folder) => pathsOf(host).join(folder, programFile(name, host))));
  return [...inPath, ...places].find((file) => isProgram(file, host)) || null;
}

/** Folders in which Puppeteer and Playwright keep versions of Chromium. Relative ones are unsafe, like in PATH. */
function listDownloadFolders({ env, platform }) {
  const { isAbsolute, join } = pathsOf({ platform });
  const home = env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || '';
  const caches = { darwin: join(home, 'Library', 'Caches'), win32: env.LOCALAPPDATA || '' };
  const cache = caches[platform] ?? (env.XDG_CACHE_HOME || join(home, '.cache'));
  return [
    join(env.PUPPETEER_CACHE_DIR || join(home, '.cache', 'puppeteer'), 'chrome'),
    env.PLAYWRIGHT_BROWSERS_PATH || join(cache, 'ms-playwright'),
  ].filter(isAbsolute);
}

const compareNumbers = (a, b) => a.localeCompare(b, 'en', { numeric: true });
const NUMBERED = /^(?:(?:linux|mac|win)\w*|chromium)-(\d[\d.]*)$/;

/** Newest first: chrome/linux-131.0.6778.204/chrome-linux64/chrome, ms-playwright/chromium-1148/chrome-linux/chrome */
function listDownloads({ downloads = {} }, host) {
  const { join } = pathsOf(host);
  const list = (folder, pattern) => (orNull(() => host.listDir(folder)) || []).filter((name) => pattern.test(name));
  const isNewer = (a, b) => compareNumbers(NUMBERED.exec(b)[1], NUMBERED.exec(a)[1]);
  return listDownloadFolders(host)
    .flatMap((folder) => list(folder, NUMBERED).sort(isNewer).map((name) => join(folder, name)))
    .flatMap((folder) => list(folder, /^chrome-/).map((name) => join(folder, name)))
    .flatMap((folder) => (downloads[host.platform] || []).map((name) => join(folder, name)));
}

/** An installed program, else a downloaded one */
const findOfKind = (browser, host) => (
  findFirstProgram(browser.names, listInstallPlaces(browser, host), host) ||
    findFirstProgram([], listDownloads(browser, host), host));

function fileOf(given, kind, { host, cwd }) {
  const browser = BROWSERS[kind];
  const { title, names, packages, aliases = {} } = browser;
  // The end of Safari would close the windows of the user.
  if (kind === 'webkit' && ['darwin', 'win32'].includes(host.platform) && !/minibrowser/i.test(given)) {
    throw new UsageError(`--on ${given}: Safari cannot be started with a separate profile. Use --on url, and open ` +
      'the printed address in Safari');
  }
  if (isPath(given, host)) {
    const file = pathsOf(host).resolve(cwd, given);
    if (!isFile(file, host)) throw new UsageError(`${given} not found. Pass the path of a ${title} executable`);
    if (!isExecutable(file, host)) {
      throw new UsageError(`${given} is not executable. Pass the path of a ${title} executable`);
    }
    return file;
  }
  const isKind = kindOfName(given) === kind;
  const isAlias = (place) => Object.hasOwn(aliases, given) && aliases[given].test(place);
  const found = isKind ? findOfKind(browser, host)
    : findFirstProgram([given], listInstallPlaces(browser, host).filter(isAlias), host);
  if (found !== null) return found;
  const looked = isKind ? `none of ${names.join(', ')} is in PATH or in the usual folders`
    : `${given} is not in PATH`;
  const command = installCommand(packages, host);
  throw new UsageError(`--on ${given}: ${looked}. Install ${title} (${command}), or pass its path`);
}

/** A folder that a snap can write, because it has a separate /tmp; null for other browsers. */
function findSnapFolder(file, host) {
  const { HOME } = host.env;
  const [name = null] = /^(?:chromium|firefox)/.exec(path.basename(file)) || [];
  if (host.platform !== 'linux' || !HOME || name === null) return null;
  const shared = path.join(HOME, 'snap', name, 'common');
  return [shared, `/snap/bin/${name}`].some((one) => host.isThere(one)) ? shared : null;
}

const VERSION = /\d+(?:\.\d+)+/;

/** Of a browser on Windows, where --version opens a window: from the files next to it, or the name of its folder. */
function versionBeside(file, host) {
  const { dirname, join } = pathsOf(host);
  const folder = dirname(file);
  const [, named] = /^Version=(\S+)/m.exec(readTrimmed(host, join(folder, 'application.ini'))) || [];
  if (named) return named;
  const names = (orNull(() => host.listDir(folder)) || []).filter((name) => /^\d+(?:\.\d+){3}$/.test(name));
  names.sort(compareNumbers);
  const [own = null] = VERSION.exec(folder) || [];
  return names.at(-1) || own;
}

function versionOf(file, { versionArgs = ['--version'] }, host) {
  if (versionArgs.length === 0) return null;
  if (host.platform === 'win32') return versionBeside(file, host);
  const { stdout } = askProgram(host, file, versionArgs, { timeout: LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] });
  const [version = null] = VERSION.exec(stdout || '') || [];
  return version;
}

/** given: a name or path, except 'url'. Throws a UsageError with an install command if the browser is missing. */
function findBrowser(given, { host, cwd }) {
  const kind = detectBrowserKind(given, host);
  const file = fileOf(given, kind, { host, cwd });
  return { kind, title: BROWSERS[kind].title, file, version: versionOf(file, BROWSERS[kind], host) };
}

module.exports = {
  BROWSERS, BROWSER_NAMES, BY_HAND, detectBrowserKind, findBrowser, findFirstProgram, findOfKind, findSnapFolder,
};
