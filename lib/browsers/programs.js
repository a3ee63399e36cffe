'use strict';

/*
 * The programs of browsers, and their options for a start without a screen and with a fresh profile. Each option
 * affects the figures or the end of a run.
 *
 * pattern: of program names; names: in PATH; places: outside PATH, by platform: paths, or { variable, name } for a name
 * in the folder of an environment variable; versionArgs: [] if the browser cannot print its version, --version by
 * default; hasScreen: whether it needs a display; files: of the profile.
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

const PREFERENCES = {
  // A clock of 20 us in isolated pages, also if system preferences coarsen it.
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
  argsOf: ({ profile, address }) => ['--headless', '--no-remote', '--profile', profile, address],
  files: {
    'user.js': Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  },
  // Ends the browser if a tab crashes. Otherwise the connections of the page stay open.
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
  envOf: (profile) => ({
    XDG_CACHE_HOME: profile, XDG_CONFIG_HOME: profile, XDG_DATA_HOME: profile,
    // A separate bus would survive the browser.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:', NO_AT_BRIDGE: '1',
  }),
};

const BROWSERS = { chromium, firefox, webkit };

const ALIASES = { chrome: 'chromium', safari: 'webkit' };

module.exports = { ALIASES, BROWSERS };
