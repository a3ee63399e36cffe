'use strict';

/*
 * A browser at work on one address: started in a fresh profile, and ended with all that it has started. Nothing of it
 * is left then: no process, no profile, no display.
 *
 *   const running = startBrowser(findBrowser('firefox', deps), 'http://127.0.0.1:8000/', deps);
 *   ...
 *   running.end();
 *   await running.ended;
 */

const path = require('path');
const { pathToFileURL } = require('url');
const { BROWSERS } = require('./programs');
const { NO_DISPLAY, openDisplay } = require('./display');
const { snapFolder } = require('./find');
const { watchOver } = require('./watch');
const { drain, keepLast, readLines } = require('../host/child-output');
const { fileWords } = require('../host/file-words');
const { orNull } = require('../host/at-path');
const { writeNew } = require('../host/new-file');

// Killed processes take a moment to let go of their files.
const TRIES_MS = [50, 200, 800, 3200];

// What it says of a desktop that is not there.
const OF_DESKTOP = /dbus|object_proxy|headless mode|Gtk-WARNING|libEGL/i;

// Leads to the address: what is in the arguments of a browser all users can read.
const START = 'start.html';

const startHtml = (address) =>
  `<!DOCTYPE html><meta charset="utf-8"><script>location.replace(${JSON.stringify(address)})</script>\n`;

function makeProfile(files, how, host) {
  const profile = host.makeTemporaryFolder('qtimeit-browser-', how);
  for (const [name, text] of Object.entries(files)) writeNew(path.join(profile, name), text, 0o600, host);
}

const isGone = (folder, host) => orNull(() => host.removeTree(folder)) !== null || !host.isThere(folder);

/**
 * @param {{ kind: string, file: string }} browser as findBrowser() gives it
 * @param {string} address that it opens
 * @param {{ host: import('../host/host'), clock: object, uid?: number|null }} deps uid: of this user; Chromium refuses
 *   to run as root with its sandbox
 * @returns {{ ended: Promise<{ code: number|null, signal: string|null, notStarted: string|null, output: string[] }>,
 *   end: function() }} ended never rejects, and comes once all is taken away; notStarted: why there was none, in
 *   words; output: its last lines. end(): at once and in this turn, as often as one likes
 */
function startBrowser({ kind, file }, address, deps) {
  const { host, clock, uid = process.getuid ? process.getuid() : null } = deps;
  const { argsOf, envOf, files, hasScreen } = BROWSERS[kind];
  const end = { code: null, signal: null, notStarted: null, output: [] };
  let profile = null;
  let display = NO_DISPLAY;
  let child = null;
  let watch = null;
  let isEnding = false;

  function endNow() {
    isEnding = true;
    if (child !== null && child.pid !== undefined) host.killGroup(child.pid, 'SIGKILL');
    display.end();
    if (profile !== null && isGone(profile, host)) profile = null;
  }

  /** What was still being written when it was removed. */
  async function removeAll() {
    endNow();
    for (let i = 0; i < TRIES_MS.length && profile !== null; i++) {
      await new Promise((resolve) => clock.after(resolve, TRIES_MS[i]));
      endNow();
    }
    if (watch !== null) watch.letGo();
    return end;
  }

  function follow() {
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
      // A full pipe would stop it.
      drain(child.stdout);
      readLines(child.stderr, (line) => {
        if (!OF_DESKTOP.test(line)) keepLast(end.output, line);
      });
    });
  }

  function announce(folder) {
    profile = folder;
    watch = watchOver(folder, host);
  }

  async function run() {
    try {
      makeProfile({ ...files, [START]: startHtml(address) }, { within: snapFolder(file, host), announce }, host);
    } catch (error) {
      end.notStarted = `its profile cannot be written: ${fileWords(error)}; TMPDIR names another folder`;
      return removeAll();
    }
    if (hasScreen) display = openDisplay(deps);
    watch.add('display', display);
    const { env, failure } = await display.ready;
    end.notStarted = failure;
    if (isEnding || failure !== null) return removeAll();
    try {
      const start = pathToFileURL(path.join(profile, START)).href;
      child = host.spawn(file, argsOf({ profile, address: start, isRoot: uid === 0 }), {
        // A group of its own, to be ended as one; what it has for a moment lies in its profile, too.
        detached: true, stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...host.env, TMPDIR: profile, ...envOf(profile), ...env },
      });
    } catch (error) {
      end.notStarted = error.message;
      return removeAll();
    }
    watch.add('browser', child);
    await follow();
    return removeAll();
  }

  return { ended: run(), end: endNow };
}

module.exports = { startBrowser };
