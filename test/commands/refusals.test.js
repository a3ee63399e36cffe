'use strict';

/* Command lines that are refused with one line before anything is measured or written */

const { expect } = require('chai');
const fs = require('fs');
const realHost = require('#lib/base/host/host');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { insideOf } = require('../helpers/cli-inside');
const { startHere } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');
const { samples } = require('../helpers/documents');
const { commitAll } = require('../helpers/git-folder');
const { can } = require('../helpers/needs');

const WAS_RUN = { before: 'require("fs").writeFileSync("was-run", "");' };
const HEADER = '"binary","filename","configuration","rate","time"\n';
const row = (side, file = 'a.js') => `"${side}","${file}","n=1",5,0.1\n`;

const FILES = {
  'a.js': benchmarkFile({ n: [8], kind: ['x'] }, WAS_RUN),
  'b.js': benchmarkFile({ len: [8] }, WAS_RUN),
  'group.js': benchmarkFile({ small: { n: [1] }, large: { n: [100] } }, { options: { byGroups: true }, ...WAS_RUN }),
  'suite.mjs': 'import { writeFileSync } from "fs"; writeFileSync("was-run", ""); export const add = () => {};\n',
  'other.spec.mjs': 'import { Bench } from "tinybench";\n',
  'vitest.spec.mjs': 'import { bench } from "vitest";\n',
  'mine.svg': 'mine',
  'one.csv': HEADER + row('old'),
  'two.csv': HEADER + row('old') + row('new'),
  'len.csv': '"filename","len","rate","time"\n"a.js",1,5,0.1\n',
  'files.csv': HEADER + row('this') + row('this', 'b.js'),
  'columns.csv': HEADER.replace('rate', 'rates') + row('old'),
  'empty.csv': '',
  'cut.json': '{"qtimeit": "rates", ',
  'results.json': JSON.stringify(samples.empty()),
  'foreign.json': '{"results": []}',
  'future.json': JSON.stringify({ ...samples.empty(), schema: 99, version: '9.9.9' }),
};

const takes = (option, ...more) => (
  [[option, ...more].join(' '), `${option.split(' ')[0]} has taken ${option.split(' ')[1]} as its value`]);

