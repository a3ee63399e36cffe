'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { MACOS, WINDOWS } = require('../helpers/other-systems');
const { refusalOf } = require('../helpers/refusals');
const { scratchFolder, hostWith, programIn } = require('../helpers/scratch');
const { detectBrowserKind, findBrowser, findSnapFolder } = require('#lib/extras/browsers/find');
const { UsageError } = require('#lib/base/text/usage-error');

describe('browsers/find', function () {
  if (process.platform === 'win32') return;
  const scratch = scratchFolder();

  /** A program that prints this text */
  const program = (name, says = '') => programIn(scratch, name, `echo "${says}"`);

  const inFolder = (folder) => ({ host: hostWith({ env: { PATH: folder } }), cwd: path.dirname(scratch('x')) });
  const deps = (name) => inFolder(path.dirname(scratch(`${name}/x`)));

  const kinds = [
    ['chromium', 'chromium'], ['chrome', 'chromium'], ['google-chrome', 'chromium'], ['msedge', 'chromium'],
    ['firefox', 'firefox'], ['firefox-esr', 'firefox'], ['webkit', 'webkit'], ['safari', 'webkit'], ['url', 'url'],
    ['/opt/chrome/chrome', 'chromium'], ['./firefox', 'firefox'], ['/usr/lib/MiniBrowser', 'webkit'],
    ['node', null], ['./node', null], ['bun', null], ['deno', null], ['', null],
  ];
  it('derives the kind of a browser from its name or path', () => {
    for (const [given, kind] of kinds) expect(detectBrowserKind(given, { platform: 'linux' }), given).to.equal(kind);
  });

  it('searches PATH or accepts a path, and reads the version', () => {
    const file = program('some/chromium', 'Chromium 156.0.8078.79 built on Debian');
    expect(findBrowser('chromium', deps('some'))).to.deep.equal(
      { kind: 'chromium', title: 'Chromium', file, version: '156.0.8078.79' });
    const firefox = program('own/my-firefox');
    expect(findBrowser('./own/my-firefox', deps('none'))).to.deep.equal(
      { kind: 'firefox', title: 'Firefox', file: firefox, version: null });
  });

  it('finds exactly the program of the given name, not another one of its kind', () => {
    program('both/chromium');
    const file = program('both/google-chrome');
    expect(findBrowser('google-chrome', deps('both')).file).to.equal(file);
  });

  describe('on Windows and macOS', () => {
    const of = (recorded, files) => ({
      host: fakeHost({ ...recorded, files: Object.fromEntries(files.map((file) => [file, 'Version=152.0\r\n'])) }),
      cwd: '/',
    });
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const firefox = 'C:\\Program Files\\Mozilla Firefox\\firefox.exe';
    const windows = (...files) => {
      const { host, cwd } = of({ ...WINDOWS, env: { ...WINDOWS.env, 'ProgramFiles(x86)': 'C:\\Program Files (x86)' } },
        files);
      host.listDir = () => ['131.0.2903.86', '99.0.1150.30', 'msedge.exe', '131.0.2903.9'];
      return { host, cwd };
    };

    it('searches the folders of the system, and starts no browser on Windows for its version', () => {
      const deps = windows(edge, firefox, 'C:\\Program Files\\Mozilla Firefox\\application.ini');
      expect(findBrowser('msedge', deps)).to.include({ file: edge, version: '131.0.2903.86' });
      expect(findBrowser('firefox', deps)).to.include({ file: firefox, version: '152.0' });
      expect(deps.host.runs).to.deep.equal([]);
      for (const home of ['', '/Users/me']) {
        const app = `${home}/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge`;
        expect(findBrowser('microsoft-edge', of(MACOS, [app])).file).to.equal(app);
        expect(detectBrowserKind(app, MACOS)).to.equal('chromium');
      }
    });

    it('has hints for the system', () => {
      const hintOf = (given, deps) => refusalOf(() => findBrowser(given, deps)).split('. ').at(-1);
      expect([hintOf('firefox', windows(edge)), hintOf('chrome', of(MACOS, [])), hintOf('brave', of(MACOS, []))])
        .to.deep.equal([
          'Install Firefox (winget install Mozilla.Firefox), or pass its path',
          ...Array(2).fill('Install Chromium (brew install --cask google-chrome), or pass its path'),
        ]);
      expect(hintOf('safari', of(MACOS, []))).to.equal('Use --on url, and open the printed address in Safari');
    });
  });

  describe('downloads of Puppeteer and Playwright', () => {
    const LINUX = { platform: 'linux', env: { HOME: '/home/me', PATH: '/usr/bin' } };
    const foundOf = (recorded, files, given = 'chromium') => {
      const host = fakeHost({ ...recorded, files: Object.fromEntries(files.map((file) => [file, ''])) });
      return findBrowser(given, { host, cwd: '/' }).file;
    };
    const testing = 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
    const chromium = 'Chromium.app/Contents/MacOS/Chromium';
    // The installed browser, then downloads, the one to use first
    const systems = {
      Linux: [LINUX, '/usr/bin/chromium',
        '/home/me/.cache/puppeteer/chrome/linux-131.0.6778.204/chrome-linux64/chrome',
        '/home/me/.cache/puppeteer/chrome/linux-131.0.6778.85/chrome-linux64/chrome',
        '/home/me/.cache/ms-playwright/chromium-1208/chrome-linux64/chrome',
        '/home/me/.cache/ms-playwright/chromium-998/chrome-linux/chrome'],
      macOS: [MACOS, `/Users/me/Applications/${chromium}`,
        `/Users/me/.cache/puppeteer/chrome/mac_arm-142.0.7444.175/chrome-mac-arm64/${testing}`,
        `/Users/me/.cache/puppeteer/chrome/mac-99.0.1.1/chrome-mac-x64/${testing}`,
        `/Users/me/Library/Caches/ms-playwright/chromium-1234/chrome-mac-arm64/${testing}`,
        `/Users/me/Library/Caches/ms-playwright/chromium-998/chrome-mac/${chromium}`],
      Windows: [WINDOWS, 'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
        'C:\\Users\\me\\.cache\\puppeteer\\chrome\\win64-140.0.7339.82\\chrome-win64\\chrome.exe',
        'C:\\Users\\me\\.cache\\puppeteer\\chrome\\win64-99.0.7339.82\\chrome-win64\\chrome.exe',
        'C:\\Users\\me\\AppData\\Local\\ms-playwright\\chromium-1243\\chrome-win64\\chrome.exe',
        'C:\\Users\\me\\AppData\\Local\\ms-playwright\\chromium-998\\chrome-win\\chrome.exe'],
    };
    for (const [name, [recorded, ...files]] of Object.entries(systems)) {
      it(`are used on ${name} if no browser is installed, the newest version first`, () => {
        files.forEach((file, i) => expect(foundOf(recorded, files.slice(i).reverse())).to.equal(file));
        expect(refusalOf(() => foundOf(recorded, files.slice(1), 'google-chrome'))).to.include('is not in PATH');
      });
    }

    it('are found in the folders of their environment variables, but not below the current folder', () => {
      const own = '/a/chrome/linux-131.0.6778.204/chrome-linux64/chrome';
      const other = '/b/chromium-9/chrome-linux/chrome';
      const of = (env) => ({ ...LINUX, env: { PATH: '', ...env } });
      expect([
        foundOf(of({ PUPPETEER_CACHE_DIR: '/a' }), [own]), foundOf(of({ PLAYWRIGHT_BROWSERS_PATH: '/b' }), [other]),
      ]).to.deep.equal([own, other]);
      const below = [`.cache/puppeteer${own.slice(2)}`, `0${other.slice(2)}`];
      expect(refusalOf(() => foundOf(of({ PLAYWRIGHT_BROWSERS_PATH: '0' }), below))).to.include('none of chromium');
    });
  });

  it('uses a folder that a browser from a snap can write to', () => {
    const home = path.dirname(scratch('home/x'));
    fs.mkdirSync(path.join(home, 'snap/firefox/common'), { recursive: true });
    const folderOf = (file, platform = 'linux') => findSnapFolder(file, hostWith({ env: { HOME: home }, platform }));
    expect(folderOf('/usr/bin/firefox')).to.equal(path.join(home, 'snap/firefox/common'));
    expect([folderOf('/usr/bin/brave'), folderOf('/usr/bin/firefox', 'darwin')]).to.deep.equal([null, null]);
  });

  it('reports a browser that is not installed', () => {
    expect(() => findBrowser('firefox', deps('empty'))).to.throw(UsageError,
      '--on firefox: none of firefox-esr, firefox is in PATH or in the usual folders. ' +
      'Install Firefox (apt-get install firefox-esr), or pass its path');
    expect(() => findBrowser('google-chrome', deps('empty'))).to.throw(UsageError,
      '--on google-chrome: google-chrome is not in PATH. Install Chromium');
    expect(() => findBrowser('/no/chromium', deps('empty')))
      .to.throw(UsageError, '/no/chromium not found. Pass the path');
    const file = scratch('locked/chromium', '');
    expect(() => findBrowser(file, deps('empty'))).to.throw(UsageError, `${file} is not executable`);
  });
});
