'use strict';

/* What an editor shows at the keys of a suite that is being written: the sentences of the declarations. */

const path = require('path');
const ts = require('typescript');

const TEXT = `import { bench } from 'qtimeit';
bench({
  a: { each: () => [1], fn: (own) => own.sort(), setup: null },
  b: ({ size }) => size,
}, { params: { size: [1] }, timeGoal: 2 });
bench({
  c: { setup() { return 3; }, teardown(made) {}, afterEach() {}, each() { return [1]; }, fn(own) { own.sort(); } },
}, { forkTests: 3, count: true });
`;

const KEYS = [
  'each:', 'fn:', 'setup:', 'params:', 'timeGoal:',
  'setup()', 'teardown(', 'afterEach()', 'each()', 'fn(', 'forkTests:', 'count:',
];

/**
 * @param {string} folder from which the package is found
 * @returns {string[]} keys of a suite or of its settings at which an editor would show nothing
 */
function silentKeys(folder) {
  const file = path.join(folder, 'written.mts').replace(/\\/g, '/');
  const read = (name) => (name === file ? TEXT : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    fileExists: (name) => read(name) !== undefined,
    readFile: read,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => (read(name) === undefined ? undefined : ts.ScriptSnapshot.fromString(read(name))),
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => (
      { strict: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return KEYS.filter((key) => {
    const shown = service.getQuickInfoAtPosition(file, TEXT.indexOf(key) + 1);
    return !shown || !ts.displayPartsToString(shown.documentation).trim();
  });
}

module.exports = { silentKeys };
