/*
 * Replaces Node.js modules for tests in a page: what a page has under the same name; using anything else is a Lack,
 * which skips the test. The sources of the core use none of it (test/architecture.test.js).
 */

import { nextTurn } from '../../lib/base/engine/page-platform.js';

const { document } = globalThis;

/** The page lacks what a test needs. */
class Lack extends Error {}

const lacking = (name) => { throw new Lack(`a page has no ${name}`); };

/** A test can name it, read its members and join it to paths before using it. */
const unusable = (name) => new Proxy(function () {}, {
  get: (_, key) => (typeof key === 'symbol' ? lacking(name) : unusable(name)), apply: () => unusable(name),
});

/** Like that of node:vm, in the realm of another page. */
function runInNewContext(text, given = {}) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return frame.contentWindow.Function(...Object.keys(given), `return ${text}`)(...Object.values(given));
}

/** A Node.js module whose functions can be read but not called. */
const moduleOf = (name) => (name === 'path' ? unusable(name) : new Proxy(name === 'vm' ? { runInNewContext } : {}, {
  get: (had, key) => had[key] || new Proxy(function () {}, {
    get: (made, inner) => (inner === 'prototype' ? made.prototype : lacking(`${name}.${String(key)}`)),
    apply: () => lacking(`${name}.${String(key)}`), construct: () => lacking(`${name}.${String(key)}`),
  }),
}));

const setImmediate = (action, ...given) => nextTurn(() => action(...given));

const nextTick = (action, ...given) => queueMicrotask(() => action(...given));

const process = new Proxy({ exitCode: undefined, nextTick }, {
  get: (had, key) => (Object.hasOwn(had, key) ? had[key] : lacking(`process.${String(key)}`)),
});

const Buffer = unusable('Buffer');
const resolve = unusable('require.resolve');
const cache = unusable('require.cache');
const __dirname = unusable('__dirname');

export {
  Buffer, cache as 'require.cache', resolve as 'require.resolve', process, setImmediate, __dirname, Lack, moduleOf,
};
