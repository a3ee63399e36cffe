'use strict';

const { expect } = require('chai');
const { hostWith } = require('../helpers/scratch');
const { noteSandbox, openBrowser } = require('#lib/extras/browsers/side');
const realHost = require('#lib/base/host/host');

it('browsers/side prints a note that Chromium runs without its sandbox', () => {
  const notesOf = (given, uid) => {
    const printed = [];
    noteSandbox(given, { host: realHost, terminal: { writeError: (text) => printed.push(text) }, uid });
    return printed;
  };
  const note = 'note: Chromium is started with --no-sandbox, because its sandbox does not work for root\n';
  expect(notesOf(['firefox', 'chrome', '/usr/bin/chromium'], 0)).to.deep.equal([note]);
  for (const uid of [1000, null]) expect(notesOf(['chromium'], uid)).to.deep.equal([]);
  expect(notesOf(['firefox'], 0)).to.deep.equal([]);
});

describe('a page that the user opens', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }, { address: '::1', family: 'IPv6', internal: true }],
    eth0: [{ address: 'fe80::1', family: 'IPv6', internal: false }, { address: '10.0.0.2', family: 4, internal: false },
    ],
  };

  it('has the addresses that other machines can reach, printed once, and ends with end()', async () => {
    const lines = [];
    const deps = { host: hostWith({ networkInterfaces: () => interfaces }), cwd: __dirname,
      terminal: { writeError: (text) => lines.push(text) } };
    const { browser: { open, word } } = openBrowser('url', deps).of(__filename, 'side.test.js', {}, {});
    expect(word).to.match(/^[a-z2-9]{10}$/);
    const { ended, end } = open(`http://127.0.0.1:8000/${word}/`);
    open('again');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/:\n {2}http.*\n.*\n$/).and.contain(
      `\n  http://10.0.0.2:8000/${word}/\n  http://127.0.0.1:8000/${word}/\n`);
    end();
    expect((await ended).notStarted).to.equal(null);
  });
});
