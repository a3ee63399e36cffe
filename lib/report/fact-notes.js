'use strict';

/*
 * What there is to say below a table of waiting, of memory, of cold caches and calls, and of growth: facts that have no
 * column, or one that a narrow terminal has no room for. None of it makes the figures doubtful.
 */

const { shortTime, intervalOfTime } = require('../text/amounts');
const { escaped, label } = require('../text/display');
const { growthSentence } = require('./growth-words');
const { shortName, isCalledCold, paramsText, varying } = require('./row-groups');
const { isUntold } = require('../text/verdict-words');
const { sentence } = require('../system/warnings');

const isNumber = (value) => typeof value === 'number';

/** 'waits, or others have the processor: 6.02 ms a call, 1.01 ms of it on the processor' */
function waitsText({ nsPerCall, cpuNsPerCall }, warning) {
  if (!isNumber(nsPerCall) || !isNumber(cpuNsPerCall)) return sentence(warning);
  return `waits, or others have the processor: ${shortTime(nsPerCall)} a call, ${shortTime(cpuNsPerCall)} of it on the processor`;
}

/** 'with cold data caches: 82 ns (78..90) instead of 1.2 ns'; '' where there is no such time */
function coldCacheText(row) {
  const { coldCache, nsPerCall } = row;
  if (!coldCache || !isNumber(coldCache.nsPerCall)) return '';
  const { nsPerCall: ns, nsLow, nsHigh, resolutionNs } = coldCache;
  if (isNumber(resolutionNs) && ns < resolutionNs) return `with cold data caches: under ${shortTime(resolutionNs)}, which is too fast to tell`;
  const interval = intervalOfTime(nsLow, nsHigh, ns);
  const warm = !isUntold(row) && isNumber(nsPerCall) ? ` instead of ${shortTime(nsPerCall)}` : '';
  return `with cold data caches: ${shortTime(ns)}${interval && ` ${interval}`}${warm}`;
}

/** What '(cold)' means, once for all rows that have it. */
function coldLine(rows) {
  let first = null;
  let processes = null;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row.isCold !== true || row.verdict === 'failed' || row.verdict === null) continue;
    if (first === null) {
      first = row;
      ({ processes } = row);
    }
    if (row.processes !== processes) processes = null;
  }
  if (first === null) return '';
  return `${isCalledCold(first) ? '(cold)' : 'all figures'}: the first call in ${processes > 0 ? `each of ${processes} ` : ''}fresh processes`;
}

/** A test with what the growth of its times stands on besides: 'concat type="a"' */
function growthName(row, { fixed }, varies) {
  const rest = paramsText(fixed || {}, varies);
  return label(shortName(row)) + (rest && ` ${rest}`);
}

/** Growth is the same in all rows that it is of: each line is said once. */
function growthLines(rows) {
  const lines = [];
  const said = { __proto__: null };
  const varies = varying(rows);
  for (let i = 0; i < rows.length; i++) {
    const growth = rows[i].growth || [];
    for (let k = 0; k < growth.length; k++) {
      const line = `${growthName(rows[i], growth[k], varies)}: ${growthSentence(growth[k], label(growth[k].parameter))}`;
      if (!said[line]) lines[lines.length] = line;
      said[line] = true;
    }
  }
  return lines;
}

const isOfMemory = ({ code }) => /^memory-/.test(code);

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string[]}
 */
function factLines(rows) {
  const lines = [];
  const say = (row, text) => { if (text) lines[lines.length] = `${label(row.name)}: ${escaped(text)}`; };
  for (let i = 0; i < rows.length; i++) {
    const { verdict, warnings = [] } = rows[i];
    if (verdict === 'failed' || verdict === null) continue;
    for (let k = 0; k < warnings.length; k++) {
      if (warnings[k].code === 'waits') say(rows[i], waitsText(rows[i], warnings[k]));
      if (isOfMemory(warnings[k])) say(rows[i], sentence(warnings[k]));
    }
    say(rows[i], coldCacheText(rows[i]));
  }
  const cold = coldLine(rows);
  if (cold) lines[lines.length] = cold;
  const growth = growthLines(rows);
  for (let i = 0; i < growth.length; i++) lines[lines.length] = growth[i];
  return lines;
}

module.exports = { factLines };
