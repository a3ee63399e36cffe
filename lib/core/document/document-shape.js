'use strict';

/* Fields of files and messages that programs read, see compileShapes(). A later 1.x can add others. */

const { leaf, compileShapes, faultAt, faultWords } = require('./shape');
const { UNMEASURED } = require('../../base/text/verdict-words');

const SCHEMA = 1; // increases if this version cannot read the files of the version before

const RECORDS = {
  head: `
    version savedAt: text; complete: flag; command: text[]; shard?: shard; plan?: text; machines?: machine[]
    oddMachines?: oddMachine[]; missing?: missing`,
  results: '...head; environment: environment; suites: suite[]; revision?: revision|null; gate?: gate|null',
  revision: 'commit: commit; isClean: flag',
  suite: `
    file: text|null; suite: ordinal; settings: settings|null; tests: test[]; error: error|null; ...unit
    explanations?: explanation[]`,
  explanation: 'a b: text; explanation: budget|null; reason: text|null; isFailed: flag',
  budget: `
    differenceNs halfWidthNs ratio unexplainedNs: number; lines: budgetLine[]; deopts: count[]
    code?: explainedCode; flame?: flameFrame[]; events?: v8Event[]; machineCode?: comparedCode`,
  comparedCode: 'names: text[]; counts: count[]; lines: comparedInstruction[]; isCut: flag; reason: text|null',
  comparedInstruction: `mark: '='|'-'|'+'|'@'; text: text; shares: (number|null)[]; count: count`,
  explainedCode: 'pairs: functionPair[]; omitted: count',
  functionPair: 'isSame: flag; sides: (explainedFunction|null)[]',
  explainedFunction: 'name file: text; line: count; ns: number; lines: codeLine[]',
  codeLine: 'line: count; text: text|null; ns: number; findings: codeFinding[]',
  codeFinding: 'kind: text; count: number; limit: number|null; reason: text|null',
  flameFrame: 'depth: count; name: text; file: text|null; line: number|null; ns: number[]',
  v8Event: 'side count: count; kind what: text; place: text|null',
  budgetLine: `
    id what: text; ns: number; place: place|null; because: text[]; isKnown: flag; test: causeTest|null`,
  place: 'file text: text; line column: number',
  causeTest: 'words: text; flags: text[]; differenceNs priceNs halfWidthNs: number',
  settings: 'timeGoal margin forkTests: number; title? preRunMessage?: text',
  unit: 'machine?: count; seconds?: time|null',
  test: '...row; samples: sample[]; isFastest?: flag',
  row: `
    name: text; verdict: rowVerdict|null
    rank rankLow rankHigh noiseFloor overheadNs bytesPerSecond itemsPerSecond: number|null
    moreSeconds cycles nsPerCall nsLow nsHigh resolutionNs: time|null; margin: number; statistic kind: text|null
    ops: positive; calls rounds processes: count; collections: collections; warnings: warning[]; error: error|null
    results: rowResults; stream?: stream|null; test?: text; group?: text|null; params?: object|null
    tier?: text|null; isCold?: flag; endedEarly?: text|null; cpuNsPerCall?: time|null; counts?: counts|null
    memory?: memory|null; coldCache?: coldCache|null; growth?: growth[]|null
    noiseFloorLow? noiseFloorHigh?: number|null; command?: ranCommand|null; polluted?: polluted|null`,
  ranCommand: 'userNs systemNs: time|null; peakRssBytes: number|null; shell: text|null',
  collections: 'count share seconds bytesPerCall: number|null',
  rowResults: 'avg min max: number|null; count runs nloops: number; elapsed duration: time; stats: rowStats[]',
  rowStats: 'count: number; elapsed: time',
  sample: 'nsPerCall: time; nsLow nsHigh cycles: time|null; calls: count; rounds: rounds|null',
  rounds: 'warmUp: count; calls: positive[]; ns mhz heapBytes: (number|null)[]',
  stream: `
    runs bytesIn bytesOut chunksIn chunksOut bytesPerSecondLow bytesPerSecondHigh: number|null
    firstByteNs: time|null; peakRssBytes meanRssBytes: number|null; isPeakExact: flag|null
    rssSamples samplerShare heapGrowthBytes userShare systemShare moreRuns: number|null`,
  memory: `
    bytesPerCall bytesLow bytesHigh heapBytesPerCall externalBytesPerCall keptBytesPerCall calls: number|null
    peakBytes?: number|null; collections: memoryCollections|null`,
  memoryCollections: 'count young old seconds share callsPerCollection: number|null',
  coldCache: 'nsPerCall nsLow nsHigh resolutionNs: time|null; samples evictedBytes: number|null',
  polluted: 'nsPerCall factor low high: number|null; processes: count; reason: text|null',
  growth: `
    parameter: text; fixed: object; best: growthClass; runnerUp: growthClass|null; isClear: flag
    withConstant: growthClass|null`,
  growthClass: 'name: text; coefficientNs constantNs: number|null; error: number',
  counts: `
    instructions error loop: number; slopes: number[]; isProportional: flag; events: countEvents|null
    calls warmUp: number; processes: count; tier: text|null; collects isSettled hasProcesses: flag
    profile?: profile|null; source: countSource; flags: text[]`,
  countEvents: 'l1Misses? llMisses? mispredicted? cycles?: countEvent',
  countEvent: 'value error: number',
  countSource: 'name version: text',
  profile: 'functions: profiledFunction[]; isSplit: flag; reason: text|null',
  profiledFunction: 'name kind: text; instructions: number',
  environment: `
    qtimeitVersion nodeTitle nodeVersion v8Version platform arch kernel: text|null
    cpu cpuMhzSource cpuScalingGovernor: text|null; engine? engineVersion? jit?: text|null
    cpuMhz cpuCount cpuUpThreshold clockGrainNs clockCostNs: number|null; colorLevel?: number|null
    nodeFlags: text[]; missing: texts
    warnings: warning[]`,
  error: `
    code message: text; at calls stack: text|null; round?: count|null; output: text[]; thrownCode?: text`,
  compared: 'sides: side[]; skipped?: skipped[]',
  side: 'label: text; source: text|null; environment: environment|null',
  skipped: 'side file words: text',
  comparison: `
    ...head; ...compared; kind: 'processes'|'saved'; confidence: share; precision maxRegression: number|null
    differences: difference[]; failures: failure[]; tests: comparedTest[]; gate?: gate|null; across?: 'engines'
    hints?: hint[]; maxRegressionMemory?: number|null; memoryGate?: memoryGate|null; isCold?: flag`,
  difference: 'field: text; values: anything[]; forbids: flag',
  failure: 'side: text; file: text|null; error: error',
  comparedTest: `
    file: text|null; suite: ordinal; name: text; sides: (sideOfTest|null)[]; unit: 'cycles'|'ns'; changes: change[]
    ...unit; planned?: planned|null; explanations?: explanation[]; paired?: flag`,
  planned: 'seconds: positive; processes: ordinal',
  sideOfTest: `
    nsPerCall nsLow nsHigh cycles: time|null; processes: count; values: time[]; error: error|null
    counts?: counts|null; notCounted?: text|null; memory?: memory|null; warnings?: warning[]
    unmeasured?: unmeasuredVerdict|null; rates?: number[]; errors?: error[]`,
  change: `
    ratio low high p adjustedP moreProcesses: number|null; moreSeconds: time|null; confidence: share|null
    verdict: changeVerdict; margin: number; regression: flag; counts?: countChange|null; blocks?: block[]
    memory?: memoryChange|null; machinesDiffer?: flag; welch?: welch|null`,
  memoryChange: `
    allocated kept: changedBytes|null; peak?: changedBytes|null; verdict: memoryVerdict; regression: flag|null`,
  changedBytes: 'old fresh difference low high margin: number; verdict: memoryVerdict',
  memoryGate: `
    limit: number; outcome: 'passed'|'failed'|'not-judged'; passed: count; failed: gatePlace[]; unjudged: gateReason[]`,
  countChange: `
    difference ratio error margin: number|null; verdict: 'same'|'more'|'fewer'|'not-counted'; regression: flag|null
    reason: text|null; events: changedEvents|null; hasProcesses: flag`,
  changedEvents: 'l1Misses? llMisses? mispredicted? cycles?: changedEvent',
  changedEvent: `difference error: number; verdict: 'same'|'more'|'fewer'|'not-counted'`,
  block: 'machine: count; ratio: number; low high: number|null; processes: count',
  welch: `improvement p: number|null; stars: ''|'*'|'**'|'***'; accuracy: number[]|null; skipped: text|null`,
  gate: `
    limit: number; outcome: 'passed'|'failed'|'not-judged'; passed: count; failed: gateFailure[]; byCounts?: count
    byTime?: gateReason[]; unjudged: gateUnjudged[]`,
  gatePlace: 'file: text|null; suite: ordinal; name side: text|null',
  gateFailure: `...gatePlace; by?: 'instructions'|'time'`,
  gateReason: '...gatePlace; reason: text',
  gateUnjudged: `
    ...gateReason; moreProcesses precision runs limitItCouldJudge: number|null; moreSeconds time: time|null`,
  rates: `
    ...head; ...compared; runs: ordinal; precision?: share; failures: ratesFailure[]
    configurations: configuration[]; hints?: hint[]`,
  ratesFailure: 'side file: text; error: error',
  configuration: `
    file configuration: text; parameters: object|null; sides: (ratesOfSide|null)[]; wanted?: ordinal; ...unit
    operations?: number; asked?: text`,
  hint: `
    file configuration: text; kind: 'too-short'|'noisy'; seconds: time; variation: number|null; parameter: text|null
    suggestion: number|null`,
  ratesOfSide: `
    rates: number[]; seconds: (time|null)[]; errors: error[]; places?: count[]; counts?: counts|null
    warnings?: warning[]`,
  imports: `
    ...head; node: text; environment: environment; kind: 'processes'; confidence: share; margin: number
    precision maxRegression: number|null; sides: side[]; imports: import[]; tests: comparedTest[]
    explanations: moduleDifference[][]; failures: importFailure[]; gate?: gate|null`,
  import: `
    name: text; way: 'require'|'import'; ms msLow msHigh: time; processes: count; values: time[]
    treeProcesses: count; slowdown: number|null; modules: importedModule[]; linkMs otherMs: time
    packages: importedPackage[]; repeated: repeatedModule[]`,
  importedModule: `
    key name: text; by: text|null; format: 'module'|'commonjs'|'json'|'builtin'|'addon'|'wasm'|'typescript'
    ways: ('require'|'import')[]; runs: count; bytes: number|null; package version folder: text|null
    readMs compileMs runMs ownMs totalMs: time`,
  importedPackage: 'name: text; version: text|null; folder: text; modules: count; ownMs totalMs: time',
  repeatedModule: `name: text; kind: 'versions'|'formats'|'again'; copies: moduleCopy[]; runs?: count`,
  moduleCopy: 'version: text|null; folder: text',
  moduleDifference: `name: text|null; kind: 'changed'|'new'|'gone'|'rest'; modules: count|null; ms: number`,
  importFailure: 'file name: text; error: error',
  shard: `
    index count: ordinal; units: count; places: count[]; plan: text; settings: object; revision: text|null
    machine: text; task: text|null; files?: text[]`,
  machine: 'name: text; environment: environment|null; shards: ordinal[]',
  missing: 'shards: ordinal[]; units: missingUnit[]',
  missingUnit: 'shard: ordinal; name: text',
  pairs: 'turns copies: number[]; ns cycles: (number|null)[]; exponent?: number|null',
  resultMessage: 'row: row; sample?: sample|null; rounds?: pairs|null; together?: timeTogether[]',
  timeTogether: 'nsPerCall cycles: time|null',
  listedTest: 'name: text; timeoutSeconds?: number|null; tier?: text|null; hasInputs?: flag',
  listedSuite: 'position: count; tests: listedTest[]',
  suiteMessage: 'suite: listedSuite',
  loadedMessage: 'environment: environment; unused?: text[]; ownLoops?: object',
  report: 'rate: number; seconds: time; conf?: object|null; operations?: number|null; latency?: latency|null',
  latency: 'p50Ms p99Ms: number|null',
  warning: 'code: text',
  oddMachine: 'kind: text; machine: count',
};

