'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { systemError } = require('../helpers/fake-host');
const { isRunning } = require('../helpers/child-processes');
const { scratchFolder, hostWith, programIn } = require('../helpers/scratch');
const launch = require('#lib/extras/browsers/launch');
const { createClock } = require('#lib/base/host/clock');
const realHost = require('#lib/base/host/host');

const clock = createClock();

describe('browsers/launch', function () {
  if (process.platform === 'win32') return;
  const scratch = scratchFolder();
  const host = () => {
    const env = { ...process.env, TMPDIR: path.dirname(scratch('temporary/x')) };
    return hostWith({
      env, makeTemporaryFolder: (name, how) => realHost.makeTemporaryFolder(name, { ...how, within: env.TMPDIR }),
    });
  };
  const profiles = () => fs.readdirSync(path.dirname(scratch('temporary/x')));

  let started = [];
  const startBrowser = (...args) => {
    started.push(launch.startBrowser(...args));
    return started[started.length - 1];
  };

  // A browser that a failed test leaves would keep mocha from exiting.
  afterEach(async () => {
    for (const browser of started) browser.end();
    await Promise.all(started.map(({ ended }) => ended));
    started = [];
  });

  const written = async (file) => {
    for (let tries = 0; tries < 4000; tries++) {
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
      if (text.endsWith('\n')) return text.trim();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`the browser has not written ${file}`);
  };

  it('starts headless with a temporary profile, and removes it and all processes at the end', async () => {
    const out = scratch('args');
    const file = programIn(scratch, 'chromium', `sleep 1000 & echo "$! $*" > ${out}; wait`);
    const deps = { host: host(), clock, uid: 1000 };
    const browser = startBrowser({ kind: 'chromium', file }, 'http://127.0.0.1:1/x/', deps);
    const [child, ...args] = (await written(out)).split(' ');
    const [profile] = profiles();
    expect(args).to.include('--headless=new');
    expect(args).to.include(`--user-data-dir=${path.dirname(scratch('temporary/x'))}/${profile}`);
    expect(args).to.not.include('--no-sandbox');
    expect(profile).to.match(/^qtimeit-browser-[\w-]{6}$/);
    // All users can read the arguments of a process.
    expect(args.join(' ')).to.not.contain('127.0.0.1');
    const start = new URL(args[args.length - 1]);
    expect(fs.readFileSync(start, 'utf8')).to.contain('location.replace("http://127.0.0.1:1/x/")');
    expect([fs.statSync(start).mode & 0o777, fs.statSync(path.dirname(start.pathname)).mode & 0o777])
      .to.deep.equal([0o600, 0o700]);
    browser.end();
    browser.end();
    expect(await browser.ended).to.deep.include({ code: null, signal: 'SIGKILL', notStarted: null });
    expect(profiles()).to.deep.equal([]);
    while (isRunning(Number(child))) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('writes the preferences of Firefox, and makes it exit if a tab crashes', async () => {
    const out = scratch('preferences');
    const file = programIn(scratch, 'firefox', `(cat "$4/user.js"; env) > ${out}`);
    const { ended } = startBrowser({ kind: 'firefox', file }, 'http://127.0.0.1:1/', { host: host(), clock });
    expect(await ended).to.deep.include({ code: 0, signal: null });
    expect(fs.readFileSync(out, 'utf8')).to.match(/^user_pref\("privacy.reduceTimerPrecision", false\);$/m)
      .and.match(/^MOZ_CRASHREPORTER_SHUTDOWN=1$/m);
  });

  it('reads all output of a browser, and keeps the last lines without messages about the desktop', async () => {
    const file = programIn(scratch, 'chromium', `i=0
      while [ $i -lt 5000 ]; do
        echo "a line of 30 characters or so" >&2; echo "another of 30 characters or so"; i=$((i+1))
      done
      echo "no dbus here" >&2; echo last >&2; exit 7`);
    const end = await startBrowser({ kind: 'chromium', file }, 'http://127.0.0.1:1/', { host: host(), clock }).ended;
    expect(end.code).to.equal(7);
    expect([end.output.length, end.output[19], end.output[18]]).to.deep.equal(
      [20, 'last', 'a line of 30 characters or so']);
  });

  it('reports the reason for a failed launch', async () => {
    const end = await startBrowser({ kind: 'chromium', file: scratch('gone') }, 'x', { host: host(), clock }).ended;
    expect(end.notStarted).to.match(/ENOENT/);
    expect(profiles()).to.deep.equal([]);
    for (const door of ['makeTemporaryFolder', 'openFile']) {
      const full = Object.create(host(), { [door]: { value() { throw systemError('ENOSPC'); } } });
      const other = await startBrowser({ kind: 'chromium', file: 'x' }, 'x', { host: full, clock }).ended;
      expect(other.notStarted).to.match(/^its profile cannot be written: .*. Set TMPDIR to another folder$/);
      expect(profiles()).to.deep.equal([]);
    }
  });

  it('refuses WebKit without a display', async () => {
    const own = hostWith({ env: { PATH: path.dirname(scratch('none/x')) }, platform: 'linux' });
    const end = await startBrowser({ kind: 'webkit', file: 'x' }, 'x', { host: own, clock }).ended;
    expect(end.notStarted).to.equal(
      'it requires a display. Set DISPLAY, or install Xvfb (apt-get install xvfb)');
  });
});
