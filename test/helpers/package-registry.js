'use strict';

/* A registry of npm on 127.0.0.1 with made-up packages: nothing is asked of the network. */

const { createHash } = require('crypto');
const http = require('http');
const zlib = require('zlib');

const BLOCK = 512;

/** A header of tar for a file of so many bytes. */
function header(name, size) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(name, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(octal(block.reduce((sum, byte) => sum + byte, 0), 7), 148);
  return block;
}

/** A package as npm packs it: name of a file -> its text. */
function tarball(files) {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.from(text);
    return [header(`package/${name}`, bytes.length), bytes, Buffer.alloc((BLOCK - bytes.length % BLOCK) % BLOCK)];
  });
  return zlib.gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/**
 * @param {Object<string, Object<string, Object<string, string>>>} packages name -> version -> name of a file -> text,
 *   with package.json
 * @returns {Promise<{ url: string, close: function(): Promise }>}
 */
async function startRegistry(packages) {
  const answers = new Map();
  const server = http.createServer(({ url }, response) => {
    const answer = answers.get(decodeURIComponent(url));
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer === undefined ? '{"error":"not found"}' : answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  for (const [name, versions] of Object.entries(packages)) {
    const manifests = Object.entries(versions).map(([version, files]) => {
      const bytes = tarball(files);
      const path = `${name}/-/${version}.tgz`;
      answers.set(`/${path}`, bytes);
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      return [version, { ...JSON.parse(files['package.json']), dist: { tarball: base + path, integrity } }];
    });
    const [[latest]] = manifests.slice(-1);
    const document = { name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) };
    answers.set(`/${name}`, JSON.stringify(document));
  }
  return {
    url: base,
    close: () => new Promise((resolve) => {
      if (server.closeAllConnections) server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

module.exports = { startRegistry };
