'use strict';

/*
 * What --shard, --durations, --plan and --resume ask of the commands that measure: which of the units they have found
 * are measured here, and what was measured before.
 */

const { checkPlan } = require('./plan');
const { revisionOf } = require('../compare/git');
const { readDocument } = require('../document/document');
const { secondsIn } = require('../shards/expected');
const { placesOf, planOf } = require('../shards/plan');
const { machineHere, shardHere } = require('../shards/shard');
const { engineText } = require('../system/engine-facts');
const { counted } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

// Of how figures are printed and kept, and not of how they are measured; what sides are they tell themselves.
const WITHOUT_INFLUENCE = new Set([
  'save', 'output', 'format', 'json', 'csv', 'markdown', 'plot', 'plot-kind', 'force', 'details', 'verbose', 'track',
  'max-regression', 'strict', 'shard', 'durations', 'plan', 'resume', 'pin', 'timeout',
  'old', 'new', 'rev', 'on',
]);

const settingsTyped = (given, options) => Object.fromEntries(given.filter((name) => !WITHOUT_INFLUENCE.has(name))
  .map((name) => [name, options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())]]));

/** @throws {UsageError} where what was measured before is another part, or of another plan */
function checkSameShard(before, shard, file) {
  const numberOf = (one) => (one ? `shard ${one.index} of ${one.count}` : 'a run that is not split');
  if (numberOf(before) !== numberOf(shard)) {
    throw new UsageError(`${file} is of ${numberOf(before)}, and this is ${numberOf(shard)}: give --save another file`);
  }
  if (shard && before.revision !== shard.revision) {
    throw new UsageError(`${file} is of revision ${before.revision}, and this is ${shard.revision}: give --save ` +
      'another file');
  }
  if (shard && before.plan !== shard.plan) {
    throw new UsageError(`${file} is of another plan: its tests, or the times of --durations, were others; ` +
      'measure it anew: --save to another file');
  }
}

/**
 * @param {{ options: object, given: string[] }} asked options of the command line, and the names of those typed
 * @param {object} deps { host, cwd }
 * @returns {object} see below
 * @throws {UsageError}
 */
function createSharding({ options, given }, { host, cwd }) {
  const { shard: asked, durations = [], plan: counts, resume = false, save } = options;
  if (counts !== undefined) checkPlan(options);
  const here = asked === undefined ? null : shardHere(asked, host.env);
  if (durations.length && here === null && counts === undefined) {
    throw new UsageError('--durations is for --shard and --plan: it says what each part of the work takes');
  }
  if (resume && save === undefined) {
    throw new UsageError('--resume needs --save FILE: the file that the run before was saved to');
  }
  const known = secondsIn(durations.map((file) => readDocument(file, { host })));

  function planFor(units, count, times) {
    const plan = planOf(units, count, new Map([...known].map(([key, seconds]) => [key, seconds * times])));
    if (durations.length && !plan.isTimed && units.length) {
      throw new UsageError(`${durations.join(', ')}: none of the ${units.length} units of this plan is in there, the ` +
        `first being ${units[0].name}; give what the same command has saved`);
    }
    return plan;
  }

  return {
    /** Whether nothing is measured, and the plan is shown. */
    isDry: counts !== undefined,

    /** For each number of machines that is asked about a plan; shard: the one to be shown alone, null for all. */
    plansOf(units, times = 1) {
      const wanted = counts.length ? counts : [here ? here.count : 1];
      return { plans: wanted.map((count) => planFor(units, count, times)), shard: here && here.index };
    },

    /**
     * @param {{ key: string, name: string }[]} units in the order of one machine
     * @param {number} [times] what the seconds that are known are multiplied by
     * @returns {{ places: number[], shard: object|null }} places of those that are measured here; shard: the field of
     *   the document, null where nothing is split
     */
    split(units, times = 1) {
      if (here === null) return { places: [...units.keys()], shard: null };
      const { index, count, task } = here;
      const plan = planFor(units, count, times);
      const places = placesOf(plan, index);
      return {
        places,
        shard: {
          index, count, units: units.length, places, plan: plan.hash, settings: settingsTyped(given, options),
          revision: revisionOf(cwd, host), machine: machineHere(host), task,
        },
      };
    },

    /**
     * What the file of --save has from a run before.
     *
     * @param {string} kind of document
     * @returns {object|null} null where nothing is gone on with, or nothing is there yet
     */
    openBefore(kind) {
      if (!resume) return null;
      try {
        host.stat(save);
      } catch (_) {
        return null;
      }
      return readDocument(save, { host, kinds: [kind] });
    },

    /**
     * @param {object} before document
     * @param {object|null} shard what is measured here
     * @param {{ label?: string, source: string|null, environment: object|null }[]} sides
     * @returns {string|null} why all of it is measured anew, in words: on another machine the one side of a test would
     *   be of this one and the other of that; null where it is gone on with
     * @throws {UsageError} where these cannot go on with what that has
     */
    whyAnew(before, shard, sides) {
      checkSameShard(before.shard, shard, save);
      const sidesBefore = before.sides || [{ source: null, environment: before.environment }];
      const [labelsBefore, labels] = [sidesBefore, sides].map((list) => list.map(({ label }) => label).join(', '));
      if (labelsBefore !== labels) {
        const wayOut = '--resume goes on with the same command';
        throw new UsageError(`${save} has ${labelsBefore}, and these are ${labels}: ${wayOut}`);
      }
      sides.forEach((side, i) => {
        for (const textOf of [({ source }) => source, ({ environment }) => environment && engineText(environment)]) {
          const [had, has] = [sidesBefore[i], side].map(textOf);
          if (!had || !has || had === has) continue;
          throw new UsageError(`${save} was measured with ${had}, and this is ${has}: --resume goes on with the same`);
        }
      });
      if (!shard || before.shard.machine === shard.machine) return null;
      return `note: ${save} was begun on ${before.shard.machine}, and this is ${shard.machine}: it is measured anew, ` +
        'for figures of two machines do not mix';
    },
  };
}

/** Of a part that has nothing, which is no error: there are more parts than units. */
const nothingHere = ({ index, count, units }) =>
  `note: shard ${index} of ${count} has nothing to measure: there are ${counted(units, 'unit')} in all`;

module.exports = { createSharding, settingsTyped, nothingHere };
