'use strict';

/* --shard, --durations, --plan and --resume: selects units to measure, and checks whether a document can be resumed. */

const { optionsNamed } = require('./definitions');
const { toCamelCase } = require('./options');
const { describeRevision } = require('../compare/sides/git');
const { readDocument } = require('../core/document/document');
const { tryStat } = require('../base/host/fs-queries');
const { planDocument, planLines } = require('../report/plan-table');
const { collectSeconds } = require('../compare/shards/expected');
const { listShardPlaces, planShards } = require('../compare/shards/plan-shards');
const { readMachineHere, readShardHere } = require('../compare/shards/shard');
const { engineText } = require('../core/system/engine-facts');
const { printableJson } = require('../base/text/display');
const { counted } = require('../base/text/numbers');
const { UsageError } = require('../base/text/usage-error');

const isNeutral = (name) => optionsNamed(name).some((option) => option.isNeutral);

const selectTypedSettings = (given, options) => (
  Object.fromEntries(given.filter((name) => !isNeutral(name)).map((name) => [name, options[toCamelCase(name)]])));

function checkSameShard(before, shard, file) {
  const numberOf = (one) => (one ? `shard ${one.index} of ${one.count}` : 'a run that is not split');
  const revisionOfOne = (one) => (one ? `revision ${one.revision}` : '');
  for (const wordsOf of [numberOf, revisionOfOne]) {
    if (wordsOf(before) === wordsOf(shard)) continue;
    throw new UsageError(`${file} belongs to ${wordsOf(before)}, but this is ${wordsOf(shard)}. Pass another file ` +
      'to --save');
  }
  if (shard && before.plan !== shard.plan) {
    throw new UsageError(`${file} is from another plan, with different tests or --durations. Pass another file to ` +
      '--save to measure again');
  }
}

const factsOf = ({ source, environment }) => [source, environment && engineText(environment)];

/** Why the document `before` is dropped; null to resume it. Throws a UsageError if these sides and shard cannot. */
function whyAnew(save, before, shard, sides) {
  checkSameShard(before.shard, shard, save);
  const sidesBefore = before.sides || [{ source: null, environment: before.environment }];
  const [labelsBefore, labels] = [sidesBefore, sides].map((list) => list.map(({ label }) => label).join(', '));
  if (labelsBefore !== labels) {
    throw new UsageError(`${save} contains results labeled ${labelsBefore}, but this command labels them ` +
      `${labels}. With --resume, repeat the command that was interrupted`);
  }
  sides.forEach((side, i) => {
    const factsNow = factsOf(side);
    factsOf(sidesBefore[i]).forEach((had, fact) => {
      const has = factsNow[fact];
      if (!had || !has || had === has) return;
      throw new UsageError(`${save} was measured with ${had}, but this run uses ${has}. --resume ` +
        'requires them to be the same');
    });
  });
  if (!shard || before.shard.machine === shard.machine) return null;
  return `note: the run in ${save} was started on ${before.shard.machine}, but this is ${shard.machine}. ` +
    'It is measured again, because results from two machines cannot be mixed';
}

function checkPlan({ format = 'table', save, output, plot }) {
  if (!['table', 'text', 'json'].includes(format)) {
    throw new UsageError(`--plan cannot be printed as ${format}. Use table, text or json`);
  }
  const [wrong] = Object.entries({ save, output, plot }).find(([, value]) => value !== undefined) || [];
  if (wrong) throw new UsageError(`--plan measures nothing, so --${wrong} has no effect. Leave one of them out`);
}

function createSharding({ options, given }, { host, cwd, terminal }) {
  const { shard: asked, durations = [], plan: counts, resume = false, save } = options;
  if (counts !== undefined) checkPlan(options);
  const here = asked === undefined ? null : readShardHere(asked, host.env);
  if (durations.length && here === null && counts === undefined) {
    throw new UsageError('--durations requires --shard or --plan');
  }
  if (resume && save === undefined) {
    throw new UsageError('--resume requires --save FILE, with the file of the interrupted run');
  }
  const known = collectSeconds(durations.map((file) => readDocument(file, { host })));

  function planFor(units, count, times) {
    const plan = planShards(units, count, new Map([...known].map(([key, seconds]) => [key, seconds * times])));
    if (durations.length && !plan.isTimed && units.length) {
      throw new UsageError(`${durations.join(', ')}: none of the ${units.length} units of this plan is in the file ` +
        `(first unit: ${units[0].name}). Pass a file saved by the same command`);
    }
    return plan;
  }

  return {
    isDry: counts !== undefined,

    showPlans(units, times) {
      const wanted = counts.length ? counts : [here ? here.count : 1];
      const shown = { plans: wanted.map((count) => planFor(units, count, times)), shard: here && here.index };
      const screen = terminal.screen();
      const lines = options.format === 'json' ? [printableJson(planDocument(shown))]
        : planLines(shown, { columns: screen ? screen.columns - 1 : undefined });
      terminal.status(null);
      terminal.write(`${lines.join('\n')}\n`);
    },

    /** places: indexes of units to measure here; shard: field of the document, null without --shard */
    async split(units, times) {
      if (here === null) return { places: [...units.keys()], shard: null };
      const { index, count, task } = here;
      const plan = planFor(units, count, times);
      const places = listShardPlaces(plan, index);
      return {
        places,
        shard: {
          index, count, units: units.length, places, plan: plan.hash, settings: selectTypedSettings(given, options),
          revision: await describeRevision(cwd, host), machine: readMachineHere(host), task,
        },
      };
    },

    /** The document of this kind that an earlier run saved in the file of --save; null without one. */
    openBefore(kind) {
      if (!resume || tryStat(save, host) === null) return null;
      return readDocument(save, { host, kinds: [kind] });
    },

    whyAnew: (...more) => whyAnew(save, ...more),

    /** A shard without units is not an error: there can be more shards than units. */
    nothingHere: ({ index, count, units }) =>
      `note: nothing to measure in shard ${index} of ${count}: the run consists of ${counted(units, 'unit')}`,
  };
}

module.exports = { createSharding, selectTypedSettings };
