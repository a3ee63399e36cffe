'use strict';

/*
 * Who is compared with whom: binaries of node on the same files, versions of a package that these import, or a revision
 * with the working tree. A side is { label, source, execPath, node, cwd, env, pathOf(file), has(file), environment,
 * notes, notesOnceLoaded(), remove() }: node as suite/typescript.js wants it; env in addition to that of this process;
 * notes in words, the latter of what shows only when the files have been loaded.
 */

const { orNull } = require('../host/at-path');
const { probeBinary } = require('./binary');
const { commonPackage, packageSides } = require('./packages');
const { nodeHere } = require('../suite/typescript');
const { openWorktree, describeNote } = require('./worktree');

// A side whose files are those that were asked for.
const here = {
  env: {}, pathOf: (file) => file, has: () => true, environment: null, notes: [], notesOnceLoaded: () => [],
  remove() {},
};

const thisNode = (host) => ({ execPath: host.execPath, node: nodeHere(host) });

/** 'old' and 'new', or 'old', 'new 1', 'new 2' ... */
function labelsOf(sides) {
  return ['old', ...Array.from({ length: sides - 1 }, (_, i) => (sides === 2 ? 'new' : `new ${i + 1}`))];
}

/**
 * @param {{ old: string, new: string[] }} options paths of binaries
 * @param {object} deps { host, cwd }
 */
function binarySides(options, { host, cwd }) {
  const labels = labelsOf(1 + options.new.length);
  return [options.old, ...options.new].map((path, i) => {
    const { execPath, ...node } = probeBinary(path, { host, cwd });
    return { ...here, label: labels[i], source: `${path} (node ${node.version})`, execPath, node, cwd };
  });
}

/**
 * @param {string} revision
 * @param {string[]} files of the working tree
 * @param {object} deps { host, cwd }
 */
function revisionSides(revision, files, { host, cwd }) {
  const tree = openWorktree(revision, { cwd, host });
  const has = (file) => orNull(() => [tree.checkFiles([file])]) !== null;
  try {
    // New ones are told as unmatched; with nothing else there is nothing to compare.
    if (!files.some(has)) tree.checkFiles(files);
  } catch (error) {
    tree.remove();
    throw error;
  }
  const both = { ...here, ...thisNode(host) };
  return [
    {
      ...both, label: 'old', source: tree.label, cwd: tree.cwd, pathOf: tree.mapPath, has,
      notes: tree.notes.map(describeNote), remove: tree.remove,
    },
    { ...both, label: 'new', source: tree.workingLabel, cwd },
  ];
}

/**
 * The sides that the options of the command line name.
 *
 * @param {{ old: string, new: string[] } | { rev: string }} options
 * @param {string[]} files of the working tree, as shown
 * @param {object} deps { host, cwd, terminal }
 * @returns {Promise<object[]>}
 * @throws {UsageError}
 */
async function comparedSides(options, files, deps) {
  if (options.rev !== undefined) return revisionSides(options.rev, files, deps);
  const given = [options.old, ...options.new];
  const name = commonPackage(given, deps);
  if (name === null) return binarySides(options, deps);
  return packageSides(name, given, { ...here, ...thisNode(deps.host) }, deps);
}

module.exports = { comparedSides, labelsOf };