/** Fields for the text of a warning. Other warnings have none, or come from a later version. */
const WARNINGS = {
  prolonged: 'seconds goalSeconds: number',
  busy: 'rounds kept: number',
  'shared-core': 'leastCycles usualCycles: number',
  'coarse-clock': 'grainNs: number',
  'not-steady': 'drift: number; byCalls?: flag',
  disturbed: 'rounds lostNs: number',
  collections: 'share: number',
  'may-hide': 'referenceNs: number',
  'short-parts': 'clockNs: number',
  waits: 'share: number',
  'heap-limit': 'usedBytes limitBytes: number',
  'array-limit': 'largeBytes: number',
  'memory-limit': 'keptBytes freeBytes: number',
  'short-runs': 'seconds: number',
  'output-varies': 'low high: number',
  'cpu-quota': 'cpus: number',
  load: 'load1 cpuCount: number',
  pressure: 'avg10: number',
  'not-proportional': 'first second: number',
  'count-unsettled': 'error: number',
  'memory-unsure': 'reason: text',
  'not-counted': 'reason: text',
  'tier-not-held': 'tier found: text',
  governor: 'governor: text',
  turbo: 'path off: text',
  coverage: 'by: text',
  compiler: 'by: text; newerNode?: flag',
  profiler: 'option: text',
  'v8-flag': 'flag effect: text',
  'below-resolution': 'resolutionNs: number|null',
  'too-noisy': 'resolutionNs: number|null',
  'not-optimized': 'found: text; times: count; share: number|null',
  'few-calls': 'calls: count',
  outliers: 'processes all: count; factor: number',
  together: 'nsPerCall factor: number',
  'too-few-samples': 'rounds: count',
  'few-samples': 'rounds: count',
  'cold-start': 'calls steadyNs: number; allNs?: number',
  hoisted: 'notInlinedNs: number; inputs?: text[]',
  folded: 'inputs?: text[]',
  'handles-left': 'handles: text[]',
  shell: 'shell: text',
  'usage-unknown': 'what: text',
  'virtual-machine': 'hypervisor: text|null',
  'stolen-time': 'share: number; recentShare: number|null',
};

