/*
 * What tests find of Node in a page: what it has something like, under that name; the use of all else is a Lack, which
 * skips the test. The sources of the core are bundled with the same, and use none of it: test/architecture.test.js.
 */

import { nextTurn } from '../../lib/engine/page-platform.js';

const { document } = globalThis;

/** A page has not what is asked for. */
class Lack extends Error {}

const lacking = (name) => { throw new Lack(`a page has no ${name}`); };

/** What a test may name, take from and compute with before it uses it: paths. */
const unusable = (name) => new Proxy(function () {}, {
  get: (_, key) => (typeof key === 'symbol' ? lacking(name) : unusable(name)), apply: () => unusable(name),
});

/** As that of Node's vm, in the realm of another page. */
function runInNewContext(text, given = {}) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return frame.contentWindow.Function(...Object.keys(given), `return ${text}`)(...Object.values(given));
}

/** A module of Node, whose functions may be taken from it, but not be called. */
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
