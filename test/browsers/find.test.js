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
      const app = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
      expect(findBrowser('microsoft-edge', of(MACOS, [app])).file).to.equal(app);
      expect(detectBrowserKind(app, MACOS)).to.equal('chromium');
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
