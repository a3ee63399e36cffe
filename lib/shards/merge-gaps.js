'use strict';

/* Reports duplicate shards and missing units, with hints. */

const { listing } = require('../text/columns');
const { groupedBy } = require('../text/grouped-by');
const { counted } = require('../text/numbers');
const { UsageError, commandText } = require('../text/usage-error');

const MOST_NAMES = 5;
const MOST_SHARDS = 20;

const timeOf = (savedAt) => savedAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2 UTC');
const nameOf = ({ file, document: { shard, savedAt } }) => `${file} (${shard.machine}, ${timeOf(savedAt)})`;

/** Rejects a shard given twice. With `hasBlocks`, several machines may have the same shard. */
function checkDoubles(sources, { machineOf, hasBlocks }) {
  const keyOf = (source) => JSON.stringify([
    source.document.shard.index, hasBlocks ? machineOf[sources.indexOf(source)] : null,
  ]);
  const doubles = [...groupedBy(sources, keyOf).values()].filter(({ length }) => length > 1);
  if (doubles.length === 0) return;
  const [own] = doubles;
  const { index, count } = own[0].document.shard;
  const areOthers = new Set(own.map((source) => machineOf[sources.indexOf(source)])).size > 1;
  const others = doubles.length > 1 ? `, and so are ${counted(doubles.length - 1, 'other shard')}` : '';
  throw new UsageError(`shard ${index} of ${count} is there twice${others}: ${own.map(nameOf).join(' and ')}; a task ` +
    `that started twice: leave one of them out${areOthers ? ', or take machines as blocks with --blocks' : ''}`);
}

const shardsText = (indices) => `${indices.length === 1 ? 'shard' : 'shards'} ${listing(indices, MOST_SHARDS)}`;

/** The command that resumes a document. */
function resumingText({ command }) {
  return commandText(command.includes('--resume') ? command : [...command, '--resume']);
}

/** 'part-3.json has not measured 4 of its 12 units: a, b; go on with: qtimeit ...' */
function cutWords({ source: { file, document }, units, left }) {
  const what = left.length === 0 ? 'was cut short'
    : `has not measured ${left.length} of its ${counted(units.length, 'unit')}: ` +
      `${listing(left.map(({ name }) => name), MOST_NAMES)}`;
  return `${file} ${what}; go on with: ${resumingText(document)}`;
}

/**
 * @returns {{ shards: number[], units: { shard: number, name: string }[], words: string[] }} shards: without a
 *   document; units: planned for a document, but missing; words: messages, none if nothing is missing
 */
function gapsOf(sources, units) {
  const { count } = sources[0].document.shard;
  const there = new Set(sources.map(({ document }) => document.shard.index));
  const shards = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !there.has(index));
  // Another machine may have measured it.
  const measured = new Set(units.flat().filter(({ isMeasured }) => isMeasured).map(({ place }) => place));
  const cut = sources.map((source, i) => ({ source, units: units[i], left: units[i].filter(
    ({ place, isMeasured }) => !isMeasured && !measured.has(place)) }))
    .filter(({ source, units: own, left }) => !source.document.complete
      && (left.length > 0 || own.every(({ isMeasured }) => isMeasured)));
  const verb = shards.length === 1 ? 'is' : 'are';
  return {
    shards,
    units: cut.flatMap(({ source, left }) => left.map(({ name }) => ({ shard: source.document.shard.index, name }))),
    words: [
      ...cut.map(cutWords),
      ...(shards.length ? [`${shardsText(shards)} of ${count} ${verb} missing`] : []),
    ],
  };
}

function checkGaps({ words }) {
  if (words.length === 0) return;
  const wayOut = '--partial merges what there is';
  throw new UsageError(`not all has been measured; ${wayOut}${words.map((one) => `\n    ${one}`).join('')}`);
}

module.exports = { checkDoubles, gapsOf, checkGaps };
