'use strict';

/* A page that the user opens, on a phone or another machine. */

const { randomBytes } = require('crypto');

// 50 bits in letters that are easy to type on a phone.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

const wordOf = (bytes) => Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');

function addressesOf(interfaces) {
  const all = Object.values(interfaces).flat().filter(({ family }) => family === 'IPv4' || family === 4);
  const others = all.filter(({ internal }) => !internal).map(({ address }) => address);
  return [...others, '127.0.0.1'];
}

/** open() returns { ended, end } like startBrowser(). The first call prints the addresses. */
function createByHand({ host, terminal }) {
  const word = wordOf(randomBytes(LENGTH));
  let isPrinted = false;

  function open(address) {
    const path = address.replace(/^http:\/\/[^:]+/, '');
    if (!isPrinted) {
      const lines = addressesOf(host.networkInterfaces()).map((one) => `  http://${one}${path}`);
      terminal.writeError('open this in the browser that is to measure, and leave it in front; ' +
        `until then, and as long as it measures, other machines can reach it:\n${lines.join('\n')}\n`);
    }
    isPrinted = true;
    let end;
    const ended = new Promise((resolve) => {
      end = () => resolve({ code: null, signal: null, notStarted: null, output: [] });
    });
    return { ended, end };
  }

  return { word, open };
}

module.exports = { addressesOf, createByHand };
