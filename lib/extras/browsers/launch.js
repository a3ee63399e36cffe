'use strict';

/* Starts a browser with a fresh profile and, if required, a display in memory (Xvfb), and removes both at the end. */

const path = require('path');
const { pathToFileURL } = require('url');
const { BROWSERS, findFirstProgram, findSnapFolder } = require('./find');
const { drain, keepLast, readLines } = require('../../base/host/child-output');
const { describeFsError, orNull } = require('../../base/host/fs-queries');
const { writeNew } = require('../../base/host/new-file');
const { forgetFolder, isOwnFolder, rememberFolder } = require('../../base/host/own-folders');
const { setTemporaryFolder } = require('../../base/host/paths');

const TRIES_MS = [50, 200, 800, 3200]; // killed processes release their files after a moment
const DISPLAY_LIMIT_MS = 10000; // Xvfb takes less than 0.1 s
const NO_XVFB = 'it requires a display. Set DISPLAY, or install Xvfb (apt-get install xvfb)';

// Messages of browsers about a missing desktop.
const OF_DESKTOP = /dbus|object_proxy|headless mode|Gtk-WARNING|libEGL/i;

const START = 'start.html'; // redirects to the address, because all users can read process arguments

const startHtml = (address) =>
  `<!DOCTYPE html><meta charset="utf-8"><script>location.replace(${JSON.stringify(address)})</script>\n`;

// A shell that reads pids, and kills these processes if the pipe closes, which means that this process was killed.
const WATCH = 'browser= display=; while read -r kind pid; do case $kind in browser) browser=$pid;; ' +
  'display) display=$pid;; *) exit 0;; esac; done; [ -n "$browser" ] && kill -9 "-$browser"; ' +
  '[ -n "$display" ] && kill "$display"; rm -rf "$1"; sleep 1; rm -rf "$1"';

/** Ends a browser and its display if this process is killed. letGo(): to be called when both have ended. */
function watchOver(profile, host) {
  const none = { add() {}, letGo() {} };
  // There, libuv ends processes that are not detached.
  if (host.platform === 'win32') return none;
  const shell = orNull(() => host.spawn('/bin/sh', ['-c', WATCH, 'sh', profile],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }));
  if (shell === null) return none;
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  return {
    add(kind, { pid }) { if (pid) shell.stdin.write(`${kind} ${pid}\n`); },
    letGo() { shell.stdin.end('done\n'); },
  };
}

const displayOf = (failure) => ({ pid: null, ready: Promise.resolve({ env: {}, failure }), end() {} });

/** Starts Xvfb if needed. ready: resolves to { env, failure }; end(): may be called before that. */
function openDisplay({ host, clock }) {
  const { env, platform } = host;
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return displayOf(null);
  const file = findFirstProgram(['Xvfb'], [], host);
  if (file === null) return displayOf(NO_XVFB);
  let child;
  try {
    // Xvfb writes the number of its display to descriptor 3.
    child = host.spawn(file, ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  } catch (error) {
    return displayOf(`Xvfb cannot be started: ${error.message}`);
  }
  const ready = new Promise((resolve) => {
    const settle = (answer) => {
      cancel();
      resolve(answer);
    };
    const fail = (why) => settle({ env: {}, failure: `Xvfb ${why}` });
    const cancel = clock.after(() => fail(`was not ready within ${DISPLAY_LIMIT_MS / 1000} s`), DISPLAY_LIMIT_MS);
    readLines(child.stdio[3], (line) => settle({ env: { DISPLAY: `:${line.trim()}` }, failure: null }));
    child.on('error', ({ message }) => fail(`cannot be started: ${message}`));
    child.on('exit', (code) => fail(`ended with exit code ${code}`));
  });
  // SIGTERM lets Xvfb remove its socket and lock.
  return { pid: child.pid || null, ready, end() { child.kill('SIGTERM'); } };
}

function follow(child, end) {
  // A full pipe would block the browser.
  drain(child.stdout);
  readLines(child.stderr, (line) => {
    if (!OF_DESKTOP.test(line)) keepLast(end.output, line);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      end.notStarted = error.message;
      resolve();
    });
    child.on('exit', (code, signal) => {
      Object.assign(end, { code, signal });
      resolve();
    });
  });
}

/** ended: { code, signal, notStarted (the reason), output (last lines) } after the cleanup. end(): synchronous. */
function startBrowser({ kind, file }, address, deps) {
  const { host, clock, uid = process.getuid ? process.getuid() : null } = deps;
  const { argsOf, envOf = () => ({}), files = {}, hasScreen = false } = BROWSERS[kind];
  const end = { code: null, signal: null, notStarted: null, output: [] };
  let profile = null;
  let display = displayOf(null);
  let child = null;
  let watch = null;
  let isEnding = false;

  function endNow() {
    isEnding = true;
    if (child !== null && child.pid !== undefined) host.killGroup(child.pid, 'SIGKILL');
    display.end();
    if (profile === null) return;
    // Another folder, or a link, may have taken its place.
    if (isOwnFolder(profile, host)) orNull(() => host.removeTree(profile));
    if (isOwnFolder(profile, host)) return;
    forgetFolder(profile);
    profile = null;
  }

  async function work() {
    try {
      profile = host.makeTemporaryFolder('qtimeit-browser-', {
        within: findSnapFolder(file, host), announce(folder) { watch = watchOver(folder, host); },
      });
      rememberFolder(profile, host);
      for (const [name, text] of Object.entries({ ...files, [START]: startHtml(address) })) {
        writeNew(path.join(profile, name), text, 0o600, host);
      }
    } catch (error) {
      end.notStarted = `its profile cannot be written: ${describeFsError(error)}. ${setTemporaryFolder(host)}`;
      return;
    }
    if (hasScreen) display = openDisplay(deps);
    watch.add('display', display);
    const { env, failure } = await display.ready;
    end.notStarted = failure;
    if (isEnding || failure !== null) return;
    try {
      const start = pathToFileURL(path.join(profile, START)).href;
      child = host.spawn(file, argsOf({ profile, address: start, isRoot: uid === 0, platform: host.platform }), {
        // A process group, so that one kill ends all. On Windows, processes that are not detached end with this one.
        detached: host.platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe'],
        // TMPDIR keeps temporary files in the profile.
        env: { ...host.env, TMPDIR: profile, TEMP: profile, TMP: profile, ...envOf(profile), ...env },
      });
    } catch (error) {
      end.notStarted = error.message;
      return;
    }
    watch.add('browser', child);
    await follow(child, end);
  }

  async function run() {
    await work();
    endNow();
    // Processes may write files while they end.
    for (let i = 0; i < TRIES_MS.length && profile !== null; i++) {
      await new Promise((resolve) => clock.after(resolve, TRIES_MS[i]));
      endNow();
    }
    if (watch !== null) watch.letGo();
    return end;
  }

  return { ended: run(), end: endNow };
}

module.exports = { startBrowser };
