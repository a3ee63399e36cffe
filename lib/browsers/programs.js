'use strict';

/*
 * The browsers that suites are measured in: what their programs are called, and how each is started without a screen,
 * with a profile of its own. Options are those without which figures or the end of a run would be others.
 */

/**
 * @typedef {object} Browser
 * @property {string} title
 * @property {RegExp} pattern of the names of its programs
 * @property {string[]} names that are looked for in PATH
 * @property {Object<string, (string|{ variable, name })[]>} places where it is installed, by platform, beside PATH:
 *   paths, or names in the folder that a variable of the environment has
 * @property {string} install what brings it, in words
 * @property {string[]} versionArgs with which it prints its version and ends; [] where it cannot
 * @property {boolean} hasScreen whether it needs a display
 * @property {function({ profile: string, address: string, isRoot: boolean }): string[]} argsOf
 * @property {Object<string, string>} files of its profile
 * @property {function(string): object} envOf variables beside those of this process, given the profile
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
    // A page that nobody looks at runs as others do, and one that is busy for long is not ended.
    '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows', '--disable-ipc-flooding-protection', '--disable-hang-monitor',
    // Nothing is loaded, reported or tried out meanwhile.
    '--disable-background-networking', '--disable-component-update', '--disable-extensions', '--disable-sync',
    '--metrics-recording-only', '--disable-field-trial-config', '--disable-breakpad',
    // In a container it is too small for a tab.
    '--disable-dev-shm-usage',
    address,
  ],
  files: {},
  envOf: () => ({}),
};

const PREFERENCES = {
  // As fine as an isolated page is given it, 20 us, where a profile of the system says otherwise.
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
  // A tab that has crashed takes it along: otherwise the connections of its page stay open.
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
    // A bus of its own would go on when it has ended.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1',
  }),
};

/** @type {Object<string, Browser>} */
const BROWSERS = { chromium, firefox, webkit };

// What people call them besides.
const ALIASES = { chrome: 'chromium', safari: 'webkit' };

module.exports = { ALIASES, BROWSERS };
