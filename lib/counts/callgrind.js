'use strict';

/*
 * Valgrind's callgrind, for code that V8 makes while a program runs: cachegrind has one sum for all of it, and
 * callgrind the instructions of each address. How it is started, and what it writes. Pure: nothing is read or started
 * here.
 */

/**
 * The program and its arguments that node is run by. Nothing in its file is shortened by what stands above it. Without
 * --vgdb=no three pipes for a debugger stay behind in the folder for temporary files where it is killed.
 *
 * @param {string} file that the counts are written to
 * @returns {string[]}
 */
function callgrindCommand(file) {
  return [
    'valgrind', '--quiet', '--tool=callgrind', `--callgrind-out-file=${file}`, '--smc-check=all-non-file',
    '--vgdb=no', '--dump-instr=yes', '--dump-line=no', '--compress-strings=no', '--compress-pos=no',
  ];
}

/**
 * @param {string} text of the file (manual, section 6.2: Callgrind format specification)
 * @returns {{ functions: Map<string, number>, code: Map<number, number> }|null} functions: instructions by the name of
 *   the function, of what has come from files; code: by address, of what V8 has made; null where it was cut off
 */
function readCallgrind(text) {
  if (!/^totals: /m.test(text.slice(-200))) return null;
  const functions = new Map();
  const code = new Map();
  const add = (map, key, instructions) => map.set(key, (map.get(key) || 0) + instructions);
  let name = '';
  let file = '';
  let isMade = false;
  let isCall = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('0x')) {
      const at = line.indexOf(' ');
      const instructions = Number(line.slice(at + 1));
      // What is called has lines of its own.
      if (!isCall && isMade) add(code, parseInt(line, 16), instructions);
      else if (!isCall) add(functions, name, instructions);
      isCall = false;
    } else if (line.startsWith('fn=')) {
      // The second and further turns of what calls itself have a number.
      name = line.slice(3).replace(/'\d+$/, '').replace(/^0x[\da-f]+$/, `in ${file}`);
    } else if (line.startsWith('ob=')) {
      isMade = line === 'ob=???';
      file = line.slice(line.lastIndexOf('/') + 1);
    } else if (line.startsWith('calls=')) {
      isCall = true;
    }
  }
  return { functions, code };
}

module.exports = { callgrindCommand, readCallgrind };
