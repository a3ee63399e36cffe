'use strict';

/* Output that is wrong for every input. */

const path = require('path');

const ROOT = path.join(__dirname, '..', '..');
const OURS = new RegExp(`${literal(ROOT + path.sep)}(?:(?:lib|bin)${literal(path.sep)}|(?:qtimeit|common)\\.m?js)`);

// In a cell, after a unit, at the end of a line; not as part of a name.
const NO_FIGURE = /(?:^|[\s(:,|"'>+-])(?:NaN|undefined|-?Infinity)(?=$|[\s),:;|"'<%/]|\.\.)|\[object \w+\]/m;

// Characters that move the cursor, set colours, or change the direction of writing. Tabs and line ends are fine.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

// Commands that CI systems run if a log contains them.
const COMMAND = /^\s*::[a-z]|##\w*\[/mi;

// Messages of V8 about code that did not expect its input.
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

/** Lines of a stack trace in this library. */
const framesOfOurs = (text) => text.split('\n').filter((line) => /^\s+at /.test(line) && OURS.test(line));

const around = (text, at) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));

/**
 * Faults in the output of a program.
 *
 * @param {{ stdout: string, stderr: string }} printed
 * @param {{ mayTrace?: boolean, mayControl?: boolean, mayNameOdd?: boolean }} [allowed] mayNameOdd: the input contains
 *   such words itself
 * @returns {string[]}
 */
function faultsOfText({ stdout, stderr }, { mayTrace = false, mayControl = false, mayNameOdd = false } = {}) {
  const faults = [];
  if (!mayTrace) for (const [name, text] of Object.entries({ stdout, stderr })) {
    const [frame] = framesOfOurs(text);
    if (frame) faults.push(`a stack trace of qtimeit on ${name}: ${frame.trim()}`);
  }
  // Messages about mistakes name the value.
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

/** Faults of an error that one of our functions has thrown: it must be an intended one. */
function faultsOfError(error) {
  let stack;
  let message;
  try {
    if (error === null || typeof error !== 'object') return [];
    ({ stack = '', message } = error);
  } catch (_) {
    // Thrown by the input itself.
    return [];
  }
  const first = `${stack}`.split('\n').find((line) => /^\s+at /.test(line)) || '';
  const faults = [];
  // The error of a long text that was run as code.
  const isOwnCode = message.length > 1000;
  if (!/^\w+: /.test(message) && !isOwnCode && ACCIDENT.test(message) &&
      (OURS.test(first) || /^\s+at (?:new |async )?[\w.]* ?\(?(?:node:|<anonymous>)/.test(first)) &&
        OURS.test(stack)) faults.push(`an accident: ${message} ${first.trim()}`);
  if (/\[object \w+\]/.test(message)) faults.push(`[object ...] in an error: ${message.slice(0, 200)}`);
  return faults;
}

/** Paths in plain data that are not finite numbers. */
function faultsOfData(value, place = 'result', seen = new Set()) {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  if (value === null || typeof value !== 'object' || seen.has(value)) return [];
  seen.add(value);
  return Object.keys(value).flatMap((key) => faultsOfData(value[key], `${place}.${key.slice(0, 40)}`, seen));
}

module.exports = { faultsOfText, faultsOfError, faultsOfData, ROOT };
