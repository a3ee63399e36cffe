'use strict';

/* Whether documents are parts of one plan; what differs is told, and never guessed. */

const { KIND_WORDS } = require('../document/document');
const { engineText } = require('../system/engine-facts');
const { show } = require('../text/show');
const { UsageError } = require('../text/usage-error');

const WAY_OUT = 'merge joins the parts of one command';

/** Of all sides, 'node 18.20.8, node 20.20.2'; null where one is not known. */
function enginesOf({ environment, sides = [{ environment }] }) {
  return sides.some((side) => !side.environment) ? null : sides.map((side) => engineText(side.environment)).join(', ');
}

const labelsOf = ({ sides }) => (sides ? sides.map(({ label }) => label).join(', ') : null);

/** Of each side the commit, or the version, that stands in brackets behind its name: paths can be others elsewhere. */
function sourcesOf({ sides }) {
  if (!sides || sides.some(({ source }) => source === null)) return null;
  return sides.map(({ source }) => (/\(([^()]*)\)$/.exec(source) || [source, source])[1]).join(', ');
}

// In the order in which they explain each other: of another revision the units may be others, too. null is not known.
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

/** '--runs: 30 and 10' of the first setting that differs; null where none does. */
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

/** What makes two documents parts of different plans, in words; null where they are of one. */
function planDifference(first, other) {
  return factDifference(FACTS, first, other)
    || settingDifference(first.shard.settings, other.shard.settings)
    || factDifference(LATER_FACTS, first, other)
    || (first.shard.plan === other.shard.plan ? null
      : 'their units are others, or were split by other times (--durations)');
}

/**
 * @param {{ file: string, document: object }} first
 * @param {{ file: string, document: object }} other
 * @throws {UsageError} where they are no parts of one plan
 */
function checkSamePlan(first, other) {
  const files = `${first.file} and ${other.file}`;
  if (first.document.qtimeit !== other.document.qtimeit) {
    const kinds = [first, other].map(({ document: { qtimeit } }) => KIND_WORDS[qtimeit]);
    throw new UsageError(`${files} are of different kinds, ${kinds.join(' and ')}; ${WAY_OUT}`);
  }
  const difference = planDifference(first.document, other.document);
  if (difference !== null) throw new UsageError(`${files} are of different plans: ${difference}; ${WAY_OUT}`);
}

/** @throws {UsageError} for what is no part of a run */
function checkIsPart({ file, document: { shard, machines } }) {
  if (machines !== undefined) throw new UsageError(`${file} has been merged already; leave it out`);
  if (shard !== undefined) return;
  const wayOut = 'whole runs of several machines are merged with --blocks';
  throw new UsageError(`${file} is no part of a run: it was not measured with --shard; ${wayOut}`);
}

module.exports = { checkIsPart, checkSamePlan };
