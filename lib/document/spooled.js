'use strict';

/*
 * A document without its long columns: rounds and rates are read again where they are asked for. So thousands of
 * documents can be looked at together, of which each is a megabyte.
 */

const { elementsOf } = require('./elements');
const { withoutControls } = require('../text/json-text');

// Shorter ones take less room than the way to them.
const LONG = 32;

const LISTS = { results: 'suites', rates: 'configurations', comparison: 'tests' };

/** Puts in place of some fields what reads them: enumerable as before, so that copies have them. */
function readLater(object, names, read) {
  for (const name of names) {
    if (object[name] === undefined || object[name] === null) continue;
    Object.defineProperty(object, name, { configurable: true, enumerable: true, get: () => read()[name] });
  }
}

const WITHOUT_COLUMNS = {
  results({ tests }, read) {
    tests.forEach(({ samples }, t) => samples.forEach((sample, s) => (
      readLater(sample, ['rounds'], () => read().tests[t].samples[s]))));
  },
  rates({ sides }, read) {
    sides.forEach((side, i) => {
      if (side && side.rates.length > LONG) readLater(side, ['rates', 'seconds', 'places'], () => read().sides[i]);
    });
  },
  comparison({ sides }, read) {
    sides.forEach((side, i) => {
      if (side && side.values.length > LONG) readLater(side, ['values'], () => read().sides[i]);
    });
  },
};

/**
 * @param {{ append: function, read: function }} spool see host.openSpool()
 * @returns {{ take: function(object, string), textOf: function(object): Buffer }}
 */
function createSpooled(spool) {
  const places = new Map(); // element -> where it stands in the spool
  const merged = new Set(); // those that had a machine before
  let last = { place: null, value: null };

  function read(place) {
    if (last.place !== place) last = { place, value: JSON.parse(spool.read(place).toString('utf8')) };
    return last.value;
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
        WITHOUT_COLUMNS[kind](element, () => read(place));
      });
    },

    /** The JSON of an element as it was read, with the machine that it has got since. */
    textOf(element) {
      const bytes = spool.read(places.get(element));
      if (element.machine === undefined || merged.has(element)) return bytes;
      return Buffer.concat([Buffer.from(`{"machine":${element.machine},`), bytes.subarray(1)]);
    },
  };
}

module.exports = { createSpooled, LISTS };
