'use strict';

/* Counts the requests that end within a time window, which begins when all connections are open. */

const OPEN_LIMIT_MS = 5000;

// On a busy machine, the first response may come after a window of 50 ms. Then this response ends the window.
const FIRST_RESPONSE_MS = 2000;

const END_MS = 5000;

const BUCKETS = 64;
const OCTAVES = 40;

const { floor, log2, min, max, ceil } = Math;

/*
 * Latencies in 64 equal buckets per power of two, so that the middle of a bucket is within 1/128 (0.8 %) of its values.
 * 40 powers of two, from 1 ns to 18 minutes, take 20 kB for any number of requests.
 */
class LatencyHistogram {
  #counts = new Float64Array(BUCKETS * OCTAVES);

  #total = 0;

  add(ns) {
    // If the logarithm is rounded up to the next octave, the negative share leads back.
    const octave = floor(log2(ns));
    const index = octave * BUCKETS + floor((ns / 2 ** octave - 1) * BUCKETS);
    this.#counts[min(max(0, index || 0), this.#counts.length - 1)]++;
    this.#total++;
  }

  /** Latency that this share of the requests does not exceed (0.5: median); null without requests. */
  quantileNs(share) {
    if (this.#total === 0) return null;
    const rank = max(1, ceil(share * this.#total));
    let index = 0;
    for (let seen = this.#counts[0]; seen < rank; seen += this.#counts[index]) index++;
    return 2 ** floor(index / BUCKETS) * (1 + (index % BUCKETS + 0.5) / BUCKETS);
  }
}

class LoadWindow {
  histogram = new LatencyHistogram();
  startedNs = null;
  isOver = false;
  isLate = false;
  problem = null;
  begun = new Promise((resolve) => { this.setBegun = resolve; });
  figures = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));

  constructor(job, clock, connect) {
    this.job = job;
    this.clock = clock;
    this.counts = { waiting: job.connections, open: 0, sent: 0, ended: 0, responses: 0, succeeded: 0, errors: 0 };
    this.stopTimer = clock.after(() => this.begin(), OPEN_LIMIT_MS);
    this.ends = Array.from({ length: job.connections }, () => connect(this.loadOfConnection()));
  }

  begin() {
    if (this.startedNs !== null || this.isOver) return;
    this.stopTimer();
    if (this.counts.open === 0) {
      this.isOver = true;
      this.reject(new Error(this.problem || `no connection was accepted within ${OPEN_LIMIT_MS / 1000} s`));
      return;
    }
    this.startedNs = this.clock.nowNs();
    this.stopTimer = this.clock.after(() => this.timeIsUp(), this.job.duration * 1000);
    this.setBegun();
  }

  timeIsUp() {
    if (this.counts.ended > 0) {
      this.end();
      return;
    }
    this.isLate = true;
    this.stopTimer = this.clock.after(() => this.end(), FIRST_RESPONSE_MS);
  }

  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.stopTimer();
    const { responses, succeeded, errors } = this.counts;
    const seconds = (this.clock.nowNs() - this.startedNs) / 1e9;
    const quantileMs = (share) => this.histogram.quantileNs(share) / 1e6;
    const latency = responses ? { p50Ms: quantileMs(0.5), p99Ms: quantileMs(0.99) } : null;
    const finish = () => this.resolve(
      { rate: responses / seconds, seconds, latency, requests: responses, succeeded, errors, problem: this.problem });
    const ends = this.ends.filter((end) => typeof end === 'function');
    const stopWaiting = ends.length ? this.clock.after(finish, END_MS) : () => {};
    Promise.all(ends.map((end) => end())).then(() => {
      stopWaiting();
      finish();
    });
  }

  fail(message) {
    this.counts.errors++;
    this.problem ??= message;
  }

  countEnd() {
    this.counts.ended++;
    if (this.isLate || this.counts.ended === this.job.requests) this.end();
  }

  isRunning() {
    return !this.isOver && this.startedNs !== null && this.counts.sent !== this.job.requests;
  }

  loadOfConnection() {
    const counts = this.counts;
    let isSettled = false;
    /** Records the first attempt to open. Returns false for later attempts. */
    const settle = (action) => {
      if (isSettled) return false;
      isSettled = true;
      action();
      if (--counts.waiting === 0) this.begin();
      return true;
    };
    return {
      begun: this.begun,
      isRunning: () => this.isRunning(),
      /** Whether one more request may be sent; counts it as sent. */
      maySend: () => this.isRunning() && ++counts.sent > 0,
      opened: () => settle(() => counts.open++),
      notOpened: (message) => settle(() => this.fail(`no connection to ${this.job.authority}: ${message}`)),
      answered: (ns, status) => {
        this.histogram.add(ns);
        counts.responses++;
        if (status >= 200 && status < 400) counts.succeeded++;
        else this.fail(`status ${status}`);
        this.countEnd();
      },
      /** Ignored before the start: connections that fail then are opened again. */
      failed: (message) => {
        if (this.startedNs === null) return;
        this.fail(message);
        this.countEnd();
      },
      refused: () => { counts.sent--; },
    };
  }
}

/**
 * @param {object} job see load-generator.js
 * @param {function(object): *} connect called job.connections times; opens a connection, and may return a function
 *   that ends it: () => Promise
 * @returns {Promise<object>} figures, see tools.js
 */
const measureWindow = (job, clock, connect) => new LoadWindow(job, clock, connect).figures;

module.exports = { measureWindow, LatencyHistogram };
