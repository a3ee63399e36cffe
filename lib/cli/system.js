'use strict';

/* `qtimeit system`: shows what would spoil a benchmark on this machine; `fast` and `restore` change settings. */

const { maxOf } = require('../base/stats/sample');
const { printableJson } = require('../base/text/display');
const { UsageError } = require('../base/text/usage-error');
const { FINE, FAILED } = require('./shutdown');

const IN_CONTAINER = 'This is a container: commands that need root must be run on the host. Other containers are ' +
  'visible only as load and pressure.';
const OF_GOVERNOR = '`sudo qtimeit system fast` sets the governor; `sudo qtimeit system restore` restores it.';

const known = (...values) => values.filter((value) => value !== null && value !== undefined && value !== '').join(' ');
const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
const list = (...parts) => parts.filter(Boolean).join(', ');

function factsOf(info, { isVirtual, isContainer }) {
  const vm = info.warnings.find(({ code }) => code === 'virtual-machine');
  const virtual = isVirtual && known('virtual', vm.hypervisor && `(${vm.hypervisor})`);
  const { cpuMhz: mhz, cpuScalingGovernor: governor } = info;
  const { name, version } = require('../core/system/engine-facts').describeEngine(info);
  const nanoseconds = (value, words) => value !== null && `${Math.round(value)} ns ${words}`;
  return [
    [name, list(version, info.jit)],
    ['system', list(known(info.platform, info.arch), known(info.kernel && 'kernel', info.kernel))],
    ['machine', list(virtual, isContainer && 'in a container')],
    ['processor', list(info.cpu, info.cpuCount && plural(info.cpuCount, 'CPU'))],
    ['pinning', info.platform !== 'linux' && 'none: taskset exists only on Linux, so processes use all cores'],
    ['speed', list(mhz && `${Math.round(mhz)} MHz (${info.cpuMhzSource})`, governor && `governor ${governor}`)],
    ['clock', list(nanoseconds(info.clockGrainNs, 'resolution'), nanoseconds(info.clockCostNs, 'per reading'))],
  ].filter(([, text]) => text);
}

function textOf(info, found) {
  const { remedyText } = require('../core/system/warnings');
  const { escaped } = require('../base/text/display');
  const { findings, fine, unseen, isVirtual, isContainer } = found;
  const facts = factsOf(info, found);
  const width = maxOf(facts.map(([title]) => title.length));
  const lines = [...facts.map(([title, fact]) => `${title.padEnd(width)}  ${escaped(fact)}`), ''];
  findings.forEach((finding, i) => {
    const number = `${i + 1}. `;
    lines.push(`${number}${escaped(finding.found)}`);
    const remedy = remedyText(finding);
    if (remedy) lines.push(`${' '.repeat(number.length)}fix: ${escaped(remedy)}`);
  });
  lines.push(findings.length ? '' : 'Nothing found that makes timings unstable.');
  if (fine.length) lines.push(`fine: ${escaped(fine.join(', '))}`);
  const where = isVirtual ? ' (virtual machine; visible on the host)' : ` (on ${info.platform})`;
  const why = isVirtual || info.platform !== 'linux' ? where : '';
  if (unseen.length) lines.push(`not visible here${why}: ${unseen.join(', ')}`);
  if (isContainer) lines.push(IN_CONTAINER);
  if (findings.some(({ kind }) => kind === 'governor')) lines.push(OF_GOVERNOR);
  return `${lines.join('\n')}\n`;
}

function show({ host, sysinfo, terminal }, json) {
  const { findAll } = require('../core/system/findings');
  const info = sysinfo();
  const found = findAll(host, info);
  terminal.write(json ? `${printableJson({ ...found, environment: info }, 2)}\n` : textOf(info, found));
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
    act: (host) => require('../core/system/governor').makeFast(host),
    byRoot: 'sudo qtimeit system fast, or: sudo cpupower frequency-set -g performance',
    after: 'In effect until the next boot; qtimeit system restore restores the previous settings',
  },
  restore: {
    act: (host) => require('../core/system/governor').restore(host),
    byRoot: 'sudo qtimeit system restore',
    after: 'The previous settings are restored',
  },
};

const OUTCOMES = {
  'nothing-to-do': 'all CPUs already use the performance governor',
  'no-scaling': 'frequency scaling cannot be set here (virtual machine, container, fixed clock, or not Linux). Set ' +
    'it on the host',
  'nothing-saved': 'no saved settings to restore; qtimeit system fast saves them',
};

function act(name, { host, terminal }, json) {
  const action = ACTIONS[name];
  const result = action.act(host);
  const outcome = OUTCOMES[result.kind];
  const exitCode = ['done', 'nothing-to-do'].includes(result.kind) ? FINE : FAILED;
  if (json) {
    terminal.write(`${printableJson({ action: name, ...result }, 2)}\n`);
    return exitCode;
  }
  if (outcome && exitCode === FINE) terminal.write(`${outcome}\n`);
  else if (outcome) terminal.writeError(`qtimeit: ${outcome}\n`);
  if (result.changed.length) terminal.write(`${changeLines(result.changed)}${action.after}\n`);
  for (const { what, why } of result.failed) terminal.writeError(`qtimeit: ${what}: ${why}\n`);
  if (result.failed.some(({ lacksRights }) => lacksRights)) {
    terminal.writeError(`qtimeit: root is required: ${action.byRoot}\n`);
  }
  return exitCode;
}

function system({ options: { json = false }, positionals: [action, ...more] }, command, deps) {
  if (more.length) throw new UsageError(`system expects one word, fast or restore, got ${more.length + 1}`);
  if (action === undefined) return show(deps, json);
  if (Object.hasOwn(ACTIONS, action)) return act(action, deps, json);
  throw new UsageError(`system expects "fast", "restore" or nothing, got "${action}"`);
}

module.exports = { system };
