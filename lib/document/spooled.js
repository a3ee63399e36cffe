'use strict';

/*
 * A document without its long columns: rounds, runs and rates are read again where they are asked for. So thousands of
 * documents can be looked at together, of which each is a megabyte.
 */

const { elementText } = require('./document-text');
const { elementsOf } = require('./elements');
const { withoutControls } = require('../text/json-text');

// Shorter ones take less room than the way to them.
const LONG = 32;

const LISTS = { results: 'suites', rates: 'configurations', comparison: 'tests' };

/** Puts what reads a field in its place: enumerable as before, so that copies have it. */
function readLater(object, name, read) {
  Object.defineProperty(object, name, { configurable: true, enumerable: true, get: read });
}

/** Numbers as bytes, with NaN for null: they are asked for again and again, and JSON takes twenty times as long. */
function bytesOf(numbers) {
  const values = new Float64Array(numbers.length);
  for (let i = 0; i < values.length; i++) values[i] = numbers[i] === null ? NaN : numbers[i];
  return Buffer.from(values.buffer);
}

function numbersIn(bytes) {
  const values = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT);
  Buffer.from(values.buffer).set(bytes);
  const numbers = new Array(values.length);
  // With a null among them each number would be an object.
  for (let i = 0; i < values.length; i++) numbers[i] = values[i];
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) numbers[i] = null;
  return numbers;
}

/** The JSON of a test with other changes: writing its thousands of values again takes longer than all else. */
function withChanges(text, changes) {
  const ranges = elementsOf(text, 'changes');
  const [[start, end], [next] = [end]] = ranges;
  const lines = changes.map((change) => elementText('changes', change)).join(text.slice(end, next));
  return text.slice(0, start) + lines + text.slice(ranges[ranges.length - 1][1]);
}

// Of the sides of a unit.
const COLUMNS = { rates: ['rates', 'seconds', 'places'], comparison: ['values'] };

/**
 * @param {{ append: function, read: function }} spool see host.openSpool()
 * @returns {{ take: function(object, string), has: function(object): boolean, textOf: function(object): Buffer }}
 */
function createSpooled(spool) {
  const places = new Map(); // element -> where it stands in the spool
  const merged = new Set(); // those that had a machine before
  let last = { place: null, value: null };

  function elementAt(place) {
    if (last.place !== place) last = { place, value: JSON.parse(spool.read(place).toString('utf8')) };
    return last.value;
  }

  function takeRounds({ tests }, place) {
    tests.forEach(({ samples, results }, t) => {
      readLater(results, 'stats', () => elementAt(place).tests[t].results.stats);
      samples.forEach((sample, s) => {
        if (sample.rounds) readLater(sample, 'rounds', () => elementAt(place).tests[t].samples[s].rounds);
      });
    });
  }

  function takeColumns(side, names) {
    for (const name of names) {
      if (!side[name] || side[name].length <= LONG) continue;
      const place = spool.append(bytesOf(side[name]));
      readLater(side, name, () => numbersIn(spool.read(place)));
    }
  }

  return {
    /**
     * Takes the long columns from a document.
     *
     * @param {object} document it is changed
     * @param {string} text that it was read from
     * @throws as fs does where there is no room
     */
    take(document, text) {
      const { qtimeit: kind } = document;
      const key = LISTS[kind];
      const ranges = elementsOf(text, key);
      document[key].forEach((element, i) => {
        const place = spool.append(withoutControls(text.slice(...ranges[i])));
        places.set(element, place);
        if (element.machine !== undefined) merged.add(element);
        if (kind === 'results') takeRounds(element, place);
        else for (const side of element.sides.filter(Boolean)) takeColumns(side, COLUMNS[kind]);
      });
    },

    /** Whether an element is one of those that were read. */
    has: (element) => places.has(element),

    /** The JSON of an element as it was read, with the machine that it has got since, and with its verdicts of now. */
    textOf(element) {
      const read = spool.read(places.get(element));
      const bytes = element.changes ? Buffer.from(withChanges(read.toString('utf8'), element.changes)) : read;
      if (element.machine === undefined || merged.has(element)) return bytes;
      return Buffer.concat([Buffer.from(`{"machine":${element.machine},`), bytes.subarray(1)]);
    },
  };
}

module.exports = { createSpooled, LISTS };
