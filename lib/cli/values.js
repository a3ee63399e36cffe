'use strict';

/* Types of option values. */

const MOST_SECONDS = 2e6; // longer times are typing errors, and timers of Node end at 24.8 days
const MOST_SHARE = 10; // 1000 %: even a time eleven times as long can be an allowed change
const SECONDS_OF = { ms: 1e-3, s: 1, m: 60, h: 3600 };
const NUMBER = /^(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?$/i;
const TIME = /^([\d._e+-]+?)\s*(ms|s|m|h)?$/i;
const SHARE = /^([\d._e+-]+?)\s*(%)?$/i;
const CPUS = /^(\d+)(?:-(\d+)(?::[1-9]\d*)?)?$/;

/** '2', '.5', '1e6', '10_000' -> a number; NaN for other text (signs, hexadecimal, empty) */
const numberOf = (text) => (NUMBER.test(text) ? Number(text.replace(/_/g, '')) : NaN);

function readSeconds(text) {
  const [, digits = '', unit = 's'] = TIME.exec(text.trim()) || [];
  // 0.9 ms would be 0.0009000000000000001.
  const seconds = Number((numberOf(digits) * SECONDS_OF[unit.toLowerCase()]).toPrecision(15));
  return seconds > 0 && seconds <= MOST_SECONDS ? seconds : undefined;
}

function readShare(text, { zero = false, most = MOST_SHARE, isPercent = false }) {
  const [, digits = '', percent] = SHARE.exec(text.trim()) || [];
  const number = numberOf(digits);
  const isShare = !percent && !isPercent;
  if (isShare && number >= 1) return undefined;
  const share = isShare ? number : Number((number / 100).toPrecision(15));
  return share <= most && (share > 0 || (zero && share === 0)) ? share : undefined;
}

function readCount(text, { least = 1, most = Number.MAX_SAFE_INTEGER }) {
  const number = numberOf(text.trim());
  return Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
}

/** CPUs in the format of taskset: 0, 2-3, 0,4-6:2 */
function readCpus(text) {
  const fits = text.split(',').every((part) => {
    const [, first, last = first] = CPUS.exec(part) || [];
    return first !== undefined && Number(last) >= Number(first);
  });
  return fits ? text : undefined;
}

const percent = (share) => `${Number((share * 100).toPrecision(12))}%`;
const listOf = (text) => text.split(',').map((name) => name.trim());

function hintOf(names, candidates) {
  const { nearest } = require('../base/text/nearest');
  const meant = names.map((name) => nearest(name, candidates));
  return meant.includes(null) ? '' : `. Did you mean ${meant.join()}?`;
}

/**
 * words(option): accepted values, for help and errors; read(text, option): the value, or undefined; show(value): text
 * of a preset, if not String(value); hint(text, option): hint for a typical mistake, or ''
 */
const TYPES = {
  string: { words: () => 'a non-empty string', read: (text) => text || undefined },
  tiers: {
    words: () => `one or more of ${require('../core/measure/tiers').TIERS.join(', ')}, separated by commas`,
    read: (text) => require('../core/suite/settings').readTiers(listOf(text)) || undefined,
  },
  counts: {
    words: () => 'cache, profile, or cache,profile',
    read: (text) => require('../core/suite/settings').readCounts(listOf(text)) || undefined,
    hint: (text) => hintOf(listOf(text), ['cache', 'profile']),
  },
  names: {
    words: () => 'one or more names, separated by commas',
    read: (text) => (listOf(text).includes('') ? undefined : listOf(text)),
  },
  shard: {
    words: () => 'a part and the number of parts, such as 3/40, or auto, or auto/40',
    read: (text) => require('../compare/shards/shard').readShard(text),
    hint: (text) => require('../compare/shards/shard').shardHint(text),
  },
  machines: {
    words: () => 'numbers of machines, separated by commas, such as 10 or 1,10,40',
    read: (text) => require('../compare/shards/shard').readMachines(text),
  },
  setting: {
    words: () => 'a name and a value, such as n=1000',
    read: (text) => (/^[^=]+=/.test(text) ? text : undefined),
  },
  code: { words: () => 'code', read: (text) => text },
  choice: {
    words: ({ choices }) => `one of ${choices.join(', ')}`,
    read: (text, { choices }) => (choices.includes(text) ? text : undefined),
    hint: (text, { choices }) => hintOf([text], choices),
  },
  cpus: { words: () => 'CPU numbers such as 0, 2-3 or 0,2', read: readCpus },
  seconds: {
    words: () => `a number of seconds above 0 and at most ${MOST_SECONDS}, such as 2, 0.5, 500ms or 1m`,
    read: readSeconds,
    show: (seconds) => `${seconds} s`,
  },
  share: {
    words({ zero, most = MOST_SHARE, isPercent }) {
      const range = zero ? 'from 0 to' : 'above 0 and at most';
      return isPercent ? `a percentage ${range} ${most * 100}, such as 3 or 3%`
        : `a fraction ${range} ${percent(most)}, such as 1% or 0.01`;
    },
    read: readShare,
    show: percent,
    // 1 can mean 1 % or 100 %.
    hint(text, { most = MOST_SHARE, isPercent }) {
      const number = numberOf(text.trim());
      return !isPercent && number >= 1 && number <= most * 100 ? `. Write ${number}%` : '';
    },
  },
  count: {
    words: ({ least = 1, most = '2^53 - 1, such as 1000, 1e6 or 10_000' }) => `an integer from ${least} to ${most}`,
    read: readCount,
  },
};

module.exports = { TYPES };
