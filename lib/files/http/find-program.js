'use strict';

/*
 * Programs are looked for as a shell does, without starting one: to ask each with `-h` would take longer than many
 * a benchmark.
 */

const path = require('path');
const { isProgram } = require('../../host/executable');

function isScript(host, file) {
  try {
    return host.stat(file).isFile();
  } catch (_) {
    return false;
  }
}

/** The folder and those above it, the nearest first. */
function upwards(folder) {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

/**
 * @param {object} tool { name, package }: package: path of its script below node_modules, of one that npm installs
 * @param {{ host: object, cwd: string, execPath: string }} where execPath: the node for scripts
 * @returns {{ command: string, args: string[] }|null} what starts it, before its own arguments
 */
function findProgram(tool, { host, cwd, execPath }) {
  const isWindows = host.platform === 'win32';
  const inPath = (host.env.PATH || '').split(isWindows ? ';' : ':').filter(Boolean);
  const nearby = tool.package ? upwards(cwd).map((folder) => path.join(folder, 'node_modules')) : [];
  const programs = [...inPath, ...(isWindows ? [] : nearby.map((folder) => path.join(folder, '.bin')))]
    .map((folder) => path.resolve(cwd, folder, isWindows ? `${tool.name}.exe` : tool.name));
  const program = programs.find((file) => isProgram(file, host));
  if (program !== undefined) return { command: program, args: [] };
  if (!isWindows || !tool.package) return null;
  const scripts = [...inPath.map((folder) => path.resolve(cwd, folder, 'node_modules')), ...nearby].map((folder) => path.join(folder, tool.package));
  const script = scripts.find((file) => isScript(host, file));
  return script === undefined ? null : { command: execPath, args: [script] };
}

/** Where findProgram has looked, in words. */
function placesOf(tool, cwd) {
  return tool.package ? `in PATH and in node_modules/.bin of ${cwd} and the folders above it` : 'in PATH';
}

module.exports = { findProgram, placesOf };
