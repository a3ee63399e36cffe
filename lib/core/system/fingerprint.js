'use strict';

/* Differences between the environments of results. Some forbid a verdict: times would compare machines, not code. */

const { colourWords, describeEngine, engineText } = require('./engine-facts');
const { normalizeFlag } = require('./process-flags');

const MHZ_SHARE = 0.1; // the clock of one machine varies by this much within a day, with heat and other work
const INSTRUMENTS = ['inspector', 'coverage', 'profiler', 'compiler']; // these slow down all code, to different degrees

// Options of Node about the script and the output.
const HARMLESS = new Set((
  'e p pe r c i eval print require import interactive check input-type title no-warnings warnings ' +
  'trace-warnings trace-uncaught trace-exit trace-deprecation no-deprecation enable-source-maps expose-gc ' +
  'allow-natives-syntax unhandled-rejections stack-trace-limit'
).split(' '));

const warningsOf = (environment, ...codes) => (environment.warnings || []).filter(({ code }) => codes.includes(code));
const joined = (words) => [...new Set(words)].sort().join(' ');
const spelled = (flag) => flag.replace(/^(--?)([^=]*)/, (_, dashes, name) => dashes + name.replace(/_/g, '-'));

/** null if the warnings are unknown */
const ofWarnings = (read) => (environment) => (environment.warnings ? read(environment) : null);

/** 'kvm', 'yes' for an unknown hypervisor, 'no' */
const virtualMachine = ofWarnings((environment) => {
  const [warning] = warningsOf(environment, 'virtual-machine');
  return warning ? warning.hypervisor || 'yes' : 'no';
});

/** 'yes' may be any hypervisor. */
const areOtherMachines = (a, b) => a !== b && (a === 'no' || b === 'no' || (a !== 'yes' && b !== 'yes'));

const v8Flags = ofWarnings((environment) => joined(
  warningsOf(environment, 'v8-flag').map(({ flag }) => spelled(flag))));
const instruments = ofWarnings((environment) => joined(
  warningsOf(environment, ...INSTRUMENTS).map(({ code }) => code)));

function otherFlags(environment) {
  if (!environment.nodeFlags) return null;
  const shown = warningsOf(environment, 'v8-flag', 'profiler').map(({ flag, option }) => flag || option);
  const isOther = (flag) => !HARMLESS.has(normalizeFlag(flag)) && !shown.includes(flag) && !/^--inspect/.test(flag);
  return joined(environment.nodeFlags.filter(isOther).map(spelled));
}

const plain = (field) => (environment) => (environment[field] === undefined ? null : environment[field]);
const spaced = (field) => ({ [field]: text }) => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : null);

const ENGINE_NAME = /^\S*/;
const areOtherEngines = (a, b) => ENGINE_NAME.exec(a)[0] !== ENGINE_NAME.exec(b)[0];

/** null for Node, which has a separate field */
function engineVersion(environment) {
  const { name, version } = describeEngine(environment);
  return name === 'node' ? null : version;
}

const orNone = (value) => value || 'none';
const areFarMhz = (a, b) => Math.max(a, b) > (1 + MHZ_SHARE) * Math.min(a, b);
const megahertz = (value) => `${Math.round(value)} MHz`;

// In the order of reports: [field, words, read, how]. isFar: whether two known values differ; show: formats a value;
// isRecent: older documents lack it.
const FORBIDDING = [
  ['platform', 'operating system', plain('platform')],
  ['arch', 'architecture', plain('arch')],
  ['cpu', 'processor', spaced('cpu')],
  ['virtualMachine', 'virtual machine', virtualMachine, { isFar: areOtherMachines }],
  ['engine', 'engine', engineText, { isFar: areOtherEngines }],
  ['engineVersion', 'engine version', engineVersion],
  ['nodeVersion', 'Node.js version', plain('nodeVersion')],
  ['v8Version', 'V8 version', plain('v8Version')],
  ['nodeFlags', 'V8 options', v8Flags, { show: orNone }],
  ['instruments', 'tools that inspect or compile the code', instruments, { show: orNone }],
];
const REPORTED = [
  // Times in cycles depend on it only in waits for memory or a disk.
  ['cpuMhz', 'clock rate', plain('cpuMhz'), { isFar: areFarMhz, show: megahertz }],
  ['cpuScalingGovernor', 'CPU governor', plain('cpuScalingGovernor')],
  ['cpuCount', 'number of processors', plain('cpuCount')],
  ['otherFlags', 'other Node.js options', otherFlags, { show: orNone }],
  // Libraries that print colours can take 30 times as long with them.
  ['colorLevel', 'colors of output', plain('colorLevel'), { show: colourWords, isRecent: true }],
  ['qtimeitVersion', 'qtimeit version', plain('qtimeitVersion')],
];

