'use strict';

const path = require('path');
const { expect } = require('chai');
const { fakeHost } = require('../helpers/fake-host');
const { can } = require('../helpers/needs');
const { createRowError } = require('#lib/base/text/row-error');
const { fileError, explainLoadError, pageFailure } = require('#lib/extras/browsers/failure');

const END = {
  title: 'Firefox', install: 'apt-get install x', begun: false, uncaught: null, fault: null, notStarted: null,
  isOpened: true, isLost: false, timedOutMs: null, code: 0, signal: null, lines: ['said'], output: ['last'],
};

describe('browsers/failure', () => {
  const ends = [
    [{ notStarted: 'no display' }, 'not-started', /^Firefox cannot be started: no display$/],
    [{ timedOutMs: 6000, begun: true }, 'timed-out', /^did not end within 6 s.*an endless loop\?/],
    [{ timedOutMs: 30000 }, 'timed-out', /^did not load within 30 s/],
    [{ timedOutMs: 30000, isOpened: false }, 'not-started', /did not open the page within 30 s.*apt-get install x/],
    [{ uncaught: createRowError('threw', 'Error: x') }, 'threw', /^uncaught error: Error: x$/],
    [{ isLost: true, signal: 'SIGKILL' }, 'killed', /^the page was closed or crashed/],
    [{ signal: 'SIGSEGV' }, 'killed', /^the Firefox process was killed by SIGSEGV: last$/],
    [{ signal: 'SIGTERM' }, 'killed', /^the Firefox process was killed by SIGTERM$/],
    [{ code: 134 }, 'killed', /^the Firefox process was killed by SIGABRT: last$/],
    [{ code: 137 }, 'killed', /^the Firefox process was killed by SIGKILL$/],
    [{ code: 255 }, 'exited', /ended with exit code 255/],
    [{ code: 1 }, 'exited', /ended with exit code 1 before the page sent a result: last$/],
    [{ code: 1, isOpened: false }, 'not-started', /ended with exit code 1 before it opened the page: last$/],
    [{ fault: 'not so' }, 'garbage', /^not so$/],
  ];
  it('reports each end, with the last twenty lines', () => {
    // Windows has no signals, and passes these codes on.
    const here = ends.filter(([{ code }]) => can('signals') || ![134, 137].includes(code));
    for (const [end, code, message] of here) {
      const error = pageFailure({ ...END, ...end });
      expect(error).to.deep.include({ code, output: ['said', 'last'] });
      expect(error.message).to.match(message);
    }
    const output = Array.from({ length: 25 }, (_, i) => `${i}`);
    expect(pageFailure({ ...END, output }).output).to.deep.equal(output.slice(5));
  });

  const shownPath = (file) => path.posix.basename(file);
  const treeWith = (...missing) => ({ file: '/a/suite.mjs', root: '/a/space', missing, shownPath });
  const failed = createRowError('threw', 'TypeError: Failed to fetch dynamically imported module: http://x/y');

  const imports = [
    ['./x.mjs', 'file', /^imports .\/x.mjs, which does not exist$/],
    ['@a/left/x', 'package', /^its dependency near.mjs imports @a\/left\/x, which is not installed.*l @a\/left, /,
      '/a/near.mjs'],
    ['app', 'own',
      /, which is the package of this file. .* add "exports" .* --on BROWSER --old FOLDER --new FOLDER$/],
    ['left/x', 'part', /, which its package does not contain: .* If a build creates it, build the package first$/],
    ['left/x', 'build', /, which this build does not contain: /],
    ['#x', 'private', /, which is not listed in "imports" of the nearest package.json/],
    ['../x.mjs', 'outside', /, which is outside space, the only folder .*, put a lock file or .git into the root/],
    ['node:fs', 'builtin', /, which is a built-in module of Node.js and not available in a browser\. Remove the/],
  ];
  it('names a missing import, and keeps other errors', () => {
    for (const [name, kind, message, file = '/a/suite.mjs'] of imports) {
      expect(explainLoadError(failed, treeWith({ file, name, kind })).message).to.match(message);
    }
    const error = createRowError('threw', 'RangeError: no');
    expect(explainLoadError(error, treeWith({ file: '/a/suite.mjs', name: 'x', kind: 'package' }))).to.equal(error);
    expect(explainLoadError(failed, treeWith())).to.equal(failed);
  });

  it('adds a hint for code that is not for pages', () => {
    for (const message of ['ReferenceError: require is not defined', "ReferenceError: Can't find variable: module"]) {
      expect(explainLoadError(createRowError('threw', message), treeWith()).message)
        .to.match(/; browsers run ES modules .*\.mjs/);
    }
  });

  it('reports files that no page can load', () => {
    const host = fakeHost({ files: { '/a.cjs': '', '/a.mjs': '' } });
    expect(fileError('/a.ts', host).message).to.match(/^is TypeScript/);
    expect(fileError('/a.cjs', host).message).to.match(/^is a CommonJS module/);
    expect(fileError('/a.mjs', host)).to.equal(null);
  });
});
