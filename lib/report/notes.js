'use strict';

/* Notes on the rows of a suite: doubts about figures, excluded rounds, facts without a column, counts. */

const { namedRows } = require('./answer');
const { readColdCache, isMeasured } = require('./cells');
const { sharedNote } = require('./report');
const { groupedName, isCalledCold, paramsText, varying } = require('./row-groups');
const { explainUnresolved, settlingTime } = require('./unresolved');
const { sentence, changesMeaning, isOfLeftOut } = require('../core/system/warnings');
const { label } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');
const { counted, isNumber, formatPercent, rough, shortTime } = require('../base/text/numbers');
const { isUnmeasured } = require('../base/text/verdict-words');

// Notes of a kind in a terminal below `verbose: 3`. A page has all.
const MOST_NOTES = 4;
const ALL_NOTES = 3;

function noiseNotes(rows, margin) {
  const row = rows.find(({ noiseFloor }) => typeof noiseFloor === 'number');
  if (!row) return [];
  const { noiseFloor, noiseFloorLow: low, noiseFloorHigh: high } = row;
  // Rows of older versions have no interval of the noise floor.
  const hasInterval = typeof low === 'number' && typeof high === 'number';
  const floor = formatPercent(noiseFloor) + (hasInterval ? ` (${rough(low * 100)} to ${formatPercent(high)})` : '');
  const isOverMargin = noiseFloor > margin;
  return [{
    text: `noise floor: ${floor}; smaller differences are not significant` +
      (isOverMargin ? ', and no verdict is "same"' : ''),
  }];
}

/** Rounds excluded because of contention, once for all tests: on a busy machine every test has some. */
function leftOutNotes(rows) {
  const found = rows.flatMap(({ name, warnings = [] }) => (
    warnings.filter(isOfLeftOut).map((warning) => ({ name, warning }))));
  const measured = rows.filter(isMeasured).length;
  return [...groupBy(found, ({ warning: { code } }) => code)].map(([code, own]) => {
    const sum = { code };
    for (const { warning } of own) {
      for (const [field, value] of Object.entries(warning)) {
        // Own fields only: a test can extend Object.prototype.
        if (typeof value === 'number') sum[field] = (sum[field] || 0) + value;
      }
    }
    if (own.length === 1) return { name: own[0].name, text: sentence(sum) };
    return { text: `${own.length < measured ? `${own.length} of ${measured} tests` : 'all tests'}: ${sentence(sum)}` };
  });
}

function unmeasuredText({ verdict, warnings = [], resolutionNs }) {
  const words = sentence(warnings.find(({ code }) => code === verdict) || { code: verdict, resolutionNs });
  const isDropped = verdict === 'below-resolution';
  return isDropped ? `${words}; compilers drop unused results, so pass them to timeit.keep(result)` : words;
}

const doubtsOf = (rows) => rows.filter(({ verdict }) => verdict !== 'failed').flatMap((row) => [
  ...(row.verdict === 'unresolved' ? [{ kind: 'unresolved', text: explainUnresolved(row) }] : []),
  ...(isUnmeasured(row) ? [{ kind: row.verdict, text: unmeasuredText(row) }] : []),
  ...(row.warnings || []).filter(changesMeaning).map((warning) => ({ kind: warning.code, text: sentence(warning) })),
].map((doubt) => ({ ...doubt, row, name: row.name })));

/** The key for grouping: figures of unresolved tests may differ if the advice is the same. */
const sameOf = ({ kind, row, text }) => (kind === 'unresolved' && !settlingTime([row]) ? text : kind);

/** Equal warnings as one, the most common first, except warnings that the answer names */
function newDoubts(rows) {
  const named = namedRows(rows);
  const doubts = doubtsOf(rows).filter(({ kind, row }) => (
    kind !== 'unresolved' || !named.has(row) || !settlingTime([row])));
  const groups = [...groupBy(doubts, sameOf).values()].sort((a, b) => b.length - a.length);
  return groups.map((group) => sharedNote(group));
}

function waitsText({ nsPerCall, cpuNsPerCall }, warning) {
  if (!isNumber(nsPerCall) || !isNumber(cpuNsPerCall)) return sentence(warning);
  const cpu = `${shortTime(cpuNsPerCall)} of it on the CPU`;
  return `the test waits, or other programs use the CPU: ${shortTime(nsPerCall)} per call, ${cpu}`;
}

