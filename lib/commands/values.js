'use strict';

/* Types of option values. */

// Longer times are typing errors, and timers of Node end at 24.8 days.
const MOST_SECONDS = 2e6;
// 1000 %: even a time eleven times as long can be an allowed change.
const MOST_SHARE = 10;

const SECONDS_OF = { ms: 1e-3, s: 1, m: 60, h: 3600 };

const NUMBER = /^(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+)?$/i;
const TIME = /^([\d._e+-]+?)\s*(ms|s|m|h)?$/i;
const SHARE = /^([\d._e+-]+?)\s*(%)?$/i;
const CPUS = /^(\d+)(?:-(\d+)(?::[1-9]\d*)?)?$/;

/** '2', '.5', '1e6', '10_000' -> a number; NaN for other text (signs, hexadecimal, empty) */
function numberOf(text) {
  return NUMBER.test(text) ? Number(text.replace(/_/g, '')) : NaN;
}

function within(value, { zero = false, least = 0, most }) {
  return value <= most && value >= least && (value > 0 || (zero && value === 0)) ? value : undefined;
}

function readSeconds(text, { zero, most = MOST_SECONDS }) {
  const [, digits = '', unit = 's'] = TIME.exec(text.trim()) || [];
  const seconds = numberOf(digits) * SECONDS_OF[unit.toLowerCase()];
  // 0.9 ms would be 0.0009000000000000001.
  return within(Number(seconds.toPrecision(15)), { zero, most });
}

function readShare(text, { zero, most = MOST_SHARE, isPercent = false }) {
  const [, digits = '', percent] = SHARE.exec(text.trim()) || [];
  const number = numberOf(digits);
  if (percent || isPercent) return within(Number((number / 100).toPrecision(15)), { zero, most });
  return number < 1 ? within(number, { zero, most }) : undefined;
}

function readCount(text, { zero, least, most = Number.MAX_SAFE_INTEGER }) {
  const number = numberOf(text.trim());
  return Number.isSafeInteger(number) ? within(number, { zero, least, most }) : undefined;
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

const range = (zero) => (zero ? '0 or more' : 'above 0');

/**
 * words(option): accepted values, for help and errors; read(text, option): the value, or undefined; show(value): text
 * of a preset; hint(text, option): hint for a typical mistake, or ''
 */
const TYPES = {
  string: { words: () => 'a text that is not empty', read: (text) => text || undefined, show: String },
  tiers: {
    words: () => `${require('../measure/tiers').TIERS.join(', ')}, or several of them with commas`,
    read: (text) => require('../suite/settings').readTiers(text.split(',').map((tier) => tier.trim())) || undefined,
    show: String,
  },
  counts: {
    words: () => 'cache, profile, or both with a comma',
    read: (text) => require('../suite/settings').readCounts(text.split(',').map((name) => name.trim())) || undefined,
    show: String,
    hint(text) {
      const { nearest } = require('../text/nearest');
      const meant = text.split(',').map((name) => nearest(name.trim(), ['cache', 'profile']));
      return meant.includes(null) ? '' : `; did you mean ${meant.join()}?`;
    },
  },
  names: {
    words: () => 'a name, or several of them with commas',
    read(text) {
      const names = text.split(',').map((name) => name.trim());
      return names.includes('') ? undefined : names;
    },
    show: String,
  },
  shard: {
    words: () => 'which part of how many, such as 3/40, or auto, or auto/40',
    read: (text) => require('../shards/shard').readShard(text),
    show: String,
    hint: (text) => require('../shards/shard').shardHint(text),
  },
  machines: {
    words: () => 'numbers of machines with commas, such as 10 or 1,10,40',
    read: (text) => require('../shards/shard').readMachines(text),
    show: String,
    hint: () => '',
  },
  setting: {
    words: () => 'a name and a value, such as n=1000',
    read: (text) => (/^[^=]+=/.test(text) ? text : undefined),
    show: String,
  },
  code: { words: () => 'code', read: (text) => text, show: String },
  choice: {
    words: ({ choices }) => `one of ${choices.join(', ')}`,
    read: (text, { choices }) => (choices.includes(text) ? text : undefined),
    show: String,
    hint(text, { choices }) {
      const meant = require('../text/nearest').nearest(text, choices);
      return meant === null ? '' : `; did you mean ${meant}?`;
    },
  },
  cpus: { words: () => 'numbers of CPUs such as 0, 2-3 or 0,2', read: readCpus, show: String },
  seconds: {
    words: ({ zero, most = MOST_SECONDS }) =>
      `seconds, ${range(zero)} and at most ${most}, such as 2, 0.5, 500ms or 1m`,
    read: readSeconds,
    show: (seconds) => `${seconds} s`,
  },
  share: {
    words: ({ zero, most = MOST_SHARE, isPercent }) => (isPercent
      ? `per cent, ${range(zero)} and at most ${most * 100}, such as 3 or 3%`
      : `a share, ${range(zero)} and at most ${percent(most)}, such as 1% or 0.01`),
    read: readShare,
    show: percent,
    // 1 can mean 1 % or 100 %.
    hint(text, { most = MOST_SHARE, isPercent }) {
      const number = numberOf(text.trim());
      return !isPercent && number >= 1 && number <= most * 100 ? `; write ${number}%` : '';
    },
  },
  count: {
    words: ({ zero, least = 1, most = '2^53 - 1, such as 1000, 1e6 or 10_000' }) =>
      `a whole number from ${zero ? 0 : least} to ${most}`,
    read: readCount,
    show: String,
  },
};

module.exports = { TYPES };
