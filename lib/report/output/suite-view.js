'use strict';

/*
 * What a person sees of a suite while it runs and at its end. On a terminal the rows stand there from the
 * beginning and are refined in place; into a pipe they come once, at the end: tests take turns, verdicts hold for all
 * together, and so no row is final before. The progress is on standard error then. A format for programs is written at
 * the end, and nothing else.
 */

const { bannerLines, sourceLines } = require('../banner');
const { sectionLines, tableLines } = require('../terminal');
const { wrapped } = require('../../text/columns');
const { escaped, withoutControls } = require('../../text/display');
const { progressLine, showProgress } = require('../../text/progress');

const { max, min } = Math;

// Four pictures a second, and never more than a twentieth of the time spent on drawing.
const REFRESH_NS = 250e6;
const DRAWING_SHARE = 20;

const UP = (lines) => (lines > 0 ? `\u001b[${lines}A` : '');
const CLEAR_LINE = '\u001b[2K';
const CLEAR_BELOW = '\u001b[J';

/** Rows as JSON, with an end of line. */
const toJson = (rows) => `${withoutControls(JSON.stringify(rows, null, 2))}\n`;

const textOf = (lines) => lines.map((line) => `${line}\n`).join('');

/** What comes before the first test, as it is asked for; what users have written stays as they wrote it. */
function headLines(settings, tests, { looks, sysinfo, columns }) {
  const { showSource, preRunMessage, showPlatformInfo, showTestInfo, title } = settings;
  const ours = [
    ...(showPlatformInfo || showTestInfo ? bannerLines(sysinfo(), settings, columns) : []),
    ...(title ? [escaped(title)] : []),
    ...looks.headLines(settings),
  ];
  return [
    ...(showSource ? sourceLines(tests) : []),
    ...(preRunMessage ? [preRunMessage] : []),
    ...ours.flatMap((line) => wrapped(line, columns)),
  ];
}

/**
 * @param {object<string, function(object[], object): string>} formats for programs, by the settings that ask for them
 * @param {function(object): { headLines, table, section }} looksOf builders for suites with these settings
 * @returns {function} createView, see there
 */
const createViewer = (formats, looksOf) => (settings, tests, deps) =>
  createView({ format: formats[Object.keys(formats).find((name) => settings[name])], looks: looksOf(settings) },
    settings, tests, deps);

/**
 * @param {{ format: function|undefined, looks: object }} form
 * @param {object} settings of the suite
 * @param {Array} tests
 * @param {object} deps { terminal, clock, sysinfo, cliHooks (null, or what it is in bench.js) }
 * @returns {{ begin, isDue, refresh, message, end }}
 *   begin(): what comes before the first test; isDue(): whether refresh does anything now; refresh(rowsOf, share,
 *   leftSeconds, samplesOf, phase): rowsOf() is only asked where a new picture is due; phase: what is done in place of
 *   timing, null for that; message(text): a line from somewhere else; end(rows): the final table
 */
function createView({ format, looks }, settings, tests, { terminal, clock, sysinfo, cliHooks }) {
  const { what = null, file = null } = cliHooks || {};
  const isAtMost = Boolean(settings.untilClear);
  const { silent } = settings;
  const screen = silent || format ? null : terminal.screen();
  const isSeen = !silent || Boolean(cliHooks);
  let drawn = 0;
  let dueNs = 0;
  let shownPhase = null;

  const screenOf = (columns) => ({ columns, hasColours: terminal.hasColours() });

  /** Takes the picture back: what is written next stands in its place. */
  function erase() {
    // From the first column: a ^C has been shown where the cursor was.
    if (drawn > 0) terminal.write(`\r${UP(drawn)}${CLEAR_BELOW}`);
    drawn = 0;
  }

  function draw(lines) {
    const text = `\r${UP(drawn)}${textOf(lines.map((line) => CLEAR_LINE + line))}`;
    terminal.write(drawn > lines.length ? text + CLEAR_BELOW : text);
    drawn = lines.length;
  }

  function begin() {
    const columns = screen ? screen.columns - 1 : undefined;
    const text = silent || format ? '' : textOf(headLines(settings, tests, { looks, sysinfo, columns }));
    if (text) terminal.write(text);
  }

  const isDue = () => isSeen && clock.nowNs() >= dueNs;

  function refresh(rowsOf, share, leftSeconds, samplesOf, phase = null) {
    // The next one may come after many seconds.
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
    // A terminal's last column is left free: some go to the next line once it is full.
    const { columns, rows } = terminal.screen() || screen;
    // A picture higher than the screen cannot be drawn again: its top has scrolled away.
    let lines = tests.length + 2 < rows ? tableLines(looks.table(rowsOf(), settings), screenOf(columns - 1)) : [];
    // Tests with parameters have lines of headings between them.
    if (lines.length + 1 >= rows) lines = [];
    draw([...lines, progressLine(progress, columns - 1)]);
    const endedNs = clock.nowNs();
    dueNs = endedNs + max(REFRESH_NS, min(DRAWING_SHARE * (endedNs - startedNs), 10 * REFRESH_NS));
  }

  function message(text) {
    if (silent && !cliHooks) return;
    terminal.status(null);
    erase();
    if (format || silent) terminal.writeError(text);
    else terminal.write(text);
  }

  /** What is written at the end, '' where nothing is. */
  function textOfEnd(rows) {
    if (silent) return '';
    if (format) return format(rows, settings);
    const columns = screen ? (terminal.screen() || screen).columns - 1 : undefined;
    // In the place of the picture; from the first column: a ^C has been shown where the cursor was.
    const start = drawn > 0 ? `\r${UP(drawn)}${CLEAR_BELOW}` : '';
    return start + textOf(sectionLines(looks.section(rows, settings), screenOf(columns)));
  }

  function end(rows) {
    terminal.status(null);
    const text = textOfEnd(rows);
    drawn = 0;
    if (text) terminal.write(text);
  }

  return { begin, isDue, refresh, message, end };
}

module.exports = { createViewer, toJson };