const ODD_MACHINES = {
  'machine-disagrees': 'tests: ordinal; differing: count',
  'machine-slower': 'tests: ordinal; share: number',
  'machine-noisy': 'tests: ordinal; times: number',
};

// A test without a speed has the reason as its verdict, in results and in comparisons.
const OF_BOTH = ['same', 'faster', 'slower', 'unresolved', 'failed', ...Object.keys(UNMEASURED)];
const VERDICTS = {
  unmeasuredVerdict: Object.keys(UNMEASURED),
  rowVerdict: ['baseline', ...OF_BOTH],
  memoryVerdict: ['same', 'more', 'less', 'unresolved', 'not-measured'],
  changeVerdict: [...OF_BOTH, 'looks-faster', 'looks-slower', 'not-judged', 'unmatched'],
};
const verdictOf = (known) => leaf('a known verdict', (value) => known.includes(value));

function lengthFault(name, all, key, length, words) {
  const at = all.findIndex((one) => one[key].length !== length);
  return at < 0 ? null : faultAt([name, at, key], words, all[at][key].length);
}

/** Tests without a figure for each side, or without a change for each side after the first. */
function sidesFault(tests, sides) {
  const words = (count) => `${count} of them, for ${sides} sides`;
  return lengthFault('tests', tests, 'sides', sides, words(sides))
    || lengthFault('tests', tests, 'changes', sides - 1, words(sides - 1));
}

