'use strict';

/* Which engine figures are of, as their environment tells it. What was saved before there were others is Node's. */

const TITLES = {
  __proto__: null, node: 'Node.js', bun: 'Bun', deno: 'Deno',
  chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit',
};

// By which banners name what compiles.
const KEYS = { __proto__: null, V8: 'v8', JavaScriptCore: 'jsc' };

/**
 * @param {object} environment what sysinfo() returned
 * @returns {{ name: string, title: string, version: string|null, jit: { key: string, version: string }|null }} name:
 *   'node', 'bun', 'deno', 'chromium', 'firefox', 'webkit'; title: as people write it; jit: what compiles JavaScript in
 *   it, key: 'v8', 'jsc'
 */
function engineOf({ engine, engineVersion, jit, nodeVersion, v8Version }) {
  const isTold = typeof engine === 'string';
  const name = isTold ? engine : 'node';
  const compiler = (isTold && jit) || (v8Version ? `V8 ${v8Version}` : null);
  const [word, ...rest] = compiler === null ? [] : compiler.split(' ');
  return {
    name,
    title: TITLES[name] || name,
    version: (isTold && engineVersion) || nodeVersion || null,
    jit: compiler === null ? null : { key: KEYS[word] || word, version: rest.join(' ') },
  };
}

/** 'bun 1.4.5', 'node' where the version is not known */
function engineText(environment) {
  const { name, version } = engineOf(environment);
  return version === null ? name : `${name} ${version}`;
}

/** Whether it has the facts that only Node has, and those that it has alone. */
const isOfNode = (environment) => engineOf(environment).name === 'node';

module.exports = { engineOf, engineText, isOfNode };