function coldCacheText(row) {
  const cold = readColdCache(row);
  if (!cold) return '';
  const { nsPerCall: ns, nsLow, nsHigh, resolutionNs, isUnder } = cold;
  if (isUnder) return `with cold data caches: under ${shortTime(resolutionNs)}, which is too fast to time`;
  const warm = !isUnmeasured(row) && isNumber(row.nsPerCall) ? ` instead of ${shortTime(row.nsPerCall)}` : '';
  return `with cold data caches: ${shortTime(ns, nsLow, nsHigh)}${warm}`;
}

function coldNotes(rows) {
  const cold = rows.filter((row) => row.isCold === true && isMeasured(row));
  if (!cold.length) return [];
  const [{ processes }] = cold;
  const each = processes > 0 && cold.every((row) => row.processes === processes) ? `each of ${processes} ` : '';
  return [{ text: `${isCalledCold(cold[0]) ? '(cold)' : 'all times'}: the first call in ${each}fresh processes` }];
}

/** What the column is, and why it is empty for a test */
function pollutedNotes(rows) {
  const found = rows.filter(({ polluted }) => polluted);
  const failed = found.filter(({ polluted: { reason } }) => reason);
  return found.length === 0 ? [] : [
    { text: 'after others: the time if the other tests run first in the process, with a factor above 5 %' },
    ...failed.map(({ name, polluted: { reason } }) => ({ name, text: `not measured after others: ${reason}` })),
  ];
}

function growthNotes(rows) {
  const varies = varying(rows);
  const notes = rows.flatMap((row) => (row.growth || []).map((growth) => ({
    name: [groupedName(row), paramsText(growth.fixed || {}, varies)].filter(Boolean).join(' '),
    text: require('./growth-words').growthSentence(growth, label(growth.parameter)),
  })));
  return [...groupBy(notes, ({ name, text }) => `${name}: ${text}`).values()].map(([note]) => note);
}

/** What is unknown about commands, once for all of them */
function usageNotes(rows) {
  const found = rows.flatMap(({ name, warnings = [] }) => (
    warnings.filter(({ code }) => code === 'usage-unknown').map((warning) => ({ name, text: sentence(warning) }))));
  return [...groupBy(found, ({ text }) => text).values()].map((group) => sharedNote(group));
}

function warningText(row, warning) {
  if (warning.code === 'waits') return waitsText(row, warning);
  return /^memory-/.test(warning.code) ? sentence(warning) : '';
}

/** What the times of a call and the operations per second have in common */
function operationsNotes(rows) {
  const measured = rows.filter((row) => isMeasured(row) && isNumber(row.nsPerCall));
  const several = measured.filter(({ ops }) => isNumber(ops) && ops !== 1);
  return [...groupBy(several, ({ ops }) => ops)].map(([ops, own]) => {
    const text = `a call makes ${counted(ops, 'operation')}`;
    if (own.length === measured.length && own.length > 1) return { text: `all tests: ${text}` };
    return sharedNote(own.map(({ name }) => ({ name, text })));
  });
}

/** Facts without a column, or with a column that narrow terminals drop. They make no figure doubtful. */
function factNotes(rows) {
  const own = rows.filter(isMeasured).flatMap((row) => (
    [...(row.warnings || []).map((warning) => warningText(row, warning)), coldCacheText(row)]
      .filter(Boolean).map((text) => ({ name: row.name, text }))));
  return [
    ...own, ...usageNotes(rows), ...operationsNotes(rows), ...coldNotes(rows), ...pollutedNotes(rows),
    ...growthNotes(rows),
  ];
}

// What could not be counted has no counts, but a warning.
const mayHaveCounts = ({ counts, warnings = [] }) => (
  Boolean(counts) || warnings.some(({ code }) => code === 'not-counted'));

const countNotes = (rows, isVerbose) => (
  rows.some(mayHaveCounts) ? require('./count-notes').countNotes(rows, isVerbose) : []);

/** margin: the share below which two tests count as the same; verbose of 3: all notes of each test */
function suiteNotes(rows, { margin, verbose = 2 }) {
  const isVerbose = verbose >= ALL_NOTES;
  const limit = isVerbose ? {} : { most: MOST_NOTES, more: 'more, shown with --verbose or verbose: 3' };
  const doubts = isVerbose ? doubtsOf(rows) : newDoubts(rows);
  const lists = [
    [...noiseNotes(rows, margin), ...doubts, ...leftOutNotes(rows)], factNotes(rows), ...countNotes(rows, isVerbose),
  ];
  return lists.map((items) => ({ type: 'notes', ...limit, items }));
}

module.exports = { suiteNotes, growthNotes };
