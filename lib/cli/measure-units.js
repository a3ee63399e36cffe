'use strict';

/*
 * Measures the units of this shard, for all commands, and keeps results of an earlier run. A unit is a file of suites,
 * the snippets, a configuration of a benchmark file, or a test with its sides. The document is saved while it grows.
 */

const { FAILED, untilEnd } = require('./shutdown');
const { createOutput } = require('./output');
const { pin } = require('./pin');
const { UsageError } = require('../base/text/usage-error');

const SAVING_SHARE = 20; // saving takes at most a twentieth of the time

function createSaver({ document, summarize = () => {} }, output, { clock, now }) {
  let dueNs = 0;

  function save() {
    const startedNs = clock.nowNs();
    document.savedAt = now().toISOString();
    summarize();
    output.save(document);
    const endedNs = clock.nowNs();
    dueNs = endedNs + SAVING_SHARE * (endedNs - startedNs);
  }

  return {
    save,
    saveWhenDue() { if (clock.nowNs() >= dueNs) save(); },
  };
}

/**
 * sharding: see sharding.js, or null; isSaved: see createOutput(). Resolves to the exit code. createSource(output)
 * returns document: filled while measuring; list(sides): resolves to all units; unitOf(unit): { key, name };
 * measure(units, { all: units of all shards, sides, earlier: resumed document or null, saver, code(): exit code of an
 * early end, else 0 }); isEmpty(): whether there is nothing to show; show(); exitCode().
 *
 * It may have cpus: see pin.js; runs: per side, if known durations of units are per run; showsEmpty: whether a document
 * without units is shown; openSides(): see compare/sides.js; strangerIn(document, units): describes an entry of an
 * earlier document that is not among these units, such as 'rates of x.js n=1', or null; summarize(): called before each
 * save; stop(code): see shutdown.js; release(): ends processes, may be called twice.
 */
async function measureUnits(createSource, { options, sharding = null, isSaved = false }, deps) {
  const isDry = sharding !== null && sharding.isDry;
  let output = null;
  let source = null;
  let saver = null;
  let sides = [];
  let hasBegun = false;
  const times = () => (source.runs ? source.runs * sides.length : 1);
  const note = (words) => output.error(`note: ${words}`);

  async function choose(units) {
    if (sharding === null) return units;
    const { places, shard } = await sharding.split(units.map(source.unitOf), times());
    if (shard) source.document.shard = shard;
    return places.map((place) => units[place]);
  }

  /** The document of an earlier run; null without one, or if it was measured elsewhere. */
  function resumable(before, units) {
    if (before === null) return null;
    const { document: { shard = null }, strangerIn = () => null } = source;
    const here = sides.length ? sides : [{ source: null, environment: deps.sysinfo() }];
    const why = sharding.whyAnew(before, shard, here);
    const stranger = strangerIn(before, units);
    if (stranger !== null) {
      throw new UsageError(`${options.save} contains ${stranger}, which is not part of this run. With --resume, ` +
        'repeat the command that was interrupted');
    }
    if (why === null) return before;
    output.error(why);
    return null;
  }

  async function measure(code) {
    output = createOutput(options, deps, { isSaved });
    source = createSource(output);
    saver = createSaver(source, output, deps);
    const before = sharding && sharding.openBefore(source.document.qtimeit);
    if (source.openSides) sides = await source.openSides();
    for (const side of sides) side.notes.forEach(note);
    pin(source.cpus, deps, { isShard: options.shard !== undefined });
    const all = await source.list(sides);
    for (const side of sides) side.notesOnceLoaded().forEach(note);
    if (isDry) {
      sharding.showPlans(all.map(source.unitOf), times());
      return;
    }
    const units = await choose(all);
    const earlier = resumable(before, units);
    hasBegun = true;
    await source.measure(units, { all, sides, earlier, saver, code });
    source.document.complete = !code();
  }

  function finish() {
    if (!hasBegun) return;
    const { document, showsEmpty = false } = source;
    const isEmpty = source.isEmpty();
    if (isEmpty && !document.shard && !showsEmpty) return;
    saver.save();
    if (isEmpty && document.shard) output.error(sharding.nothingHere(document.shard));
    if (!isEmpty || showsEmpty) source.show();
  }

  const code = await untilEnd(options, deps, {
    measure, finish,
    stop: (early) => hasBegun && Boolean(source.stop) && source.stop(early),
    release(isEarly) {
      if (source && source.release) source.release();
      for (const side of sides) side.remove(isEarly);
    },
  });
  return code || (output.hasFailed() ? FAILED : source.exitCode());
}

module.exports = { measureUnits };
