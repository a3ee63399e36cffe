'use strict';

/*
 * What saved files, and the messages of processes that measure for another, look like: the fields that programs read,
 * and nothing of how they came to be. Fields beyond these are left alone, so that a later 1.x can add some.
 */

const {
  leaf, orNull, optional, list, record, dependingOn, faultAt, faultWords, number, atLeastZero, count, ordinal, text,
  flag, anything, oneOf,
} = require('./shape');
const { counts, countChange } = require('./counts-shape');
const { UNTOLD } = require('../text/verdict-words');
const { blocks, partFields, unitFields, partFault } = require('./shards-shape');

/** Counts up where files of the version before can no longer be read as they are. */
const SCHEMA = 1;

const fieldsOf = (shape) => (names) => Object.fromEntries(names.split(' ').map((name) => [name, shape]));
const numbers = fieldsOf(number);
const texts = fieldsOf(text);
const numbersOrNull = fieldsOf(orNull(number));
const times = fieldsOf(atLeastZero);
const timesOrNull = fieldsOf(orNull(atLeastZero));
const textsOrNull = fieldsOf(orNull(text));

// Why a test has no speed is a verdict of both.
const OF_BOTH = ['same', 'faster', 'slower', 'unresolved', 'failed', ...Object.keys(UNTOLD)];
const verdictOf = (known) => leaf('a known verdict', (value) => known.includes(value));
const rowVerdict = verdictOf(['baseline', ...OF_BOTH]);
const changeVerdict = verdictOf(['looks-faster', 'looks-slower', 'not-judged', 'unmatched', ...OF_BOTH]);

const positive = leaf('a number above 0', (value) => Number.isFinite(value) && value > 0);
const share = leaf('a number between 0 and 1', (value) => value > 0 && value < 1);

/** A fault where one of several has a list of another length than all should have. */
function lengthFault(name, all, key, length, words) {
  const at = all.findIndex((one) => one[key].length !== length);
  return at < 0 ? null : faultAt([name, at, key], words, all[at][key].length);
}

// Of each warning the fields that its words need; one that is not here has none, or comes from a later version.
const WITH_NUMBERS = {
  prolonged: 'seconds goalSeconds', busy: 'rounds kept', 'shared-core': 'leastCycles usualCycles',
  'coarse-clock': 'grainNs',
  'not-steady': 'drift', disturbed: 'rounds lostNs', collections: 'share', 'may-hide': 'referenceNs', waits: 'share',
  'heap-limit': 'usedBytes limitBytes', 'short-runs': 'seconds', 'output-varies': 'low high', 'cpu-quota': 'cpus',
  load: 'load1 cpuCount', pressure: 'avg10', 'not-proportional': 'first second', 'count-unsettled': 'error',
};
const WITH_TEXTS = {
  'memory-unsure': 'reason', 'not-counted': 'reason', 'tier-not-held': 'tier found', governor: 'governor',
  turbo: 'path off', coverage: 'by', profiler: 'option', 'v8-flag': 'flag effect',
};
const eachOf = (table, fields) => Object.entries(table).map(([code, names]) => [code, fields(names)]);
const WARNING_FIELDS = new Map([
  ...eachOf(WITH_NUMBERS, numbers),
  ...eachOf(WITH_TEXTS, texts),
  ...eachOf({ 'below-resolution': 'resolutionNs', 'too-noisy': 'resolutionNs' }, numbersOrNull),
  ['not-optimized', { found: text, times: count, share: orNull(number) }],
  ...eachOf({ 'too-few-samples': 'rounds', 'few-samples': 'rounds' }, fieldsOf(count)),
  ['cold-start', { ...numbers('calls steadyNs'), allNs: optional(number) }],
  ['hoisted', { notInlinedNs: number, inputs: optional(list(text)) }],
  ['folded', { inputs: optional(list(text)) }],
  ['handles-left', { handles: list(text) }],
  ['virtual-machine', textsOrNull('hypervisor')],
  ['stolen-time', { share: number, recentShare: orNull(number) }],
].map(([code, fields]) => [code, record(fields)]));
const warnings = list(dependingOn('code', (code) => WARNING_FIELDS.get(code) || record({ code: text })));

const environment = record({
  ...textsOrNull('qtimeitVersion nodeTitle nodeVersion v8Version platform arch kernel'),
  ...textsOrNull('cpu cpuMhzSource cpuScalingGovernor'),
  ...fieldsOf(optional(orNull(text)))('engine engineVersion jit'),
  ...numbersOrNull('cpuMhz cpuCount cpuUpThreshold clockGrainNs clockCostNs'),
  nodeFlags: list(text),
  missing: record({}),
  warnings,
});