// Another engine has another version; another Node has another V8.
const IMPLIED = {
  engine: ['engineVersion', 'nodeVersion', 'v8Version'], engineVersion: ['v8Version'], nodeVersion: ['v8Version'],
};

/** values: in the order of the environments, null if unknown; forbids: a verdict, which unknown values never do */
function findDifferences(environments) {
  const known = environments.filter((environment) => environment !== null);
  if (known.length < environments.length) {
    const spread = (values) => environments.map((environment) => (environment === null ? null : values.shift()));
    const unknown = { field: 'environment', values: spread(known.map(() => 'known')), forbids: false };
    const differences = findDifferences(known).map((one) => ({ ...one, values: spread([...one.values]) }));
    return known.length ? [unknown, ...differences] : [];
  }
  const differences = [];
  for (const row of [...FORBIDDING, ...REPORTED]) {
    const [field, , read, { isFar = (a, b) => a !== b, isRecent = false } = {}] = row;
    const values = environments.map(read);
    const given = values.filter((value) => value !== null);
    const areDifferent = given.some((value) => given.some((other) => isFar(value, other)));
    const isPartlyKnown = !isRecent && given.length > 0 && given.length < values.length;
    const forbids = areDifferent && FORBIDDING.includes(row);
    if (areDifferent || isPartlyKnown) differences.push({ field, values, forbids });
  }
  const implied = differences.flatMap(({ field, forbids }) => (forbids && IMPLIED[field]) || []);
  return differences.filter(({ field }) => !implied.includes(field));
}

/** 'version of Node.js: 20.20.2, 22.1.0' */
function describeDifference({ field, values }) {
  const known = [...FORBIDDING, ...REPORTED].find(([name]) => name === field) || [];
  const [, words = field, , { show = String } = {}] = known;
  return `${words}: ${values.map((value) => (value === null ? 'unknown' : show(value))).join(', ')}`;
}

const forbidsOne = (differences) => differences.some(({ forbids }) => forbids);

/**
 * usual: environments of the sides, for tests without separate ones. areEqual(environments): null for a side without
 * the test. differences(): over all calls of areEqual().
 */
function createConditions(usual) {
  const ids = new Map();
  const known = new Map();

  function differencesIn(environments) {
    for (const environment of environments) if (!ids.has(environment)) ids.set(environment, ids.size);
    const key = environments.map((environment) => ids.get(environment)).join();
    if (!known.has(key)) known.set(key, findDifferences(environments));
    return known.get(key);
  }

  return {
    areEqual: (environments = usual) => environments.includes(null) || !forbidsOne(differencesIn(environments)),
    differences() {
      const all = [...known.values()];
      if (all.length === 0) return differencesIn(usual);
      if (all.length === 1) return all[0];
      // If only some of the tests cannot be compared, these differences forbid no verdict of all.
      const areAll = all.every(forbidsOne);
      const chosen = all.flat().filter(({ forbids }) => areAll || forbids).sort((a, b) => a.forbids - b.forbids);
      const byField = new Map(chosen.map((one) => [one.field, one])); // the last one of a field stays
      return [...byField.values()].map((one) => ({ ...one, forbids: areAll && one.forbids }));
    },
  };
}

module.exports = { createConditions, findDifferences, describeDifference };
