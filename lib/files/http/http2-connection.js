'use strict';

/*
 * A connection of HTTP/2, with a number of streams at a time; each is followed by another when it has ended.
 *
 * A server may refuse streams: that of Node does where a session holds 10 MB that are not sent yet, and breaks the
 * session off after a hundred refusals in a row. So their number goes up step by step, and no further than the server
 * has let it.
 */

const RETRY_MS = 10;

// Streams more at a time, each time that as many have ended as are under way.
const STEP = 50;

const { max, min } = Math;

// What belongs to connections of HTTP/1.1 and is an error in HTTP/2.
const NOT_FOR_HTTP2 = new Set(['host', 'connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

function requestHeaders({ path, headers }) {
  const fields = { ':path': path };
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (NOT_FOR_HTTP2.has(key)) continue;
    fields[key] = Object.hasOwn(fields, key) ? [].concat(fields[key], value) : value;
  }
  return fields;
}

/** How many streams of a session may be under way. */
class Streams {
  active = 0;

  #endedSinceStep = 0;

  constructor(most) {
    this.most = most;
    this.allowed = min(most, STEP);
  }

  /** One more has ended. */
  count() {
    if (++this.#endedSinceStep < this.allowed) return;
    this.#endedSinceStep = 0;
    this.allowed = min(this.most, this.allowed + STEP);
  }

  refuse() {
    this.most = this.allowed = max(1, this.active);
  }
}

/**
 * @param {object} job of load-generator.js
 * @param {object} clock
 * @param {object} load the window, see load-window.js
 * @returns {{ start: function(), end: function(): Promise }} start: to be called when requests may be sent; end:
 *   streams that are under way come to theirs, for servers of Node that send a file have been seen to crash where the
 *   session breaks off
 */
function connectHttp2(job, clock, load) {
  const http2 = require('http2');
  const { NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM } = http2.constants;
  const REFUSED = [NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM];
  const fields = requestHeaders(job);
  let begin = null; // of the session that is open or opening
  let current = null;

  function connect() {
    const session = http2.connect(`${job.isSecure ? 'https' : 'http'}://${job.authority}`,
      { rejectUnauthorized: false, settings: { enablePush: false, ...job.settings } });
    current = session;
    let isOpen = false;
    let hasBegun = false;
    let fault = null;
    const streams = new Streams(job.streams);

    function fill() {
      while (streams.active < streams.allowed && send());
    }

    function send() {
      if (session.closed || session.destroyed || !load.maySend()) return false;
      streams.active++;
      const sentNs = clock.nowNs();
      const stream = session.request(fields);
      let status = 0;
      let broken = null;
      stream.on('response', (response) => { status = response[':status']; });
      stream.on('error', (error) => { broken = error.message; });
      stream.on('close', () => {
        streams.active--;
        // The only one is not sent again and again.
        if (status === 0 && streams.active > 0 && REFUSED.includes(stream.rstCode)) {
          load.refused();
          streams.refuse();
          fill();
          return;
        }
        const isAnswered = broken === null && status !== 0 && stream.rstCode === NGHTTP2_NO_ERROR;
        if (isAnswered) load.answered(clock.nowNs() - sentNs, status);
        else load.failed(broken || fault || `the server ended a stream with code ${stream.rstCode}`);
        streams.count();
        fill();
      });
      stream.resume();
      return true;
    }

    begin = () => {
      if (!isOpen || hasBegun) return;
      hasBegun = true;
      fill();
    };
    session.on('connect', () => {
      isOpen = true;
      // The window of a stream is in the settings; this is that of all of them.
      session.setLocalWindowSize(job.sessionWindow);
      load.opened();
      if (load.isRunning()) begin();
    });
    session.on('error', (error) => { fault = error.message; });
    session.on('close', () => {
      begin = null;
      if (!load.lost(fault || 'the server closed it') && fault !== null) load.failed(fault);
      if (!load.isRunning()) return;
      if (fault === null) load.reconnected();
      // A server that is polite sends GOAWAY, and takes another connection at once.
      clock.after(connect, fault === null ? 0 : RETRY_MS);
    });
  }

  connect();
  return {
    start() {
      if (begin === null) connect();
      else begin();
    },
    end: () => new Promise((resolve) => {
      if (current.destroyed) {
        resolve();
        return;
      }
      current.on('close', resolve);
      current.close();
    }),
  };
}

module.exports = { connectHttp2 };
