'use strict';

const { expect } = require('chai');
const { toGithubSummary } = require('../../lib/report/github-summary');
const { literal, markdownTable, bullets, verbatim, folded, paragraphs } = require('../../lib/report/markdown-blocks');
const {
  ENVIRONMENT, UNKNOWN, row, failedRow, suite, results, side, failedSide, change, comparedTest, comparison,
  hostileDocuments,
} = require('../helpers/ci-documents');

/** What is left of a line when escaped characters are text. */
const markup = (line) => line.replace(/\\[^]|&#8203;/g, '');

/** Tables of a text: [[[cell, ...], ...], ...], without the line of dashes; every line has to have as many cells. */
function tablesOf(text) {
  const tables = [];
  let last = null;
  for (const line of text.replace(/\u00a0/g, ' ').split('\n')) {
    if (!line.startsWith('|')) {
      last = null;
      continue;
    }
    if (!last) tables.push(last = []);
    last.push(line.slice(1, -1).split(/(?<!(?:^|[^\\])(?:\\\\)*\\)\|/).map((cell) => cell.trim()));
    expect(markup(line).split('|')).to.have.length(markup(last.first || (last.first = line)).split('|').length);
  }
  return tables.map((lines) => {
    expect(lines[1].every((cell) => /^:?-+:?$/.test(cell)), lines[1].join()).to.equal(true);
    return [lines[0], ...lines.slice(2)];
  });
}

describe('pieces of Markdown', () => {
  it('are text, tables, lists', () => {
    expect(literal('a|b*c_d`e<f>g[h]~&$\\')).to.equal('a\\|b\\*c\\_d\\`e\\<f\\>g\\[h\\]\\~\\&\\$\\\\');
    expect(markdownTable([{ a: 1 }, { a: '' }],
      [{ title: 'x', cell: ({ a }) => `${a}` }, { title: 'y', toTheRight: true, cell: () => 'z' }])).to.equal(
      '| x | y |\n| :--- | ---: |\n| 1 | z |\n| | z |\n');
    expect(bullets(['a*', 'b'])).to.equal('- a\\*\n- b\n');
    expect(bullets([])).to.equal('');
    expect(paragraphs(['a\n', '', 'b\n', ''])).to.equal('a\n\nb\n');
  });

  it('are blocks that nothing in them ends', () => {
    expect(verbatim(['a*', '| b'])).to.equal('```text\na*\n| b\n```\n');
    expect(verbatim(['```', 'a ````` b', '``'])).to.equal('``````text\n```\na ````` b\n``\n``````\n');
    expect(verbatim([])).to.equal('');
    expect(folded('A&B', 'x\n')).to.equal('<details><summary>A\\&B</summary>\n\nx\n\n</details>\n');
    expect(folded('A', '')).to.equal('');
  });
});

describe('the summary of results for GitHub', () => {
  const tests = [
    row('small'),
    row('b|c',
      { verdict: 'unresolved', rank: 998.2, rankLow: 990, rankHigh: 1010, moreSeconds: 3, nsLow: null,
        warnings: [{ code: 'disturbed', rounds: 2, lostNs: 1e9 }, { code: 'not-steady', drift: 0.2 }] }),
    failedRow('bad', 'x is\nnot ```y```', { output: ['said `this`'] }),
    row('noop', { verdict: 'below-resolution' }),
    row('later', { verdict: null, rank: null, results: null, nsPerCall: null }),
    row('odd',
      { verdict: 'same', results: null, nsPerCall: null, rank: null, rankLow: null, rankHigh: null,
        warnings: undefined }),
  ];
  const text = toGithubSummary(
    results([suite(tests), suite([row('x')], { suite: 2 }), suite([], { file: null, settings: null })]));

  it('begins with what came out', () => {
    expect(text.split('\n')[0]).to.equal('**7 tests, 1 failed**');
    expect(toGithubSummary(results([suite([row('x')])])).split('\n')[0]).to.equal('**1 test**');
    expect(toGithubSummary(results([], { environment: null }))).to.equal('**0 tests**\n');
  });

  it('has a heading and a table for each suite', () => {
    expect(text.match(/^#.*$/gm)).to.deep.equal(['### bench/parse.js', '### bench/parse.js, suite 2', '### snippets']);
    expect(text).to.contain('### snippets\n\nNo tests.\n');
    const [first, second] = tablesOf(text);
    expect(first).to.deep.equal([
      ['name', 'one call', '95 % interval', 'ops/sec', 'rate', 'interval', 'verdict'],
      ['small', '10.70 ns', '10.60 – 10.90 ns', '93,468,158', '1000', '(1000..1000)', 'baseline'],
      ['b\\|c', '10.7 ns', '', '93,468,158', '998', '(990..1010)', 'unresolved (not steady)'],
      ['bad', '', '', '', '', '', 'FAILED x is (a.js:1:2)'],
      ['noop', '', '', 'too fast to tell', '', '', 'below-resolution'],
      ['later', '', '', '', '', '', '...'],
      ['odd', '', '', '-', '-', '', 'same'],
    ]);
    expect(second).to.have.length(2);
  });

  it('explains below', () => {
    expect(text)
      .to.contain('- b\\|c: not resolved; about 3 s more per test would settle it\n- b\\|c: not steady: 20 % ' +
        'slower at the end than at the start\n' +
      '- noop: cannot be told from an empty function (under 0.10 ns each); what nobody uses is dropped: ' +
      'timeit.keep(result) uses it\n- b\\|c: interrupted 2 times, for 1.00 s in all, which are left out\n');
    expect(text)
      .to.contain('\n````text\n1 of 6 tests failed:\n  bad: x is\n    not ```y```\n    at a.js:1:2\n    on call ' +
        '3\n    | said `this`\n````\n');
    const noisy = toGithubSummary(results([suite([row('x', { noiseFloor: 0.01 })], { settings: { margin: 0.005 } })]));
    expect(noisy)
      .to.contain('- noise floor here: 1 %; what lies under it is not told apart, nor called same\n');
  });

  it('has the environment folded, at the end', () => {
    expect(text).to.match(/\n<details><summary>Environment<\/summary>\n\n\| \| \|\n[^]+\n\n<\/details>\n$/);
    expect(tablesOf(text)[2]).to.deep.equal([['', ''], ['node', '20.20.2'], ['V8', '11.3.244.8'],
      ['options', '--expose-gc'], ['system', 'linux x64 6.1.0'],
      ['processor', 'Fast CPU \\| 9000'], ['processors', '8'], ['MHz', '3593 (chain)'], ['governor', 'performance'],
      ['qtimeit', '1.0.0']]);
    const warned = { ...ENVIRONMENT, warnings: [{ code: 'battery' }, { code: 'governor', governor: 'powersave' }] };
    expect(toGithubSummary(results([], { environment: warned })))
      .to.contain('| qtimeit | 1.0.0 |\n\n- On battery, so the clock is held low and moves; fix: plug in the power ' +
        'supply.\n- CPU governor is');
    expect(toGithubSummary(results([], { environment: UNKNOWN }))).to.not.contain('details');
    const environment = { ...UNKNOWN, cpuCount: 0 };
    expect(toGithubSummary(results([], { environment }))).to.contain('| processors | 0 |');
  });

  it('says where it is not complete', () => {
    expect(text).to.not.contain('Cut short');
    expect(toGithubSummary(results([], { complete: false, environment: null })))
      .to.equal('**0 tests**\n\nCut short: these are not all of the figures.\n');
  });

  it('is never larger than GitHub takes', () => {
    const many = (count) => toGithubSummary(
      results([suite(Array.from({ length: count }, (_, i) => row(`é${i}`.padEnd(80, 'x'))))]));
    const large = many(9000);
    expect(Buffer.byteLength(large)).to.be.within(1000 * 1024 - 300, 1000 * 1024);
    expect(large).to.match(/baseline \|\n\n\nCut here: GitHub shows no more than 1 MB\.\n$/);
    expect(many(5000)).to.match(/<\/details>\n$/);
  });
});

describe('the summary of a comparison for GitHub', () => {
  const ten = [
    ...Array.from({ length: 6 }, (_, i) => comparedTest(`same ${i}`, [side(10), side(10.01)], [change('same', 1.001)])),
    comparedTest('faster', [side(1000), side(900)], [change('faster', 0.9)]),
    comparedTest('slower', [side(10), side(10.2)], [change('slower', 1.02)]),
    comparedTest('much slower', [side(10), side(12)], [change('slower', 1.2)]),
    comparedTest('regressed', [side(10), side(10.5)], [change('slower', 1.05, { regression: true, adjustedP: 1e-12 })]),
  ];
  const firstLine = (document) => toGithubSummary(document).split('\n')[0];
  const rowsOf = (document) => tablesOf(toGithubSummary(document))[0].slice(1);

  it('begins with what came out', () => {
    expect(firstLine(comparison(ten)))
      .to.equal('**3 of 10 slower, 1 faster, 6 the same; 1 regression of more than 3 %**');
    expect(firstLine(comparison([]))).to.equal('**no tests**');
    const of = (verdicts) => firstLine(
      comparison(verdicts.map((verdict) => comparedTest('x', [side(1), side(1)], [change(verdict, 1)]))));
    expect(of(['same', 'same'])).to.equal('**2 of 2 the same**');
    expect(of(['looks-slower', 'looks-slower', 'looks-faster'])).to.equal('**2 of 3 look slower, 1 looks faster**');
    expect(of(['unmatched', 'failed', 'not-judged', 'unresolved']))
      .to.equal('**1 of 4 not resolved, 1 not judged, 1 failed, 1 on one side only**');
    const two = [1, 2].map(() => comparedTest('x', [side(1), side(2)], [change('slower', 2, { regression: true })]));
    expect(firstLine(comparison(two, { maxRegression: 0.005 })))
      .to.equal('**2 of 2 slower; 2 regressions of more than 0.5 %**');
  });

  it('tells what is compared', () => {
    expect(toGithubSummary(comparison([])).split('\n')[2])
      .to.equal('new (.) against old (v1.2.0): time of one call, + is slower.');
    const sides = [{ label: 'a*', source: 'a*', environment: null }, { label: 'b', source: null, environment: null }];
    expect(toGithubSummary(comparison([], { sides })).split('\n')[2])
      .to.equal('b against a\\*: time of one call, + is slower.');
  });

  it('has regressions first, then what got slower, the worst first', () => {
    const more =
      ['too-noisy', 'below-resolution', 'same', 'looks-faster', 'faster', 'not-judged', 'unresolved',
        'looks-slower'].map((verdict) => comparedTest(verdict, [side(1), side(1)], [change(verdict, 1)]));
    expect(rowsOf(comparison([...more, ...ten])).map(([name]) => name)).to.deep.equal(['regressed', 'much slower',
      'slower', 'looks-slower', 'unresolved', 'not-judged',
      'faster', 'faster', 'looks-faster', 'same', 'same 0', 'same 1', 'same 2', 'same 3', 'same 4', 'same 5',
      'below-resolution', 'too-noisy']);
  });

  it('has times, change with interval, verdict and p', () => {
    const [table] = tablesOf(toGithubSummary(comparison(ten)));
    expect(table.slice(0, 3)).to.deep.equal([
      ['test', 'old', 'new', 'change', 'verdict', 'adjusted p'],
      ['regressed', '10.00 ns', '10.50 ns', '+5.00 % (+3.95 .. +6.05)', '🔴 slower, more than 3 %', '\\<0.001'],
      ['much slower', '10.00 ns', '12.00 ns', '+20.0 % (+18.8 .. +21.2)', '🔴 slower', '0.040'],
    ]);
    expect(table[4]).to.deep.equal(['faster', '1.000 µs', '900 ns', '-10.0 % (-10.9 .. -9.10)', '🟢 faster', '0.040']);
    expect(table[5]).to.deep.equal(['same 0', '10.00 ns', '10.01 ns', '+0.10 % (-0.90 .. +1.10)', '⚪ same', '0.040']);
  });

  it('has empty cells for what is not known', () => {
    const nothing = { ratio: null, low: null, high: null, p: null, adjustedP: null };
    expect(rowsOf(
      comparison(
        [comparedTest('x', [side(1), side(null, { nsPerCall: null })], [change('not-judged', null, nothing)])])))
      .to.deep.equal([
        ['x', '1.000 ns', '', '', '⚫ not judged', '']]);
    expect(rowsOf(
      comparison([comparedTest('x', [side(1), side(3)], [change('looks-slower', 3, { low: null, adjustedP: null })])])))
      .to.deep.equal([
        ['x', '1.000 ns', '3.000 ns', '+200 %', '🟠 looks slower', '']]);
    expect(rowsOf(comparison([comparedTest('x', [side(1), side(3)], [change('new|word', 3)])]))[0][4])
      .to.equal('new\\|word');
  });

  it('names the suite where there are several', () => {
    const names = (more) => rowsOf(
      comparison(
        [comparedTest('x', [side(1), side(1)], [change('same', 1)]),
          comparedTest('y', [side(1), side(1)], [change('same', 1)], more)])).map(([name]) => name);
    expect(names({})).to.deep.equal(['x', 'y']);
    expect(names({ suite: 2 })).to.deep.equal(['bench/parse.js \\> x', 'bench/parse.js#&#8203;2 \\> y']);
    expect(names({ file: null })).to.deep.equal(['bench/parse.js \\> x', 'y']);
    expect(names({ file: 'f'.repeat(500) })[1]).to.equal(`${'f'.repeat(59)}… \\> y`);
  });

  it('has what is not in the table below', () => {
    const text = toGithubSummary(comparison([
      comparedTest('gone', [side(1), null], [change('unmatched', null)]),
      comparedTest('came', [null, side(1)], [change('unmatched', null)]),
      comparedTest('nowhere', [null, null], [change('unmatched', null)]),
      comparedTest('bad', [side(1), failedSide('no\nway')], [change('failed', null)]),
      comparedTest('open', [side(100), side(101)],
        [change('unresolved', 1.01, { moreProcesses: 12, moreSeconds: 90 })]),
      comparedTest('wide open', [side(100), side(101)], [change('unresolved', 1.01)]),
    ]));
    expect(tablesOf(text)[0].slice(1).map(([name]) => name)).to.deep.equal(['open', 'wide open']);
    expect(text)
      .to.contain('- gone: only in old\n- came: only in new\n- open: not resolved; about 12 more processes per ' +
        'side (2 min) would settle it\n- wide open: not resolved\n\n');
    expect(text).to.contain('```text\n  bad, new: no\n    way\n    at a.js:1:2\n    on call 3\n```\n');
    const hidden = toGithubSummary(
      comparison([comparedTest('x', [failedSide('old one'), failedSide('new one')], [change('failed', null)])],
        { complete: false }));
    expect(hidden).to.contain('  x, old: old one\n').and.contain('  x, new: new one\n').and.contain('Cut short');
    expect(tablesOf(hidden)).to.have.length(1);
    const failures =
      [{ side: 'old', file: 'a.js', error: { message: 'cannot load' } },
        { side: 'new', file: 'b.js', error: { message: 'nor this' } }];
    expect(toGithubSummary(comparison([], { failures })))
      .to.contain('```text\n  a.js, old: cannot load\n  b.js, new: nor this\n```\n');
  });

  it('says why nothing is judged, and what weaker words mean', () => {
    const differences = [
      { field: 'nodeVersion', values: ['20.20.2', '22.1.0'], forbids: true },
      { field: 'cpu', values: [null, 'a|b'], forbids: true },
      { field: 'cpuMhz', values: [1000, 2000], forbids: false },
    ];
    const test = comparedTest('x', [side(1), side(1)], [change('looks-slower', 1)]);
    const text = toGithubSummary(comparison([test], { differences, kind: 'saved' }));
    expect(text)
      .to.contain('- measured under different conditions, version of Node.js: 20.20.2, 22.1.0\n- measured under ' +
        'different conditions, processor: not known, a\\|b\n\n');
    expect(text).to.contain('measured at two times');
    expect(toGithubSummary(comparison(ten, { kind: 'saved' }))).to.not.contain('two times');
    expect(toGithubSummary(comparison([test]))).to.not.contain('two times');
  });

  it('has a table for each side after the first', () => {
    const sides = ['old', 'new', 'newer'].map((label) => ({ label, source: label, environment: ENVIRONMENT }));
    const text = toGithubSummary(comparison([
      comparedTest('x', [side(10), side(20), side(5)], [change('slower', 2), change('faster', 0.5)]),
      comparedTest('y', [null, null, failedSide('no')], [change('unmatched', null), change('failed', null)]),
    ], { sides, differences: [{ field: 'cpu', values: ['a', 'b', 'c'] }] }));
    expect(text.match(/^\*\*.*\*\*$/gm))
      .to.deep.equal(['**1 of 2 slower, 1 on one side only**', '**1 of 2 faster, 1 failed**']);
    const [first, second, environment] = tablesOf(text);
    expect([first[0][2], first[1]])
      .to.deep.equal(['new', ['x', '10.00 ns', '20.00 ns', '+100 % (+98.0 .. +102)', '🔴 slower', '0.040']]);
    expect([second[0][2], second[1]])
      .to.deep.equal(['newer', ['x', '10.00 ns', '5.00 ns', '-50.0 % (-50.5 .. -49.5)', '🟢 faster', '0.040']]);
    expect(environment[0]).to.deep.equal(['', 'old', 'new', 'newer']);
    expect(text.split('processor: a, b, c')).to.have.length(2);
  });

  it('has the environments side by side', () => {
    const warnings = [{ code: 'battery' }];
    const sides = [
      { label: 'old', source: '', environment: { ...ENVIRONMENT, warnings: [...warnings, { code: 'inspector' }] } },
      { label: 'new', source: '', environment: { ...ENVIRONMENT, nodeVersion: '22.1.0', warnings } },
      { label: 'none', source: '', environment: null },
    ];
    const text = toGithubSummary(comparison([], { sides }));
    expect(tablesOf(text)[0].slice(0, 3))
      .to.deep.equal(
        [['', 'old', 'new', 'none'], ['node', '20.20.2', '22.1.0', ''], ['V8', '11.3.244.8', '11.3.244.8', '']]);
    expect(text).to.contain('\n- old, new: On battery').and.contain('\n- old: An inspector');
    expect(toGithubSummary(comparison([], { sides: sides.slice(0, 2) }))).to.contain('\n- On battery');
  });
});

describe('the summary for GitHub', () => {
  it('is Markdown, whatever tests and files are called', () => {
    for (const document of hostileDocuments()) {
      const text = toGithubSummary(document);
      expect(tablesOf(text)).to.have.length.above(1);
      expect(text).to.not.match(/[^\n -\u{10ffff}]|[\x7f-\x9f\u2028-\u202e]|undefined|NaN|\[object/u);
      let fence = '';
      for (const line of text.split('\n')) {
        const mark = /^`{3,}/.exec(line);
        if (mark && (!fence || line === fence)) fence = fence ? '' : mark[0];
        else if (
            !fence &&
              !/^(#{3} |\||- |<details><summary>Environment<\/summary>$|<\/details>$|\*\*|[A-Z]|''|old|$)/.test(
                line)) throw new Error(`not ours: ${JSON.stringify(line)}`);
        else if (!fence && !line.startsWith('<')) {
          expect(markup(line.replace(/^\*\*(.*)\*\*$/, '$1'))).to.not.match(/[`*_<>[\]~&$]/);
        }
      }
      expect(fence).to.equal('');
    }
  });
});
