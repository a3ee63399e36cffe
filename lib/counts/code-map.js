'use strict';

/*
 * What lies where in the code that V8 has made, by the log that V8 writes of it: each function by its name and place,
 * and within optimised code that which was taken into it, instruction by instruction. Pure.
 */

const TIERS = { '~': 'interpreter', '^': 'baseline', '+': 'maglev', '*': 'optimized' };

const PRIVATE_LOOP = '/* private loop';
const LOOP = { name: 'the loop around the test', kind: 'loop' };
const UNKNOWN = { name: 'unknown compiled code', kind: 'compiled' };

/** Options of node that make V8 write it, of all that it compiles, to this file. */
const logFlags = (file) => ['--log-code', `--logfile=${file}`, '--no-logfile-per-isolate'];

const unescaped = (text) => text.replace(/\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|(.))/g, (_, two, four, other) => (
  other === undefined ? String.fromCharCode(parseInt(two || four, 16)) : other));

/** 'parse /home/me/json.js:12:15' as { name: 'parse', script: '/home/me/json.js', line: '12' } */
function placeOf(text) {
  const found = /^(\S*) ?(.*?):(\d+):\d+$/.exec(text);
  return found ? { name: found[1], script: found[2], line: found[3] } : { name: text, script: '', line: '' };
}

/**
 * A function of JavaScript as it is told: without its folders, and with what has compiled it.
 *
 * @param {string} text as V8 logs it
 * @param {string} ownFolder of what calls tests: whatever it does is the loop's
 */
function scriptFunction(text, ownFolder) {
  const { name, script, line } = placeOf(text);
  if (script.startsWith(ownFolder)) return LOOP;
  const isNode = script.startsWith('node:');
  const file = isNode ? script : script.replace(/^.*[/\\]/, '');
  const place = file === '' ? '' : ` ${file}:${line}`;
  return { name: (name || '(anonymous)') + place, kind: isNode ? 'node' : 'compiled' };
}

function otherCode(type, name) {
  if (type === 'RegExp') return { name: `regular expression /${unescaped(name)}/`, kind: 'compiled' };
  return { name, kind: /^(?:Builtin|BytecodeHandler|Stub|Handler)/.test(type) ? 'builtin' : 'compiled' };
}

/** Non-overlapping pieces of memory with what lies there; what comes later takes the place of what was there. */
function createPlaces() {
  const places = [];

  function firstEndingAfter(address) {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle].end > address) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function at(address) {
    const found = places[firstEndingAfter(address)];
    return found && found.start <= address ? found : null;
  }

  return {
    at,
    put(place) {
      const from = firstEndingAfter(place.start);
      let to = from;
      while (to < places.length && places[to].start < place.end) to++;
      places.splice(from, to - from, place);
    },
  };
}

/** 'C47O47C163O83I1' as [[47, -1], [163, 1]]: from which byte on, and which of what was taken in; -1 for none */
const positionsOf = (text) =>
  [...text.matchAll(/C(\d+)O\d+(?:I(\d+))?/g)].map(([, from, inlined = '-1']) => [+from, +inlined]);

function inlinedAt(positions, offset) {
  let found = -1;
  for (const [from, inlined] of positions) {
    if (from > offset) break;
    found = inlined;
  }
  return found;
}

/**
 * @param {string} text of V8's log (v8/src/logging/log.cc)
 * @param {string} ownFolder of what calls tests
 * @returns {function(number): { name: string, kind: string }} what lies at an address at the end
 */
function readCodeMap(text, ownFolder) {
  const places = createPlaces();
  // Functions by the address of what V8 keeps of them, and scripts by their numbers.
  const functions = new Map();
  const loops = new Set();

  const on = {
    'script-source': (id, url, source = '') => { if (source.startsWith(PRIVATE_LOOP)) loops.add(id); },

    'code-creation': (type, _, time, start, size, name, key, marker) => {
      const isScript = key !== undefined && marker !== undefined;
      const told = isScript ? scriptFunction(unescaped(name), ownFolder) : otherCode(type, name);
      if (isScript) functions.set(key, told);
      const tier = isScript ? TIERS[marker[0]] : undefined;
      places.put({ start: +start, end: +start + +size, told, key, tier, positions: [], inlined: [] });
    },

    'code-source-info': (start, script, from, to, positions = '', inlined = '', keys = '') => {
      const place = places.at(+start);
      if (!place) return;
      if (loops.has(script)) {
        place.told = LOOP;
        functions.set(place.key, LOOP);
      }
      const names = keys.split('S').slice(1).map((key) => functions.get(key));
      place.positions = positionsOf(positions);
      place.inlined = [...inlined.matchAll(/F(\d+)O/g)].map(([, i]) => names[i]);
    },

    'code-move': (from, to) => {
      const place = places.at(+from);
      if (place) places.put({ ...place, start: +to, end: +to + place.end - place.start });
    },

    'sfi-move': (from, to) => { if (functions.has(from)) functions.set(to, functions.get(from)); },
  };

  for (const line of text.split('\n')) {
    const [event, ...cells] = line.split(',');
    if (Object.hasOwn(on, event)) on[event](...cells);
  }

  return function at(address) {
    const place = places.at(address);
    if (!place) return UNKNOWN;
    const told = place.inlined[inlinedAt(place.positions, address - place.start)] || place.told;
    const { name, kind } = told;
    return { name: kind === 'compiled' && place.tier ? `${name} (${place.tier})` : name, kind };
  };
}

module.exports = { logFlags, readCodeMap };
