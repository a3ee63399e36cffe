'use strict';

/* What must not be seen, whatever was put in. */

const path = require('path');

const ROOT = path.join(__dirname, '..', '..');
const OURS = new RegExp(`${literal(ROOT + path.sep)}(?:(?:lib|bin)${literal(path.sep)}|(?:qtimeit|common)\\.m?js)`);

// In a cell, behind a unit, at the end of a line; not as part of a name.
const NO_FIGURE = /(?:^|[\s(:,|"'>+-])(?:NaN|undefined|-?Infinity)(?=$|[\s),:;|"'<%/]|\.\.)|\[object \w+\]/m;

// What would move the cursor, colour, or turn the direction of writing. Tabs and ends of line are fine.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

// What CI systems run if a log has it.
const COMMAND = /^\s*::[a-z]|##\w*\[/mi;

// What V8 says of code that did not think of its input.
const ACCIDENT = new RegExp([
  'Cannot (?:read|set|convert|destructure|define|delete|mix|access)',
  'is not (?:a function|iterable|defined|a constructor|extensible)',
  'Invalid (?:array|string|typed)',
  'Maximum call stack',
  'Reduce of',
  'object is not',
  'before initialization',
  'Method .* called on',
  'reading \'',
  'proxy that has been revoked',
  'could not be cloned',
  'Converting circular',
  'argument must be',
].join('|'));

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Lines of a stack that are of this library. */
const framesOfOurs = (text) => text.split('\n').filter((line) => /^\s+at /.test(line) && OURS.test(line));

const around = (text, at) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));

/**
 * What is wrong with what a program has printed.
 *
 * @param {{ stdout: string, stderr: string }} printed
 * @param {{ mayTrace?: boolean, mayControl?: boolean, mayNameOdd?: boolean }} [allowed] mayNameOdd: what was put in has
 *   such words itself
 * @returns {string[]}
 */
function faultsOfText({ stdout, stderr }, { mayTrace = false, mayControl = false, mayNameOdd = false } = {}) {
  const faults = [];
  if (!mayTrace) for (const [name, text] of Object.entries({ stdout, stderr })) {
    const [frame] = framesOfOurs(text);
    if (frame) faults.push(`a trace of ours on ${name}: ${frame.trim()}`);
  }
  // What is said of a mistake names the value.
  const odd = mayNameOdd ? null : NO_FIGURE.exec(stdout.replace(/^.*(?:FAILED|Error: ).*$/gm, ''));
  if (odd) faults.push(`${odd[0].trim()} on stdout: ${around(odd.input, odd.index)}`);
  if (stderr.includes('[object ')) faults.push(`[object ...] on stderr: ${around(stderr, stderr.indexOf('[object '))}`);
  if (!mayControl) for (const [name, text] of Object.entries({ stdout, stderr })) {
    const found = CONTROL.exec(text);
    if (found) faults.push(`a control character on ${name}: ${around(text, found.index)}`);
    const command = COMMAND.exec(text);
    if (command) faults.push(`a command for CI on ${name}: ${around(text, command.index)}`);
  }
  return faults;
}

/** What is wrong with an error that a function of ours has thrown: it has to be one that was meant. */
function faultsOfError(error) {
  let stack;
  let message;
  try {
    if (error === null || typeof error !== 'object') return [];
    ({ stack = '', message } = error);
  } catch (_) {
    // What was put in, and bites.
    return [];
  }
  const first = `${stack}`.split('\n').find((line) => /^\s+at /.test(line)) || '';
  const faults = [];
  // Of a long text that was run as code, its own error.
  const isOwnCode = message.length > 1000;
  if (!/^\w+: /.test(message) && !isOwnCode && ACCIDENT.test(message) &&
      (OURS.test(first) || /^\s+at (?:new |async )?[\w.]* ?\(?(?:node:|<anonymous>)/.test(first)) &&
        OURS.test(stack)) faults.push(`an accident: ${message} ${first.trim()}`);
  if (/\[object \w+\]/.test(message)) faults.push(`[object ...] in an error: ${message.slice(0, 200)}`);
  return faults;
}

/** Places in plain data that are no figure. */
function faultsOfData(value, place = 'result', seen = new Set()) {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  if (value === null || typeof value !== 'object' || seen.has(value)) return [];
  seen.add(value);
  return Object.keys(value).flatMap((key) => faultsOfData(value[key], `${place}.${key.slice(0, 40)}`, seen));
}

module.exports = { faultsOfText, faultsOfError, faultsOfData, ROOT };
