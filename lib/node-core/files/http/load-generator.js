'use strict';

/*
 * The script of the process that makes the load without an installed tool. It counts the requests that end within a
 * time window, which begins when all connections are open, prints its figures or { failure } as JSON, and ends. It also
 * ends with its standard input, which the process of the server holds open.
 *
 * Its argument is a job: { isHttp2, isSecure, host, port, authority: both as in a URL, path, headers: [[name, value],
 * ...], duration: seconds, connections, requests: limit or null, and for HTTP/2 streams: per connection, settings,
 * sessionWindow: bytes }.
 */

const { createHistogram } = require('perf_hooks');

const { createClock } = require('../../../base/host/clock');
const { connectHttp1, connectHttp2 } = require('./connections');

const OPEN_LIMIT_MS = 5000;

// On a busy machine, the first response may come after a window of 50 ms. Then this response ends the window.
const FIRST_RESPONSE_MS = 2000;

const END_MS = 5000;

class LoadWindow {
  latencies = createHistogram();
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
    this.isLate = this.counts.ended === 0;
    if (this.isLate) this.stopTimer = this.clock.after(() => this.end(), FIRST_RESPONSE_MS);
    else this.end();
  }

  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.stopTimer();
    const { responses, succeeded, errors } = this.counts;
    const seconds = (this.clock.nowNs() - this.startedNs) / 1e9;
    const quantileMs = (percent) => this.latencies.percentile(percent) / 1e6;
    const latency = responses ? { p50Ms: quantileMs(50), p99Ms: quantileMs(99) } : null;
    const finish = () => this.resolve(
      { rate: responses / seconds, seconds, latency, requests: responses, succeeded, errors, problem: this.problem });
    const ends = this.ends.filter((end) => typeof end === 'function');
    if (ends.length) this.clock.after(finish, END_MS);
    Promise.all(ends.map((end) => end())).then(finish);
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
        this.latencies.record(Math.max(1, Math.round(ns)));
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

/** connect(load) is called job.connections times, and may return a function that ends its connection. */
const measureWindow = (job, clock, connect) => new LoadWindow(job, clock, connect).figures;

async function main() {
  const job = JSON.parse(process.argv[2]);
  const clock = createClock();
  const connect = job.isHttp2 ? connectHttp2 : connectHttp1;
  const result = await measureWindow(job, clock, (load) => connect(job, clock, load))
    .catch(({ message }) => ({ failure: message }));
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

if (require.main === module) {
  process.stdin.on('end', () => process.exit(0)).resume();
  main();
}

module.exports = { measureWindow };
