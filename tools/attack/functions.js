'use strict';

/* Inputs for functions that scripts call: timeit, runit, reportit, bench, streams and the reports of rows. */

const { Transform } = require('stream');
const { oddValue, NAMES } = require('./values');
const { faultsOfData, faultsOfError } = require('./checks');

const PURPOSE = 'on purpose';
const fail = () => { throw new Error(PURPOSE); };

/** Tests that can be measured, and tests that cannot. */
const TESTS = {
  sync: () => () => Math.sqrt(2),
  empty: () => () => {},
  promise: () => async () => {},
  throws: () => fail,
  'throws null': () => () => { throw null; },
  'throws a proxy': () => () => { throw Proxy.revocable({}, {}).proxy; },
  'throws frozen': () => () => { throw Object.freeze(new Error(PURPOSE)); },
  'throws a getter': () => () => {
    throw { get message() { throw new Error(PURPOSE); }, get stack() { throw new Error(PURPOSE); } }; },
  rejects: () => async () => fail(),
  'rejects later': () => { let calls = 0; return async () => { if (++calls > 5) fail(); }; },
  'throws later': () => { let calls = 0; return () => { if (++calls > 500) fail(); }; },
  thenable: () => () => ({ then(done) { done(1); } }),
  'thenable that throws': () => () => ({ get then() { throw new Error(PURPOSE); } }),
  recursion: () => function deep() { return deep() + 1; },
  'returns a symbol': () => () => Symbol('odd'),
  generator: () => function* steps() { yield 1; },
  'code that is none': () => 'return ][',
  code: () => '1 + 1',
};
const CALLBACK_TESTS = {
  answers: () => (done) => done(),
  'answers later': () => (done) => setImmediate(done),
  'answers twice': () => (done) => { done(); done(); },
  'answers with an error': () => (done) => done(new Error(PURPOSE)),
  'answers with null twice': () => (done) => { done(null); setImmediate(done, null); },
  'throws behind its answer': () => (done) => { done(); fail(); },
};

const oneOf = (table, { one }) => {
  const name = one(Object.keys(table));
  return { name, value: table[name]() };
};

/** A useful or useless one. */
const goal = (draw) =>
  (draw.chance(0.5) ? { name: 'a goal', value: draw.one([1, 3, 7, 0.005, '5ms', { count: 5 }, { seconds: 0.004 }]) }
    : oddValue(draw));

function timeitInput(draw, { timeit }) {
  const hasCallback = draw.chance(0.4);
  const fn = draw.chance(0.15) ? oddValue(draw) : oneOf(hasCallback ? CALLBACK_TESTS : TESTS, draw);
  const count = goal(draw);
  const message = draw.chance(0.3) ? oddValue(draw) : { name: 'a name', value: draw.one(NAMES) };
  const title = `timeit(${count.name}, ${fn.name}, ${message.name}${hasCallback ? ', callback' : ''})`;
  if (!hasCallback) return { title, act: () => timeit(count.value, fn.value, message.value) };
  const isNested = typeof message.value === 'function';
  return { title, act: () => (
    isNested ? undefined : new Promise(
      (resolve, reject) => {
        timeit(count.value, fn.value, message.value,
          (error, ...more) => (error ? reject(error) : resolve(more[3]))); })) };
}

function runitInput(draw, { timeit }) {
  const values =
    [draw.one([1, 2]), draw.one([3, 0.004]), draw.one([1, 10]), draw.one(NAMES), oneOf(CALLBACK_TESTS, draw).value];
  const at = draw.below(values.length);
  const odd = oddValue(draw);
  // Code in a string gets no callback, and never calls back.
  if (at < 4 || typeof odd.value !== 'string') values[at] = odd.value;
  return { title: `runit(..., argument ${at + 1}: ${odd.name})`,
    act: () =>
      new Promise((resolve, reject) => { timeit.runit(...values, (error) => (error ? reject(error) : resolve())); }) };
}

function reportitInput(draw, { timeit }) {
  const number = () =>
    (draw.chance(0.5) ? oddValue(draw)
      : { name: 'a number', value: draw.one([0, 1, 1e-320, 5e-324, 1e300, 1e21, 123.456]) });
  const values = [number(), number(), number()];
  return { title: `reportit(f, ${values.map(({ name, value }) => (name === 'a number' ? value : name)).join(', ')})`,
    act: () => timeit.reportit(null, ...values.map(({ value }) => value), 'the line') };
}

/** Settings that start processes are for suites in files. */
const SETTINGS = ['timeGoal', 'opsPerTest', 'cpuMhz', 'visualize', 'baselineAvg', 'preRunMessage', 'showRunDetails',
  'showTestInfo', 'showPlatformInfo', 'verbose', 'bargraphScale', 'margin', 'twin',
  'order', 'inline', 'precision', 'params', 'silent', 'json', 'csv', 'markdown', 'timegoal', '__proto__x',
  'constructor'];
// They would run forever, as requested.
const isEndless = (name, value) => name === 'timeGoal' && typeof value === 'number' && value > 0.1;

