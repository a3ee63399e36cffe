'use strict';

/* The engine of an environment. Older documents, without the field, are of Node. */

const TITLES = {
  __proto__: null, node: 'Node.js', bun: 'Bun', deno: 'Deno',
  chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit',
};

// Words of banners.
const KEYS = { __proto__: null, V8: 'v8', JavaScriptCore: 'jsc' };

/**
 * @param {object} environment of sysinfo()
 * @returns {{ name: string, title: string, version: string|null, jit: { key: string, version: string }|null }} name:
 *   'node', 'bun', 'deno', 'chromium', 'firefox', 'webkit'; title: 'Node.js'; jit: the compiler, key: 'v8', 'jsc'
 */
function engineOf({ engine, engineVersion, jit, nodeVersion, v8Version }) {
  const isKnown = typeof engine === 'string';
  const name = isKnown ? engine : 'node';
  const compiler = (isKnown && jit) || (v8Version ? `V8 ${v8Version}` : null);
  const [word, ...rest] = compiler === null ? [] : compiler.split(' ');
  return {
    name,
    title: TITLES[name] || name,
    version: (isKnown && engineVersion) || nodeVersion || null,
    jit: compiler === null ? null : { key: KEYS[word] || word, version: rest.join(' ') },
  };
}

/** 'bun 1.4.5', or 'node' without a version */
function engineText(environment) {
  const { name, version } = engineOf(environment);
  return version === null ? name : `${name} ${version}`;
}

/** Whether the environment has the facts of Node. */
const isOfNode = (environment) => engineOf(environment).name === 'node';

module.exports = { engineOf, engineText, isOfNode };
