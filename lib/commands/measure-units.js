'use strict';

/*
 * The one way in which commands measure. A unit is what can be measured and resumed alone: a file of suites, the
 * snippets, a configuration of a benchmark file, a test with all its sides. A source knows one kind of them. Here the
 * units are listed, those of this shard are chosen, and what an earlier run has measured is kept; the source measures
 * the others. Its document is saved while it grows, and shown at the end, also after a signal.
 */

const { FAILED } = require('./exit-codes');
const { createOutput } = require('./output');
const { pin } = require('./pin');
const { untilEnd } = require('./shutdown');
const { UsageError } = require('../text/usage-error');

// Saving takes at most a twentieth of the time.
const SAVING_SHARE = 20;

/**
 * @typedef {object} Source of units
 * @property {object} document that is filled
 * @property {string} [cpus] to measure on, see pin.js
 * @property {number} [runs] of each side, if the seconds that are known of a unit are those of one run
 * @property {boolean} [showsEmpty] whether a document without units is shown
 * @property {function(): Promise<object[]>} [openSides] see compare/sides.js; none if units have no sides
 * @property {function(object[]): Promise<object[]>} list given the sides; returns all units
 * @property {function(object): { key: string, name: string }} unitOf of one that is listed
 * @property {function(object, object[]): string|null} [strangerIn] what an earlier document has that is none of these
 *   units, such as 'rates of x.js n=1'
 * @property {function(object[], Run): Promise} measure these units
 * @property {function()} [summarize] called before the document is saved
 * @property {function(): boolean} isEmpty whether there is nothing to show
 * @property {function()} show prints the document
 * @property {function(): number} exitCode
 * @property {function(number): boolean} [stop] see shutdown.js
 * @property {function()} [release] ends processes; can be called twice
 *
 * @typedef {object} Run
 * @property {object[]} all units, also those of other shards
 * @property {object[]} sides
 * @property {object|null} earlier document whose figures are kept
 * @property {{ save: function(), saveWhenDue: function() }} saver
 * @property {function(): number} code exit code of what has ended the command early, 0 for nothing
 */

/** Saves a document again and again while it grows. */
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
 * @param {function(object): Source} createSource given the output, see output.js
 * @param {object} asked { options, sharding } of the command line; sharding: see sharding.js, null for none
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function measureUnits(createSource, { options, sharding = null }, deps) {
  const isDry = sharding !== null && sharding.isDry;
  let output = null;
  let source = null;
  let saver = null;
  let sides = [];
  const times = () => (source.runs ? source.runs * sides.length : 1);
  const note = (words) => output.error(`note: ${words}`);

  /** The units of this shard. */
  function choose(units) {
    if (sharding === null) return units;
    const { places, shard } = sharding.split(units.map(source.unitOf), times());
    if (shard) source.document.shard = shard;
    return places.map((place) => units[place]);
  }

  /** The document of an earlier run, null if there is none, or if it was measured elsewhere. */
  function resumable(before, units) {
    if (before === null) return null;
    const { document: { shard = null }, strangerIn = () => null } = source;
    const here = sides.length ? sides : [{ source: null, environment: deps.sysinfo() }];
    const why = sharding.whyAnew(before, shard, here);
    const stranger = strangerIn(before, units);
    if (stranger !== null) {
      throw new UsageError(`${options.save} has ${stranger}, which is not to be run now: --resume goes on with the ` +
        'same command');
    }
    if (why === null) return before;
    output.error(why);
    return null;
  }

  async function measure(code) {
    output = createOutput(options, deps);
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
    const units = choose(all);
    await source.measure(units, { all, sides, earlier: resumable(before, units), saver, code });
    source.document.complete = !code();
  }

  function finish() {
    if (source === null || isDry) return;
    const { document, showsEmpty = false } = source;
    const isEmpty = source.isEmpty();
    if (isEmpty && !document.shard && !showsEmpty) return;
    saver.save();
    if (isEmpty && document.shard) output.error(sharding.nothingHere(document.shard));
    if (!isEmpty || showsEmpty) source.show();
  }

  const code = await untilEnd(options, deps, {
    measure, finish,
    stop: (early) => source !== null && Boolean(source.stop) && source.stop(early),
    release() {
      if (source && source.release) source.release();
      for (const side of sides) side.remove();
    },
  });
  return code || (output.hasFailed() ? FAILED : source.exitCode());
}

module.exports = { measureUnits };