function columnFault(value, names, length, words) {
  const odd = names.find((name) => value[name] && value[name].length !== length);
  return odd === undefined ? null : faultAt([odd], `${length} values, as there are ${words}`, value[odd].length);
}

/** Units that do not match the shard, or whose machine is not in the document. `units` has one for each place. */
function partFault(document, name, units = document[name]) {
  const { shard, machines = [], [name]: all } = document;
  if (shard && units.length !== shard.places.length) {
    return faultAt(['shard', 'places'], `${units.length} of them, as there are ${name}`, shard.places.length);
  }
  const at = all.findIndex(({ machine }) => machine !== undefined && !(machine < machines.length));
  return at < 0 ? null : faultAt([name, at, 'machine'], `one of ${machines.length} machines`, all[at].machine);
}

const MOST_CHARACTERS = 100000; // ten times as many as rows have, see row-error.js

/** Checks of several fields at once, by record. */
const CHECKS = {
  error(value) {
    const texts = ['code', 'message', 'at', 'calls', 'stack', 'thrownCode'];
    const long = texts.find((name) => `${value[name]}`.length > MOST_CHARACTERS);
    return long === undefined ? null : faultAt([long], `at most ${MOST_CHARACTERS} characters`, value[long].length);
  },
  rounds(value) {
    const { calls: { length }, warmUp } = value;
    return columnFault(value, ['ns', 'mhz', 'heapBytes'], length, 'calls')
      || (warmUp > length ? faultAt(['warmUp'], `at most ${length}, as there are rounds`, warmUp) : null);
  },
  shard({ index, count, units, places }) {
    if (index > count) return faultAt(['index'], `at most ${count}, as there are shards`, index);
    const at = places.findIndex((place, i) => place >= units || (i > 0 && place <= places[i - 1]));
    return at < 0 ? null : faultAt(['places', at], `a place below ${units}, above the one before`, places[at]);
  },
  results: (value) => partFault(value, 'suites', value.shard ? value.shard.files || [] : []),
  comparison(value) {
    const { sides: { length }, tests } = value;
    if (length < 2) return faultAt(['sides'], 'two sides at least', length);
    return sidesFault(tests, length) || partFault(value, 'tests');
  },
  import({ modules }) {
    const known = new Set(modules.map(({ key }) => key));
    const at = modules.findIndex(({ by }, i) => (i === 0 ? by !== null : !known.has(by)));
    return at < 0 ? null : faultAt(['modules', at, 'by'], at === 0 ? 'null' : 'the key of a module', modules[at].by);
  },
  imports(value) {
    const { imports: { length }, tests } = value;
    const counts = { sides: length, tests: Math.min(1, length), explanations: Math.max(0, length - 1) };
    const odd = Object.keys(counts).find((name) => value[name].length !== counts[name]);
    if (odd) return faultAt([odd], `${counts[odd]} of them, for ${length} imports`, value[odd].length);
    return sidesFault(tests, length);
  },
  ratesOfSide: (value) => columnFault(value, ['seconds', 'places'], value.rates.length, 'rates'),
  rates(value) {
    const { sides: { length }, configurations } = value;
    if (length < 1) return faultAt(['sides'], 'one side at least', length);
    return lengthFault('configurations', configurations, 'sides', length, `${length} of them`)
      || partFault(value, 'configurations');
  },
};

