'use strict';

/* A connection of HTTP/1.1 that sends one request after another, each when the response to the last one is complete. */

const http = require('http');
const net = require('net');
const tls = require('tls');

// A connection that has failed is opened again after so many ms: a server that refuses is not to be asked in a loop.
const RETRY_MS = 10;

const CLOSED = 'the server closed the connection before its response had come';

function openSocket({ host, port, isSecure }) {
  if (!isSecure) return net.connect({ host, port });
  // A server under test has a certificate of its own making; a name is only sent where there is one.
  const servername = net.isIP(host) ? {} : { servername: host };
  return tls.connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], ...servername });
}

function headersOf({ authority, headers }) {
  const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
  return [...(hasHost ? [] : ['Host', authority]), ...headers.flat()];
}

/**
 * @param {object} job of load-generator.js
 * @param {object} clock
 * @param {object} load the window, see load-window.js
 * @returns {{ start: function() }} to be called when requests may be sent
 */
function connectHttp1(job, clock, load) {
  const headers = headersOf(job);
  let begin = null; // of the socket that is open or opening

  function connect() {
    const socket = openSocket(job);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    agent.createConnection = () => socket;
    let isOpen = false;
    let isBusy = false;
    let fault = null;

    function send() {
      if (!load.maySend()) return;
      isBusy = true;
      let status = 0;
      const sentNs = clock.nowNs();
      const request = http.get({ agent, path: job.path, headers }, (response) => {
        response.on('end', () => {
          // A body that was cut off has an end, too.
          if (!response.complete) return;
          status = response.statusCode;
          load.answered(clock.nowNs() - sentNs, status);
        });
        response.on('error', () => {});
        response.resume();
      });
      request.on('error', ({ message, code }) => { fault = code === 'ECONNRESET' ? CLOSED : message; });
      request.on('close', () => {
        isBusy = false;
        if (status === 0) {
          load.failed(fault || CLOSED);
          again(RETRY_MS);
        } else if (request.shouldKeepAlive && !socket.destroyed) {
          send();
        } else {
          if (load.isRunning()) load.reconnected();
          again(0);
        }
      });
    }

    function again(afterMs) {
      begin = null;
      socket.removeListener('close', closed);
      socket.destroy();
      if (load.isRunning()) clock.after(connect, afterMs);
    }

    function closed() {
      // What closes with a request under way is that request's affair.
      if (isBusy) return;
      if (!load.lost(fault || CLOSED) && !isOpen) load.failed(fault || CLOSED);
      again(RETRY_MS);
    }

    begin = () => {
      if (isOpen) send();
    };
    socket.setNoDelay(true);
    socket.on(job.isSecure ? 'secureConnect' : 'connect', () => {
      isOpen = true;
      load.opened();
      // Where that was the last to open, it has been told to begin already.
      if (!isBusy && load.isRunning()) send();
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
