'use strict';

/* A suite while it runs: a terminal shows all rows from the start; a pipe gets them last: verdicts depend on all. */

const { headLines, sourceLines } = require('../banner');
const { suiteParts, testsTable } = require('../kinds/tests');
const { readScreen, sectionLines, tableLines } = require('../terminal');
const { wrapLine } = require('../../base/text/columns');
const { printableJson } = require('../../base/text/display');
const { progressLine, showProgress } = require('../../base/text/progress');

const { max, min } = Math;

const REFRESH_NS = 250e6; // four pictures a second
const DRAWING_SHARE = 20; // at most a twentieth of the time is for drawing
const UP = (lines) => (lines > 0 ? `\u001b[${lines}A` : '');
const CLEAR_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

// A terminal that knows these shows what lies between them at once; others ignore them.
const [BEGIN_PICTURE, END_PICTURE] = ['\u001b[?2026h', '\u001b[?2026l'];

const toJson = (rows) => `${printableJson(rows, 2)}\n`;
const textOf = (lines) => lines.map((line) => `${line}\n`).join('');

/** The requested lines before the first test. Text of users stays unchanged. */
function linesAbove(settings, tests, { looks, sysinfo, columns }) {
  const { showSource, preRunMessage } = settings;
  const headText = looks.headText && looks.headText(settings);
  return [
    ...(showSource ? sourceLines(tests) : []),
    ...(preRunMessage ? [preRunMessage] : []),
    ...headLines(settings, sysinfo, headText, columns).flatMap((line) => wrapLine(line, columns)),
  ];
}

/** No lines if they are higher than the screen: their top scrolls away, and cannot be redrawn. */
function linesWithin(height, tests, linesOf) {
  const lines = tests + 2 < height ? linesOf() : [];
  // Tests with parameters add lines of headings.
  return lines.length + 1 < height ? lines : [];
}

/** refresh(): calls rowsOf() only to draw; phase: work other than timing, or null; message(): a line from elsewhere */
function createView({ format, looks }, settings, tests, { terminal, clock, sysinfo, cliHooks }) {
  const { what = null, file = null } = cliHooks || {};
  const isAtMost = Boolean(settings.untilClear);
  const { silent } = settings;
  const screen = silent || format ? null : terminal.screen();
  const isSeen = !silent || Boolean(cliHooks);
  let drawn = 0;
  let dueNs = 0;
  let shownPhase = null;

  // From the first column: ^C may have been echoed at the cursor.
  const clearPicture = () => (drawn > 0 ? `\r${UP(drawn)}${CLEAR_BELOW}` : '');

  function draw(lines) {
    // Lines are overwritten before the rest is cleared: cleared lines would flicker.
    const text = `\r${UP(drawn)}${textOf(lines.map((line) => line + CLEAR_END))}`;
    terminal.write(BEGIN_PICTURE + (drawn > lines.length ? text + CLEAR_BELOW : text) + END_PICTURE);
    drawn = lines.length;
  }

  function begin() {
    const columns = screen ? screen.columns - 1 : undefined;
    const text = silent || format ? '' : textOf(linesAbove(settings, tests, { looks, sysinfo, columns }));
    if (text) terminal.write(text);
  }

  const isDue = () => isSeen && clock.nowNs() >= dueNs;

  function refresh(rowsOf, share, leftSeconds, samplesOf, phase = null) {
    // The next refresh may come after many seconds.
    if (phase !== shownPhase) dueNs = 0;
    if (!isDue()) return;
    shownPhase = phase;
    const startedNs = clock.nowNs();
    const progress = { share, leftSeconds, isAtMost, what: [phase, what].filter(Boolean).join(', ') };
    if (!screen) {
      dueNs = startedNs + REFRESH_NS;
      showProgress(terminal, { ...progress, file });
      return;
    }
    // The last column of a terminal stays free: some terminals wrap when a line is full.
    const { columns, rows } = terminal.screen() || screen;
    // Sorted at the end: rows that change places are hard to read.
    const table = () => looks.table(rowsOf(), { ...settings, sort: 'file' });
    const linesOf = () => tableLines(table(), readScreen(terminal, columns - 1));
    draw([...linesWithin(rows, tests.length, linesOf), progressLine(progress, columns - 1)]);
    const endedNs = clock.nowNs();
    dueNs = endedNs + max(REFRESH_NS, min(DRAWING_SHARE * (endedNs - startedNs), 10 * REFRESH_NS));
  }

  function message(text) {
    if (silent && !cliHooks) return;
    terminal.status(null);
    if (drawn > 0) terminal.write(clearPicture());
    drawn = 0;
    if (format || silent) terminal.writeError(text);
    else terminal.write(text);
  }

  function textOfEnd(rows) {
    if (silent) return '';
    if (format) return format(rows, settings);
    const columns = screen ? (terminal.screen() || screen).columns - 1 : undefined;
    const section = looks.parts(rows, settings, looks.table(rows, settings));
    return clearPicture() + textOf(sectionLines(section, readScreen(terminal, columns)));
  }

  function end(rows) {
    terminal.status(null);
    const text = textOfEnd(rows);
    drawn = 0;
    if (text) terminal.write(text);
  }

  return { begin, isDue, refresh, message, end };
}

/** formats: for programs, by the settings that request them; looksOf: builders for suites with these settings */
const createViewer = (formats, looksOf) => (settings, tests, deps) => createView(
  { format: formats[Object.keys(formats).find((name) => settings[name])], looks: looksOf(settings) },
  settings, tests, deps);

const SUITE_PARTS = { table: testsTable, parts: suiteParts };

const createPageView = createViewer({ json: toJson }, () => SUITE_PARTS);

module.exports = { SUITE_PARTS, createViewer, createPageView, toJson };
