'use strict';

/* Runs an input as a real process, and returns faults of its end. */

const fs = require('fs');
const path = require('path');
const { readDocument } = require('../../lib/core/document/document');
const host = require('../../lib/base/host/host');
const { faultsOfText, ROOT } = require('./checks');
const { openFolder, runToEnd } = require('./processes');

const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');

// A command that is interrupted after 4 s has as long again for its own processes.
const LIMIT_MS = 45000;

const quoted = (word) => `'${word.replace(/'/g, "'\\''")}'`;

/** The command in a shell that prepares its environment. */
function inPlace(command, { to, errorsTo, from, isGone, files, head, before: given, user, isTwice }) {
  const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  const words = [...asUser, ...command].map(quoted).join(' ');
  const redirect = [[to, '1'], [errorsTo, '2'], [from, '0']].filter(([where]) => where)
    .map(([where, fd]) => (where === '&-' ? `${fd}>&-` : `${fd}>${where}`)).join(' ');
  const before =
    [given, files && `ulimit -n ${files}`, isGone && 'mkdir gone && cd gone && cp ../*.js . && rm -r ../gone']
      .filter(Boolean).map((one) => `${one}; `).join('');
  if (isTwice) return ['sh', '-c', `${before}${words} & ${words}; code=$?; wait; exit $code`];
  return ['sh', '-c', head ? `${before}${words} | head -c 1` : `${before}exec ${words} ${redirect}`];
}

function environmentOf({ tmp: folder }, place = {}) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^(NODE_|NODEJS_|QTIMEIT_|ATTACKED|PORT$|NO_COLOR|FORCE_COLOR)/.test(name)) delete env[name];
  }
  return { ...env, TMPDIR: place.tmp === undefined ? folder : place.tmp, ...place.env };
}

/** A saved file must be readable, and contain what could be measured. */
function faultsOfSaved(file, keeps) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat || !stat.isFile()) return [];
  let document;
  try {
    document = readDocument(file, { host });
  } catch (error) {
    return [`saved.json cannot be read: ${error.message}`];
  }
  const rows = document.qtimeit === 'results' ? document.suites.flatMap(({ tests }) => tests) : [];
  return keeps.filter((name) => !rows.some((row) => row.name.split(' (')[0] === name && row.verdict !== 'failed'))
    .map((name) => `lost: saved.json has no figure of ${name}`);
}

/**
 * @param {{ title, files, args, script?, place?, keeps?, mayControl?, mayNameOdd? }} input
 * @param {{ base: string, id: string }} where
 * @returns {Promise<{ faults: string[], end: object }>}
 */
async function runReal({ files, args, script, place = {}, keeps = [], mayControl = false, mayNameOdd = false },
  { base, id }) {
  const own = openFolder(base, id, files);
  try {
    const command = [process.execPath, ...(script ? [script] : [PROGRAM]), ...args];
    const end =
      await runToEnd(Object.keys(place).length ? inPlace(command, place) : command,
        { cwd: own.folder, env: environmentOf(own, place), mark: `${process.pid}-${id}`, limitMs: LIMIT_MS });
    const faults = faultsOfText(
      end, { mayControl: mayControl || args.includes('report'), mayNameOdd: mayNameOdd || script !== undefined });
    if (end.isHung) faults.push(`hangs: nothing after ${LIMIT_MS / 1000} s`);
    if (end.processes.length) faults.push(`processes are left: ${end.processes.join('; ')}`);
    if (own.left().length) faults.push(`left in the temporary folder: ${own.left().join(', ')}`);
    if (end.status !== 0 && !end.signal && end.stdout === '' && end.stderr === '' && !place.errorsTo && !place.to &&
        !place.head && !args.includes('-o')) faults.push(`exit code ${end.status} without a word`);
    if (end.status === 0 && args.includes('json') && args.includes('--format') && !args.includes('-o') &&
        !isJson(end.stdout)) faults.push('exit code 0, and no JSON on stdout');
    faults.push(...faultsOfSaved(path.join(own.folder, 'saved.json'), keeps));
    return { faults, end };
  } finally {
    own.remove();
  }
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch (_) {
    return false;
  }
}

module.exports = { runReal, environmentOf, PROGRAM };
