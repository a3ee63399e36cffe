'use strict';

/* The call stacks of both sides as one tree with ns per call, for a differential flame graph. */

const MOST_FRAMES = 150;
const MOST_DEPTH = 24;
const LEAST_SHARE = 0.005; // of the time of the slower side: smaller frames are joined
const OTHER = 'other';

const create = (name, file, line) => ({ name, file, line, ns: [0, 0], children: new Map() });

/** Adds the profile of a side. Samples of our loop and of Node.js do not count, as in the budget. */
function addProfile(tree, { profile: { testFn }, nsPerCall, toCpuProfile, pathOf }, index, shownFile) {
  const { nodes } = toCpuProfile();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isProgram = ({ callFrame: { functionName, url } }) => url === '' && functionName === '(program)';
  const hits = nodes.reduce((sum, node) => sum + (isProgram(node) ? 0 : node.hitCount), 0);
  const isTest = ({ functionName, lineNumber, columnNumber }) => testFn !== null
    && functionName === testFn.name && lineNumber === testFn.line - 1 && columnNumber === testFn.column - 1;

  /** Returns the hits of the node with its children. */
  function visit({ callFrame, children, hitCount }, parent, depth) {
    const { functionName, url, lineNumber } = callFrame;
    const file = url === '' ? null : shownFile(pathOf(url));
    // Tests have different names, and lines differ between revisions.
    const key = isTest(callFrame) ? 'test' : JSON.stringify([functionName, file]);
    if (!parent.children.has(key)) {
      const name = functionName.replace(/^Builtin_/, '') || '(anonymous)';
      parent.children.set(key, create(name, file, file === null ? null : lineNumber + 1));
    }
    const own = parent.children.get(key);
    if (key === 'test' && index === 1) Object.assign(own, { name: functionName, file, line: lineNumber + 1 });
    const deeper = depth < MOST_DEPTH ? own : create('', null, null);
    const all = children.reduce((sum, id) => sum + visit(byId.get(id), deeper, depth + 1), hitCount);
    own.ns[index] += all / hits * nsPerCall;
    return all;
  }

  const [root] = nodes;
  for (const child of root.children.map((id) => byId.get(id))) if (!isProgram(child)) visit(child, tree, 0);
}

/** The frames in the order of a walk through the tree, with those below leastNs of the slower side as one */
function framesBelow({ children }, leastNs, depth) {
  const all = [...children.values()].sort((one, other) => other.ns[1] - one.ns[1]);
  const [wide, narrow] = [all.filter(({ ns }) => ns[1] >= leastNs), all.filter(({ ns }) => ns[1] < leastNs)];
  const other = create(OTHER, null, null);
  for (const { ns } of narrow) ns.forEach((one, i) => { other.ns[i] += one; });
  return [...wide, ...(other.ns[1] >= leastNs ? [other] : [])].flatMap((frame) => {
    const { name, file, line, ns } = frame;
    return [{ depth, name, file, line, ns }, ...framesBelow(frame, leastNs, depth + 1)];
  });
}

/**
 * sides: a and b, see explain(), with toCpuProfile() and pathOf(url). Returns frames { depth, name, file, line (or
 * null), ns (of a and b, with called functions) }, each with its children after it; a child has the next depth.
 */
function flameOf(sides, shownFile) {
  const [, { nsPerCall }] = sides;
  const tree = create('', null, null);
  sides.forEach((side, i) => addProfile(tree, side, i, shownFile));
  let frames;
  let share = LEAST_SHARE;
  do {
    frames = framesBelow(tree, share * nsPerCall, 0);
    share *= 2;
  } while (frames.length > MOST_FRAMES);
  return frames;
}

module.exports = { flameOf };
