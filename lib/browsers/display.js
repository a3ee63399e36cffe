'use strict';

/* A display for a browser that needs one: that of this session, or one in memory (Xvfb), which ends with it. */

const { firstProgram } = require('./find');

// It is ready within a tenth of a second.
const LIMIT_MS = 10000;

const MISSING =
  'it needs a display, and there is none: set DISPLAY, or install Xvfb (apt-get install xvfb)';

const displayOf = (failure) => ({ pid: null, ready: Promise.resolve({ env: {}, failure }), end() {} });

/** Of a browser that needs none. */
const NO_DISPLAY = displayOf(null);

/**
 * @param {{ host: import('../host/host'), clock: object }} deps
 * @returns {{ pid: number|null, ready: Promise<{ env: object, failure: string|null }>, end: function() }} pid: of a
 *   process of its own; env: what a program needs that is to be shown there; failure: why there is none, in words;
 *   end: at once, also before it is ready
 */
function openDisplay({ host, clock }) {
  const { env, platform } = host;
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return NO_DISPLAY;
  const file = firstProgram(['Xvfb'], [], host);
  if (file === null) return displayOf(MISSING);
  let child;
  try {
    // It looks for a free number itself, and writes it there.
    child = host.spawn(file, ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  } catch (error) {
    return displayOf(`Xvfb cannot be started: ${error.message}`);
  }
  const ready = new Promise((resolve) => {
    const failed = (what) => resolve({ env: {}, failure: `Xvfb ${what}` });
    const cancel = clock.after(() => failed(`was not ready within ${LIMIT_MS / 1000} s`), LIMIT_MS);
    let text = '';
    child.stdio[3].setEncoding('utf8');
    child.stdio[3].on('error', () => {});
    child.stdio[3].on('data', (piece) => {
      text += piece;
      if (!text.includes('\n')) return;
      cancel();
      resolve({ env: { DISPLAY: `:${text.trim()}` }, failure: null });
    });
    child.on('error', ({ message }) => { cancel(); failed(`cannot be started: ${message}`); });
    child.on('exit', (code) => { cancel(); failed(`ended with exit code ${code}`); });
  });
  // Asked, it takes its socket and its lock away.
  return { pid: child.pid || null, ready, end() { child.kill('SIGTERM'); } };
}

module.exports = { NO_DISPLAY, openDisplay };
