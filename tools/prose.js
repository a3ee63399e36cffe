#!/usr/bin/env node
'use strict';

/*
 * node tools/prose.js [-v]: counts phrases that native speakers would rewrite in documentation, help, messages,
 * comments and tests, per 1000 words. Exits with 1 if a kind of text exceeds its limit. -v prints each place.
 */

const { execFileSync } = require('child_process');
const { readFileSync } = require('fs');
const path = require('path');
const { allMessages } = require('./messages');

const ROOT = path.join(__dirname, '..');

// Phrases, and the terms to use instead.
const PHRASES = [
  [/\b(?:told|tells)\b/gi, 'report, print, show'],
  [/\b(?:to tell|tell apart|telling apart)\b/gi, 'report, distinguish'],
  [/\bsays? so\b|\bis said\b/gi, 'report'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\bof (?:its|their|his|our) own\b/gi, 'separate'],
  [/\bby (?:itself|themselves)\b/gi, 'alone, automatically'],
  [/\b(?:nobody|whatever|anew|nor|insides|untold)\b/gi, 'rewrite'],
  [/\bbut for\b/gi, 'except'],
  [/\b(?:stands?|stood) (?:in|for|behind|there|at|below|above|on)\b/gi, 'is, means, follows'],
  [/\bof no (?:use|account)\b/gi, 'useless, irrelevant'],
  [/\b(?:that of|those of|those that|ones? that)\b/gi, 'repeat the noun'],
  [/\bthe others\b/gi, 'the other ...'],
  [/\bin place of\b/gi, 'instead of'],
  [/\bper cent\b/gi, 'percent, %'],
  [/\bhas to\b/gi, 'must'],
  [/\bas far as\b/gi, 'if'],
  [/\bway out\b/gi, 'hint'],
  [/\bwhole number\b/gi, 'integer'],
  [/\bdo not go together\b/gi, 'cannot be combined'],
  [/(?:^|[.:;] )(?:What|Where) (?![^\n]*\?)/gm, 'start with the subject; use if or when'],
  [/\bwhere (?:it|there|that|one|they|nothing|no|all|others|this|each)\b/g, 'if, when'],
  [/, and what\b|\bis what\b/gi, 'name the thing'],
];

const LIMITS = { docs: 3, README: 3, help: 3, messages: 5, comments: 5, tests: 16 };

const listed = (...args) => execFileSync('git', ['ls-files', '--', ...args], { cwd: ROOT, encoding: 'utf8' })
  .split('\n').filter(Boolean);
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

const proseOf = (text) => text.replace(/```[^]*?```/g, '').replace(/^(?: {4}|\t).*$/gm, '').replace(/`[^`\n]*`/g, 'X')
  .replace(/\]\([^)]*\)/g, ' ');
const commentsOf = (text) => [...text.matchAll(/^\s*(?:\/\/|\/?\*+)(.*)$|\s\/\/ (.*)$/gm)]
  .map(([, whole, end]) => (whole || end || '').replace(/@\w+ \{[^}]*\}/g, '')).join('\n');
const titlesOf = (text) => [...text.matchAll(/\b(?:it|describe)\((['"`])(.*?)\1/g)].map(([, , title]) => title)
  .join('\n');

const fromFiles = (files, textOf) => files.map((file) => ({ file, text: textOf(read(file)) }));

function kinds() {
  const textOf = (messages) => messages.map(({ text }) => text).join('\n');
  const sources = allMessages().map(({ file, messages }) => ({ file, text: textOf(messages) }));
  const isHelp = ({ file }) => /commands\/(?:definitions|help)\.js$/.test(file);
  return {
    docs: fromFiles(listed('docs/*.md', 'CONTRIBUTING.md'), proseOf),
    README: fromFiles(['README.md'], proseOf),
    help: sources.filter(isHelp),
    messages: sources.filter((source) => !isHelp(source)),
    comments: fromFiles(listed('lib/*.js'), commentsOf),
    tests: fromFiles(listed('test/*.test.js', 'test/**/*.test.js'), titlesOf),
  };
}

/** [{ phrase, instead }] in a text */
const marksIn = (text) => PHRASES.flatMap(([pattern, instead]) => (
  [...text.matchAll(pattern)].map(([phrase]) => ({ phrase: phrase.trim(), instead }))));

const wordsIn = (text) => (text.match(/[A-Za-z']{2,}/g) || []).length;

function main(isVerbose) {
  let exitCode = 0;
  for (const [kind, texts] of Object.entries(kinds())) {
    const words = texts.reduce((sum, { text }) => sum + wordsIn(text), 0);
    const marks = texts.flatMap(({ file, text }) => marksIn(text).map((mark) => ({ file, ...mark })));
    const share = words ? marks.length / words * 1000 : 0;
    const isOver = share > LIMITS[kind];
    if (isOver) exitCode = 1;
    process.stdout.write(`${kind}: ${share.toFixed(1)} of at most ${LIMITS[kind]} in 1000 words (${marks.length} in ` +
      `${words})${isOver ? ': too many' : ''}\n`);
    if (!isVerbose) continue;
    for (const { file, phrase, instead } of marks) process.stdout.write(`  ${file}: "${phrase}"; better: ${instead}\n`);
  }
  return exitCode;
}

if (require.main === module) {
  // A list that finds nothing would pass everything.
  if (marksIn('What is told stands beside it').length < 3) throw new Error('the list of phrases does not work');
  process.exitCode = main(process.argv.includes('-v'));
}

module.exports = { marksIn };
