'use strict';

/*
 * What there is to say below a table of waiting, of memory, of cold caches and calls, and of growth: facts that have no
 * column, or one that a narrow terminal has no room for. None of it makes the figures doubtful.
 */

const { isNumber, shortTime, intervalOfTime } = require('../text/numbers');
const { escaped, label } = require('../text/display');
const { growthLines } = require('./growth-lines');
const { isCalledCold } = require('./row-groups');
const { isUntold } = require('../text/verdict-words');
const { sentence } = require('../system/warnings');

/** 'waits, or others have the processor: 6.02 ms a call, 1.01 ms of it on the processor' */
function waitsText({ nsPerCall, cpuNsPerCall }, warning) {
  if (!isNumber(nsPerCall) || !isNumber(cpuNsPerCall)) return sentence(warning);
  const cpu = `${shortTime(cpuNsPerCall)} of it on the processor`;
  return `waits, or others have the processor: ${shortTime(nsPerCall)} a call, ${cpu}`;
}

/** 'with cold data caches: 82 ns (78..90) instead of 1.2 ns'; '' where there is no such time */
function coldCacheText(row) {
  const { coldCache, nsPerCall } = row;
  if (!coldCache || !isNumber(coldCache.nsPerCall)) return '';
  const { nsPerCall: ns, nsLow, nsHigh, resolutionNs } = coldCache;
  if (isNumber(resolutionNs) && ns < resolutionNs) {
    return `with cold data caches: under ${shortTime(resolutionNs)}, which is too fast to tell`;
  }
  const interval = intervalOfTime(nsLow, nsHigh, ns);
  const warm = !isUntold(row) && isNumber(nsPerCall) ? ` instead of ${shortTime(nsPerCall)}` : '';
  return `with cold data caches: ${shortTime(ns)}${interval && ` ${interval}`}${warm}`;
}

const isMeasured = ({ verdict }) => verdict !== 'failed' && verdict !== null;

/** What '(cold)' means, once for all rows that have it. */
function coldLines(rows) {
  const cold = rows.filter((row) => row.isCold === true && isMeasured(row));
  if (!cold.length) return [];
  const [{ processes }] = cold;
  const count = processes > 0 && cold.every((row) => row.processes === processes) ? `each of ${processes} ` : '';
  return [`${isCalledCold(cold[0]) ? '(cold)' : 'all figures'}: the first call in ${count}fresh processes`];
}

function warningText(row, warning) {
  if (warning.code === 'waits') return waitsText(row, warning);
  return /^memory-/.test(warning.code) ? sentence(warning) : '';
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string[]}
 */
function factLines(rows) {
  const own = rows.filter(isMeasured).flatMap((row) => (
    [...(row.warnings || []).map((warning) => warningText(row, warning)), coldCacheText(row)]
      .filter(Boolean).map((text) => `${label(row.name)}: ${escaped(text)}`)));
  return [...own, ...coldLines(rows), ...growthLines(rows)];
}

module.exports = { factLines };
