'use strict';

/* Differences between the environments of results. Some forbid a verdict: times would compare machines, not code. */

const { engineOf, engineText } = require('./engine-facts');
const { nameOf } = require('./process-flags');

// The clock of one machine varies by this much within a day, with heat and other work.
const MHZ_SHARE = 0.1;

// These slow down all code, to different degrees.
const INSTRUMENTS = ['inspector', 'coverage', 'profiler', 'compiler'];

// Options of Node about the script and the output.
const HARMLESS = new Set((
  'e p pe r c i eval print require import interactive check input-type title no-warnings warnings ' +
  'trace-warnings trace-uncaught trace-exit trace-deprecation no-deprecation enable-source-maps expose-gc ' +
  'allow-natives-syntax unhandled-rejections stack-trace-limit'
).split(' '));

const warningsOf = (environment, ...codes) => (environment.warnings || []).filter(({ code }) => codes.includes(code));

const joined = (words) => [...new Set(words)].sort().join(' ');
const spelled = (flag) => flag.replace(/^(--?)([^=]*)/, (_, dashes, name) => dashes + name.replace(/_/g, '-'));

/** 'kvm', 'yes' for an unknown hypervisor, 'no'; null if unknown */
function virtualMachine(environment) {
  if (!environment.warnings) return null;
  const [warning] = warningsOf(environment, 'virtual-machine');
  return warning ? warning.hypervisor || 'yes' : 'no';
}

/** 'yes' may be any hypervisor. */
function areOtherMachines(a, b) {
  return a !== b && (a === 'no' || b === 'no' || (a !== 'yes' && b !== 'yes'));
}

function v8Flags(environment) {
  return environment.warnings ? joined(warningsOf(environment, 'v8-flag').map(({ flag }) => spelled(flag))) : null;
}

function instruments(environment) {
  return environment.warnings ? joined(warningsOf(environment, ...INSTRUMENTS).map(({ code }) => code)) : null;
}

function otherFlags(environment) {
  if (!environment.nodeFlags) return null;
  const told = warningsOf(environment, 'v8-flag', 'profiler').map(({ flag, option }) => flag || option);
  const isOther = (flag) => !HARMLESS.has(nameOf(flag)) && !told.includes(flag) && !/^--inspect/.test(flag);
  return joined(environment.nodeFlags.filter(isOther).map(spelled));
}

const plain = (field) => (environment) => (environment[field] === undefined ? null : environment[field]);
const spaced = (field) => ({ [field]: text }) => (typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : null);

const ENGINE_NAME = /^\S*/;
const areOtherEngines = (a, b) => ENGINE_NAME.exec(a)[0] !== ENGINE_NAME.exec(b)[0];

/** null for Node, which has a separate field */
function engineVersion(environment) {
  const { name, version } = engineOf(environment);
  return name === 'node' ? null : version;
}

const orNone = (value) => value || 'none';
const areFarMhz = (a, b) => Math.max(a, b) > (1 + MHZ_SHARE) * Math.min(a, b);
const megahertz = (value) => `${Math.round(value)} MHz`;

// In the order of reports. isFar: whether two known values differ; show: formats a value.
const FIELDS = [
  { field: 'platform', words: 'operating system', read: plain('platform'), forbids: true },
  { field: 'arch', words: 'architecture', read: plain('arch'), forbids: true },
  { field: 'cpu', words: 'processor', read: spaced('cpu'), forbids: true },
  { field: 'virtualMachine', words: 'virtual machine', read: virtualMachine, forbids: true, isFar: areOtherMachines },
  { field: 'engine', words: 'engine', read: engineText, forbids: true, isFar: areOtherEngines },
  { field: 'engineVersion', words: 'version of the engine', read: engineVersion, forbids: true },
  { field: 'nodeVersion', words: 'version of Node.js', read: plain('nodeVersion'), forbids: true },
  { field: 'v8Version', words: 'version of V8', read: plain('v8Version'), forbids: true },
  { field: 'nodeFlags', words: 'options of V8', read: v8Flags, forbids: true, show: orNone },
  { field: 'instruments', words: 'what watches or compiles the code', read: instruments, forbids: true, show: orNone },
  // Times in cycles depend on it only in waits for memory or a disk.
  { field: 'cpuMhz', words: 'clock rate', read: plain('cpuMhz'), forbids: false, isFar: areFarMhz, show: megahertz },
  {
    field: 'cpuScalingGovernor', words: 'governor of the clock rate', read: plain('cpuScalingGovernor'), forbids: false,
  },
  { field: 'cpuCount', words: 'number of processors', read: plain('cpuCount'), forbids: false },
  { field: 'otherFlags', words: 'other options of Node.js', read: otherFlags, forbids: false, show: orNone },
  { field: 'qtimeitVersion', words: 'version of qtimeit', read: plain('qtimeitVersion'), forbids: false },
];

