'use strict';

/* Checks that documents are parts of one plan, and reports the difference if they are not. */

const { KIND_WORDS } = require('../document/document');
const { engineText } = require('../system/engine-facts');
const { show } = require('../text/show');
const { UsageError } = require('../text/usage-error');

const WAY_OUT = 'merge joins the parts of one command';

/** 'node 18.20.8, node 20.20.2'; null if one is unknown. */
function enginesOf({ environment, sides = [{ environment }] }) {
  return sides.some((side) => !side.environment) ? null : sides.map((side) => engineText(side.environment)).join(', ');
}

const labelsOf = ({ sides }) => (sides ? sides.map(({ label }) => label).join(', ') : null);

/** Commits or versions with paths in parentheses: paths may differ between machines. */
function sourcesOf({ sides }) {
  if (!sides || sides.some(({ source }) => source === null)) return null;
  return sides.map(({ source }) => (/\(([^()]*)\)$/.exec(source) || [source, source])[1]).join(', ');
}

// The order matters: another revision may have other units. null: unknown.
const FACTS = [
  ['versions of qtimeit', ({ version }) => version],
  ['engines', enginesOf],
  ['sides', labelsOf],
  ['what is compared', sourcesOf],
  ['revisions', ({ shard }) => shard.revision],
  ['numbers of shards', ({ shard }) => shard.count],
];

const LATER_FACTS = [
  ['numbers of units', ({ shard }) => shard.units],
  ['runs of each configuration', ({ runs = null }) => runs],
];

const textOf = (value) => (value === undefined ? 'not given' : typeof value === 'string' ? value : show(value));

/** '--runs: 30 and 10' for the first setting that differs. */
function settingDifference(a, b) {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const name = names.find((one) => JSON.stringify(a[one]) !== JSON.stringify(b[one]));
  return name === undefined ? null : `--${name}: ${textOf(a[name])} and ${textOf(b[name])}`;
}

function factDifference(facts, first, other) {
  for (const [words, of] of facts) {
    const [a, b] = [of(first), of(other)];
    if (a !== null && b !== null && a !== b) return `${words}: ${a} and ${b}`;
  }
  return null;
}

function planDifference(first, other) {
  return factDifference(FACTS, first, other)
    || settingDifference(first.shard.settings, other.shard.settings)
    || factDifference(LATER_FACTS, first, other)
    || (first.shard.plan === other.shard.plan ? null
      : 'their units are others, or were split by other times (--durations)');
}

function checkSamePlan(first, other) {
  const files = `${first.file} and ${other.file}`;
  if (first.document.qtimeit !== other.document.qtimeit) {
    const kinds = [first, other].map(({ document: { qtimeit } }) => KIND_WORDS[qtimeit]);
    throw new UsageError(`${files} are of different kinds, ${kinds.join(' and ')}; ${WAY_OUT}`);
  }
  const difference = planDifference(first.document, other.document);
  if (difference !== null) throw new UsageError(`${files} are of different plans: ${difference}; ${WAY_OUT}`);
}

function checkIsPart({ file, document: { shard, machines } }) {
  if (machines !== undefined) throw new UsageError(`${file} has been merged already; leave it out`);
  if (shard !== undefined) return;
  const wayOut = 'whole runs of several machines are merged with --blocks';
  throw new UsageError(`${file} is no part of a run: it was not measured with --shard; ${wayOut}`);
}

module.exports = { checkIsPart, checkSamePlan };
