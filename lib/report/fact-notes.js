'use strict';

/* Facts below a table without a column, or with a column that narrow terminals drop. They make no figure doubtful. */

const { isNumber, shortTime, intervalOfTime } = require('../text/numbers');
const { growthSentence } = require('./growth-words');
const { groupedName, isCalledCold, paramsText, varying } = require('./row-groups');
const { label } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { isUntold } = require('../text/verdict-words');
const { sentence } = require('../system/warnings');

function waitsText({ nsPerCall, cpuNsPerCall }, warning) {
  if (!isNumber(nsPerCall) || !isNumber(cpuNsPerCall)) return sentence(warning);
  const cpu = `${shortTime(cpuNsPerCall)} of it on the processor`;
  return `waits, or others have the processor: ${shortTime(nsPerCall)} a call, ${cpu}`;
}

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

function coldNotes(rows) {
  const cold = rows.filter((row) => row.isCold === true && isMeasured(row));
  if (!cold.length) return [];
  const [{ processes }] = cold;
  const each = processes > 0 && cold.every((row) => row.processes === processes) ? `each of ${processes} ` : '';
  return [{ text: `${isCalledCold(cold[0]) ? '(cold)' : 'all figures'}: the first call in ${each}fresh processes` }];
}

function growthNotes(rows) {
  const varies = varying(rows);
  const notes = rows.flatMap((row) => (row.growth || []).map((growth) => ({
    name: [groupedName(row), paramsText(growth.fixed || {}, varies)].filter(Boolean).join(' '),
    text: growthSentence(growth, label(growth.parameter)),
  })));
  return [...groupedBy(notes, ({ name, text }) => `${name}: ${text}`).values()].map(([note]) => note);
}

function warningText(row, warning) {
  if (warning.code === 'waits') return waitsText(row, warning);
  return /^memory-/.test(warning.code) ? sentence(warning) : '';
}

function factNotes(rows) {
  const own = rows.filter(isMeasured).flatMap((row) => (
    [...(row.warnings || []).map((warning) => warningText(row, warning)), coldCacheText(row)]
      .filter(Boolean).map((text) => ({ name: row.name, text }))));
  return [...own, ...coldNotes(rows), ...growthNotes(rows)];
}

module.exports = { factNotes, growthNotes };
