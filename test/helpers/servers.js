'use strict';

/* Servers for tests. closeServers() closes all servers and their connections. */

const fs = require('fs');
const path = require('path');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'http');

const servers = [];
const sockets = new Set();

/** Listens on a free port of this machine, and returns the port. */
function serve(server) {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('sessionError', () => {});
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

async function closeServers() {
  const closed = servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
}

/** A self-signed certificate: openssl, P-256, for localhost and 127.0.0.1, valid to 2120. */
const tlsOptions = () => ({ key: fs.readFileSync(path.join(FIXTURES, 'key.pem')),
    cert: fs.readFileSync(path.join(FIXTURES, 'certificate.pem')) });

module.exports = { serve, closeServers, tlsOptions };
