'use strict';

/* What a comment and annotations say of a comparison, and when. Text of documents is escaped by the report. */

const { isMoved } = require('../../report/count-changes');
const { isMemoryMoved } = require('../../report/memory-words');
const { formatDocument } = require('../../report/output/formats');
const { gateLine } = require('../../report/gate-words');
const { literal } = require('../../report/to-markdown');
const { truncate } = require('../../base/text/display');
const { changeInterval, changeText } = require('../../base/text/numbers');

const MOST_CHARACTERS = 65000; // GitHub refuses more than 65 536
const MOST_OF_NAME = 200;
const MOST_OF_PATH = 4096; // Linux accepts no longer one
const MOST_ANNOTATIONS = 10; // of a step, as GitHub shows

const isChanged = (change) => /(?:faster|slower)$/.test(change.verdict) || change.verdict === 'unmatched'
  || change.regression || isMoved(change) || isMemoryMoved(change);

/** Whether a comparison has a change, a failure, or a failed gate. */
const hasNews = ({ tests, failures, gate, memoryGate }) => failures.length > 0
  || [gate, memoryGate].some((one) => Boolean(one) && one.outcome === 'failed')
  || tests.some(({ sides, changes }) => sides.some((side) => side && side.error) || changes.some(isChanged));

/** Invisible in a comment; its title distinguishes the comments of several comparisons. */
const formatMarker = (title) => `<!-- qtimeit: ${encodeURIComponent(title).replace(/--/g, '%2D-')} -->`;

function formatComment(document, { title, commit, runUrl, sourceUrl }) {
  const head = `${formatMarker(title)}\n### ${literal(title)}\n\n`;
  const about = [commit && `of ${`${commit}`.slice(0, 10)}`, runUrl && `[run](${runUrl})`].filter(Boolean).join(' · ');
  const foot = about && `\n${about}\n`;
  const text = formatDocument('github', document, { sourceUrl });
  const room = MOST_CHARACTERS - head.length - foot.length;
  if (text.length <= room) return head + text + foot;
  // The folded parts come last, and are the longest.
  const start = text.slice(0, Math.max(0, text.lastIndexOf('\n|', room)));
  const line = gateLine(document);
  const gate = line === null ? '\n' : `\n\n**${literal(line)}**\n`;
  return `${head}${start}\n\nTruncated: the full table is in the summary of the run.${gate}${foot}`;
}

/** Our oldest comment with this marker, or undefined. Removes later ones, which runs at the same time have created. */
async function onlyOwn(forge, marker) {
  const [first, ...others] = (await forge.own()).filter((comment) => `${comment.body}`.startsWith(marker))
    .sort((a, b) => a.id - b.id);
  // Another run may have removed it.
  for (const { id } of others) await forge.remove(id).catch(() => {});
  return first;
}

/**
 * Creates or updates our only comment with this title. isNews: whether to create one; an earlier one is updated in any
 * case. Resolves to 'created', 'updated', 'unchanged' or 'none'.
 */
async function keepComment(forge, body, { title, isNews }) {
  const marker = formatMarker(title);
  const update = async (own) => {
    if (own.body.trim() === body.trim()) return 'unchanged';
    await forge.update(own.id, body);
    return 'updated';
  };
  const own = await onlyOwn(forge, marker);
  if (own) return update(own);
  if (!isNews) return 'none';
  let unclear = null;
  try {
    await forge.create(body);
  } catch (error) {
    if (!error.isUnclear) throw error;
    unclear = error;
  }
  const first = await onlyOwn(forge, marker);
  if (first) return (await update(first)) === 'updated' ? 'updated' : 'created';
  if (unclear) throw unclear;
  return 'created';
}

const inProperty = (text) => inMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
const inMessage = (text) => `${text}`.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

/** The line of a file that has the name of a test as a string or a method; 1 if none has. */
function lineOf(name, text) {
  if (name.length > MOST_OF_NAME) return 1;
  const at = text.split('\n').findIndex((line) => (
    [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => line.includes(quoted))
      || (/^[\w$]+$/.test(name) && new RegExp(`(?:^|[\\s{,])${name.replace(/\$/g, '\\$')}\\s*[(:]`).test(line))));
  return at + 1 || 1;
}

/** Commands of GitHub's runner: an error at each test that regressed. textOf(file): its text, or '' */
function formatAnnotations({ tests }, textOf) {
  const regressed = tests.flatMap(({ file, name, changes }) => (
    changes.filter(({ regression }) => regression).map((change) => ({ file, name, change }))));
  return regressed.slice(0, MOST_ANNOTATIONS).map(({ file, name, change: { ratio, low, high, counts } }) => {
    const isCounted = counts && counts.ratio > 1;
    const words = ratio > 0 ? `${changeText(ratio, low, high)} (${changeInterval(low, high, ratio)})` : 'more work';
    const hasPlace = file !== null && file.length <= MOST_OF_PATH;
    const place = hasPlace ? `file=${inProperty(file)},line=${lineOf(name, textOf(file))},` : '';
    const what = isCounted ? ', judged by instructions' : '';
    const text = `${truncate(name, MOST_OF_NAME)}: ${words}${what}`;
    return `::error ${place}title=${inProperty('benchmark regression')}::${inMessage(text)}`;
  });
}

module.exports = { formatAnnotations, formatComment, hasNews, keepComment, formatMarker };
