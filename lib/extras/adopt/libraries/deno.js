'use strict';

/* Deno.bench */

const { timedInParts } = require('../../../core/measure/timed-parts');
const { toLibraryFigures, measureTests, note, refuseTimes, waiting } = require('../suite');
const { isAsyncFunction } = require('../../../base/text/show');

const LIBRARY = 'Deno.bench';
const AWAITED = 'qtimeit awaits the promise; Deno measures only the call';

let declared = [];

/** (name, fn), (fn), (options), (name, options, fn), (options, fn), (name, fn, options) */
function optionsOf(args) {
  const [name] = args.filter((one) => typeof one === 'string');
  const [fn] = args.filter((one) => typeof one === 'function');
  const options = args.find((one) => one !== null && typeof one === 'object') || {};
  const found = { ...options, ...(name !== undefined && { name }), ...(fn && { fn }) };
  return { ...found, name: found.name ?? found.fn.name };
}

/** b.start() and b.end() mark the part that is timed. */
const withMarks = (fn, name) => timedInParts((watch) => (
  fn({ name, origin: '', start: () => watch.start(), end: () => watch.end() })));

async function run() {
  const all = declared;
  declared = [];
  const only = all.filter((one) => one.only);
  const chosen = (only.length > 0 ? only : all).filter(({ ignore }) => !ignore);
  refuseTimes(LIBRARY, ['n', 'warmup'].filter((name) => chosen.some((one) => one[name] !== undefined)));
  // The first test of a group is its baseline.
  const groups = [...new Set(chosen.map(({ group = null }) => group))];
  const ordered = groups.flatMap((group) => chosen.filter((one) => (one.group ?? null) === group)
    .sort((a, b) => Boolean(b.baseline) - Boolean(a.baseline)));
  const rows = await measureTests(ordered.map(({ name, group, fn }) => ({
    name, group: group || null,
    test: { fn: fn.length > 0 ? withMarks(fn, name) : fn, ...(isAsyncFunction(fn) && { kind: 'promise' }) },
  })));
  for (const [i, { name, fn }] of ordered.entries()) {
    if (rows[i] && rows[i].kind === 'promise' && !isAsyncFunction(fn)) note(`${LIBRARY}: ${name}: ${AWAITED}`, '');
  }
  return rows.map(toLibraryFigures);
}

const leftovers = { run };

function bench(...args) {
  declared.push(optionsOf(args));
  waiting.add(leftovers);
}

/** Outside of Deno, the global has nothing else. */
function install() {
  if (globalThis.Deno) globalThis.Deno.bench = bench;
  else globalThis.Deno = { bench };
}

module.exports = { install };
