'use strict';

/* What is said of pages and browsers, and of where things are in them. */

const path = require('path');
const { expect } = require('chai');
const { rowError } = require('../../lib/text/row-error');
const { addressesOf, createByHand } = require('../../lib/browsers/by-hand');
const { fileError, loadError, pageFailure } = require('../../lib/browsers/failure');
const { createPlaces } = require('../../lib/browsers/tree');
const { noteSandbox } = require('../../lib/browsers/side');
const realHost = require('../../lib/host/host');

const END = {
  title: 'Firefox', install: 'apt-get install x', begun: false, uncaught: null, fault: null, notStarted: null,
  isOpened: true, isLost: false, timedOutMs: null, code: 0, signal: null, lines: ['said'], output: ['last'],
};

describe('browsers/failure', () => {
  const cases = [
    [{ notStarted: 'no display' }, 'not-started', /^Firefox cannot be started: no display$/],
    [{ timedOutMs: 6000, begun: true }, 'timed-out', /^did not end within 6 s.*an endless loop\?/],
    [{ timedOutMs: 30000 }, 'timed-out', /^was not loaded within 30 s/],
    [{ timedOutMs: 30000, isOpened: false }, 'not-started', /did not open the page within 30 s.*apt-get install x/],
    [{ uncaught: rowError('threw', 'Error: x') }, 'threw', /^an error that nobody caught: Error: x$/],
    [{ isLost: true, signal: 'SIGKILL' }, 'killed', /^the page was closed, or its tab crashed/],
    [{ signal: 'SIGSEGV' }, 'killed', /^its Firefox was killed by SIGSEGV: last$/],
    [{ signal: 'SIGTERM' }, 'killed', /^its Firefox was killed by SIGTERM$/],
    [{ code: 134 }, 'killed', /^its Firefox was killed by SIGABRT: last$/],
    [{ code: 137 }, 'killed', /^its Firefox was killed by SIGKILL$/],
    [{ code: 255 }, 'exited', /ended with exit code 255/],
    [{ code: 1 }, 'exited', /ended with exit code 1 before its page had told a result: last$/],
    [{ code: 1, isOpened: false }, 'not-started', /ended with exit code 1 before it had opened the page: last$/],
    [{ fault: 'not so' }, 'garbage', /^not so$/],
  ];
  for (const [end, code, words] of cases) {
    it(`has words for ${Object.keys(end).join(' and ')}`, () => {
      const error = pageFailure({ ...END, ...end });
      expect(error.code).to.equal(code);
      expect(error.message).to.match(words);
      expect(error.output).to.deep.equal(['said', 'last']);
    });
  }

  const shownPath = (file) => path.posix.basename(file);
  const about = (...missing) => ({ file: '/a/suite.mjs', root: '/a/space', missing, shownPath });
  const failed = rowError('threw', 'TypeError: Failed to fetch dynamically imported module: http://x/y');

  it('names what is imported and not there, and where', () => {
    const message = (missing) => loadError(failed, about(missing)).message;
    expect(message({ file: '/a/suite.mjs', name: './x.mjs', kind: 'file' }))
      .to.equal('imports ./x.mjs, which is not there');
    expect(message({ file: '/a/near.mjs', name: '@a/left/x', kind: 'package' }))
      .to.match(/^near.mjs, which it leads to, imports @a\/left\/x, which is not installed.*; npm install @a\/left,/);
    expect(message({ file: '/a/suite.mjs', name: 'app', kind: 'own' }))
      .to.match(/^imports app, which is its own package, .* "exports", .* --on BROWSER --old FOLDER --new FOLDER$/);
    expect(message({ file: '/a/suite.mjs', name: 'left/x', kind: 'part' }))
      .to.match(/^imports left\/x, which that package has not: .* has it been built\?$/);
    expect(message({ file: '/a/suite.mjs', name: '#x', kind: 'private' }))
      .to.match(/^imports #x, which is not in "imports" of the nearest package.json/);
    expect(message({ file: '/a/suite.mjs', name: '../x.mjs', kind: 'outside' }))
      .to.match(/^imports ..\/x.mjs, which is outside the folder .* \(space\): a lock file or .git marks/);
    expect(message({ file: '/a/suite.mjs', name: 'node:fs', kind: 'builtin' }))
      .to.match(/^imports node:fs, which is a module of Node.js, and a page has none/);
  });

  it('leaves other errors as they are', () => {
    const error = rowError('threw', 'RangeError: no');
    expect(loadError(error, about({ file: '/a/suite.mjs', name: 'x', kind: 'package' }))).to.equal(error);
    expect(loadError(failed, about())).to.equal(failed);
  });

  for (const words of ['ReferenceError: require is not defined', "ReferenceError: Can't find variable: module"]) {
    it(`says what a page has not: ${words}`, () =>
      expect(loadError(rowError('threw', words), about()).message).to.match(/; a page takes modules .*\.mjs/));
  }

  it('says why a file is of no use', () => {
    expect(fileError({ isTypeScript: true, isCommonJs: false }).message).to.match(/^is TypeScript/);
    expect(fileError({ isTypeScript: false, isCommonJs: true }).message).to.match(/^is a module of CommonJS/);
    expect(fileError({ isTypeScript: false, isCommonJs: false })).to.equal(null);
  });
});

describe('browsers/places', () => {
  const placeOf = (address) => `/home/app/${address.replace(/^files\//, '')}`;
  const { inMessage } = createPlaces({ placeOf }, '/home/app');
  const WORD = '0123456789abcdef0123456789abcdef';

  it('has paths in the place of addresses, in errors and rows', () => {
    const stack = `Error: x\n    at f (http://127.0.0.1:8000/${WORD}/files/a/b.mjs:1:2)`;
    const error = { message: `in http://127.0.0.1:8000/${WORD}/files/a.mjs`, at: `${WORD}/files/a/b.mjs:1:2`, stack };
    const expected = { message: 'in a.mjs', at: 'a/b.mjs:1:2', stack: 'Error: x\n    at f (a/b.mjs:1:2)' };
    expect(inMessage({ type: 'broken', error }).error).to.deep.equal(expected);
    expect(inMessage({ type: 'row', row: { name: 'a', error } }).row).to.deep.equal({ name: 'a', error: expected });
  });

  it('leaves all else alone', () => {
    const messages = [{ type: 'row', row: { error: null } }, { type: 'x', error: null }, { type: 'x', error: 1 }];
    for (const message of messages) {
      expect(inMessage(message)).to.deep.equal(message);
    }
  });
});

describe('browsers/side', () => {
  it('notes that Chromium runs without its sandbox', () => {
    const notesOf = (given, uid) => {
      const printed = [];
      noteSandbox(given, { host: realHost, terminal: { writeError: (text) => printed.push(text) }, uid });
      return printed;
    };
    const note = 'note: Chromium refuses to run as root with its sandbox, so it runs with --no-sandbox\n';
    expect(notesOf(['firefox', 'chrome', '/usr/bin/chromium'], 0)).to.deep.equal([note]);
    for (const uid of [1000, null]) expect(notesOf(['chromium'], uid)).to.deep.equal([]);
    expect(notesOf(['firefox'], 0)).to.deep.equal([]);
  });
});

describe('browsers/by-hand', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }, { address: '::1', family: 'IPv6', internal: true }],
    eth0: [
      { address: 'fe80::1', family: 'IPv6', internal: false }, { address: '10.0.0.2', family: 4, internal: false },
    ],
  };

  it('tells the addresses that others can reach', () => {
    expect(addressesOf(interfaces)).to.deep.equal(['10.0.0.2', '127.0.0.1']);
    expect(addressesOf({})).to.deep.equal(['127.0.0.1']);
  });

  it('prints them once, and ends when it is told to', async () => {
    const said = [];
    const terminal = { writeError: (text) => said.push(text) };
    const { open, word } = createByHand({ host: { networkInterfaces: () => interfaces }, terminal });
    expect(word).to.match(/^[a-z2-9]{10}$/);
    const { ended, end } = open(`http://127.0.0.1:8000/${word}/`);
    open('again');
    expect(said).to.have.length(1);
    expect(said[0]).to.contain(`\n  http://10.0.0.2:8000/${word}/\n`);
    end();
    expect((await ended).notStarted).to.equal(null);
  });
});
