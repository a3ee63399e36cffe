'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { systemError } = require('../helpers/fake-host');
const { isRunning, until } = require('../helpers/child-processes');
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

  const started = [];
  const startBrowser = (kind, file, deps, address = 'http://127.0.0.1:1/') => {
    const browser = launch.startBrowser({ kind, file }, address, { host: host(), clock, ...deps });
    started.push(browser);
    return browser;
  };

  // A browser that a failed test leaves would keep mocha from exiting.
  afterEach(async () => {
    for (const browser of started) browser.end();
    await Promise.all(started.splice(0).map(({ ended }) => ended));
  });

  const written = async (file) => {
    await until(() => fs.readFileSync(file, 'utf8').endsWith('\n'), `the browser has not written ${file}`);
    return fs.readFileSync(file, 'utf8').trim();
  };

  it('starts headless with a temporary profile, and removes it and all processes at the end', async () => {
    const out = scratch('args');
    const file = programIn(scratch, 'chromium', `sleep 1000 & echo "$! $*" > ${out}; wait`);
    const browser = startBrowser('chromium', file, { uid: 1000 }, 'http://127.0.0.1:1/x/');
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
    await until(() => !isRunning(Number(child)));
  });

  it('keeps a folder or a link that has taken the place of the profile', async () => {
    const folder = path.dirname(scratch('temporary/x'));
    const kept = path.dirname(scratch('kept/precious', 'text'));
    for (const replace of [
      (profile) => fs.symlinkSync(kept, profile), (profile) => fs.cpSync(kept, profile, { recursive: true }),
    ]) {
      const out = scratch('started');
      const browser = startBrowser('chromium', programIn(scratch, 'chromium', `echo . > ${out}; exec sleep 1000`));
      await written(out);
      const profile = path.join(folder, profiles()[0]);
      fs.renameSync(profile, `${profile}-moved`);
      replace(profile);
      browser.end();
      await browser.ended;
      expect(fs.readdirSync(profile)).to.include('precious');
      for (const one of [profile, `${profile}-moved`, out]) fs.rmSync(one, { recursive: true });
    }
  });

  it('writes the preferences of Firefox, and makes it exit if a tab crashes', async () => {
    const out = scratch('preferences');
    const file = programIn(scratch, 'firefox', `(cat "$4/user.js"; env) > ${out}`);
    expect(await startBrowser('firefox', file).ended).to.deep.include({ code: 0, signal: null });
    expect(fs.readFileSync(out, 'utf8')).to.match(/^user_pref\("privacy.reduceTimerPrecision", false\);$/m)
      .and.match(/^MOZ_CRASHREPORTER_SHUTDOWN=1$/m);
  });

  it('reads all output of a browser, and keeps the last lines without messages about the desktop', async () => {
    const file = programIn(scratch, 'chromium', `i=0
      while [ $i -lt 5000 ]; do
        echo "a line of 30 characters or so" >&2; echo "another of 30 characters or so"; i=$((i+1))
      done
      echo "no dbus here" >&2; echo last >&2; exit 7`);
    const { code, output } = await startBrowser('chromium', file).ended;
    expect({ code, output })
      .to.deep.equal({ code: 7, output: [...Array(19).fill('a line of 30 characters or so'), 'last'] });
  });

  it('reports the reason for a failed launch', async () => {
    expect((await startBrowser('chromium', scratch('gone')).ended).notStarted).to.match(/ENOENT/);
    expect(profiles()).to.deep.equal([]);
    for (const door of ['makeTemporaryFolder', 'openFile']) {
      const full = Object.create(host(), { [door]: { value() { throw systemError('ENOSPC'); } } });
      expect((await startBrowser('chromium', 'x', { host: full }).ended).notStarted)
        .to.match(/^its profile cannot be written: .*. Set TMPDIR to another folder$/);
      expect(profiles()).to.deep.equal([]);
    }
  });

  it('refuses WebKit without a display', async () => {
    const own = hostWith({ env: { PATH: path.dirname(scratch('none/x')) }, platform: 'linux' });
    expect((await startBrowser('webkit', 'x', { host: own }).ended).notStarted)
      .to.equal('it requires a display. Set DISPLAY, or install Xvfb (apt-get install xvfb)');
  });
});
