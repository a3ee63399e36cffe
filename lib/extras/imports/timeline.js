'use strict';

/*
 * Modules and their times from the events of a process that loaded one: [kind, ms, key, more]. key: a path, a file URL,
 * or node:name. Each moment counts for one module, so that all times together are the whole time.
 *
 *   resolve (key: as in the source; more: [parent or null, 'require' or 'import']), resolved (key: null if it failed):
 *     may be nested
 *   load, compile, run, end: of a CommonJS module, JSON or an addon; load and end of a builtin. They are nested
 *   read, loaded (more: format): of the loader of ES modules, which then compiles the module
 *   begin, done: evaluation of an ES module; with top-level await, others may begin before it is done
 */

const { fileURLToPath } = require('url');
const { orNull } = require('../../base/host/fs-queries');
const { isTypeScript } = require('../../base/text/code-names');
const { median } = require('../../base/stats/sample');

const PHASES = ['read', 'compile', 'run'];

/** A path for a file URL, with its query: modules with another query are other modules. */
function keyOf(key) {
  if (key === null || !key.startsWith('file:')) return key;
  const at = key.search(/[?#]/);
  const [url, query] = at < 0 ? [key, ''] : [key.slice(0, at), key.slice(at)];
  const file = orNull(() => fileURLToPath(url));
  return file === null ? key : file + query;
}

const FORMATS = { '.json': 'json', '.node': 'addon', '.wasm': 'wasm' };

function formatOf(key, isModule) {
  if (key.startsWith('node:')) return 'builtin';
  const [, extension = ''] = (isModule ? /(\.\w+)(?:[?#].*)?$/ : /(\.\w+)$/).exec(key) || [];
  return FORMATS[extension] || (isTypeScript(extension) ? 'typescript' : isModule ? 'module' : 'commonjs');
}

/**
 * The stack of what happens: frames { key, phase }. One that isLoose is on top: the ES module with which the loader
 * works until another event. { phase: 'resolve', ms } collects until its module is known.
 */
class Timeline {
  constructor() {
    this.modules = new Map();
    this.stack = [];
    this.otherMs = 0; // before the first and after the last module
    this.links = []; // the last compiled modules of graphs, whose compile times include linking the graph
  }

  moduleOf(key, by = null, way = null) {
    if (!this.modules.has(key)) {
      this.modules.set(key, {
        key, by, ways: new Set(), isLoaded: false, isModule: false, runs: 0, read: 0, compile: 0, run: 0,
      });
    }
    const module = this.modules.get(key);
    if (way !== null) module.ways.add(way);
    return module;
  }

  spend(ms) {
    const top = this.stack.at(-1);
    if (top === undefined) this.otherMs += ms;
    else if (top.phase === 'resolve') top.ms += ms;
    else this.moduleOf(top.key)[top.phase] += ms;
  }

  dropLoose() {
    if (this.stack.length > 0 && this.stack.at(-1).isLoose) this.stack.pop();
  }

  push(key, phase, more) {
    this.dropLoose();
    this.stack.push({ key, phase, ...more });
  }

  loose(key, phase) {
    this.push(key, phase, { isLoose: true });
  }

  /** Of the innermost frame for which isIt() holds, removes it, and with isAll all above it. */
  remove(isIt, isAll) {
    this.dropLoose();
    const at = this.stack.findLastIndex(isIt);
    if (at >= 0) this.stack.splice(at, isAll ? Infinity : 1);
  }

  take([kind, , given, more]) {
    const key = keyOf(given);
    const { stack } = this;
    switch (kind) {
      case 'resolve':
        stack.push({ phase: 'resolve', ms: 0, by: keyOf(more[0]), way: more[1] });
        break;
      case 'resolved': return this.resolved(key);
      case 'load':
        this.moduleOf(key).isLoaded = true;
        return this.push(key, 'read', { isLoad: true });
      case 'compile': return this.compileCommonJs(key);
      case 'run': return this.startCommonJs(key);
      case 'end': return this.remove((frame) => frame.isLoad && frame.key === key, true);
      case 'read':
        this.moduleOf(key).isLoaded = true;
        return this.loose(key, 'read');
      case 'loaded':
        if (/^module/.test(more)) this.moduleOf(key).isModule = true;
        return this.loose(key, 'compile');
      case 'begin': {
        const top = stack.at(-1);
        if (top && top.isLoose && top.phase === 'compile') this.links.push(this.moduleOf(top.key));
        this.push(key, 'run', { isEvaluated: true });
        this.moduleOf(key).runs++;
        break;
      }
      case 'done': return this.remove((frame) => frame.isEvaluated && frame.key === key, false);
      default:
    }
    return undefined;
  }

  resolved(key) {
    const at = this.stack.findLastIndex(({ phase }) => phase === 'resolve');
    if (at < 0) return;
    const [{ ms, by, way }] = this.stack.splice(at, Infinity);
    const outer = this.stack.at(-1);
    if (outer && outer.phase === 'resolve') {
      // Node's own resolution within a hook.
      outer.ms += ms;
      return;
    }
    const isNew = key !== null && !this.modules.has(key);
    const isInside = this.modules.has(by);
    if (key !== null) this.moduleOf(key, isInside ? by : null, isInside ? way : null);
    const owner = isNew ? key : by;
    if (owner !== null && this.modules.has(owner)) this.moduleOf(owner).read += ms;
    else this.otherMs += ms;
    if (isNew && way === 'import') this.loose(key, 'read');
  }

  compileCommonJs(key) {
    // The loader of ES modules has begun with it: require() of an ES module.
    if (this.moduleOf(key).isModule) return;
    this.dropLoose();
    const top = this.stack.at(-1);
    if (top && top.isLoad && top.key === key) top.phase = 'compile';
  }

  startCommonJs(key) {
    const top = this.stack.findLast((frame) => frame.isLoad && frame.key === key);
    if (this.moduleOf(key).isModule || !top) return;
    this.dropLoose();
    top.phase = 'run';
    this.moduleOf(key).runs++;
  }

  /** Modules that have begun and not ended, the innermost last */
  open() {
    return this.stack.filter(({ phase }) => phase !== 'resolve').map(({ key }) => key);
  }
}

/**
 * @param {Array[]} events
 * @param {number} startedMs when the loading began
 * @param {number|null} ms its duration; null if it did not end
 * @returns {{ modules: Map<string, object>, otherMs: number, links: object[], open: string[] }}
 */
function readEvents(events, startedMs, ms) {
  const timeline = new Timeline();
  let last = startedMs;
  for (const event of events) {
    timeline.spend(Math.max(0, event[1] - last));
    timeline.take(event);
    last = event[1];
  }
  if (ms !== null) timeline.spend(Math.max(0, startedMs + ms - last));
  const { modules, links } = timeline;
  const linkMs = takeLinking(modules, links);
  return { modules, linkMs, otherMs: timeline.otherMs, open: [...new Set(timeline.open())] };
}

/** The loader reports no end of the last compilation, which is assumed to take as long as that of other modules. */
function takeLinking(modules, links) {
  const others = [...modules.values()].filter((one) => one.isModule && !links.includes(one));
  if (others.length === 0) return 0;
  const usual = median(others.map(({ compile }) => compile));
  let linkMs = 0;
  for (const module of new Set(links)) {
    const excess = Math.max(0, module.compile - usual);
    module.compile -= excess;
    linkMs += excess;
  }
  return linkMs;
}

/** Adds totalMs: with the modules that a module loaded first. Modules that load come before those that they load. */
function withTotals(modules) {
  const byKey = new Map(modules.map((module) => [module.key, { ...module, totalMs: module.ownMs }]));
  for (const module of [...byKey.values()].reverse()) {
    const parent = byKey.get(module.by);
    if (parent) parent.totalMs += module.totalMs;
  }
  return [...byKey.values()];
}

/**
 * The median times of each module over several processes, scaled so that all together are the time of processes without
 * instrumentation. Medians alone add up to less: a collection or an interruption is in another module in each process.
 *
 * @param {object[]} runs of readEvents()
 * @param {number} wholeMs
 * @returns {{ modules: object[], linkMs: number, otherMs: number }} the module that was asked for is the first, and
 *   all others belong to it: { key, by (key of the module that loaded it first), format, ways, runs, readMs, compileMs,
 *   runMs, ownMs, totalMs }
 */
function summarizeRuns(runs, wholeMs) {
  const loaded = new Map(runs.flatMap(({ modules }) => [...modules].filter(([, { isLoaded }]) => isLoaded)).reverse());
  const order = runs.flatMap(({ modules }) => [...modules.keys()]);
  const keys = [...new Set(order)].filter((key) => loaded.has(key));
  const [root] = keys;
  const middle = (valueOf) => median(runs.map(valueOf));
  const medians = keys.map((key) => PHASES.map((phase) => (
    middle(({ modules: own }) => (own.has(key) ? own.get(key)[phase] : 0)))));
  const [linkMs, otherMs] = [middle((one) => one.linkMs), middle((one) => one.otherMs)];
  const factor = wholeMs / (medians.flat().reduce((sum, ms) => sum + ms, linkMs + otherMs) || 1);
  const modules = keys.map((key, i) => {
    const { by, isModule, ways, runs: evaluations } = loaded.get(key);
    const [readMs, compileMs, runMs] = medians[i].map((ms) => factor * ms);
    return {
      key, by: key === root ? null : loaded.has(by) ? by : root, format: formatOf(key, isModule), ways: [...ways],
      runs: evaluations, readMs, compileMs, runMs, ownMs: readMs + compileMs + runMs,
    };
  });
  return { modules: withTotals(modules), linkMs: factor * linkMs, otherMs: factor * otherMs };
}

module.exports = { readEvents, summarizeRuns };
