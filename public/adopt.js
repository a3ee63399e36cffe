'use strict';

/* node --import qtimeit/adopt file.js: the file's benchmark library is replaced by qtimeit. */

const fs = require('fs');
const { installHook } = require('../lib/extras/adopt/hook');
const { runWaiting } = require('../lib/extras/adopt/run-file');
const { usesDeno } = require('../lib/base/text/code-names');

function sourceOfMain() {
  try {
    return fs.readFileSync(process.argv[1], 'utf8');
  } catch (_) {
    return '';
  }
}

const source = sourceOfMain();
installHook(source);
if (usesDeno(source)) require('../lib/extras/adopt/libraries/deno').install();
process.once('beforeExit', runWaiting);
