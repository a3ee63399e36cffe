'use strict';

const { expect } = require('chai');
const { createView } = require('#lib/report/view/view');
const { bannerLines, sourceLines } = require('#lib/report/banner');
const { bench: { toCsv, toJson, toMarkdown } } = require('../..');
const { sectionLines } = require('#lib/report/terminal');
const { testLines: tableLines } = require('../helpers/report-texts');
const { suiteParts, testsTable } = require('#lib/report/kinds/tests');
const { resolveSettings } = require('#lib/core/suite/settings');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { ENVIRONMENT } = require('../helpers/ci-documents');
const { failedRow } = require('../helpers/documents');

const MS = 1e6;

/**
 * A screen with this many lines, and the lines that have scrolled away: interprets the output of the view, and
 * rejects anything else.
 *
 * @returns {object} wraps: whether lines may continue on the next line, which redrawn lines must not
 */
function createScreen(columns, rows) {
  const screen = { columns, rows, lines: [''], y: 0, x: 0, wraps: true, colours: 0 };
  const top = () => Math.max(0, screen.lines.length - screen.rows);
  const newLine = () => {
    screen.x = 0;
    screen.y++;
    while (screen.lines.length <= screen.y) screen.lines.push('');
  };
  const put = (char) => {
    // Some terminals wrap at once if the last column is used.
    if (!screen.wraps && screen.x >= screen.columns - 1) {
      throw new Error(`the line is too long: ${screen.lines[screen.y]}`);
    }
    if (screen.x >= screen.columns) newLine();
    const line = screen.lines[screen.y].padEnd(screen.x);
    screen.lines[screen.y] = line.slice(0, screen.x) + char + line.slice(screen.x + 1);
    screen.x++;
  };
  screen.write = (text) => {
    for (let rest = text; rest;) {
      // eslint-disable-next-line no-control-regex
      const [all, up, clear] = /^\x1b\[(?:(\d+)A|(K|J)|[\d;]+m|\?2026[hl])/.exec(rest) || [];
      if (up) screen.y = Math.max(top(), screen.y - Number(up));
      else if (clear === 'K') screen.lines[screen.y] = screen.lines[screen.y].slice(0, screen.x);
      else if (clear === 'J') {
        screen.lines[screen.y] = screen.lines[screen.y].slice(0, screen.x);
        screen.lines.length = screen.y + 1;
      } else if (all) screen.colours += all.endsWith('m');
      else if (rest[0] === '\n') newLine();
      else if (rest[0] === '\r') screen.x = 0;
      else if (rest[0] < ' ') throw new Error(`not understood: ${JSON.stringify(rest.slice(0, 20))}`);
      else put(rest[0]);
      rest = rest.slice(all ? all.length : 1);
    }
  };
  /** All lines, including those that have scrolled away. */
  screen.picture = () => {
    expect(screen.lines[screen.lines.length - 1], 'the cursor is below the picture').to.equal('');
    expect(screen.y).to.equal(screen.lines.length - 1);
    return screen.lines.slice(0, -1);
  };
  return screen;
}

const SYSTEM = { ...ENVIRONMENT, cpuUpThreshold: 11 };

/** A view of tests called a, b, c ... with its whole output. */
function viewOf(options, { names = ['a', 'b'], columns = 100, rows = 24, tty = true, hasColours = false } = {}) {
  const settings = resolveSettings(() => {}, { verbose: 0, ...options });
  const screen = createScreen(columns, rows);
  const seen = { settings, screen, writes: [], errors: [], status: [], ns: 5e9, sysinfoCalls: 0 };
  const terminal = {
    write(text) { seen.writes.push(text); if (tty) screen.write(text); },
    writeError(text) { seen.errors.push(text); },
    status(lineOf) { seen.status.push(lineOf && lineOf(99)); },
    screen: () => (tty ? { columns: screen.columns, rows: screen.rows } : null),
    hasColours: () => hasColours, isUtf8: () => false,
  };
  const clock = { nowNs: () => seen.ns };
  const sysinfo = () => { seen.sysinfoCalls++; return SYSTEM; };
  const tests = names.map((name) => ({ name, fn: () => name }));
  seen.tests = tests;
  seen.view = createView(settings, tests, { terminal, clock, sysinfo });
  /** Refreshes the view after this many ms. */
  seen.after = (ms, rowsNow, share = 0.5, left = 3) => {
    seen.ns += ms * MS;
    screen.wraps = false;
    seen.view.refresh(() => rowsNow, share, left);
    screen.wraps = true;
  };
  seen.text = () => seen.writes.join('');
  return seen;
}

function row(name, avg, more) {
  const rank = avg / 1e4;
  const results =
    { avg, min: avg * 0.9, max: avg * 1.1, count: 1000, elapsed: 1, runs: 10, duration: 1.5, nloops: 100, stats: [] };
  return { ...createEmptyRow(name, 1), rank, rankLow: rank, rankHigh: rank,
    verdict: rank === 1000 ? 'baseline' : 'faster', noiseFloor: 0, nsPerCall: 1e9 / avg, results, ...more };
}
const waiting = (name) => createEmptyRow(name, 1);
const BOTH = [row('a', 1e7), row('b', 2.5e7)];
const FAILED = failedRow('b');

/** The table and the notes, as expected at the end. */
const finalPicture = ({ settings }, rows, columns) => (
  sectionLines(suiteParts(rows, settings, testsTable(rows, settings)), { columns: columns && columns - 1 }));

/** The bar of 40 columns, partly filled, with the text after it. */
const progress = (filled, text) => {
  const bar = filled > 0 && filled < 38 ? `${'='.repeat(filled - 1)}>` : '='.repeat(filled);
  return `[${bar.padEnd(38)}] ${text}`;
};

describe('view in a pipe', () => {
  it('shows progress on standard error, and erases it before printing', () => {
    for (const format of [{}, { json: true }]) {
      const seen = viewOf(format, { tty: false });
      seen.view.begin();
      expect(seen.view.isDue()).to.equal(true);
      for (let i = 0; i < 3; i++) seen.after(100, BOTH, 0.25 * i, 6);
      expect(seen.status.map((line) => line && line.replace(/^\[.*\] /, ''))).to.deep.equal(['0 %, about 6 s left']);
      expect(seen.view.isDue()).to.equal(false);
      seen.after(1000, BOTH, 0.75, 2);
      seen.view.message('something odd\n');
      seen.view.end(BOTH);
      expect(seen.status.slice(1).map((line) => line && line.replace(/^\[.*\] /, '')))
        .to.deep.equal(['75 %, about 2 s left', null, null]);
    }
  });
});

describe('view on a terminal', () => {
  it('redraws the table in place, and leaves only the table', () => {
    const seen = viewOf({});
    seen.view.begin();
    seen.after(0, [waiting('a'), waiting('b')], 0, 8);
    const linesOf = (...rows) => tableLines(rows, { ...seen.settings, columns: 99 });
    expect(seen.screen.picture())
      .to.deep.equal([...linesOf(waiting('a'), waiting('b')), progress(0, '0 %, about 8 s left')]);
    seen.after(300, [row('a', 1e7), waiting('b')], 0.25, 6);
    expect(seen.screen.picture())
      .to.deep.equal([...linesOf(row('a', 1e7), waiting('b')), progress(10, '25 %, about 6 s left')]);
    seen.after(300, BOTH, 0.999, 0.01);
    expect(seen.screen.picture()).to.have.length(4);
    expect(seen.screen.picture()[3]).to.equal(progress(38, '100 %, about 1 s left'));
    seen.view.end(BOTH);
    expect(seen.screen.picture()).to.deep.equal(finalPicture(seen, BOTH, 100));
  });

  it('reports counting at once, because the next drawing can take seconds', () => {
    const seen = viewOf({});
    seen.view.begin();
    const refresh = (share, phase) => {
      seen.screen.wraps = false;
      seen.view.refresh(() => BOTH, share, null, null, phase);
      seen.screen.wraps = true;
      return seen.screen.picture()[3];
    };
    expect(refresh(0.9)).to.equal(progress(34, '90 %'));
    expect(refresh(1)).to.equal(progress(34, '90 %'));
    expect(refresh(0, 'counting')).to.equal(progress(0, '0 %, counting'));
    expect(refresh(0.5, 'counting')).to.equal(progress(0, '0 %, counting'));
    seen.ns += 300 * MS;
    expect(refresh(0.5, 'counting')).to.equal(progress(19, '50 %, counting'));
  });

  it('leaves nothing of longer lines and higher drawings, and keeps earlier output', () => {
    const long = 'a test with quite a long name';
    const seen = viewOf({ preRunMessage: 'above' }, { names: [long, 'b', 'c', 'd'] });
    seen.screen.write('$ node x.js\n');
    seen.view.begin();
    seen.after(0, [row(long, 123456789), FAILED, waiting('c'), waiting('d')], 0.1, 1000);
    seen.after(300, [row('a', 1e7), waiting('b')], 0.2, 3);
    expect(seen.screen.picture()).to.have.length(6);
    seen.after(300, [row(long, 123456789), FAILED, waiting('c'), waiting('d')], 0.1, 1000);
    expect(seen.screen.picture()).to.have.length(8);
    const rows = [row('a', 1e7)];
    seen.view.end(rows);
    expect(seen.screen.picture()).to.deep.equal(['$ node x.js', 'above', ...finalPicture(seen, rows, 100)]);
  });

  it('tolerates a ^C that the terminal echoes', () => {
    const seen = viewOf({});
    seen.after(0, [waiting('a'), waiting('b')]);
    seen.screen.write('^C');
    seen.view.end(BOTH);
    expect(seen.screen.picture()).to.deep.equal(finalPicture(seen, BOTH, 100));
  });

  it('scrolls once at the bottom of the screen, not at each refresh', () => {
    const seen = viewOf({}, { rows: 8 });
    for (let i = 0; i < 7; i++) seen.screen.write(`earlier ${i}\n`);
    for (let i = 0; i < 10; i++) seen.after(300, BOTH);
    seen.view.end(BOTH);
    const earlier = Array.from({ length: 7 }, (_, i) => `earlier ${i}`);
    expect(seen.screen.picture()).to.deep.equal([...earlier, ...finalPicture(seen, BOTH, 100)]);
  });

  it('leaves the last column free, and wraps only notes', () => {
    // The screen rejects the last column in redrawn parts.
    for (const columns of [20, 30, 40, 60, 80]) {
      const name = 'a name that is longer than eighty columns, and longer than that, and than that still';
      const seen =
        viewOf({ verbose: 2, showPlatformInfo: false, showRunDetails: true }, { columns, names: [name, 'b'] });
      seen.after(0, [row(name, 1e7), FAILED], 0.5, 5000);
      seen.after(300, [row(name, 1e7), waiting('b')], 0.5, 5000);
      seen.view.end([row(name, 1e7), row('b', 2e7)]);
      expect(seen.screen.picture().slice(0, 3))
        .to.deep.equal(tableLines([row(name, 1e7), row('b', 2e7)], { ...seen.settings, columns: columns - 1 }));
    }
  });

  it('has colours if the terminal has them, and the same text', () => {
    const rows = [row('a', 1e7), row('b', 2.5e7, { verdict: 'slower' })];
    const plain = viewOf({});
    const coloured = viewOf({}, { hasColours: true });
    for (const seen of [plain, coloured]) {
      seen.after(0, rows);
      seen.after(300, [row('a', 1e7), waiting('b')]);
    }
    expect(coloured.screen.picture()).to.deep.equal(plain.screen.picture());
    expect([plain.screen.colours > 0, coloured.screen.colours > 0]).to.deep.equal([false, true]);
    for (const seen of [plain, coloured]) seen.view.end(rows);
    expect(coloured.screen.picture()).to.deep.equal(plain.screen.picture());
    expect(coloured.writes[coloured.writes.length - 1]).to.include('\u001b[31mslower\u001b[0m');
    expect(plain.screen.colours).to.equal(0);
  });
});

describe('view: refresh rate', () => {
  // [duration of drawing in ms, ms until the next]
  for (const [takes, pause] of [[1, 250], [12, 250], [20, 400], [100, 2000], [400, 2500]]) {
    it(`redraws after ${pause} ms if drawing takes ${takes} ms`, () => {
      const seen = viewOf({});
      let computed = 0;
      const refresh = (ms) => {
        seen.ns += ms * MS;
        seen.view.refresh(() => { computed++; seen.ns += takes * MS; return BOTH; }, 0.5, 3);
        return computed;
      };
      expect(refresh(0)).to.equal(1);
      expect(refresh(pause - 1)).to.equal(1);
      expect(refresh(1)).to.equal(2);
    });
  }
});

describe('view of more tests than the screen has lines', () => {
  const names = Array.from({ length: 30 }, (_, i) => `test ${i}`);
  const rows = names.map((name, i) => row(name, 1e7 + i));

  it('redraws only the progress, without computing rows', () => {
    const seen = viewOf({}, { names, rows: 24 });
    seen.ns += 300 * MS;
    seen.view.refresh(() => { throw new Error('rows were computed'); }, 0.25, 60);
    expect(seen.screen.picture()).to.deep.equal([progress(10, '25 %, about 60 s left')]);
    seen.after(300, rows, 0.5, 9);
    expect(seen.screen.picture()).to.deep.equal([progress(19, '50 %, about 9 s left')]);
    seen.view.end(rows);
    expect(seen.screen.picture()).to.deep.equal(finalPicture(seen, rows, 100));
  });

  it('draws the whole table if it fits with the progress and the cursor line', () => {
    // 30 tests, a header, the progress, and the line of the cursor
    for (const [lines, height] of [[32, 1], [33, 32], [34, 32]]) {
      const seen = viewOf({}, { names, rows: lines });
      seen.screen.write('above\n'.repeat(50));
      seen.after(0, rows);
      seen.after(300, rows);
      expect(seen.screen.picture()).to.have.length(50 + height);
      seen.view.end(rows);
      expect(seen.screen.picture()).to.deep.equal([...Array(50).fill('above'), ...finalPicture(seen, rows, 100)]);
    }
  });
});

it('view: draws tests with parameters if they fit together with their headings', () => {
  const rows = ['a', 'b', 'c'].flatMap(
    (test) => [10, 20].map((size) => row(`${test} size=${size}`, 1e7, { test, params: { size } })));
  // 6 tests under 2 headings, a header, the progress, and the line of the cursor
  for (const [lines, height] of [[10, 1], [11, 10]]) {
    const seen = viewOf({}, { names: rows.map(({ name }) => name), rows: lines });
    seen.after(0, rows);
    expect(seen.screen.picture()).to.have.length(height);
  }
});

it('view: uses the new width of a resized terminal', () => {
  const seen = viewOf({ verbose: 2, showPlatformInfo: false, showRunDetails: true }, { columns: 60 });
  seen.after(0, BOTH);
  const narrow = seen.screen.picture();
  seen.screen.columns = 160;
  seen.after(300, BOTH);
  expect(seen.screen.picture()[0]).to.include('(stats)');
  seen.screen.columns = 60;
  seen.after(300, BOTH);
  expect(seen.screen.picture()).to.deep.equal(narrow);
  seen.screen.columns = 120;
  seen.view.end(BOTH);
  expect(seen.screen.picture()).to.deep.equal(finalPicture(seen, BOTH, 120));
});

describe('view: a message of a test', () => {
  it('is printed above the drawing', () => {
    const seen = viewOf({});
    seen.after(0, BOTH);
    seen.view.message('something odd\n');
    expect(seen.screen.picture()).to.deep.equal(['something odd']);
    seen.after(300, BOTH);
    seen.view.message('two more\nlines\n');
    seen.after(300, BOTH);
    expect(seen.screen.picture()).to.have.length(3 + 4);
    seen.view.end(BOTH);
    expect(seen.screen.picture())
      .to.deep.equal(['something odd', 'two more', 'lines', ...finalPicture(seen, BOTH, 100)]);
  });

  it('does not interrupt the output of a format', () => {
    for (const format of ['json', 'csv', 'markdown']) {
      const seen = viewOf({ [format]: true });
      seen.view.message('something odd\n');
      expect(seen).to.deep.include({ writes: [], errors: ['something odd\n'] });
    }
  });
});

it('view: writes nothing for a silent suite', () => {
  for (const tty of [true, false]) {
    for (const format of [{}, { json: true }, { csv: true }]) {
      const seen = viewOf({ silent: true, verbose: 5, preRunMessage: 'x', ...format }, { tty });
      seen.view.begin();
      seen.view.refresh(() => { throw new Error('rows were computed'); }, 0.5, 3);
      seen.view.message('odd\n');
      seen.view.end([row('a', 1e7), FAILED]);
      expect(seen).to.deep.include({ writes: [], errors: [], sysinfoCalls: 0 });
      expect({ isDue: seen.view.isDue(), status: seen.status.filter(Boolean) })
        .to.deep.equal({ isDue: false, status: [] });
    }
  }
});

describe('view: formats for programs', () => {
  it('have the title as a heading in Markdown', () => {
    const seen = viewOf({ markdown: true, title: '*Lists*' }, { tty: false });
    seen.view.end(BOTH);
    expect(seen.text()).to.match(/^### \\\*Lists\\\*\n\n\| name /);
  });

  for (const [format, made] of [['json', toJson], ['csv', toCsv], ['markdown', toMarkdown]]) {
    it(`${format} is the only output, at the end, as returned by bench.to...`, () => {
      for (const tty of [true, false]) {
        const seen = viewOf({ [format]: true, verbose: 5, preRunMessage: 'x' }, { tty });
        // The screen rejects output for files.
        seen.screen.write = () => {};
        seen.view.begin();
        seen.after(1000, BOTH);
        expect(seen.writes).to.deep.equal([]);
        seen.view.end([BOTH[0], FAILED]);
        expect(seen.writes).to.deep.equal([made([BOTH[0], FAILED])]);
        expect(seen).to.deep.include({ errors: [], sysinfoCalls: 0 });
      }
    });
  }
});

describe('view: the header', () => {
  const begun = (options) => {
    const seen = viewOf(options, { columns: 1000 });
    seen.view.begin();
    return seen;
  };

  it('has the platform, the settings, or the sources if requested', () => {
    const platform = bannerLines(SYSTEM, { showPlatformInfo: true });
    const settings = bannerLines(
      SYSTEM, { ...resolveSettings(() => {}, {}), showPlatformInfo: false, showTestInfo: true });
    expect({ platform: platform.length, settings: settings.length }).to.deep.equal({ platform: 2, settings: 1 });
    for (const options of [{ showPlatformInfo: true }, { verbose: 1 }, { verbose: 2 }]) {
      const seen = begun(options);
      expect(seen.text(), JSON.stringify(options)).to.equal(`${platform.join('\n')}\n`);
      expect(seen.sysinfoCalls).to.equal(1);
    }
    expect(begun({ showTestInfo: true }).screen.picture()).to.deep.equal(settings);
    expect(begun({ verbose: 3 }).screen.picture()).to.deep.equal([...platform, ...settings]);
    const source = begun({ showSource: true });
    expect(source.screen.picture()).to.deep.equal(sourceLines(source.tests));
    expect(source.screen.picture()[0]).to.equal('a: () => name');
    expect(begun({ verbose: 2, showPlatformInfo: false }).writes).to.deep.equal([]);
  });

  it('has all parts in one order', () => {
    const seen = begun({ verbose: 4, preRunMessage: 'Here we go', title: 'Lists\x1b[2J\nof numbers' });
    expect(seen.screen.picture()).to.deep.equal([...sourceLines(seen.tests), 'Here we go',
      ...bannerLines(SYSTEM, { ...seen.settings }), 'Lists\\x1b[2J\\nof numbers']);
  });

  it('is wrapped on a narrow terminal, except for users\' text', () => {
    const message = 'a message of a user, which may be a picture of characters';
    const seen = viewOf({ verbose: 3, preRunMessage: message, title: 'x '.repeat(30) }, { columns: 40 });
    seen.view.begin();
    expect(seen.text().startsWith(`${message}\n`)).to.equal(true);
    const lines = seen.text().split('\n').slice(1);
    for (const line of lines) expect(line.length, line).to.be.at.most(39);
    const bare = (text) => text.replace(/\s/g, '');
    expect(bare(lines.join(''))).to.equal(bare(`${bannerLines(SYSTEM, seen.settings).join('')}${'x '.repeat(30)}`));
    const piped = viewOf({ verbose: 3, title: 'x '.repeat(30) }, { tty: false, columns: 40 });
    piped.view.begin();
    expect(piped.text()).to.include('x '.repeat(30));
  });
});

it('JSON of rows is read back without terminal controls, with null for values that are not finite', () => {
  const rows = [{ name: '\x1b[31m\x7f\x80\x9b31m\x9f é', a: 1 }];
  expect(toJson(rows)).to.equal(
    '[\n  {\n    "name": "\\u001b[31m\\u007f\\u0080\\u009b31m\\u009f é",\n    "a": 1\n  }\n]\n');
  expect(JSON.parse(toJson(rows))).to.deep.equal(rows);
  expect(JSON.parse(toJson([{ a: NaN, b: Infinity }]))).to.deep.equal([{ a: null, b: null }]);
});
