'use strict';

/*
 * The strategy for suites that are interleaved in rounds of one process, the only one in a page. It expands the tests
 * of a suite to variants. Processes find tests by name.
 */

const { groupBy } = require('../../base/text/grouped-by');
const { isAsyncFunction, show } = require('../../base/text/show');
const { testWords } = require('../suite/suite');
const { hasProcesses } = require('../suite/suite-arguments');

// More combinations would take hours and are probably a typo. Suites without parameters have no limit.
const MOST_ROWS = 1000;

// First calls vary much between processes: with 30 the interval of the median is 3 to 7 % wide on each side.
const COLD_PROCESSES = 30;

function waysOf(test, settings) {
  const tiers = test.tiers || settings.tier;
  const colds = test.colds || settings.cold || [false];
  if (tiers && !colds.includes(false)) {
    const where = `bench: ${testWords(test.name, test.groupName)}`;
    throw new TypeError(`${where}: first calls always run in the interpreter. Leave out tier, or also measure warm ` +
      'calls with cold: [false, true]');
  }
  return colds.flatMap((isCold) => (isCold ? [{ tier: null, isCold }]
    : (tiers || [null]).map((tier) => ({ tier, isCold }))));
}

/** All combinations of { name: values }, frozen because tests share them. The last parameter changes fastest. */
function combinationsOf(params) {
  if (!params) return [null];
  let combinations = [{}];
  for (const [name, values] of Object.entries(params)) {
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  }
  return combinations.map(Object.freeze);
}

function checkCount(tests, params) {
  const count = Object.values(params).reduce((product, values) => product * values.length, 1);
  if (count * tests.length <= MOST_ROWS) return;
  throw new RangeError(`bench: params: ${count} combinations of ${tests.length} ` +
    `test${tests.length === 1 ? '' : 's'} give more than ${MOST_ROWS} rows. Leave out some values, or split the suite`);
}

const groupedName = ({ groupName, name }) => (groupName === null ? name : `${groupName}: ${name}`);

function nameOf(test, params, { tier, isCold }, hasWarm) {
  const parts = [groupedName(test)];
  if (params) parts.push(require('../../base/text/configuration-names').configurationText(params));
  if (tier) parts.push(`(${tier})`);
  if (isCold && hasWarm) parts.push('(cold)');
  return parts.join(' ');
}

/** Binds the parameters of a hook. It also takes the value of setup if it has a parameter for it. */
function bound(hook, params) {
  if (!hook) return null;
  const takesValue = hook.length > (params ? 1 : 0);
  if (params) return takesValue ? (value) => hook(params, value) : () => hook(params);
  return takesValue ? (value) => hook(value) : () => hook();
}

function variantOf(test, params, way, hasWarm) {
  const { setup, teardown, each, afterEach } = test;
  return {
    ...test,
    name: nameOf(test, params, way, hasWarm),
    test: test.name,
    params,
    ...way,
    setup: setup && (() => (params ? setup(params) : setup())),
    teardown: bound(teardown, params),
    each: bound(each, params),
    afterEach: each && afterEach ? (_, input) => afterEach(input) : bound(afterEach, params),
    // With each the test takes an input instead of the parameters.
    given: each || !params ? [] : [params],
  };
}

function checkNames(tests) {
  const known = new Map();
  for (const variant of tests) {
    const { name } = variant;
    if (known.has(name)) {
      const [one, other] = [known.get(name), variant].map(({ test, groupName }) => testWords(test, groupName));
      throw new TypeError(`bench: two rows are named ${show(name)}: one comes from the ${one}, the other from ` +
        `the ${other}. Rename one of them`);
    }
    known.set(name, variant);
  }
}

/**
 * Takes what parseSuite and resolveSettings return. Adds to tests: name of the row, test (name in the suite), params
 * (or null), given (a list of the params if they are its first argument), tier (or null), isCold, group (number of
 * tests that are interleaved) and processes (of a cold test, or null). Tiers and cold tests have processes.
 */
function expand({ tests, settings }) {
  if (settings.params) checkCount(tests, settings.params);
  const hasWarm = tests.some((test) => waysOf(test, settings).some(({ isCold }) => !isCold));
  const combinations = combinationsOf(settings.params);
  const groups = [...groupBy(tests, ({ groupName }) => groupName).values()];
  const together = groups.flatMap((own) => combinations.map((params) => ({ own, params })));
  const variants = together.flatMap(({ own, params }, group) => own.flatMap((test) => {
    const ways = waysOf(test, settings);
    return ways.map((way) => ({
      ...variantOf(test, params, way, hasWarm), group,
      processes: way.isCold ? settings.coldForks || COLD_PROCESSES : null,
    }));
  }));
  checkNames(variants);
  const needsForks = settings.polluted || variants.some(({ tier, isCold }) => tier !== null || isCold);
  if (!needsForks || hasProcesses(settings)) return { tests: variants, settings };
  return { tests: variants, settings: Object.freeze({ ...settings, forkTests: settings.forks || 1 }) };
}

const isInRounds = (settings) => !hasProcesses(settings);

// Only a call shows what an ordinary function returns.
const isAsynchronous = ({ fn, kind, takesCallback }) => takesCallback || kind === 'promise' || isAsyncFunction(fn);

/** forkTests is 0 if the number of processes was not given: the rows contain it. */
function savedSettings({ processes, untilClear, ...settings }) {
  const saved = { ...settings, ...(processes && { isTimeLimited: true }), untilClear };
  delete saved.signal;
  return saved;
}

const name = 'bench';
const forking = 'forkTests, tier, cold, polluted and count';
const settingsFor = (overrides) => overrides;
const isAtOnce = (tests, settings) => isInRounds(settings) && !settings.count && !tests.some(isAsynchronous);

/** As test-strategy.js, without the parts that need separate processes. */
module.exports = { name, forking, expand, settingsFor, savedSettings, isInRounds, isAtOnce };
