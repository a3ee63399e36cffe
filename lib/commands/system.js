'use strict';

/* `qtimeit system`: shows what would spoil a benchmark on this machine; `fast` and `restore` change settings. */

const { UsageError } = require('../text/usage-error');
const { FINE, FAILED } = require('./exit-codes');

const IN_CONTAINER = 'In a container: commands of root are for the machine outside; ' +
  'other containers show only as load and pressure.\n';
const OF_GOVERNOR = '`sudo qtimeit system fast` sets the governor, `sudo qtimeit system restore` puts it back.\n';

const known = (...values) => values.filter((value) => value !== null && value !== undefined && value !== '').join(' ');

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

function factsOf(info, { isVirtual, isContainer }) {
  const vm = info.warnings.find(({ code }) => code === 'virtual-machine');
  const virtual = isVirtual && known('virtual', vm.hypervisor && `(${vm.hypervisor})`);
  const { cpuMhz: mhz, cpuScalingGovernor: governor } = info;
  const { name, version } = require('../system/engine-facts').engineOf(info);
  const nanoseconds = (value, words) => (value === null ? null : `${Math.round(value)} ns ${words}`);
  const list = (...parts) => parts.filter(Boolean).join(', ');
  return [
    [name, list(version, info.jit)],
    ['system', list(known(info.platform, info.arch), known(info.kernel && 'kernel', info.kernel))],
    ['machine', list(virtual, isContainer && 'in a container')],
    ['processor', list(info.cpu, info.cpuCount && plural(info.cpuCount, 'CPU'))],
    ['speed', list(mhz && `${Math.round(mhz)} MHz (${info.cpuMhzSource})`, governor && `governor ${governor}`)],
    ['clock', list(nanoseconds(info.clockGrainNs, 'grain'), nanoseconds(info.clockCostNs, 'a reading'))],
  ].filter(([, text]) => text);
}

function unseenLine({ unseen, isVirtual }, platform) {
  if (!unseen.length) return '';
  const why = isVirtual ? ' (virtual machine: its host has them)' : platform === 'linux' ? '' : ` (on ${platform})`;
  return `cannot be seen from here${why}: ${unseen.join(', ')}\n`;
}

function showText(info, found) {
  const { remedyText } = require('../system/warnings');
  const { escaped } = require('../text/display');
  const facts = factsOf(info, found);
  const width = Math.max(...facts.map(([title]) => title.length));
  let text = facts.map(([title, fact]) => `${title.padEnd(width)}  ${escaped(fact)}\n`).join('');
  text += '\n';
  found.findings.forEach((finding, i) => {
    const number = `${i + 1}. `;
    text += `${number}${escaped(finding.found)}\n${' '.repeat(number.length)}fix: ${escaped(remedyText(finding))}\n`;
  });
  text += found.findings.length ? '\n' : 'Nothing found that would spoil a benchmark.\n';
  if (found.fine.length) text += `fine: ${escaped(found.fine.join(', '))}\n`;
  text += unseenLine(found, info.platform);
  if (found.isContainer) text += IN_CONTAINER;
  return found.findings.some(({ kind }) => kind === 'governor') ? text + OF_GOVERNOR : text;
}

function show({ host, sysinfo, terminal }, json) {
  const { findAll } = require('../system/findings');
  const info = sysinfo();
  const found = findAll(host, info);
  if (json) terminal.write(`${JSON.stringify({ ...found, environment: info }, null, 2)}\n`);
  else terminal.write(showText(info, found));
  return FINE;
}

/** '7 processors: powersave -> performance', a line for each kind of change */
function changeLines(changed) {
  const counts = new Map();
  for (const { from, to } of changed) {
    const words = `${from || 'unknown'} -> ${to}`;
    counts.set(words, (counts.get(words) || 0) + 1);
  }
  return [...counts].map(([words, count]) => `${plural(count, 'processor')}: ${words}\n`).join('');
}

const ACTIONS = {
  fast: {
    act: (host) => require('../system/governor').makeFast(host),
    byRoot: 'sudo qtimeit system fast, or: sudo cpupower frequency-set -g performance',
    after: 'until the next boot; qtimeit system restore puts back what was there',
  },
  restore: {
    act: (host) => require('../system/governor').restore(host),
    byRoot: 'sudo qtimeit system restore',
    after: 'as before',
  },
};

const OUTCOMES = {
  'nothing-to-do': { exitCode: FINE, text: 'all processors have the governor performance already' },
  'no-scaling': {
    exitCode: FAILED,
    text: 'there is no frequency scaling to be set here (a virtual machine, a container, a fixed clock, or not linux)' +
      '; set it on the machine itself',
  },
  'nothing-saved': {
    exitCode: FAILED, text: 'nothing was saved to be put back; that is what qtimeit system fast does',
  },
};

/** The reasons of failures, and a command with the required rights if they are missing. */
function failureText({ failed }, { byRoot }) {
  let text = failed.map(({ what, why }) => `qtimeit: ${what}: ${why}\n`).join('');
  if (failed.some(({ lacksRights }) => lacksRights)) text += `qtimeit: only root may do this: ${byRoot}\n`;
  return text;
}

function act(name, { host, terminal }, json) {
  const action = ACTIONS[name];
  const result = action.act(host);
  const outcome = OUTCOMES[result.kind];
  const exitCode = outcome ? outcome.exitCode : result.kind === 'done' ? FINE : FAILED;
  if (json) {
    terminal.write(`${JSON.stringify({ action: name, ...result }, null, 2)}\n`);
    return exitCode;
  }
  if (outcome && exitCode === FINE) terminal.write(`${outcome.text}\n`);
  else if (outcome) terminal.writeError(`qtimeit: ${outcome.text}\n`);
  if (result.changed.length) terminal.write(`${changeLines(result.changed)}${action.after}\n`);
  if (result.failed.length) terminal.writeError(failureText(result, action));
  return exitCode;
}

/**
 * @param {object} given
 * @param {'fast'|'restore'} [given.action] default: shows the state and changes nothing
 * @param {boolean} [given.json] print values instead of sentences
 * @returns {{ exitCode: number }} 0; 1 if an action failed or had nothing to act on
 * @throws {UsageError} for another action
 */
function systemCommand({ action, json = false, deps }) {
  if (action === undefined) return { exitCode: show(deps, json) };
  if (!Object.hasOwn(ACTIONS, action)) {
    throw new UsageError(`system takes "fast" or "restore", or nothing to show what it finds, and not "${action}"`);
  }
  return { exitCode: act(action, deps, json) };
}

module.exports = { systemCommand };
