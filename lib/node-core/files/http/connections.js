'use strict';

/* Connections of a load (load-generator.js). They open at once; when all are open, each sends request after request. */

const { once } = require('events');
const http = require('http');
const net = require('net');
const tls = require('tls');

// Delay before a failed connection is reopened, so that a server that refuses is not asked in a busy loop.
const RETRY_MS = 10;

const CLOSED = 'the server closed the connection before responding';

const pause = (clock) => new Promise((resolve) => clock.after(resolve, RETRY_MS));

function openSocket({ host, port, isSecure }) {
  if (!isSecure) return net.connect({ host, port });
  // Servers under test have self-signed certificates. TLS allows a server name, but not an address.
  const servername = net.isIP(host) ? {} : { servername: host };
  return tls.connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], ...servername });
}

/** Resolves to { fault: null after the whole response, isKept: whether the connection stays open }. */
function requestOnce(options, clock, load) {
  return new Promise((resolve) => {
    let fault = CLOSED;
    const sentNs = clock.nowNs();
    const request = http.get(options, (response) => {
      response.on('end', () => {
        // A truncated body also ends.
        if (!response.complete) return;
        fault = null;
        load.answered(clock.nowNs() - sentNs, response.statusCode);
      });
      response.on('error', () => {});
      response.resume();
    });
    request.on('error', ({ message, code }) => { if (fault !== null && code !== 'ECONNRESET') fault = message; });
    request.on('close', () => resolve({ fault, isKept: request.shouldKeepAlive }));
  });
}

/** Sends requests over one socket until it ends. Resolves to false if it failed. */
async function useSocket(job, headers, clock, load) {
  const socket = openSocket(job);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => socket;
  socket.setNoDelay(true);
  try {
    await once(socket, job.isSecure ? 'secureConnect' : 'connect');
  } catch ({ message }) {
    if (!load.notOpened(message)) load.failed(message);
    return false;
  }
  socket.on('error', () => {});
  load.opened();
  await load.begun;
  while (!socket.destroyed && load.maySend()) {
    const { fault, isKept } = await requestOnce({ agent, path: job.path, headers }, clock, load);
    if (fault !== null) load.failed(fault);
    if (fault !== null || !isKept) {
      socket.destroy();
      return fault === null;
    }
  }
  return true;
}

/** HTTP/1.1: each request follows the previous response. job, load: see load-generator.js. */
async function connectHttp1(job, clock, load) {
  const hasHost = job.headers.some(([name]) => name.toLowerCase() === 'host');
  const headers = [...(hasHost ? [] : ['Host', job.authority]), ...job.headers.flat()];
  do {
    const isFine = await useSocket(job, headers, clock, load);
    await load.begun;
    if (!isFine && load.isRunning()) await pause(clock);
  } while (load.isRunning());
}

const STEP = 50; // added to the limit of open streams each time that as many have ended

const { max, min } = Math;

/*
 * Limits the open streams of a session. Node's server refuses streams if a session holds 10 MB of unsent data, and ends
 * the session after a hundred refusals in a row. So the limit grows in steps, until the server refuses a stream.
 */
class StreamLimit {
  open = 0;
  #endedSinceStep = 0;

  constructor(most) {
    this.most = most;
    this.allowed = min(most, STEP);
  }

  ended() {
    if (++this.#endedSinceStep < this.allowed) return;
    this.#endedSinceStep = 0;
    this.allowed = min(this.most, this.allowed + STEP);
  }

  refused() {
    this.most = this.allowed = max(1, this.open);
  }
}

// Headers of HTTP/1.1 connections, which HTTP/2 forbids.
const NOT_FOR_HTTP2 = new Set(['host', 'connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

function fieldsOf({ path, headers }) {
  const fields = { ':path': path };
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (NOT_FOR_HTTP2.has(key)) continue;
    fields[key] = Object.hasOwn(fields, key) ? [].concat(fields[key], value) : value;
  }
  return fields;
}

/** closed: resolves to the error that ended the session, or null. */
function openSession(job, clock, load) {
  const http2 = require('http2');
  const { NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM } = http2.constants;
  const session = http2.connect(`${job.isSecure ? 'https' : 'http'}://${job.authority}`,
    { rejectUnauthorized: false, settings: { enablePush: false, ...job.settings } });
  const fields = fieldsOf(job);
  const limit = new StreamLimit(job.streams);
  let fault = null;

  function send() {
    limit.open++;
    const sentNs = clock.nowNs();
    const stream = session.request(fields);
    let status = 0;
    let broken = null;
    stream.on('response', (response) => { status = response[':status']; });
    stream.on('error', (error) => { broken = error.message; });
    stream.on('close', () => {
      limit.open--;
      const isRefused = [NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM].includes(stream.rstCode);
      // A single stream is not sent again: the server would refuse it forever.
      if (status === 0 && limit.open > 0 && isRefused) {
        load.refused();
        limit.refused();
      } else {
        if (broken === null && status !== 0 && stream.rstCode === NGHTTP2_NO_ERROR) {
          load.answered(clock.nowNs() - sentNs, status);
        } else {
          load.failed(broken || fault || `the server ended a stream with code ${stream.rstCode}`);
        }
        limit.ended();
      }
      fill();
    });
    stream.resume();
  }

  function fill() {
    while (limit.open < limit.allowed && !session.closed && !session.destroyed && load.maySend()) send();
  }

  session.on('connect', () => {
    // The window of the session; the settings contain the window of a stream.
    session.setLocalWindowSize(job.sessionWindow);
    load.opened();
    load.begun.then(fill);
  });
  session.on('error', (error) => { fault = error.message; });
  return { session, closed: new Promise((resolve) => session.on('close', () => resolve(fault))) };
}

/** Returns a function that ends the streams properly: a Node server that was sending a file crashed otherwise. */
function connectHttp2(job, clock, load) {
  let current;

  async function run() {
    do {
      current = openSession(job, clock, load);
      const fault = await current.closed;
      if (!load.notOpened(fault || 'the server closed the connection') && fault !== null) load.failed(fault);
      await load.begun;
      // A server that sends GOAWAY accepts a new session at once.
      if (fault !== null && load.isRunning()) await pause(clock);
    } while (load.isRunning());
  }

  run();
  return async () => {
    if (current.session.destroyed) return;
    current.session.close();
    await current.closed;
  };
}

module.exports = { connectHttp1, connectHttp2 };