const error = record({
  code: text, message: text, ...textsOrNull('at calls stack'), round: optional(orNull(count)), output: list(text),
});

const COLUMNS = ['ns', 'mhz', 'heapBytes'];

const columns = fieldsOf(list(orNull(number)))(COLUMNS.join(' '));
const rounds = record({ warmUp: count, calls: list(positive), ...columns }, (value) => {
  const { length } = value.calls;
  const odd = COLUMNS.find((name) => value[name].length !== length);
  if (odd !== undefined) return faultAt([odd], `${length} values, as there are calls`, value[odd].length);
  return value.warmUp > length ? faultAt(['warmUp'], `at most ${length}, as there are rounds`, value.warmUp) : null;
});

const sample = record({
  nsPerCall: atLeastZero, ...timesOrNull('nsLow nsHigh cycles'), calls: count, rounds: orNull(rounds),
});

const stream = record({
  ...numbersOrNull('runs bytesIn bytesOut chunksIn chunksOut bytesPerSecondLow bytesPerSecondHigh'),
  ...timesOrNull('firstByteNs'),
  ...numbersOrNull('peakRssBytes meanRssBytes'),
  isPeakExact: orNull(flag),
  ...numbersOrNull('rssSamples samplerShare heapGrowthBytes userShare systemShare moreRuns'),
});

const memory = record({
  ...numbersOrNull('bytesPerCall bytesLow bytesHigh heapBytesPerCall externalBytesPerCall keptBytesPerCall calls'),
  collections: orNull(record(numbersOrNull('count young old seconds share callsPerCollection'))),
});

const coldCache = record({
  ...timesOrNull('nsPerCall nsLow nsHigh resolutionNs'), ...numbersOrNull('samples evictedBytes'),
});

const growthClass = record({ name: text, ...numbersOrNull('coefficientNs constantNs'), error: number });
const growth = record({
  parameter: text, fixed: record({}), best: growthClass, runnerUp: orNull(growthClass), isClear: flag,
  withConstant: orNull(growthClass),
});

const row = {
  name: text,
  verdict: orNull(rowVerdict),
  ...numbersOrNull('rank rankLow rankHigh noiseFloor overheadNs bytesPerSecond itemsPerSecond'),
  ...timesOrNull('moreSeconds cycles nsPerCall nsLow nsHigh resolutionNs'),
  margin: number,
  ...textsOrNull('statistic kind'),
  ops: positive,
  calls: count,
  rounds: count,
  processes: count,
  collections: record(numbersOrNull('count share seconds bytesPerCall')),
  warnings,
  error: orNull(error),
  results: record({
    ...numbersOrNull('avg min max'),
    ...numbers('count runs nloops'),
    ...times('elapsed duration'),
    stats: list(record({ ...numbers('count'), ...times('elapsed') })),
  }),
  stream: optional(orNull(stream)),
  test: optional(text),
  group: optional(orNull(text)),
  params: optional(orNull(record({}))),
  tier: optional(orNull(text)),
  isCold: optional(flag),
  endedEarly: optional(orNull(text)),
  cpuNsPerCall: optional(orNull(atLeastZero)),
  counts: optional(orNull(counts)),
  memory: optional(orNull(memory)),
  coldCache: optional(orNull(coldCache)),
  growth: optional(orNull(list(growth))),
  noiseFloorLow: optional(orNull(number)),
  noiseFloorHigh: optional(orNull(number)),
};

const test = record({ ...row, samples: list(sample) });

const head = { version: text, savedAt: text, complete: flag, command: list(text), ...partFields(environment) };
const compared = {
  sides: list(record({ label: text, source: orNull(text), environment: orNull(environment) })),
  skipped: optional(list(record({ side: text, file: text, words: text }))),
};

const results = record({
  ...head,
  environment,
  suites: list(record({
    file: orNull(text),
    suite: ordinal,
    settings: orNull(record({
      ...numbers('timeGoal margin forkTests'), ...fieldsOf(optional(text))('title preRunMessage'),
    })),
    tests: list(test),
    error: orNull(error),
    ...unitFields,
  })),
}, (value) => partFault(value, 'suites', value.shard ? value.shard.files || [] : []));

const sideOfTest = record({
  ...timesOrNull('nsPerCall nsLow nsHigh cycles'),
  processes: count,
  values: list(atLeastZero),
  error: orNull(error),
  counts: optional(orNull(counts)),
  notCounted: optional(orNull(text)),
  memory: optional(orNull(memory)),
  warnings: optional(warnings),
});

const welch = record({
  ...numbersOrNull('improvement p'), stars: oneOf('', '*', '**', '***'), accuracy: orNull(list(number)),
  skipped: orNull(text),
});

