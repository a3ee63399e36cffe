'use strict';

/*
 * CPU profiles that Chrome DevTools, VS Code and speedscope open, and the folder for them. The format:
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */

const path = require('path');
const { pathToFileURL } = require('url');
const { describeFsError, isFolder } = require('../../base/host/fs-queries');
const { openOutputFile } = require('../../base/host/output-file');
const { UsageError } = require('../../base/text/usage-error');
const { hiddenCallers } = require('./profile');

const ENDING = '.cpuprofile';
const MOST_NAME = 75; // UTF-16 units: at most 225 bytes, without the number and the ending
const NO_PLACE = -1; // of functions that are not in JavaScript

const native = (functionName) => ({ functionName, url: '', lineNumber: NO_PLACE, columnNumber: NO_PLACE });

/** Places begin at 0 here. */
const frameOf = ({ name, file, line, column }) => ({
  functionName: name, url: path.isAbsolute(file) ? pathToFileURL(file).href : file,
  lineNumber: line - 1, columnNumber: column - 1,
});

/** Frames of native code at the end of a stack, innermost first */
function nativeFrames({ kind, leaf, pc, entry }, symbolAt) {
  if (kind === 'own') return [];
  if (kind === 'builtin') return [native(leaf)];
  const names = [symbolAt(pc), entry && symbolAt(entry)].filter(Boolean);
  const known = names.filter((name, i) => names.indexOf(name) === i);
  return (known.length > 0 ? known : ['C++ of V8 or Node.js']).map(native);
}

/**
 * The stack of a sample: { frames: innermost first, line: of the innermost one if it is JavaScript, else null }.
 * callersOf(sample): of a builtin that hides them. Several take turns.
 */
function stackOf(sample, callersOf, symbolAt, number) {
  if (sample.kind === 'collector') return { frames: [native('(garbage collector)')], line: null };
  const callers = sample.chain.length > 0 || sample.kind === 'own' ? [] : callersOf(sample);
  const outer = [...sample.frames, ...(callers.length > 0 ? callers[number % callers.length] : [])]
    .filter(({ fn, builtin }) => fn || builtin);
  // The rest is our loop, and work of Node.js.
  if (!outer.some(({ fn }) => fn)) return { frames: [native('(program)')], line: null };
  const inner = nativeFrames(sample, symbolAt);
  const [first] = outer;
  return {
    frames: [...inner, ...outer.map(({ fn, builtin }) => (fn ? frameOf(fn) : native(builtin)))],
    line: inner.length === 0 && first.place ? first.place.line : null,
  };
}

/** The tree of functions. add(frames, line) counts a sample and returns the id of its node. */
function createTree() {
  const nodes = [];
  const scripts = new Map();

  function create(frame) {
    if (!scripts.has(frame.url)) scripts.set(frame.url, `${scripts.size}`);
    const node = {
      children: new Map(), lines: new Map(),
      shown: { id: nodes.length + 1, callFrame: { ...frame, scriptId: scripts.get(frame.url) }, hitCount: 0 },
    };
    nodes.push(node);
    return node;
  }

  function childOf({ children }, frame) {
    const key = JSON.stringify(frame);
    if (!children.has(key)) children.set(key, create(frame));
    return children.get(key);
  }

  const root = create(native('(root)'));
  return {
    add(frames, line) {
      const node = frames.reduceRight(childOf, root);
      node.shown.hitCount++;
      if (line !== null) node.lines.set(line, (node.lines.get(line) || 0) + 1);
      return node.shown.id;
    },
    nodes: () => nodes.map(({ shown, children, lines }) => ({
      ...shown, children: [...children.values()].map((child) => child.shown.id),
      positionTicks: [...lines].map(([line, ticks]) => ({ line, ticks })),
    })),
  };
}

/** hiddenCallers(), without code that was compiled for callers outside of the window. */
function createCallers(log) {
  const outermostOf = (chain) => chain[chain.length - 1].fn;
  const outermost = new Set(log.samples.filter(({ chain }) => chain.length > 0).map(({ chain }) => outermostOf(chain)));
  return (sample) => {
    const callers = hiddenCallers(sample, log);
    const own = callers.filter((chain) => outermost.has(outermostOf(chain)));
    return own.length > 0 ? own : callers;
  };
}

/** log: see readLog(); symbolAt: as in profileOf(). Times are in us; a delta is the time since the sample before. */
function cpuProfileOf(log, symbolAt) {
  const { startUs, seconds } = log;
  const tree = createTree();
  const callersOf = createCallers(log);
  const samples = [];
  const timeDeltas = [];
  let latestUs = startUs;
  for (const sample of log.samples) {
    const { frames, line } = stackOf(sample, callersOf, symbolAt, samples.length);
    samples.push(tree.add(frames, line));
    timeDeltas.push(Math.max(0, sample.atUs - latestUs));
    latestUs = Math.max(latestUs, sample.atUs);
  }
  return { nodes: tree.nodes(), startTime: startUs, endTime: startUs + Math.round(seconds * 1e6), samples, timeDeltas };
}

/** 'parse-js-2' for ['parse', 'js 2'], without characters that have a meaning in paths */
function nameOf(parts) {
  const most = Math.floor(MOST_NAME / parts.length);
  return parts.map((part) => part.replace(/[^\p{L}\p{N}._]+/gu, '-').replace(/^[-.]+|-+$/g, '').slice(0, most))
    .filter(Boolean).join('-');
}

/**
 * The folder for profiles, which is created. write(parts, profile): parts of the name of the file. Throws UsageError,
 * also if it has profiles, unless force is given; write() throws as the files of openOutputFile() do.
 */
function openProfileFolder(given, { force = false, host, cwd }) {
  const folder = path.resolve(cwd, given);
  const refuse = (why) => { throw new UsageError(`--cpuprofile ${given || '\'\''} ${why}`); };
  if (given === '') refuse('is empty. Pass a folder');
  if (host.isThere(folder) && !isFolder(folder, host)) refuse('is a file. Pass a folder');
  let names = [];
  try {
    host.makeFolder(folder);
    host.checkAccess(folder, 'write');
    names = host.listDir(folder);
  } catch (error) {
    refuse(`cannot be written: ${describeFsError(error)}. Use another folder`);
  }
  const old = names.find((name) => name.endsWith(ENDING));
  if (old !== undefined && !force) refuse(`already contains ${old}. Use another folder`);
  const taken = new Set();
  return {
    write(parts, profile) {
      const name = nameOf(parts);
      let own = name;
      for (let number = 2; taken.has(own.toLowerCase()); number++) own = `${name}-${number}`;
      taken.add(own.toLowerCase());
      const file = openOutputFile(path.join(folder, `${own}${ENDING}`), { force, host });
      file.write(`${JSON.stringify(profile)}\n`);
    },
  };
}

module.exports = { cpuProfileOf, openProfileFolder };
