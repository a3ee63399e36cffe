'use strict';

/* Engine of an environment. Older documents have no such field and are from Node. */

const TITLES = {
  __proto__: null, node: 'Node.js', bun: 'Bun', deno: 'Deno',
  chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit',
};

const KEYS = { __proto__: null, V8: 'v8', JavaScriptCore: 'jsc' };

/** Engine of sysinfo(): name 'node', title 'Node.js', version, and jit: the compiler, with key 'v8' or 'jsc'. */
function describeEngine({ engine, engineVersion, jit, nodeVersion, v8Version }) {
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

function engineText(environment) {
  const { name, version } = describeEngine(environment);
  return version === null ? name : `${name} ${version}`;
}

const isOfNode = (environment) => describeEngine(environment).name === 'node';

const COLOURS = ['none', '16', '256', '16 million'];

/** level: 0 to 3, see base/host/terminal.js */
const colourWords = (level) => COLOURS[level] || String(level);

module.exports = { colourWords, describeEngine, engineText, isOfNode };