// The arguments after the command, and parts of the error
const REFUSED = {
  '': [
    ['bench/six.mjs', 'bench/six.mjs does not exist'],
    ['six.js', 'six.js does not exist'],
    ['bunch/', 'bunch/ does not exist'],
    ['1 ./a.js', './a.js is a file, not a snippet. Did you mean: qtimeit run ./a.js'],
    ['1 ?.js', '?.js is a pattern of files, not a snippet. Did you mean: qtimeit run ?.js'],
    ...['bench/{a,b}.mjs', '[xy].js', './**/?.mjs', 'bench/*'].map(
      (glob) => [glob, `no file matches ${glob}. Searched`]),
    ...['?.js', '{a,b}.js', './[ab].js', '?.*'].map((glob) => [`${glob} --time 1`, '--time is only for']),
  ],
  run: [
    ['', 'qtimeit run bench/'],
    ...['--save a.js', '--filter a.js', '--output a.js', '--save bench/'].map((option) => takes(option)),
    ...['!(x).js', '@(a|b).js', '+(a).js', '?(a).js'].map(
      (glob) => [glob, `no file matches ${glob}`, 'Patterns may contain *, **, ?, [..] and {a,b}']),
    ['.', '(a.js, b.js, group.js)', '(suite.mjs)', '--filter'],
    ['results.json', 'results.json contains no code', 'qtimeit report'],
    ['a.js b.js --filter lru', '--filter lru', 'a.js, b.js'],
    ['a.js --time 1', '--time is only for suites; these are', '--runs'],
    ['a.js --fork 2', '--fork is only for suites; these are', 'in a separate process'],
    ...['--precision 1%', '--cold', '--tier optimized', '--memory', '--cache cold'].map(
      (option) => [`a.js ${option}`, `${option.split(' ')[0]} is only for suites; these are`]),
    ...['--runs 2', '--set n=1', '--group x', '--test', '--calibrate n', '--plot-kind box', '--track'].map(
      (option) => [`suite.mjs ${option}`, `${option.split(' ')[0]} is only for benchmark files`, 'createBenchmark']),
    ['a.js --count=profile', '--count profile is only for suites', 'Use --count'],
    ['a.js --count=cache,profile', '--count profile is only for suites', 'Use --count cache'],
    ['a.js --set knd=x', '--set knd', 'Did you mean kind?'],
    ['a.js --set n=many', 'a.js: n=many', 'must be a number'],
    ['a.js --set n', '--set', 'n=1000'],
    ['a.js --set CPUSET=x', 'CPUSET=x', '2-3'],
    ['a.js --group large', '--group large', 'no file has groups'],
    ['group.js --group larg', '"larg"', 'Did you mean large?'],
    ...['bencher', 'benchstat', 'github-action', 'line'].map((form) => [`a.js --format ${form}`, form, 'markdown']),
    ['a.js --calibrate nn', 'a.js has no parameter "nn"', 'Did you mean n?'],
    ['a.js b.js --calibrate n', 'b.js has no parameter "n"'],
    ['a.js --calibrate kind', 'kind="x"', 'is not a number'],
    ['a.js --calibrate n --set n=5', '--set n='],
    ['a.js --calibrate n --set knd=x', 'Did you mean kind?'],
    ['a.js --calibrate n --increase 1', '--increase', 'from 2'],
    ...['--runs 1', '--save r.json', '--json', '--plot x.svg', '-o x'].map(
      (option) => [`a.js --calibrate n ${option}`, '--calibrate']),
    ...['--cv-threshold 5%', '--start-n 5', '--increase 2'].map(
      (option) => [`a.js ${option}`, `${option.split(' ')[0]} requires --calibrate`, 'Add --calibrate n']),
    ['a.js --plot x.gif', 'x.gif', '.svg, .html or .png'],
    ['a.js --plot nowhere/x.svg', 'nowhere/x.svg', 'does not exist'],
    ['a.js --plot x.png', 'requires a browser, but none of chromium', '.svg or .html, which do not require'],
    ['a.js --plot mine.svg', 'mine.svg', '--force'],
    ['a.js --plot x.svg --plot-kind bar', 'Did you mean bars?'],
    ['a.js --save mine.svg', 'mine.svg', '--force'],
    ['a.js -o mine.svg --json', 'mine.svg', '--force'],
    ['a.js --save nowhere/r.json', 'nowhere/r.json'],
    ['a.js --save a.js/r.json', 'a.js/r.json'],
    ...[['--save r.json', '-o ./r.json'], ['-o r.html', '--plot r.html'], ['-o r.md', '-o ./r.md'],
      ['--save r.svg', '--plot ./r.svg']].map(([first, second]) => [`a.js --force ${first} ${second}`,
      `${first.split(' ')[0]} and ${second.split(' ')[0]} name the same file, ${second.split(' ')[1]}. `]),
    ['a.js -o r.md -o r.pdf', '-o r.pdf: ', '.html, .md, .csv, .json, .txt', '--format'],
    ['a.js -o r', '-o r: ', '.html, .md, .csv, .json, .txt', '--format'],
    ['a.js --resume', '--save FILE'],
    ['a.js --save cut.json --resume', 'cut.json', 'truncated'],
    ['a.js --save results.json --resume', 'results.json'],
    ['a.js --shard 0/4', 'the first is 1/4'],
    ['a.js --shard 5/4', 'the last is 4/4'],
    ['a.js --shard x', 'such as 3/40'],
    ['a.js --shard auto', 'none of these variables is set'],
    ['a.js --durations x.json', '--durations requires --shard'],
    ['a.js --plan --save x.json', '--save has no effect'],
    ['a.js --plan --csv', 'cannot be printed as csv'],
    ['a.js --plan --calibrate n', 'cannot be combined'],
    ['a.js --plan --durations a.js', 'a.js'],
    ...['chrmium', 'chrmium,node', 'node,chrmium'].map((on) => [`suite.mjs --on ${on}`,
      'chrmium not found in PATH. Did you mean chromium?']),
    ['suite.mjs --on node', '--on lists only one engine. Add another: --on node,bun'],
    ['a.js --on chromium', '--on chromium: files with createBenchmark cannot run in browsers'],
    ['other.spec.mjs --on node,chromium', '--on chromium: other.spec.mjs is written for another library'],
    ['vitest.spec.mjs', 'vitest.spec.mjs is for vitest. Run vitest bench'],
    ['suite.mjs --on chromium --memory', '--memory is only for engines other than browsers'],
    ['suite.mjs --on url --cold', '--cold is only for browsers that qtimeit starts'],
    ['suite.mjs --on url,node', '--on url cannot be combined with other engines'],
    ['suite.mjs --on node,chromium --details', '--details is only for a single engine'],
    ['suite.mjs -t soon', "'soon'"],
    ['--fitler x suite.mjs', 'Did you mean --filter?'],
  ],
  compare: [
    ['', 'compare needs files'],
    ['a.js suite.mjs', '--old and --new, or --rev'],
    ['results.json', 'qtimeit: compare needs two result files, got only results.json'],
    ['results.json two.csv', 'but two.csv contains rates of configurations'],
    ...[['cut.json', 'truncated'], ['foreign.json', 'not a file saved by qtimeit'], ['future.json', '9.9.9'],
      ['nowhere.json', 'does not exist']].map(([file, words]) => [`results.json ${file}`, file, words]),
    ['results.json results.json --strict', 'Add --max-regression 3%, or leave out --strict'],
    ['one.csv', 'only one side (old)', '--old NODE --new NODE'],
    ['one.csv two.csv', 'two.csv contains 2 sides', 'the only file'],
    ['colums.csv', 'Did you mean columns.csv?'],
    ['columns.csv', 'columns.csv:1', '"rate"', '"rates"'],
    ['empty.csv', 'empty.csv is empty'],
    ['two.csv --filter slower', 'no test matches --filter'],
    ['two.csv --count', 'two.csv contains no counts of instructions'],
    ['two.csv --max-regression 2000', 'percent', '3 or 3%'],
    ...['--runs 5', '--set n=1', '--test'].map(
      (option) => [`two.csv ${option}`, option.split(' ')[0], 'saved results are not measured again']),
    ['--old node a.js', 'Add --new'],
    ['--rev HEAD --old node a.js', '--old and --rev cannot be combined'],
    ['--old NODE --new ./nowhere --save r.json a.js', './nowhere', 'not found'],
    ['--old NODE --new /bin/true suite.mjs', '/bin/true'],
    ['--old NODE --new . suite.mjs', '.'],
    ['--old NODE --new NODE --time 1 a.js', '--time is only for suites'],
    ['--old NODE --new NODE --noise 1% a.js', '--noise'],
    ['--old NODE --new NODE .', '(a.js, b.js, group.js)', '(suite.mjs)', '--filter'],
    ['--old NODE --new NODE --runs 2 suite.mjs', '--runs is only for benchmark files', 'createBenchmark'],
    ['--old chrmium --new NODE suite.mjs', 'chrmium not found in PATH', 'Did you mean chromium?'],
    ['--old url --new NODE suite.mjs', 'opened by hand'],
    ['--old chromium --new NODE --count suite.mjs', '--count and chromium cannot be combined'],
    ['--old chromium --new NODE a.js', 'chromium: files with createBenchmark cannot run in browsers'],
    ['--on chrmium --old . --new . suite.mjs', '--on chrmium is not a browser. Did you mean chromium?'],
    ['--on node --old . --new . suite.mjs', '--on node is not a browser', 'in Node.js, use --rev for revisions'],
    ['--on chromium,firefox --old . --new . suite.mjs', '--on expects one browser if builds are compared, got 2'],
    ['--on chromium suite.mjs', 'needs --old and --new with the folders of builds'],
    ['--on chromium --count --old . --new . suite.mjs', '--on and --count cannot be combined'],
  ],
  scatter: [
    ['--xaxis len', 'scatter file.js'],
    takes('--save a.js', '--xaxis len'),
    ['a.js b.js --xaxis len', 'one file', '2'],
    ['. --xaxis len', 'one file', '. matches 4\n'],
    ['suite.mjs --xaxis len', 'suite.mjs', 'createBenchmark'],
    ['a.js', '--xaxis NAME'],
    ['a.js --xaxis kidn --plot r.svg --save r.json', '--xaxis kidn', 'Did you mean kind?'],
    ['a.js --xaxis n --category knid', '--category knid', 'Did you mean kind?'],
    ['a.js --xaxis n --category n', 'both n'],
    ['a.js --xaxis n --format bencher', 'bencher'],
    ['len.csv --xaxis len --set len=1', '--set', 'saved results are not measured again'],
    ['len.csv --xaxis xyz', 'Available: len'],
    ['two.csv --xaxis n', 'two.csv contains 2 sides'],
    ['files.csv --xaxis n', 'a.js, b.js'],
  ],
  report: [['', 'results.json'], ['results.json two.csv', 'got 2'], ['results.json -o page', '.html, .md'],
    ['*.json', '*.json does not exist. Name each file, or let the shell expand the pattern (without quotes)']],
  command: [takes('--save a.js')],
  bisect: [takes('--save bench/', '--good v1')],
  merge: [takes('--save parts/')],
  import: [
    takes('--save a.js'),
    ['*.js', '*.js does not exist. Name each file, or let the shell expand the pattern (without quotes)'],
  ],
  system: [['slow',
    'qtimeit: system expects "fast", "restore" or nothing, got "slow"\n', '"slow"'], ['fast restore', 'got 2']],
  help: [['repot', 'Did you mean report?']],
  compere: [['a.json b.json', '"compere"', 'Did you mean compare?']],
};

