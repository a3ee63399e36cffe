'use strict';

/*
 * The instructions of a call by function: compiled code, builtins, V8's runtime and collector, and libraries. Valgrind
 * always counts native functions by name. For functions of JavaScript two more processes run with V8's log of code.
 */

const { join, sep } = require('path');
const { describeSymbol, logFlags, readCodeMap } = require('./function-names');
const { callgrindCommand } = require('./source');

const { abs, round } = Math;
const OWN_FOLDER = join(__dirname, '..', '..') + sep;

// Limits of the list, in total and per kind; the rest is summed up.
const MOST_FUNCTIONS = 12;
const MOST_OF_KIND = 2;
const LEAST_SHARE = 0.002;

const MOST_APART = 0.02; // largest share by which V8's log may change a count

/** Instructions by function, minus a process with fewer calls. at(): describes compiled code at an address. */
function netByFunction(fewer, more) {
  const found = new Map();
  function add(described, instructions) {
    if (described === null) return;
    const { name, kind } = described;
    const key = `${kind} ${name}`;
    if (!found.has(key)) found.set(key, { name, kind, instructions: 0 });
    found.get(key).instructions += instructions;
  }
  for (const [sign, { functions, code = [], at }] of [[-1, fewer], [1, more]]) {
    for (const [symbol, instructions] of functions) add(describeSymbol(symbol), sign * instructions);
    for (const [address, instructions] of code) add(at(address), sign * instructions);
  }
  return [...found.values()];
}

const byInstructions = (a, b) => b.instructions - a.instructions;
const sumOf = (list) => list.reduce((sum, { instructions }) => sum + instructions, 0);
const ofKind = (list, kind) => list.filter((one) => one.kind === kind);
const rounded = (one) => ({ ...one, instructions: round(one.instructions * 100) / 100 });

const sumKinds = (list) => [...new Set(list.map(({ kind }) => kind))].map((kind) => (
  { name: '', kind, instructions: sumOf(ofKind(list, kind)) }));

/**
 * The functions of a profile (docs/results.md), from a process with fewer calls and one with more; calls: the
 * difference. They are sorted by instructions; the sum of the rest of each kind follows, with the name ''.
 */
function createProfile(fewer, more, calls) {
  const all = netByFunction(fewer, more).map((one) => ({ ...one, instructions: one.instructions / calls }))
    .sort(byInstructions);
  const least = LEAST_SHARE * sumOf(all);
  const isFirst = (one, i) => i < MOST_FUNCTIONS || ofKind(all, one.kind).indexOf(one) < MOST_OF_KIND;
  const shown = all.filter((one, i) => one.instructions >= least && isFirst(one, i));
  const rest = sumKinds(all.filter((one) => !shown.includes(one))).sort(byInstructions);
  return [...shown, ...rest.filter(({ instructions }) => instructions >= least)].map(rounded);
}

function whyApart(functions, instructions) {
  const sum = sumOf(functions);
  if (abs(sum - instructions) <= MOST_APART * instructions) return null;
  return `with logging turned on, V8 executes ${round(sum)} instructions per call instead of ${round(instructions)}`;
}

/** A source based on valgrind that also counts compiled code by address, with names from V8's log. */
const withCode = (source) => ({
  ...source,
  command: (file) => callgrindCommand(file, { hasCode: true }),
  logFlags,
  read(text, log) {
    const { parts, reason } = source.read(text);
    return { parts: parts && [{ ...parts[0], at: readCodeMap(log, OWN_FOLDER) }], reason };
  },
});

/** The profile by native function, or null if the source does not count by function. */
function profileByName({ functions, calls }) {
  if (!functions) return null;
  const [fewer, more] = functions.map((one) => ({ functions: one }));
  return { functions: createProfile(fewer, more, calls), isSplit: false, reason: null };
}

/** run: with a source of withCode(). isSame: whether valgrind made the counts, which the functions must fit then. */
async function profileByFunction({ calls, warmUp, instructions, loop }, { nsPerCall, operations = 1 }, run, isSame) {
  const jobs = [0, calls].map((all) => (
    { calls: all / operations, parts: 0, warmUp: warmUp / operations, ns: nsPerCall, empty: null }
  ));
  const [fewer, more] = (await Promise.all(jobs.map(run))).map(({ parts: [process] }) => process);
  const functions = createProfile(fewer, more, calls);
  const reason = isSame ? whyApart(functions, instructions + loop) : null;
  return reason === null ? { functions, isSplit: true, reason } : { functions: [], isSplit: false, reason };
}

module.exports = { createProfile, withCode, profileByName, profileByFunction };
