'use strict';

/*
 * Parts of one run -> the document of the whole: all units in the order of the plan, each with the machine that has
 * measured it. What is said of several units together, such as verdicts, is to be said anew.
 */

const { checkDoubles, gapsOf } = require('./merge-gaps');
const { machinesOf } = require('./merge-machines');
const { checkIsPart, checkSamePlan } = require('./merge-plans');
const { unitsOf } = require('./merge-units');

const LISTS = { results: 'suites', comparison: 'tests', rates: 'configurations' };

/** What every part may have met again: each once. */
function eachOnce(lists) {
  const found = new Map();
  for (const one of lists.flat()) {
    const { side, file, words, error } = one;
    const key = JSON.stringify([side, file, words, error && error.message]);
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** The sides, with the environment of the first part that knows it. */
function sidesOf(documents) {
  return documents[0].sides.map((side, i) => {
    const { environment = null } = documents.map(({ sides }) => sides[i]).find((one) => one.environment) || {};
    return { ...side, environment };
  });
}

const failuresOf = (documents) => eachOnce(documents.map(({ failures }) => failures));
const skippedOf = (documents) => eachOnce(documents.map(({ skipped = [] }) => skipped));

// What the head of each kind has beside what all have.
const HEADS = {
  results: (_, [{ environment }]) => ({ environment }),
  comparison: (documents) => {
    const [{ kind, confidence, precision, maxRegression, differences, across }] = documents;
    return {
      sides: sidesOf(documents), kind, confidence, precision, maxRegression, differences, ...(across && { across }),
      failures: failuresOf(documents),
    };
  },
  rates: (documents) => {
    const [{ runs, precision }] = documents;
    return {
      runs, ...(precision !== undefined && { precision }), sides: sidesOf(documents), failures: failuresOf(documents),
      skipped: skippedOf(documents),
    };
  },
};

/** Files that the command did not come to stand in a document as failed. */
const isThere = ({ error }) => !error || error.code !== 'interrupted';

/**
 * @param {{ file: string, document: object }[]} given documents of shards
 * @param {object} head { version, savedAt, command } of the document to be made; hasBlocks: what several machines have
 *   measured is no double, and stands there once for each
 * @returns {{ document: object, words: string[] }} document: complete where nothing is missing; words: on what is
 * @throws {UsageError} where they are no parts of one plan, or one is there twice
 */
function mergeParts(given, { version, savedAt, command, hasBlocks }) {
  given.forEach(checkIsPart);
  for (const source of given.slice(1)) checkSamePlan(given[0], source);
  const sources = [...given].sort((a, b) => a.document.shard.index - b.document.shard.index);
  const { machines, machineOf } = machinesOf(sources);
  checkDoubles(sources, { machineOf, hasBlocks });
  const documents = sources.map(({ document }) => document);
  const units = documents.map(unitsOf);
  const { words, ...missing } = gapsOf(sources, units);
  const [{ qtimeit: kind, schema, shard: { plan } }] = documents;
  const entries = units.flatMap((own, i) => own.map((unit) => ({ ...unit, machine: machineOf[i] })))
    .sort((a, b) => a.place - b.place || a.machine - b.machine)
    .flatMap((unit) => unit.entries.filter(isThere).map(({ machine: _, ...entry }) => (
      { machine: unit.machine, ...entry })));
  const isComplete = words.length === 0;
  return {
    document: {
      qtimeit: kind, schema, version, savedAt, complete: isComplete, command, plan, machines,
      ...(!isComplete && { missing }), ...HEADS[kind](documents, machines), [LISTS[kind]]: entries,
    },
    words,
  };
}

module.exports = { mergeParts, LISTS };
