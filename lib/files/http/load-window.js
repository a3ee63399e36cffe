'use strict';

/*
 * The time in which requests are counted: from when all connections are open to so many seconds after. What is still
 * under way at its end is not counted.
 *
 * Connections are { start(), end() }, end() where they have to be brought to one: a promise. They tell: opened(),
 * lost(message), which is true where it was the first attempt to open, answered(ns, status), failed(message) for a
 * request or a connection, refused() for a request that is to be sent again, reconnected().
 */

const { createLatencyHistogram } = require('./latency-histogram');

const OPEN_LIMIT_MS = 5000;

// A server on a busy machine may give its first response after a window of 50 ms: then the window ends with that.
const FIRST_RESPONSE_MS = 2000;

// What is under way when the window ends has this long to come to its end.
const END_MS = 5000;

/**
 * @param {object} job duration (seconds), requests: after how many to end, null for no such limit
 * @param {object} clock
 * @param {function(object): object} connect gives a connection that opens, called job.connections times
 * @returns {Promise<object>} figures as load-tools.js has them, and reconnections
 */
function measureWindow(job, clock, connect) {
  return new Promise((resolve, reject) => {
    const histogram = createLatencyHistogram();
    const mostRequests = job.requests === null ? Infinity : job.requests;
    const connections = [];
    let waiting = job.connections;
    let open = 0;
    let startedNs = null;
    let isOver = false;
    let isLate = false;
    let [sent, ended, responses, succeeded, errors, reconnections] = [0, 0, 0, 0, 0, 0];
    let problem = null;
    let stopTimer = clock.after(begin, OPEN_LIMIT_MS);

    function begin() {
      if (startedNs !== null) return;
      stopTimer();
      if (open === 0) {
        isOver = true;
        reject(new Error(problem || `no connection was accepted within ${OPEN_LIMIT_MS / 1000} s`));
        return;
      }
      startedNs = clock.nowNs();
      stopTimer = clock.after(timeIsUp, job.duration * 1000);
      for (const connection of connections) connection.start();
    }

    function timeIsUp() {
      if (ended > 0) {
        end();
        return;
      }
      isLate = true;
      stopTimer = clock.after(end, FIRST_RESPONSE_MS);
    }

    function end() {
      if (isOver) return;
      isOver = true;
      stopTimer();
      const seconds = (clock.nowNs() - startedNs) / 1e9;
      const latency = responses
        ? { p50Ms: histogram.quantileNs(0.5) / 1e6, p99Ms: histogram.quantileNs(0.99) / 1e6 } : null;
      const figures = {
        rate: responses / seconds, seconds, latency, requests: responses, succeeded, errors, problem, reconnections,
      };
      const ends = connections.filter((connection) => connection.end).map((connection) => connection.end());
      const stopWaiting = ends.length ? clock.after(() => resolve(figures), END_MS) : () => {};
      Promise.all(ends).then(() => {
        stopWaiting();
        resolve(figures);
      });
    }

    const count = () => {
      ended++;
      if (isLate || ended >= mostRequests) end();
    };
    const fail = (message) => {
      errors++;
      if (problem === null) problem = message;
    };

    /** Of one connection, whose first attempt to open comes to an end once: settle() tells whether this was it. */
    const loadOf = (settle) => ({
      /** Whether one more request may be sent; it is counted as sent then. */
      maySend: () => !isOver && startedNs !== null && sent < mostRequests && ++sent > 0,
      isRunning: () => !isOver && startedNs !== null && sent < mostRequests,
      opened: () => settle(() => open++),
      lost: (message) => settle(() => fail(`no connection to ${job.authority}: ${message}`)),
      answered(ns, status) {
        histogram.add(ns);
        responses++;
        if (status >= 200 && status < 400) succeeded++;
        else fail(`status ${status}`);
        count();
      },
      failed(message) {
        // What breaks before is tried again.
        if (startedNs === null) return;
        fail(message);
        count();
      },
      refused() { sent--; },
      reconnected() { reconnections++; },
    });

    for (let i = 0; i < job.connections; i++) {
      let isSettled = false;
      connections.push(connect(loadOf((action) => {
        if (isSettled) return false;
        isSettled = true;
        action();
        if (--waiting === 0) begin();
        return true;
      })));
    }
  });
}

module.exports = { measureWindow };
