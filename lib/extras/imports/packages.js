'use strict';

/* The packages of a measured import, modules that are loaded twice, and the differences between two imports. */

const path = require('path');
const { orNull } = require('../../base/host/fs-queries');
const { shownPath, withSlashes } = require('../../base/host/paths');
const { groupBy } = require('../../base/text/grouped-by');

const IN_PACKAGE = /^(.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+))(?:[/\\]|$)/;
/** The key or the name of a module without its query, which only import() takes: files may have names with # or ?. */
const withoutQuery = (text, { ways }) => (ways.includes('import') ? text.replace(/[?#].*$/, '') : text);

const sumOf = (modules, field) => modules.reduce((sum, one) => sum + one[field], 0);

/** The folder and name of the package of a module; null for builtins, and outside of node_modules */
function packageOf(key) {
  const [, folder, name] = IN_PACKAGE.exec(key) || [];
  return folder === undefined ? null : { folder, name: withSlashes(name) };
}

/**
 * Adds name (for people), bytes (null if unknown), and package, version and folder (null outside of packages) to
 * modules of summarizeRuns().
 */
function describeModules(modules, { host, cwd }) {
  const versions = new Map();
  const versionIn = (folder) => {
    if (!versions.has(folder)) {
      const text = () => JSON.parse(host.readText(path.join(folder, 'package.json'))).version;
      versions.set(folder, orNull(text) || null);
    }
    return versions.get(folder);
  };
  return modules.map((module) => {
    const { folder = null, name = null } = packageOf(module.key) || {};
    const bytes = module.format === 'builtin' ? null : orNull(() => host.stat(withoutQuery(module.key, module)).size);
    const shown = folder === null ? shownPath(module.key, cwd)
      : withSlashes(`${name}${module.key.slice(folder.length)}`);
    return { ...module, name: shown, bytes, package: name, version: folder && versionIn(folder), folder };
  });
}

/**
 * { name, version, modules (number), ownMs, totalMs } of packages, the slowest first. totalMs: with the modules that
 * its modules loaded first
 */
function summarizePackages(modules) {
  const byKey = new Map(modules.map((module) => [module.key, module]));
  const isOuter = ({ by, folder }) => {
    for (let above = byKey.get(by); above; above = byKey.get(above.by)) if (above.folder === folder) return false;
    return true;
  };
  const groups = groupBy(modules.filter(({ folder }) => folder !== null), ({ folder }) => folder);
  return [...groups].map(([folder, own]) => ({
    name: own[0].package, version: own[0].version, folder, modules: own.length, ownMs: sumOf(own, 'ownMs'),
    totalMs: sumOf(own.filter(isOuter), 'totalMs'),
  })).sort((a, b) => b.totalMs - a.totalMs);
}

/**
 * What is loaded more than once: { kind, name, copies (texts) }. kind: 'versions' (copies of a package), 'formats' (a
 * package as CommonJS and as ES modules), 'again' (a file that is evaluated several times)
 */
function findRepeated(modules, packages, cwd) {
  const names = [...new Set(packages.map(({ name }) => name))];
  const copiesOf = names.map((name) => ({ name, copies: packages.filter((one) => one.name === name) }));
  const formatsOf = ({ folder }) => new Set(modules.filter((one) => one.folder === folder).map(({ format }) => format));
  const isBoth = (one) => ['commonjs', 'module'].every((format) => formatsOf(one).has(format));
  const files = [...groupBy(modules, (one) => withoutQuery(one.key, one)).values()]
    .map((own) => ({ name: withoutQuery(own[0].name, own[0]), runs: sumOf(own, 'runs') }));
  return [
    ...copiesOf.filter(({ copies }) => copies.length > 1).map(({ name, copies }) => ({
      kind: 'versions', name,
      copies: copies.map(({ version, folder }) => ({ version, folder: shownPath(folder, cwd) })),
    })),
    ...packages.filter(isBoth).map(({ name }) => ({ kind: 'formats', name, copies: [] })),
    ...files.filter(({ runs }) => runs > 1).map((one) => ({ kind: 'again', ...one, copies: [] })),
  ];
}

const LEAST_SPREADS = 3; // of a difference, because there are hundreds of modules
const LOW_SHARE = 0.2; // of the times of a module, whose spread counts
const LEAST_SHARE = 0.02; // of the difference between the imports
const LEAST_SHARE_OF_TIME = 0.002;
const LEAST_MS = 0.05;

/** Next to other programs, each process waits for its core in other modules. Only the smallest times are without it. */
function smallestOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const [least] = sorted;
  const spread = sorted[Math.min(sorted.length - 1, Math.max(1, Math.floor(LOW_SHARE * sorted.length)))] - least;
  return { least, spread };
}

/** Finds the same module in another import: the loaded one, the same file, or one at the same place relative to it. */
function createMatcher([root], others) {
  const names = new Set(others.map(({ name }) => name));
  const folder = path.dirname(root.key);
  return (module) => {
    if (module === root) return '';
    const isShared = module.package !== null || names.has(module.name) || module.format === 'builtin';
    return isShared ? module.name : `./${withSlashes(path.relative(folder, module.key))}`;
  };
}

/**
 * The modules that explain the difference between two imports, the largest difference first: { name, kind ('changed',
 * 'new' or 'gone'), modules (number), ms (difference of own times) }. New and gone modules are summed by package.
 * sides: { modules (of describeModules()), ownTimes (key -> ms per process) }; the first modules are the same one. The
 * rest is { kind: 'rest', ms }
 */
function explainDifference(sides) {
  const [before, after] = sides.map(({ modules, ownTimes }, i) => {
    const nameOf = createMatcher(modules, sides[1 - i].modules);
    return new Map(modules.map((module) => [nameOf(module), { ...module, times: ownTimes.get(module.key) }]));
  });
  const [oldMs, freshMs] = [before, after].map((modules) => sumOf([...modules.values()], 'ownMs'));
  const least = Math.max(LEAST_MS, LEAST_SHARE * Math.abs(freshMs - oldMs), LEAST_SHARE_OF_TIME * oldMs);
  const isClear = ({ ms, spread }) => Math.abs(ms) >= Math.max(least, LEAST_SPREADS * spread);
  const changed = [...after].filter(([name]) => before.has(name)).map(([name, module]) => {
    const [old, fresh] = [before.get(name), module].map(({ times }) => smallestOf(times));
    const spread = Math.hypot(old.spread, fresh.spread);
    return { name: module.name, kind: 'changed', modules: 1, ms: fresh.least - old.least, spread };
  }).filter(isClear);
  const alone = (own, other, kind, sign) => {
    const modules = [...own].filter(([name]) => !other.has(name)).map(([, module]) => module);
    const groups = [...groupBy(modules, (module) => module.package || module.name)];
    return groups.map(([name, all]) => ({ name, kind, modules: all.length, ms: sign * sumOf(all, 'ownMs') }))
      .filter(({ ms }) => Math.abs(ms) >= least);
  };
  const found = [...changed, ...alone(after, before, 'new', 1), ...alone(before, after, 'gone', -1)]
    .map(({ name, kind, modules, ms }) => ({ name, kind, modules, ms }))
    .sort((a, b) => Math.abs(b.ms) - Math.abs(a.ms));
  const rest = found.reduce((left, { ms }) => left - ms, freshMs - oldMs);
  return [...found, { name: null, kind: 'rest', modules: null, ms: rest }];
}

module.exports = { describeModules, summarizePackages, findRepeated, explainDifference };
