'use strict';

/*
 * The browsers that suites are measured in: the names of their programs, and the options to start each without a screen
 * and with a fresh profile. Each option is needed for the figures or for the end of a run.
 */

/**
 * @typedef {object} Browser
 * @property {string} title
 * @property {RegExp} pattern of the names of its programs
 * @property {string[]} names in PATH
 * @property {Object<string, (string|{ variable, name })[]>} places outside PATH, by platform: paths, or names in the
 *   folder that an environment variable holds
 * @property {string} install command that installs it
 * @property {string[]} versionArgs arguments to print its version; [] if there are none
 * @property {boolean} hasScreen whether it needs a display
 * @property {function({ profile: string, address: string, isRoot: boolean }): string[]} argsOf
 * @property {Object<string, string>} files of its profile
 * @property {function(string): object} envOf additional environment variables, given the profile
 */

const inProgramFiles = (name) =>
  ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((variable) => ({ variable, name }));

const chromium = {
  title: 'Chromium',
  pattern: /chrom|msedge|microsoft-edge|brave/i,
  names: [
    'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge', 'microsoft-edge',
    'brave', 'brave-browser',
  ],
  places: {
    darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
      .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    win32: ['Google\\Chrome', 'Microsoft\\Edge', 'BraveSoftware\\Brave-Browser']
      .map((name, i) => `${name}\\Application\\${['chrome', 'msedge', 'brave'][i]}.exe`).flatMap(inProgramFiles),
  },
  install: 'apt-get install chromium',
  versionArgs: ['--version'],
  hasScreen: false,
  argsOf: ({ profile, address, isRoot }) => [
    '--headless=new', `--user-data-dir=${profile}`, ...(isRoot ? ['--no-sandbox'] : []),
    '--no-first-run', '--no-default-browser-check', '--mute-audio', '--disable-gpu',
    // Hidden pages run at full speed, and pages that are busy for long are not killed.
    '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows', '--disable-ipc-flooding-protection', '--disable-hang-monitor',
    // No updates, reports or experiments.
    '--disable-background-networking', '--disable-component-update', '--disable-extensions', '--disable-sync',
    '--metrics-recording-only', '--disable-field-trial-config', '--disable-breakpad',
    // /dev/shm of a container is too small for a tab.
    '--disable-dev-shm-usage',
    address,
  ],
  files: {},
  envOf: () => ({}),
};

const PREFERENCES = {
  // Isolated pages then have a clock of 20 us, also if the preferences of the system coarsen it.
  'privacy.resistFingerprinting': false,
  'privacy.reduceTimerPrecision': false,
  'javascript.options.asyncstack': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'toolkit.telemetry.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
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
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: inProgramFiles('Mozilla Firefox\\firefox.exe'),
  },
  install: 'apt-get install firefox-esr',
  versionArgs: ['--version'],
  hasScreen: false,
  argsOf: ({ profile, address }) => ['--headless', '--no-remote', '--profile', profile, address],
  files: {
    'user.js': Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  },
  // The browser ends with a crashed tab: otherwise the connections of its page stay open.
  envOf: () => ({ MOZ_CRASHREPORTER_DISABLE: '1', MOZ_CRASHREPORTER_SHUTDOWN: '1' }),
};

const webkit = {
  title: 'WebKit',
  pattern: /minibrowser|webkit/i,
  names: ['MiniBrowser'],
  places: {
    linux: ['x86_64', 'aarch64'].flatMap((arch) => ['6.0', '4.1', '4.0'].map((version) => (
      `/usr/lib/${arch}-linux-gnu/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`))),
  },
  install: 'apt-get install webkit2gtk-driver xvfb',
  versionArgs: [],
  hasScreen: true,
  argsOf: ({ address }) => ['--private', address],
  files: {},
  envOf: (profile) => ({
    XDG_CACHE_HOME: profile, XDG_CONFIG_HOME: profile, XDG_DATA_HOME: profile,
    // A separate bus would survive the browser.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1',
  }),
};

/** @type {Object<string, Browser>} */
const BROWSERS = { chromium, firefox, webkit };

const ALIASES = { chrome: 'chromium', safari: 'webkit' };

module.exports = { ALIASES, BROWSERS };
