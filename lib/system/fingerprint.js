'use strict';

/*
 * What differs between the environments that results were measured in. Some of it makes a comparison of their
 * times one of machines and not of code, and forbids a verdict; some is only worth knowing.
 */

const { engineOf, engineText } = require('./engine-facts');
const { nameOf } = require('./process-flags');

// What is measured with differs so much within a day on one machine: its clock follows heat and neighbours.
const MHZ_SHARE = 0.1;

// They slow down all code, and not all of it alike.
const INSTRUMENTS = ['inspector', 'coverage', 'profiler', 'compiler'];

// Of node's own options those that say what to run, or what to print.
const HARMLESS = new Set((
  'e p pe r c i eval print require import interactive check input-type title no-warnings warnings ' +
  'trace-warnings trace-uncaught trace-exit trace-deprecation no-deprecation enable-source-maps expose-gc ' +
  'allow-natives-syntax unhandled-rejections stack-trace-limit'
).split(' '));

const warningsOf = (environment, ...codes) => (environment.warnings || []).filter(({ code }) => codes.includes(code));

const joined = (words) => [...new Set(words)].sort().join(' ');
const spelled = (flag) => flag.replace(/^(--?)([^=]*)/, (_, dashes, name) => dashes + name.replace(/_/g, '-'));

/** 'kvm', 'yes' for a virtual machine of an unknown kind, 'no' */
function virtualMachine(environment) {
  if (!environment.warnings) return null;
  const [warning] = warningsOf(environment, 'virtual-machine');
  return warning ? warning.hypervisor || 'yes' : 'no';
}

/** Of a kind that is not known it may be any. */
function areOtherMachines(a, b) {
  return a !== b && (a === 'no' || b === 'no' || (a !== 'yes' && b !== 'yes'));
}

/** Options of V8 that change what is measured, as they were typed. */
function v8Flags(environment) {
  return environment.warnings ? joined(warningsOf(environment, 'v8-flag').map(({ flag }) => spelled(flag))) : null;
}

function instruments(environment) {
  return environment.warnings ? joined(warningsOf(environment, ...INSTRUMENTS).map(({ code }) => code)) : null;
}

/** All other options that may matter. */
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

/** Of an engine that is not Node, which has a field of its own. */
function engineVersion(environment) {
  const { name, version } = engineOf(environment);
  return name === 'node' ? null : version;
}

const orNone = (value) => value || 'none';
const areFarMhz = (a, b) => Math.max(a, b) > (1 + MHZ_SHARE) * Math.min(a, b);
const megahertz = (value) => `${Math.round(value)} MHz`;

/*
 * { field, words, read, forbids, isFar, show }: isFar tells whether two known values are different, show writes one.
 * The order is that in which they are told.
 */
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
  // Cycles take it off, and what waits for memory or a disk is told by nobody.
  { field: 'cpuMhz', words: 'clock rate', read: plain('cpuMhz'), forbids: false, isFar: areFarMhz, show: megahertz },
  {
    field: 'cpuScalingGovernor', words: 'governor of the clock rate', read: plain('cpuScalingGovernor'), forbids: false,
  },
  { field: 'cpuCount', words: 'number of processors', read: plain('cpuCount'), forbids: false },
  { field: 'otherFlags', words: 'other options of Node.js', read: otherFlags, forbids: false, show: orNone },
  { field: 'qtimeitVersion', words: 'version of qtimeit', read: plain('qtimeitVersion'), forbids: false },
];

const isDifferent = (a, b) => a !== b;

/** Whether any two of the values that are known differ. */
function differ(values, isFar) {
  const known = values.filter((value) => value !== null);
  return known.some((value) => known.some((other) => isFar(value, other)));
}

/**
 * What makes the times of several environments incomparable, or is worth knowing about them.
 *
 * @param {Array<object|null>} environments as sysinfo() returns them; null for one that is not known
 * @returns {Array<{ field: string, values: Array, forbids: boolean }>} values in the order of the environments, null
 *   where one does not tell; forbids: no verdict on code can be given. A value that only some tell forbids nothing.
 */
function differencesOf(environments) {
  const known = environments.filter((environment) => environment !== null);
  if (known.length < environments.length) {
    const values = environments.map((environment) => (environment === null ? null : 'known'));
    const unknown = known.length ? [{ field: 'environment', values, forbids: false }] : [];
    return [...unknown, ...spread(environments, differencesOf(known))];
  }
  const differences = [];
  for (const { field, read, forbids, isFar = isDifferent } of FIELDS) {
    const values = environments.map(read);
    const areDifferent = differ(values, isFar);
    const isPartlyKnown = values.includes(null) && values.some((value) => value !== null);
    if (areDifferent || isPartlyKnown) differences.push({ field, values, forbids: forbids && areDifferent });
  }
  return withoutImplied(differences);
}

// Another engine has another version, another Node has another V8.
const IMPLIED = {
  engine: ['engineVersion', 'nodeVersion', 'v8Version'], engineVersion: ['v8Version'], nodeVersion: ['v8Version'],
};

function withoutImplied(differences) {
  const implied = differences.flatMap(({ field, forbids }) => (forbids && IMPLIED[field]) || []);
  return differences.filter(({ field }) => !implied.includes(field));
}

/** Puts the values of the known environments in their places among all. */
function spread(environments, differences) {
  return differences.map((difference) => {
    let next = 0;
    const values = environments.map((environment) => (environment === null ? null : difference.values[next++]));
    return { ...difference, values };
  });
}

/**
 * @param {{ field: string, values: Array }} difference
 * @returns {string} one line: 'version of Node.js: 20.20.2, 22.1.0'
 */
function describeDifference({ field, values }) {
  if (field === 'environment') return `environment: ${values.map((value) => value || 'not known').join(', ')}`;
  const { words, show = String } = FIELDS.find((one) => one.field === field) || { words: field };
  return `${words}: ${values.map((value) => (value === null ? 'not known' : show(value))).join(', ')}`;
}

module.exports = { differencesOf, describeDifference };