function settingsOf(draw) {
  const settings = { timeGoal: 0.003, silent: draw.chance(0.3) };
  if (draw.chance(0.3)) {
    settings[draw.one(['json', 'csv', 'markdown', 'showRunDetails', 'baselineAvg', 'twin', 'showSource'])] = true;
  }
  if (draw.chance(0.5)) return { name: 'settings', value: settings };
  const name = draw.one(SETTINGS);
  const odd = oddValue(draw);
  if (!isEndless(name, odd.value)) settings[name] = odd.value;
  return { name: `${name}: ${odd.name}`, value: settings };
}

function suiteOf(draw, makeTest) {
  if (draw.chance(0.2)) return oddValue(draw);
  const suite = draw.chance(0.5) ? {} : new Map();
  const names = [];
  for (let i = draw.below(3); i >= 0; i--) {
    const test = draw.chance(0.2) ? oddValue(draw) : makeTest();
    const name = draw.one(NAMES);
    if (suite instanceof Map) suite.set(draw.chance(0.1) ? oddValue(draw).value : name, test.value);
    else Object.defineProperty(suite, name, { value: test.value, enumerable: true, configurable: true });
    names.push(test.name);
  }
  if (draw.chance(0.2)) {
    return { name: `list of ${names.join(', ')}`,
      value: suite instanceof Map ? [...suite.values()] : Object.values(suite) };
  }
  return { name: names.join(', '), value: suite };
}

function testOf(draw) {
  const test = oneOf(TESTS, draw);
  if (draw.chance(0.6)) return test;
  const own = { fn: test.value, timeout: 0.05 };
  const field =
    draw.one(['setup', 'teardown', 'each', 'bytes', 'items', 'ops', 'timeout', 'params', 'iterations', 'fn']);
  const odd = oddValue(draw);
  own[field] = odd.value;
  if (field === 'timeout' && odd.name === 'undefined') own.timeout = 0.05;
  return { name: `{ ${test.name}, ${field}: ${odd.name} }`, value: own };
}

function benchInput(draw, { timeit }) {
  const suite = suiteOf(draw, () => testOf(draw));
  const settings = draw.chance(0.1) ? oddValue(draw) : settingsOf(draw);
  // Without settings it would take the default of four seconds.
  const isLong = settings.value === undefined || settings.value === null || typeof settings.value === 'function' ||
    (typeof settings.value === 'object' && isUnset(settings.value));
  return { title: `bench(${suite.name} / ${settings.name})`,
    act: () => (isLong ? undefined : timeit.bench(suite.value, settings.value)) };
}

function isUnset(settings) {
  try {
    return settings.timeGoal === undefined || settings.timeGoal === null;
  } catch (_) {
    return false;
  }
}

const STREAMS = {
  transform: () => () => new Transform({ transform(chunk, _, done) { done(null, chunk); } }),
  fails: () => () => new Transform({ transform(chunk, _, done) { done(new Error(PURPOSE)); } }),
  throws: () => fail,
  nothing: () => () => undefined,
  number: () => () => 5,
};

function streamsInput(draw, { timeit }) {
  const suite = draw.chance(0.4) ? oddValue(draw) : { name: 'streams', value: { a: oneOf(STREAMS, draw).value } };
  const odd = oddValue(draw);
  const name =
    draw.one(['runs', 'input', 'chunkSize', 'check', 'hash', 'reference', 'margin', 'timeout', 'no such setting']);
  const settings =
    { input: Buffer.alloc(1000), runs: 1, timeout: 1, forkTests: false, silent: true, [name]: odd.value };
  return { title: `streams(${suite.name} / ${name}: ${odd.name})`, act: () => timeit.streams(suite.value, settings) };
}

function reportsInput(draw, { timeit }) {
  const rows = draw.chance(0.5)
    ? oddValue(draw)
    : { name: 'rows of odd values',
      value: [{ name: oddValue(draw).value, verdict: draw.one(['failed', 'ok', undefined]),
        results: oddValue(draw).value, warnings: [] }] };
  const form = draw.one(['toJson', 'toCsv', 'toMarkdown', 'describeWarning']);
  const act = form === 'describeWarning' ? () => timeit.describeWarning(rows.value) : () =>
    timeit.bench[form](rows.value);
  // Invalid rows are a mistake of the caller: any error is right.
  return { title: `${form}(${rows.name})`, act, mayBeAccident: true };
}

const FACES =
  [[timeitInput, 8], [benchInput, 8], [runitInput, 2], [reportitInput, 3], [streamsInput, 2], [reportsInput, 1]];
const LOTS = FACES.flatMap(([make, share]) => new Array(share).fill(make));

/**
 * @param {object} draw
 * @param {{ timeit: function }} context
 * @returns {{ title: string, run: function(): Promise<string[]> }} run: faults of the result; the caller checks the
 *   output
 */
function functionInput(draw, context) {
  const { title, act, mayBeAccident = false } = draw.one(LOTS)(draw, context);
  return {
    title,
    async run() {
      try {
        return faultsOfData(plain(await act()));
      } catch (error) {
        return mayBeAccident ? [] : faultsOfError(error);
      }
    },
  };
}

/** Rows and results as they would be saved; other results of a test are its own. */
const plain = (value) =>
  (value !== null && typeof value === 'object' && (Array.isArray(value) || value.count !== undefined) ? value : null);

module.exports = { functionInput };
