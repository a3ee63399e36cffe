'use strict';

/* Checks that documents are parts of one plan; reports differences, duplicate shards and missing units, with hints. */

const { KIND_WORDS } = require('../../core/document/document');
const { engineText } = require('../../core/system/engine-facts');
const { listNames } = require('../../base/text/columns');
const { groupBy } = require('../../base/text/grouped-by');
const { counted } = require('../../base/text/numbers');
const { show } = require('../../base/text/show');
const { UsageError, commandText } = require('../../base/text/usage-error');

const HINT = 'merge combines the parts of one command';

/** 'node 18.20.8, node 20.20.2'; null if one is unknown. */
const enginesOf = ({ environment, sides = [{ environment }] }) => (
  sides.some((side) => !side.environment) ? null : sides.map((side) => engineText(side.environment)).join(', '));

const labelsOf = ({ sides }) => (sides ? sides.map(({ label }) => label).join(', ') : null);

/** Commits or versions with paths in parentheses: paths may differ between machines. */
function sourcesOf({ sides }) {
  if (!sides || sides.some(({ source }) => source === null)) return null;
  return sides.map(({ source }) => (/\(([^()]*)\)$/.exec(source) || [source, source])[1]).join(', ');
}

// The order matters: another revision may have other units. null: unknown.
const FACTS = [
  ['qtimeit versions', ({ version }) => version],
  ['engines', enginesOf],
  ['sides', labelsOf],
  ['compared sides', sourcesOf],
  ['revisions', ({ shard }) => shard.revision],
  ['shard counts', ({ shard }) => shard.count],
];

const LATER_FACTS = [
  ['unit counts', ({ shard }) => shard.units],
  ['runs per configuration', ({ runs = null }) => runs],
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
      : 'they contain different units, or were split with different durations (--durations)');
}

function checkSamePlan(first, other) {
  const files = `${first.file} and ${other.file}`;
  if (first.document.qtimeit !== other.document.qtimeit) {
    const kinds = [first, other].map(({ document: { qtimeit } }) => KIND_WORDS[qtimeit]);
    throw new UsageError(`${files} are of different kinds, ${kinds.join(' and ')}; ${HINT}`);
  }
  const difference = planDifference(first.document, other.document);
  if (difference !== null) throw new UsageError(`${files} belong to different plans: ${difference}; ${HINT}`);
}

function checkIsPart({ file, document: { shard, machines } }) {
  if (machines !== undefined) throw new UsageError(`${file} was already merged. Leave it out`);
  if (shard !== undefined) return;
  const hint = 'To merge whole runs of several machines, use --blocks';
  throw new UsageError(`${file} is not part of a run: it was not measured with --shard. ${hint}`);
}

const MOST_NAMES = 5;
const MOST_SHARDS = 20;

const timeOf = (savedAt) => savedAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2 UTC');
const nameOf = ({ file, document: { shard, savedAt } }) => `${file} (${shard.machine}, ${timeOf(savedAt)})`;

/** Rejects a shard given twice. With `hasBlocks`, several machines may have the same shard. */
function checkDoubles(sources, { machineOf, hasBlocks }) {
  const machineAt = (source) => machineOf[sources.indexOf(source)];
  const keyOf = (source) => JSON.stringify([source.document.shard.index, hasBlocks ? machineAt(source) : null]);
  const doubles = [...groupBy(sources, keyOf).values()].filter(({ length }) => length > 1);
  if (doubles.length === 0) return;
  const [own] = doubles;
  const { index, count } = own[0].document.shard;
  const areOthers = new Set(own.map(machineAt)).size > 1;
  const others = doubles.length > 1 ? ` (and ${counted(doubles.length - 1, 'other shard')} as well)` : '';
  throw new UsageError(`shard ${index} of ${count} appears twice${others}: ${own.map(nameOf).join(' and ')}. ` +
    `Did a task start twice? Leave one of them out${areOthers ? ', or treat machines as blocks with --blocks' : ''}`);
}

/** 'part-3.json has not measured 4 of its 12 units: a, b; go on with: qtimeit ...' */
function cutWords({ source: { file, document }, units, left }) {
  const what = left.length === 0 ? 'was cut short'
    : `has not measured ${left.length} of its ${counted(units.length, 'unit')}: ` +
      `${listNames(left.map(({ name }) => name), MOST_NAMES)}`;
  const { command } = document;
  const resuming = command.includes('--resume') ? command : [...command, '--resume'];
  return `${file} ${what}; continue with: ${commandText(resuming)}`;
}

/** shards: without a document; units: planned but missing; words: messages, none if nothing is missing */
function findGaps(sources, units) {
  const { count } = sources[0].document.shard;
  const there = new Set(sources.map(({ document }) => document.shard.index));
  const shards = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !there.has(index));
  // Another machine may have measured it.
  const measured = new Set(units.flat().filter(({ isMeasured }) => isMeasured).map(({ place }) => place));
  const isLeft = ({ place, isMeasured }) => !isMeasured && !measured.has(place);
  const cut = sources.map((source, i) => ({ source, units: units[i], left: units[i].filter(isLeft) }))
    .filter(({ source, units: own, left }) => !source.document.complete
      && (left.length > 0 || own.every(({ isMeasured }) => isMeasured)));
  const [noun, verb] = shards.length === 1 ? ['shard', 'is'] : ['shards', 'are'];
  return {
    shards,
    units: cut.flatMap(({ source, left }) => left.map(({ name }) => ({ shard: source.document.shard.index, name }))),
    words: [
      ...cut.map(cutWords),
      ...(shards.length ? [`${noun} ${listNames(shards, MOST_SHARDS)} of ${count} ${verb} missing`] : []),
    ],
  };
}

function checkGaps({ words }) {
  if (words.length === 0) return;
  const lines = words.map((one) => `\n    ${one}`).join('');
  throw new UsageError(`the run is incomplete. To merge its finished parts, use --partial${lines}`);
}

module.exports = { checkIsPart, checkSamePlan, checkDoubles, findGaps, checkGaps };
