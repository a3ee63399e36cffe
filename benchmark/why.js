'use strict';

/*
 * Explains pairs of tests whose difference has a known reason, and counts the right reasons:
 *
 *   node why.js [panel] [public] [unseen] [--only TEXT] [--time SECONDS] [--short] [--node PATH]
 *
 * Each file of why-panel/, which is the default, has a pair, fast and slow, a pattern of the reason in a comment, and
 * perhaps HERE in the line of the cause. A pair counts if the first line of the budget, or its evidence, names the
 * reason; its place if that is in the right line. Of the clean pairs, which only do more work, none may get another
 * reason. why-public/ has small versions of what public pull requests replaced; the reasons are those of their authors.
 * why-unseen/ was written in seven parts by people who had not seen the code of why, but has been used to correct it
 * since.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const SHORT = 36; // every 36th pair

const { options, names } = readArguments(
  { only: null, time: '0.3', short: false, node: process.execPath }, ['panel', 'public', 'unseen']);
const folders = (names.length > 0 ? names : ['panel']).map((name) => path.join(__dirname, `why-${name}`));

function readPair(file) {
  const name = path.basename(file);
  const text = fs.readFileSync(file, 'utf8');
  const [, reason] = /^\/\/ reason: (.*)$/m.exec(text);
  const line = text.split('\n').findIndex((one) => one.includes('// HERE')) + 1;
  return { name: name.slice(0, -3), file, isClean: name.startsWith('clean-'), reason: new RegExp(reason), line };
}

let failed = 0;

/** The first explanation of a pair, { explanation, reason } */
function explain({ file }) {
  const { status, stdout, stderr } = spawnSync(options.node, [PROGRAM, 'why', '--json', '-t', options.time, file],
    { encoding: 'utf8' });
  if (status !== 0) failed++;
  const nothing = { explanation: null, reason: stderr.trim() || 'not slower' };
  return stdout ? JSON.parse(stdout).explanations[0] || nothing : nothing;
}

function judgeClean(pair) {
  const { explanation, reason } = explain(pair);
  const lines = explanation ? explanation.lines : [];
  const isAccused = lines.some(({ id, isKnown }) => isKnown && id !== 'more-work');
  const words = lines.map(({ what }) => what).join('; ') || reason;
  console.log(`${isAccused ? 'ACCUSED' : 'clean'.padEnd(7)} ${pair.name.padEnd(24)} ${words}`);
  return { isAccused };
}

function judge(pair) {
  const { explanation, reason } = explain(pair);
  const [first = null] = explanation ? explanation.lines : [];
  const words = first === null ? '' : [first.what, ...first.because].join('; ');
  const isRight = pair.reason.test(words);
  const line = first && first.place ? first.place.line : 0;
  const isPlaced = isRight && (pair.line === 0 || line === pair.line);
  const verdict = isPlaced ? 'right' : isRight ? 'place?' : 'WRONG';
  const wanted = isPlaced ? '' : ` (expected: ${pair.reason.source}, line ${pair.line})`;
  const found = first ? `${first.what}, line ${line}` : reason;
  console.log(`${verdict.padEnd(7)} ${pair.name.padEnd(24)} ${found}${wanted}`);
  return { isRight, isPlaced };
}

const pairs = folders.flatMap((folder) => fs.readdirSync(folder)
  .filter((name) => !options.only || name.includes(options.only)).map((name) => readPair(path.join(folder, name))))
  .filter((_, i) => !options.short || i % SHORT === 0);
const known = pairs.filter(({ isClean }) => !isClean).map(judge);
const clean = pairs.filter(({ isClean }) => isClean).map(judgeClean);
const count = (list, field) => list.filter((one) => one[field]).length;
console.log(`right reason first: ${count(known, 'isRight')} of ${known.length}, in the right line ` +
  `${count(known, 'isPlaced')}; clean pairs accused: ${count(clean, 'isAccused')} of ${clean.length}`);
// A wrong reason is no failure: next to other programs, differences may not be clear.
if (options.short && failed > 0) process.exitCode = 1;
