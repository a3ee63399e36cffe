'use strict';

/* The type tests, with each supported TypeScript, and each way in which a project resolves the package. */

const { spawnSync } = require('child_process');
const path = require('path');

const VERSIONS = ['typescript-oldest', 'typescript-newest'];

// node10 looks for files next to package.json and ignores exports; TypeScript 7 has removed it. node16 is the first
// form of nodenext, and resolves like it, so it has only the short suite. Each version checks all declarations, with
// those of Node.js, in one project.
const SKIP = '--skipLibCheck';
const PROJECTS = [
  { name: 'node16', options: ['--module', 'node16', '--moduleResolution', 'node16', SKIP], project: 'bundler.json',
    before: 7 },
  { name: 'nodenext', options: ['--module', 'nodenext', '--moduleResolution', 'nodenext'] },
  { name: 'bundler', options: ['--module', 'esnext', '--moduleResolution', 'bundler', SKIP], project: 'bundler.json' },
  { name: 'node10', options: ['--module', 'commonjs', '--moduleResolution', 'node10', SKIP], project: 'bundler.json',
    before: 7 },
];

/**
 * @param {string} folder of the tests
 * @returns {number} number of projects that do not compile
 */
function casesFail(folder) {
  let failures = 0;
  for (const name of VERSIONS) {
    const root = path.dirname(require.resolve(`${name}/package.json`));
    const { version } = require(`${name}/package.json`);
    for (const { name: kind, options, project = 'tsconfig.json', before = Infinity } of PROJECTS) {
      if (parseInt(version, 10) >= before) continue;
      const command = [path.join(root, 'bin', 'tsc'), '-p', path.join(folder, project), ...options];
      const { status, stdout, stderr, error } = spawnSync(process.execPath, command, { encoding: 'utf8' });
      if (status !== 0) {
        failures++;
        console.log(`${stdout}${stderr}${error || ''}`);
      }
      console.log(`type tests, TypeScript ${version}, ${kind}: ${status === 0 ? 'right' : 'wrong'}`);
    }
  }
  return failures;
}

module.exports = { casesFail };
