'use strict';

/* Replacements for Node's modules in a page: turns of the event loop, compiling, errors, places, values as text. */

// Captured at load: a test may replace or fake them.
const {
  MessageChannel, addEventListener, removeEventListener, setTimeout: startTimer, console, Function: Compiler,
} = globalThis;
const { warn: warnOf, error: errorOf } = console;
const { apply, construct } = Reflect;
const tagOf = Object.prototype.toString;
const { stringify } = JSON;

const KINDS = [
  { name: 'firefox', pattern: /\bFirefox\/([\d.]+)/ },
  { name: 'chromium', pattern: /\b(?:Chrome|Chromium|HeadlessChrome)\/([\d.]+)/ },
  { name: 'webkit', pattern: /\bVersion\/([\d.]+).*\bSafari\// },
  { name: 'webkit', pattern: /\bAppleWebKit\/([\d.]+)/ },
];

/** name: 'chromium', 'firefox', 'webkit', or 'browser' for another; version: null if unknown */
function browserOf({ userAgent = '', userAgentData = null }) {
  const brands = userAgentData && userAgentData.brands || [];
  const chromium = brands.find(({ brand }) => brand === 'Chromium');
  for (const { name, pattern } of KINDS) {
    const [, version] = pattern.exec(userAgent) || [];
    if (version !== undefined) return { name, version };
  }
  if (chromium) return { name: 'chromium', version: chromium.version };
  return { name: 'browser', version: null };
}

let send = null;
const waiting = [];
let first = 0;

function turn() {
  const action = waiting[first];
  waiting[first++] = null;
  if (first === waiting.length) waiting.length = first = 0;
  action();
}

/** Uses a message, because timers wait for 4 ms after five in a row. */
function nextTurn(action) {
  if (send === null) {
    const { port1, port2 } = new MessageChannel();
    const { postMessage } = port2;
    port1.onmessage = turn;
    send = () => apply(postMessage, port2, [null]);
  }
  waiting[waiting.length] = action;
  send();
}

function compile(parameters, text) {
  const given = [];
  for (let i = 0; i < parameters.length; i++) given[i] = parameters[i];
  given[given.length] = text;
  try {
    return construct(Compiler, given);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Error('qtimeit: the Content-Security-Policy of this page forbids compiling a test from text. ' +
      'Pass a function', { cause: error });
  }
}

let isAllowed = null;

/** Tried only once, because the browser logs each refusal. */
function compiles() {
  if (isAllowed !== null) return isAllowed;
  try {
    isAllowed = Boolean(construct(Compiler, []));
  } catch (_) {
    isAllowed = false;
  }
  return isAllowed;
}

/** As in process-program.js, with events of the window, which have no ids. */
const uncaught = {
  idNow: () => null,
  listen(heard) {
    const onError = (event) => {
      // The event of a script from another origin has no error.
      const error = event.error === null || event.error === undefined ? new Error(event.message) : event.error;
      event.preventDefault();
      heard(error, null);
    };
    const onRejection = (event) => {
      event.preventDefault();
      heard(event.reason, null);
    };
    const listenBy = (method) => {
      apply(method, globalThis, ['error', onError]);
      apply(method, globalThis, ['unhandledrejection', onRejection]);
    };
    listenBy(addEventListener);
    return {
      stop: () => listenBy(removeEventListener),
      isAlone: () => true, // a page cannot see other listeners
    };
  },
  throwAgain(error) {
    apply(startTimer, globalThis, [() => { throw error; }, 0]);
  },
};

const stopNothing = () => {};

/** As in process-program.js. A page has no exit code, and only its reader ends it. */
const program = {
  interruptible(action) {
    action();
    return 0;
  },
  within(limitMs, action) {
    action();
    return true;
  },
  onSignals: () => stopNothing,
  onExit: () => stopNothing,
  exit() {},
  fail() {},
  warn: (words) => warnOf.call(console, words),
  writeErrorNow: (text) => errorOf.call(console, text),
};

// Line of a stack. Chromium: at f (http://127.0.0.1/x.js:3:5); Firefox and WebKit: f@http://127.0.0.1/x.js:3:5. Code
// compiled from text has no file: x.js line 3 > eval:1:2
const FRAME = /^(?:\s+at (?:.*? \((?=.*\)$))?(?:async )?|[^@]*@)([a-z-]+:[^ ]+):(\d+):(\d+)\)?$/;

function frameOf(text) {
  const frame = FRAME.exec(text);
  return frame && { file: frame[1], line: frame[2], column: frame[3] };
}

const own = `${new Error('where this is').stack}`.split('\n').map(frameOf).find((frame) => frame !== null);

const places = {
  frameOf,
  isOurs: (file) => own !== undefined && file === own.file,
  /** The address of a script, without the origin of the page; null for other texts. */
  nameOf(file) {
    if (!/^(?:https?|file|blob):/.test(file)) return null;
    const { origin = 'null' } = globalThis.location || {};
    return file.startsWith(`${origin}/`) ? file.slice(origin.length + 1) : file;
  },
};

const MOST_ENTRIES = 3;
const isPlainName = (key) => /^[A-Za-z_$][\w$]*$/.test(key);
const quoted = (text) => `'${stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, '\\\'')}'`;

function ofFunction(fn) {
  const word = /^class\b/.test(`${fn}`) ? 'class' : 'Function';
  if (typeof fn.name !== 'string' || fn.name === '') return `[${word} (anonymous)]`;
  return word === 'class' ? `[class ${fn.name}]` : `[Function: ${fn.name}]`;
}

function ofList(list) {
  const shown = list.slice(0, MOST_ENTRIES).map((value) => within(value));
  const more = list.length - shown.length;
  if (more > 0) shown.push(`... ${more} more item${more > 1 ? 's' : ''}`);
  return shown.length === 0 ? '[]' : `[ ${shown.join(', ')} ]`;
}

function ofObject(value) {
  const tag = apply(tagOf, value, []).slice(8, -1);
  if (isNativeError(value)) return `${value.name}: ${value.message}`;
  const { constructor } = value;
  const name = typeof constructor === 'function' && constructor.name || tag;
  const parts = Object.keys(value).map((key) => `${isPlainName(key) ? key : quoted(key)}: ${within(value[key])}`);
  const text = parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  return name === 'Object' ? text : `${name} ${text}`;
}

function within(value) {
  if (value === null || typeof value !== 'object') return inspect(value);
  return Array.isArray(value) ? '[Array]' : `[${apply(tagOf, value, []).slice(8, -1)}]`;
}

/** As util.inspect() of Node, one level deep, on one line. Throws if a getter or a proxy throws. */
function inspect(value) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return ofFunction(value);
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? ofList(value) : ofObject(value);
}

const isNativeError = (value) =>
  value !== null && typeof value === 'object' && apply(tagOf, value, []) === '[object Error]';

module.exports = { browserOf, nextTurn, compile, compiles, uncaught, program, places, inspect, isNativeError };
