'use strict';

/*
 * A connection of HTTP/1.1 that sends one request after another, each when the response to the one before is complete.
 *
 * On sockets, with a reader of responses of our own: against a server that does nothing, 50 connections of node:http's
 * client came to 23 000 requests a second, with 0.65 of a processor for itself, and those of bare sockets to 53 000
 * with 0.45, where autocannon came to 48 000. It has to be the server that is measured.
 */

const net = require('net');
const tls = require('tls');
const { createResponseReader } = require('./response-reader');

// A connection that has failed is opened again after so many ms: a server that refuses is not to be asked in a loop.
const RETRY_MS = 10;

function requestBytes({ path, authority, headers }) {
  const has = headers.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    `GET ${path} HTTP/1.1`, ...(has ? [] : [`Host: ${authority}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

// One for all connections, since what is in it is read at once: 8 us of processor time per request in place of 9.8.
let received = null;

/** onBytes gets bytes that are others when it has returned. */
function openSocket({ host, port, isSecure }, onBytes) {
  if (!isSecure) {
    received = received || Buffer.allocUnsafeSlow(65536);
    const callback = (length, buffer) => {
      onBytes(buffer.subarray(0, length));
      return true;
    };
    return net.connect({ host, port, onread: { buffer: received, callback } });
  }
  // A server under test has a certificate of its own making; a name is only sent where there is one.
  const servername = net.isIP(host) ? {} : { servername: host };
  return tls.connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], ...servername })
    .on('data', onBytes);
}

/**
 * @param {object} job of load-generator.js
 * @param {object} clock
 * @param {object} load the window, see load-window.js
 * @returns {{ start: function() }} to be called when requests may be sent
 */
function connectHttp1(job, clock, load) {
  const request = requestBytes(job);
  let begin = null; // of the socket that is open or opening

  function connect() {
    const socket = openSocket(job, take);
    const reader = createResponseReader();
    let sentNs = null; // of the request under way
    let isOpen = false;
    let fault = null;

    function send() {
      if (!load.maySend()) return;
      sentNs = clock.nowNs();
      socket.write(request);
    }

    function complete(status) {
      const ns = clock.nowNs() - sentNs;
      sentNs = null;
      load.answered(ns, status);
      if (reader.isReusable) {
        send();
        return;
      }
      socket.removeListener('close', closed);
      socket.destroy();
      if (!load.isRunning()) return;
      load.reconnected();
      connect();
    }

    function take(bytes) {
      let status = 0;
      try {
        if (sentNs === null) throw new Error('the server sent something before it was asked');
        status = reader.read(bytes);
      } catch (error) {
        socket.destroy(error);
      }
      if (status !== 0) complete(status);
    }

    function closed() {
      const message = fault || 'the server closed the connection before its response had come';
      begin = null;
      if (!load.lost(message) && (sentNs !== null || !isOpen)) load.failed(message);
      if (load.isRunning()) clock.after(connect, RETRY_MS);
    }

    begin = () => {
      if (isOpen) send();
    };
    socket.setNoDelay(true);
    socket.on(job.isSecure ? 'secureConnect' : 'connect', () => {
      isOpen = true;
      load.opened();
      // Where that was the last to open, it has been told to begin already.
      if (sentNs === null && load.isRunning()) send();
    });
    socket.on('end', () => {
      const status = sentNs === null ? 0 : reader.end();
      if (status !== 0) complete(status);
    });
    socket.on('error', (error) => { fault = error.message; });
    socket.on('close', closed);
  }

  connect();
  return {
    start() {
      if (begin === null) connect();
      else begin();
    },
  };
}

module.exports = { connectHttp1 };
