'use strict';

/*
 * Garbage collections within a span of time, as V8 tells of them. Their entries come in a later turn of the event loop;
 * for a run that is over by then this does no harm.
 */

const { PerformanceObserver, performance } = require('perf_hooks');

// Captured at load: a contender may replace it.
const now = performance.now.bind(performance);

/**
 * Begins to listen.
 *
 * @param {{ nextTurn: function(function()) }} clock
 * @returns {{ now: function(): number, within: function(number, number): Promise<{ count: number, seconds: number }>, stop: function() }}
 *   now(): a time in ms, on the clock of the entries; within(fromMs, toMs): those that began in between
 */
function watchCollections({ nextTurn }) {
  const entries = [];
  const keep = (list) => { for (let i = 0; i < list.length; i++) entries[entries.length] = list[i]; };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    now,
    stop: () => observer.disconnect(),
    async within(fromMs, toMs) {
      // In the first turn they are handed over, in the second they are there.
      for (let i = 0; i < 2; i++) await new Promise((resolve) => { nextTurn(resolve); });
      keep(observer.takeRecords());
      let count = 0;
      let ms = 0;
      for (let i = 0; i < entries.length; i++) {
        const { startTime, duration } = entries[i];
        if (startTime < fromMs || startTime >= toMs) continue;
        count++;
        ms += duration;
      }
      return { count, seconds: ms / 1000 };
    },
  };
}

module.exports = { watchCollections };