const change = record({
  ...numbersOrNull('ratio low high p adjustedP moreProcesses'),
  ...timesOrNull('moreSeconds'),
  confidence: orNull(share),
  verdict: changeVerdict,
  margin: number,
  regression: flag,
  counts: optional(orNull(countChange)),
  blocks,
  machinesDiffer: optional(flag),
  welch: optional(orNull(welch)),
});

const placed = { file: orNull(text), suite: ordinal, name: orNull(text), side: orNull(text) };
const gate = record({
  limit: number,
  outcome: oneOf('passed', 'failed', 'not-judged'),
  passed: count,
  failed: list(record({ ...placed, by: optional(oneOf('instructions', 'time')) })),
  byCounts: optional(count),
  byTime: optional(list(record({ ...placed, reason: text }))),
  unjudged: list(record({
    ...placed, reason: text, ...numbersOrNull('moreProcesses precision runs limitItCouldJudge'),
    ...timesOrNull('moreSeconds time'),
  })),
});

const comparison = record({
  ...head,
  ...compared,
  kind: oneOf('processes', 'saved'),
  confidence: share,
  ...numbersOrNull('precision maxRegression'),
  differences: list(record({ field: text, values: list(anything), forbids: flag })),
  failures: list(record({ side: text, file: orNull(text), error })),
  tests: list(record({
    file: orNull(text),
    suite: ordinal,
    name: text,
    sides: list(orNull(sideOfTest)),
    unit: oneOf('cycles', 'ns'),
    changes: list(change),
    ...unitFields,
    planned: optional(orNull(record({ seconds: positive, processes: ordinal }))),
  })),
  gate: optional(orNull(gate)),
  across: optional(oneOf('engines')),
}, (value) => {
  const { sides: { length }, tests } = value;
  if (length < 2) return faultAt(['sides'], 'two sides at least', length);
  return lengthFault('tests', tests, 'sides', length, `${length} of them, for ${length} sides`)
    || lengthFault('tests', tests, 'changes', length - 1, `${length - 1} of them, for ${length} sides`)
    || partFault(value, 'tests');
});

const ratesOfSide = record({
  rates: list(number), seconds: list(orNull(atLeastZero)), errors: list(error), places: optional(list(count)),
  counts: optional(orNull(counts)), warnings: optional(warnings),
}, (value) => {
  const { length } = value.rates;
  const wrong = ['seconds', 'places'].find((name) => value[name] && value[name].length !== length);
  return wrong === undefined ? null : faultAt([wrong], `${length} values, as there are rates`, value[wrong].length);
});

const rates = record({
  ...head,
  ...compared,
  runs: ordinal,
  precision: optional(share),
  failures: list(record({ side: text, file: text, error })),
  configurations: list(record({
    file: text, configuration: text, parameters: orNull(record({})), sides: list(orNull(ratesOfSide)),
    wanted: optional(ordinal),
    ...unitFields,
  })),
}, (value) => {
  const { sides: { length }, configurations } = value;
  if (length < 1) return faultAt(['sides'], 'one side at least', length);
  return lengthFault('configurations', configurations, 'sides', length, `${length} of them`)
    || partFault(value, 'configurations');
});

/** The first line of a file tells which of these it is. */
const KINDS = { results, comparison, rates };

// Of a process that measures for another. Where a test has changed what objects inherit, or how they are written, it is
// not what was meant.
const nets = record({
  turns: list(number), copies: list(number), ns: list(orNull(number)), cycles: list(orNull(number)),
});
const result = record({
  row: record(row), sample: optional(orNull(sample)), rounds: optional(orNull(nets)),
});
const listed = record({
  name: text, timeoutSeconds: optional(orNull(number)), tier: optional(orNull(text)), hasInputs: optional(flag),
});
const suite = record({ suite: record({ position: count, tests: list(listed) }) });
const loaded = record({ environment });

const wordsOf = (fault) => fault && faultWords(fault);
const faultOfSuite = (message) => wordsOf(suite.find(message));
const faultOfLoaded = (message) => wordsOf(loaded.find(message));

/** @returns {string|null} words, null where it is one of this test */
function faultOfResult(message, name) {
  const fault = result.find(message);
  if (fault || message.row.name === name) return wordsOf(fault);
  return wordsOf(faultAt(['row'], `that of ${JSON.stringify(name)}`, message.row.name));
}

/** The error in a message, null where it is none. */
const errorIn = (message) => (error.find(message.error) ? null : message.error);

module.exports = { KINDS, SCHEMA, errorIn, faultOfResult, faultOfSuite, faultOfLoaded };