const shapeOf = compileShapes(RECORDS, {
  known: {
    texts: leaf('an object of texts', (value) => value !== null && typeof value === 'object'
      && Object.values(value).every((one) => typeof one === 'string')),
    commit: leaf('a commit', (value) => typeof value === 'string' && /^[\da-f]{7,64}$/.test(value)),
    ...Object.fromEntries(Object.entries(VERDICTS).map(([name, known]) => [name, verdictOf(known)])),
  },
  variants: { warning: ['code', WARNINGS], oddMachine: ['kind', ODD_MACHINES] },
  checks: CHECKS,
});

/** Kinds of documents, as the field `qtimeit` names them. */
const KINDS = Object.fromEntries(['results', 'comparison', 'rates', 'imports'].map((kind) => [kind, shapeOf(kind)]));

/* Messages can be wrong, because a test can change prototypes and serialization. */
const faultIn = (type) => (message) => {
  const fault = shapeOf(type)(message);
  return fault && faultWords(fault);
};
const faultOfSuite = faultIn('suiteMessage');
const faultOfLoaded = faultIn('loadedMessage');

/** Null for the result of the test `name`. */
function faultOfResult(message, name) {
  const fault = faultIn('resultMessage')(message);
  if (fault || message.row.name === name) return fault;
  return faultWords(faultAt(['row'], `that of ${JSON.stringify(name)}`, message.row.name));
}

const faultOfReport = shapeOf('report'); // null, or the fault of a result of a configuration, see faultWords()

const errorIn = ({ error }) => (shapeOf('error')(error) ? null : error);

// The records are for tools/document-types.js.
module.exports = {
  KINDS, RECORDS, ODD_MACHINES, VERDICTS, SCHEMA, errorIn, faultOfReport, faultOfResult, faultOfSuite, faultOfLoaded,
};