// Another engine has another version; another Node has another V8.
const IMPLIED = {
  engine: ['engineVersion', 'nodeVersion', 'v8Version'], engineVersion: ['v8Version'], nodeVersion: ['v8Version'],
};

/** values: in the order of the environments, null if unknown; forbids: a verdict, which unknown values never do */
function differencesOf(environments) {
  const known = environments.filter((environment) => environment !== null);
  if (known.length < environments.length) {
    const values = environments.map((environment) => (environment === null ? null : 'known'));
    const unknown = known.length ? [{ field: 'environment', values, forbids: false }] : [];
    return [...unknown, ...spread(environments, differencesOf(known))];
  }
  const differences = [];
  for (const { field, read, forbids, isFar = (a, b) => a !== b } of FIELDS) {
    const values = environments.map(read);
    const given = values.filter((value) => value !== null);
    const areDifferent = given.some((value) => given.some((other) => isFar(value, other)));
    const isPartlyKnown = given.length > 0 && given.length < values.length;
    if (areDifferent || isPartlyKnown) differences.push({ field, values, forbids: forbids && areDifferent });
  }
  const implied = differences.flatMap(({ field, forbids }) => (forbids && IMPLIED[field]) || []);
  return differences.filter(({ field }) => !implied.includes(field));
}

function spread(environments, differences) {
  return differences.map((difference) => {
    let next = 0;
    const values = environments.map((environment) => (environment === null ? null : difference.values[next++]));
    return { ...difference, values };
  });
}

/** 'version of Node.js: 20.20.2, 22.1.0' */
function describeDifference({ field, values }) {
  if (field === 'environment') return `environment: ${values.map((value) => value || 'not known').join(', ')}`;
  const { words, show = String } = FIELDS.find((one) => one.field === field) || { words: field };
  return `${words}: ${values.map((value) => (value === null ? 'not known' : show(value))).join(', ')}`;
}

const forbidsOne = (differences) => differences.some(({ forbids }) => forbids);

/**
 * For documents of several machines: a test can be compared with itself if both times are from comparable machines.
 * usual: environments of the sides, for tests without separate ones. areEqual(environments): null for a side without
 * the test. differences(): result of differencesOf(), over all calls of areEqual().
 */
function createConditions(usual) {
  const ids = new Map();
  const known = new Map();

  function differencesIn(environments) {
    for (const environment of environments) if (!ids.has(environment)) ids.set(environment, ids.size);
    const key = environments.map((environment) => ids.get(environment)).join();
    if (!known.has(key)) known.set(key, differencesOf(environments));
    return known.get(key);
  }

  return {
    areEqual: (environments = usual) => environments.includes(null) || !forbidsOne(differencesIn(environments)),
    differences() {
      const all = [...known.values()];
      if (all.length === 0) return differencesIn(usual);
      if (all.length === 1 || all.every(forbidsOne)) return all[0];
      // Only some of the tests cannot be compared.
      const byField = new Map(all.flat().filter(({ forbids }) => forbids).map((one) => [one.field, one]));
      return [...byField.values()].map((one) => ({ ...one, forbids: false }));
    },
  };
}

module.exports = { createConditions, differencesOf, describeDifference };
