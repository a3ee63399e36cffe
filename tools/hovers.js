'use strict';

/* Checks the texts that an editor shows for a suite. */

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
bench({ d: ({ size }) => size }, { params: { size: [1] }, forkTests: false });
`;

// The call in TEXT that begins with this, and the maximum number of lines of its signature.
const CALL = 'bench({ d:';
const MOST_LINES = 9;

const KEYS = [
  'each:', 'fn:', 'setup:', 'params:', 'timeGoal:',
  'setup()', 'teardown(', 'afterEach()', 'each()', 'fn(', 'forkTests:', 'count:',
];

/**
 * @param {string} folder from which the package is resolved
 * @returns {string[]} faults: keys of a suite or of its settings without a text, and a signature that is too long
 */
function faultsOfHovers(folder) {
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
  const shownAt = (text) => service.getQuickInfoAtPosition(file, TEXT.indexOf(text) + 1);
  const silent = KEYS.filter((key) => {
    const shown = shownAt(key);
    return !shown || !ts.displayPartsToString(shown.documentation).trim();
  });
  // The last line names the import.
  const lines = ts.displayPartsToString(shownAt(CALL).displayParts).split('\n').slice(0, -1);
  return [
    ...silent.map((key) => `nothing at ${key}`),
    ...(lines.length > MOST_LINES ? [`${lines.length} lines at ${CALL}, at most ${MOST_LINES}`] : []),
  ];
}

module.exports = { faultsOfHovers };