const { refused } = insideOf({ startScript: startHere, env: { ...process.env, PATH: '/nowhere' } });

useFolder();

describe('an invalid command line', () => {
  for (const [command, rows] of Object.entries(REFUSED)) {
    it(`is refused: qtimeit ${command}`, async () => {
      for (const [name, text] of Object.entries(FILES)) write(name, text);
      for (const [args, ...words] of rows) {
        const given = args.split(' ').filter(Boolean).map((arg) => (arg === 'NODE' ? process.execPath : arg));
        const message = await refused(...command.split(' ').filter(Boolean), ...given);
        for (const one of words) expect(message, `${command} ${args}`).to.include(one);
      }
      const left = fs.readdirSync(inFolder()).map((name) => [name, fs.readFileSync(inFolder(name), 'utf8')]);
      expect(Object.fromEntries(left)).to.deep.equal(FILES);
    });
  }
});

describe('a file without permission to read', () => {
  const denied = Object.fromEntries(['readText', 'readBytes', 'listDir'].map((name) => [name, (file, ...more) => {
    if (/denied/.test(file)) throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: file });
    return realHost[name](file, ...more);
  }]));
  const { inside, refused: refusedHere } = insideOf(denied);

  it('is named, and the other files are measured', async () => {
    for (const name of ['a.js', 'denied.js']) write(name, 'module.exports = { add() { return [].length; } };');
    const compared = [];
    if (can('git')) {
      commitAll();
      compared.push([['compare', '--rev', 'HEAD', '--plan', '2', 'a.js', 'denied.js'], /^a\.js: add +1\/2$/m]);
    }
    // In one process, which starts faster than several
    const run = ['run', '--time', '0.02', '--fork', '0'];
    for (const [args, printed] of [
      [[...run, 'a.js', 'denied.js'], /^add /m], [[...run, '.'], /^add /m],
      [['run', '--plan', '2', 'a.js', 'denied.js'], /^a\.js +1\/2$/m],
      [[...run, '--shard', '1/1', 'a.js', 'denied.js'], /^add /m],
      ...compared,
    ]) {
      const { status, stdout, stderr } = await inside(...args);
      expect([status, stdout], stderr).to.have.nested.property('[0]', 2);
      expect(stdout, args.join(' ')).to.match(printed);
      expect(stderr).to.match(/^qtimeit: denied\.js cannot be read: no permission$/m);
    }
    expect(await refusedHere('run', 'denied.js')).to.equal('qtimeit: denied.js cannot be read: no permission\n');
  });

  it('is named if it is a folder, and the other files are measured', async () => {
    for (const name of ['a.js', 'in/b.js', 'in/denied/c.js']) write(name, 'module.exports = { add() {} };');
    for (const place of ['in', 'in/denied', 'in/*/*.js', 'in/**/*.js']) {
      const { status, stdout, stderr } = await inside('run', '--plan', '2', 'a.js', place);
      expect({ status, stderr }, place).to.deep.equal(
        { status: 2, stderr: `qtimeit: ${inFolder('in/denied')} cannot be read: no permission\n` });
      expect(stdout).to.match(/^a\.js +1\/2$/m);
    }
    for (const args of [['run', 'in/denied'], ['compare', '--rev', 'HEAD', 'in/denied'], ['why', 'in/denied']]) {
      expect(await refusedHere(...args)).to.equal(`qtimeit: ${inFolder('in/denied')} cannot be read: no permission\n`);
    }
  });

  it('is named if it is an entry of a history', async () => {
    for (const name of ['h/denied.json', 'h/cut.json']) write(name, '{');
    const { status, stderr } = await inside('history', 'show', '--dir', 'h');
    expect({ status, stderr }).to.deep.equal({
      status: 2, stderr: 'qtimeit: cut.json is not an entry of the history, or is damaged\n' +
        'qtimeit: denied.json cannot be read: no permission\n',
    });
  });

  it('is named if it is a saved document', async () => {
    for (const name of ['a.json', 'denied.json', 'denied.csv']) write(name, JSON.stringify(samples.empty()));
    for (const args of [['compare', 'a.json', 'denied.json'], ['report', 'denied.json'], ['merge', 'denied.json']]) {
      expect(await refusedHere(...args)).to.equal('qtimeit: denied.json cannot be read: no permission\n');
    }
  });
});

describe('one file for two texts', () => {
  it('is refused in another case on systems that ignore case', async () => {
    write('a.js', FILES['a.js']);
    const { refused: refusedHere } = insideOf({ platform: 'darwin' });
    expect(await refusedHere('run', 'a.js', '--save', 'r.json', '-o', 'R.JSON'))
      .to.equal('qtimeit: --save and -o name the same file, R.JSON. Use two different names\n');
  });
});
