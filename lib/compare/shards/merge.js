'use strict';

/* Merges the parts of one run into one document. The caller must recompute verdicts that depend on all units. */

const { keyOfConfiguration, keyOfTest, countRunsOfSide } = require('./expected');
const { checkDoubles, checkIsPart, checkSamePlan, findGaps } = require('./merge-checks');
const { planShards } = require('./plan-shards');
const { findDifferences } = require('../../core/system/fingerprint');
const { configurationName } = require('../../base/text/configuration-names');
const { groupBy } = require('../../base/text/grouped-by');

const LISTS = { results: 'suites', comparison: 'tests', rates: 'configurations' };

const UNITS = {
  /** A unit is a file. It is measured if all of its suites are. */
  results({ suites, shard: { files } }) {
    const own = groupBy(suites, ({ file }) => file);
    const isOver = ({ seconds }) => typeof seconds === 'number';
    return files.map((file) => {
      const entries = own.get(file) || [];
      return { name: file, entries, isMeasured: entries.length > 0 && entries.every(isOver) };
    });
  },

  /** A test is measured if each side has the planned processes, or if a side failed or does not have the test. */
  comparison: ({ tests }) => tests.map((test) => {
    const { file, suite, name, sides, planned = null } = test;
    return {
      name: `${file === null ? '' : `${file}${suite > 1 ? `, suite ${suite}` : ''}: `}${name}`,
      entries: [test],
      isMeasured: sides.some((side) => side === null || side.error !== null)
        || (planned !== null && sides.every(({ processes }) => processes >= planned.processes)),
    };
  }),

  /** A configuration is measured if each side has as many runs as requested, or as planned. */
  rates: ({ configurations, runs }) => configurations.map((one) => ({
    name: configurationName(one),
    entries: [one],
    isMeasured: one.sides.every((side) => side === null || countRunsOfSide(side) >= (one.wanted || runs)),
  })),
};

/** `place` is in the plan; `entries` are suites, a test or a configuration. */
function listUnits(document) {
  const { complete, shard: { places } } = document;
  return UNITS[document.qtimeit](document).map((unit, i) => (
    { ...unit, place: places[i], isMeasured: complete || unit.isMeasured }));
}

const environmentOf = ({ environment = null, sides = [] }) => (
  environment || sides.map((side) => side.environment).find(Boolean) || null);

/** A name is not enough: hosts in a cloud reuse names. */
const isSameMachine = (machine, { name, environment }) => (
  machine.name === name && !findDifferences([machine.environment, environment]).some(({ forbids }) => forbids));

/** machines: { name, environment: object or null, shards: indices of sources }; machineOf: machine of each source */
function collectMachines(sources) {
  const machines = [];
  const machineOf = sources.map(({ document }) => {
    const { shard: { index, machine: name } } = document;
    const own = { name, environment: environmentOf(document), shards: [] };
    let at = machines.findIndex((machine) => isSameMachine(machine, own));
    if (at < 0) at = machines.push(own) - 1;
    if (!machines[at].shards.includes(index)) machines[at].shards.push(index);
    return at;
  });
  return { machines, machineOf };
}

/** Several parts can have the same failure or skipped file. */
function eachOnce(lists) {
  const keyOf = ({ side, file, words, error }) => JSON.stringify([side, file, words, error && error.message]);
  return [...groupBy(lists.flat(), keyOf).values()].map(([first]) => first);
}

/** Each side has the first environment that a part knows. */
const sidesOf = (documents) => documents[0].sides.map((side, i) => {
  const { environment = null } = documents.map(({ sides }) => sides[i]).find((one) => one.environment) || {};
  return { ...side, environment };
});

const failuresOf = (documents) => eachOnce(documents.map(({ failures }) => failures));

function commonRevision([{ revision }, ...others]) {
  if (!revision) return {};
  const isSame = others.every(({ revision: own }) => own && own.commit === revision.commit);
  const isClean = revision.isClean && others.every(({ revision: own }) => own && own.isClean);
  return { revision: isSame ? { ...revision, isClean } : null };
}

// Fields that only one kind has.
const HEADS = {
  results: (documents, [{ environment }]) => ({ environment, ...commonRevision(documents) }),
  comparison: (documents) => {
    const [{ kind, confidence, precision, maxRegression, maxRegressionMemory, differences, across, isCold }] =
      documents;
    return {
      sides: sidesOf(documents), kind, confidence, precision, maxRegression, maxRegressionMemory, differences,
      ...(across && { across }), ...(isCold && { isCold }),
      failures: failuresOf(documents),
    };
  },
  rates: (documents) => {
    const [{ runs, precision }] = documents;
    return {
      runs, ...(precision !== undefined && { precision }), sides: sidesOf(documents), failures: failuresOf(documents),
      skipped: eachOnce(documents.map(({ skipped = [] }) => skipped)),
    };
  },
};

/** Leaves out the failures of files that an interrupted command did not start. */
const wasStarted = ({ error }) => !error || error.code !== 'interrupted';

/**
 * given: { file, document } of each shard; hasBlocks: several machines may have measured the same unit, and each has an
 * entry. words: messages about missing units; without any, the document is complete. Throws a UsageError if they are
 * not parts of one plan, or if one is given twice.
 */
function mergeParts(given, { version, savedAt, command, hasBlocks }) {
  given.forEach(checkIsPart);
  for (const source of given.slice(1)) checkSamePlan(given[0], source);
  const sources = [...given].sort((a, b) => a.document.shard.index - b.document.shard.index);
  const { machines, machineOf } = collectMachines(sources);
  checkDoubles(sources, { machineOf, hasBlocks });
  const documents = sources.map(({ document }) => document);
  const units = documents.map(listUnits);
  const { words, ...missing } = findGaps(sources, units);
  const [{ qtimeit: kind, schema, shard: { plan } }] = documents;
  const entries = units.flatMap((own, i) => own.map((unit) => ({ ...unit, machine: machineOf[i] })))
    .sort((a, b) => a.place - b.place || a.machine - b.machine)
    .flatMap((unit) => unit.entries.filter(wasStarted).map(({ machine: _, ...entry }) => (
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

/** Makes a whole run the only shard of a plan, for merges of machines. Its file names the machine. */
function asOnlyShard({ file, document }, settings) {
  const keys = document[LISTS[document.qtimeit]]
    .map(document.qtimeit === 'comparison' ? keyOfTest : keyOfConfiguration);
  const { hash } = planShards(keys.map((key) => ({ key, name: key })), 1, new Map());
  const shard = {
    index: 1, count: 1, units: keys.length, places: [...keys.keys()], plan: hash, settings, revision: null,
    machine: file, task: null,
  };
  return { file, document: { ...document, shard } };
}

module.exports = { mergeParts, asOnlyShard };
