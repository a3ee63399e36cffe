'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { inspect } = require('util');
const { expect } = require('chai');
const { readSaved } = require('#lib/node-core/rates/read');
const { ratesCsv } = require('#lib/report/exchange/rates-csv');
const { parseParameters } = require('#lib/base/text/parameters-text');
const { configurationText } = require('#lib/base/text/configuration-names');
const { readDocument } = require('#lib/core/document/document');
const { documentText } = require('#lib/core/document/document-text');
const realHost = require('#lib/base/host/host');
const { version } = require('../../package.json');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { mulberry32 } = require('../helpers/random');
const { refusalOf } = require('../helpers/refusals');
const { scratchFolder } = require('../helpers/scratch');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'csv');
const NAMES = ['compare.csv', 'compare-printed.csv', 'run.csv', 'scatter.csv', 'faults.csv'];
const HEADER = '"binary","filename","configuration","rate","time"\n';

const fixture = (name) => fs.readFileSync(path.join(FIXTURES, name), 'utf8').replace(/\r\n/g, '\n');

/** Reads a file with this content in chunks of `size` bytes. */
function read(content, size) {
  const host = fakeHost({ files: { 'dir/x.csv': content, 'dir/other.txt': '' } });
  const { eachChunk } = host;
  if (size) host.eachChunk = (file, _, visit) => eachChunk.call(host, file, size, visit);
  const { document: rates, problems } = readSaved('dir/x.csv', { host });
  return { rates, problems };
}

/** [file, configuration, [rates, seconds] of each side] of all configurations */
const rowsOf = ({ rates }) => rates.configurations.map(({ file, configuration, sides }) =>
    [file, configuration, ...sides.map((side) => side && [side.rates, side.seconds])]);
const labelsOf = ({ rates }) => rates.sides.map(({ label }) => label);
const wordsOf = ({ problems }) => problems.map(({ words }) => words);

const refusal = (content, size) => refusalOf(() => read(content, size));

const TEXT =
  'first line, which is longer than forty characters\nsecond line, and it\'s not the last of them, either\nend';

describe('a CSV file of rates', () => {
  describe('reads the output of Node core', () => {
    it('of compare.js', () => {
      const { rates, problems } = read(fixture('compare.csv'));
      const side = (values, seconds) => ({ rates: values, seconds, errors: [] });
      expect(problems).to.deep.equal([]);
      expect(rates).to.deep.equal({
        qtimeit: 'rates', schema: 1, version, savedAt: '2024-02-29T12:00:00.000Z', complete: true, command: [], runs: 2,
        sides: [{ label: 'old', source: null, environment: null }, { label: 'new', source: null, environment: null }],
        failures: [],
        configurations: [{
          file: 'strings/split.js', configuration: 'n=1000 sep=","', parameters: { n: 1000, sep: ',' },
          sides: [side([1250000.5, 1240000.75], [0.000799999, 0.000806451]),
            side([1350000.125, 1360000], [0.000740740, 0.000735294])],
        }, {
          file: 'strings/split.js', configuration: 'n=1000 sep="it\'s"', parameters: { n: 1000, sep: 'it\'s' },
          sides: [side([900000.25, 905000], [0.001111110, 0.001104972]),
            side([910000, 915000.5], [0.001098901, 0.001092895])],
        }],
      });
      expect(Object.keys(rates.configurations[0].parameters)).to.deep.equal(['n', 'sep']);
    });

    it('of an older compare.js, with blanks, cells of several lines, and output of benchmarks', () => {
      const got = read(fixture('compare-printed.csv'));
      expect(rowsOf(got)).to.deep.equal([
        ['text/wrap.js', `text=${JSON.stringify(TEXT)} n=0`, [[500.5], [0.2]], [[600.25], [0.15]]],
        ['text/wrap.js', 'text="`\'\\"" n=1e+21', [[700], [0.1]], [[710], [0.1]]],
      ]);
      expect(got.rates.configurations.map(({ parameters }) => parameters))
        .to.deep.equal([{ text: TEXT, n: -0 }, { text: '`\'"', n: 1e21 }]);
      expect(got.problems).to.deep.equal([
        { line: 2, words: 'dir/x.csv:2: 1 field instead of 5: "ready after 3 ms"' },
        { line: 6, words: 'dir/x.csv:6: 2 fields instead of 5: "[ 1, 2 ]"' },
        { line: 7, words: 'dir/x.csv:7: there is a quote in the middle of a field: "said "hello, world""' },
        { line: 13, words: 'dir/x.csv:13: there is text after a quoted field: """' },
      ]);
    });

    it('of scatter.js', () => {
      const got = read(fixture('scatter.csv'));
      expect({ labels: labelsOf(got), words: wordsOf(got) }).to.deep.equal(
        { labels: ['this'], words: ['dir/x.csv:1: this line precedes the column names: "about to begin"'] });
      expect(rowsOf(got)).to.deep.equal([
        ['buffers/fill.js', 'encoding="utf8" len=64 mode="1"', [[1000.5, 1010], [0.1, 0.1]]],
        ['buffers/fill.js', 'encoding="two\\nlines, \\"quoted\\"" len=64 mode="1"', [[900], [0.11]]],
        ['buffers/fill.js', 'encoding="utf8" len=128 mode="2"', [[600], [0.12]]],
      ]);
      expect(got.rates.configurations[1].parameters)
        .to.deep.equal({ encoding: 'two\nlines, "quoted"', len: 64, mode: '1' });
    });

    it('into a document that can be saved and read', () => {
      for (const name of NAMES) {
        const { rates } = read(fixture(name));
        const host = fakeHost({ files: { 'a.json': documentText(rates) } });
        expect(readDocument('a.json', { host }), name).to.deep.equal(JSON.parse(JSON.stringify(rates)));
      }
    });
  });

  describe('reads the same', () => {
    it('with other line ends, a byte order mark, no line end at the end, and in any chunks', () => {
      for (const name of NAMES) {
        const whole = fixture(name);
        const crlf = whole.replace(/\n/g, '\r\n');
        for (const content of [whole, crlf, `\ufeff${whole}`, whole.trimEnd(), crlf.trimEnd()]) {
          // Its last record has an open quote.
          const expected = read(name === 'faults.csv' ? content : whole);
          for (const size of [undefined, 1, 3, 64]) {
            expect(read(content, size), `${name} ${size}`).to.deep.equal(expected);
          }
        }
      }
      const whole = fixture('compare.csv');
      expect(read(whole.replace(/\n/g, '\r'))).to.deep.equal(read(whole));
      expect(read(`\n \n${whole.replace(/\n/g, '\n\n\t\n')}\r\n\n`)).to.deep.equal(read(whole));
      // Concatenated files
      const twice = read(whole + whole.replace(/","/g, '", "'));
      expect({ problems: twice.problems, runs: twice.rates.runs }).to.deep.equal({ problems: [], runs: 4 });
    });

    it('with columns in another order, with others between them, in capitals, and without quotes', () => {
      const expected = [['a b.js', 'n=1', [[100, 101], [0.5, 0.6]], [[110], [0.7]]]];
      for (const lines of [
        ['time,RATE,Binary,configuration,filename',
          '0.5,100,old,n=1,a b.js', '0.6,101,old,n=1,a b.js', '0.7,110,new,n=1,a b.js'],
        ['"","binary","filename","configuration","rate","time","note"',
          '"1",old,a b.js,n=1,100,0.5,', '"2",old,a b.js,n=1,101,0.6,"x,y"', '"3",new,a b.js,n=1,110,0.7,z'],
        ['"Binary" ,\t"filename" , "configuration" , "rate" , "time" ', ' "old" , "a b.js" , "n=1" , "100" , "0.5" ',
          'old , a b.js , n=1 , 101 , 0.6 ', '"new"\t,a b.js,n=1\t,110,\t0.7'],
        ['binary,filename,configuration,rate,time',
          'old,a b.js,n=1,100,0.5', 'old,a b.js,n=1,101,0.6,,', 'new,a b.js,n=1,110,0.7,'],
      ]) {
        const content = `${lines.join('\n')}\n`;
        const got = read(content);
        expect({ labels: labelsOf(got), rows: rowsOf(got), words: wordsOf(got) }, content)
          .to.deep.equal({ labels: ['old', 'new'], rows: expected, words: [] });
      }
    });
  });

  for (const [what, content, labels, rows] of [
    ['old first, then new, then other labels as they appear',
      HEADER + ['main', 'new', 'old', 'main', 'fork', '__proto__'].map(
        (label, i) => `${label},a.js,n=1,${i + 1},0.1\n`).join(''),
      ['old', 'new', 'main', 'fork', '__proto__'],
      [['a.js', 'n=1', [[3], [0.1]], [[2], [0.1]], [[1, 4], [0.1, 0.1]], [[5], [0.1]], [[6], [0.1]]]]],
    ['one side', `${HEADER}new,a.js,n=1,5,0.1\n`, ['new'], [['a.js', 'n=1', [[5], [0.1]]]]],
    ['null for a side without a configuration', `${HEADER}old,a.js,n=1,5,0.1\nnew,a.js,n=2,6,0.1\n`, ['old', 'new'],
      [['a.js', 'n=1', [[5], [0.1]], null], ['a.js', 'n=2', null, [[6], [0.1]]]]],
    ['null without a column for seconds', 'filename,configuration,rate\na.js,,5\na.js,,6.5\n', ['this'],
      [['a.js', '', [[5, 6.5], [null, null]]]]],
    ['null for missing seconds',
      HEADER + ['5,', '6,0.5', '7,NA', '8, ', '9,0.000', '10,null'].map((row) => `old,a.js,n=1,${row}\n`).join(''),
      ['old'], [['a.js', 'n=1', [[5, 6, 7, 8, 9, 10], [null, 0.5, null, null, 0, null]]]]],
    ['configurations that differ only in quotes merged',
      HEADER + ['a.js,"x=""a"""', 'a.js,x=a', 'a.js,x=\'a\'', 'b.js,x=a', 'a.js,"x=""a"""'].map(
        (row, i) => `old,${row},${i + 1},1\n`).join(''), ['old'],
      [['a.js', 'x="a"', [[1, 5, 3], [1, 1, 1]]], ['a.js', 'x=a', [[2], [1]]], ['b.js', 'x=a', [[4], [1]]]]],
    ['UTF-8', `${HEADER}\u00a0old ,à.js, s=à ,5,1\nold,à.js,s=à,6,1\n`, ['old'], [['à.js', 's=à', [[5, 6], [1, 1]]]]],
    ['invalid bytes replaced', Buffer.from(`${HEADER}old,a.js,s=\xff,5,1\n`, 'latin1'), ['old'],
      [['a.js', 's=\ufffd', [[5], [1]]]]],
    ['sides if the first column is the binary', 'binary,filename,len,rate\nnew,a.js,1,5\nold,a.js,1,6\n',
      ['old', 'new'], [['a.js', 'len=1', [[6], [null]], [[5], [null]]]]],
    ['no parameters for an empty name', '"filename", , "rate", "time"\n"a.js", , 5, 0.5\n', ['this'],
      [['a.js', '', [[5], [0.5]]]]],
  ]) {
    it(`has ${what}`, () => {
      const got = read(content);
      expect({ labels: labelsOf(got), rows: rowsOf(got), words: wordsOf(got) })
        .to.deep.equal({ labels, rows, words: [] });
      expect(got.rates.runs).to.equal(Math.max(...rows.flatMap(([, , ...sides]) => (
        sides.map((side) => (side ? side[0].length : 0))))));
    });
  }

  describe('columns of parameters', () => {
    const cells = (header, ...rows) =>
      read(`filename,${header},rate,time\n${rows.map((row, i) => `a.js,${row},${i + 1},1\n`).join('')}`);
    const parametersOf = ({ rates }) => rates.configurations.map(({ parameters }) => parameters);

    it('are numbers if all values are bare numbers, and equal numbers are merged', () => {
      expect(parametersOf(cells('a,b,c', '1,"1",1', '-2.5e3,"x",auto', '.5,"",2')))
        .to.deep.equal([{ a: 1, b: '1', c: '1' }, { a: -2500, b: 'x', c: 'auto' }, { a: 0.5, b: '', c: '2' }]);
      expect(rowsOf(cells('a', '1', '1.0', '1e0', '2')))
        .to.deep.equal([['a.js', 'a=1', [[1, 2, 3], [1, 1, 1]]], ['a.js', 'a=2', [[4], [1]]]]);
      expect(rowsOf(cells('a', '1', '"1"', 'x')))
        .to.deep.equal([['a.js', 'a="1"', [[1, 2], [1, 1]]], ['a.js', 'a="x"', [[3], [1]]]]);
    });

    it('report missing numbers', () => {
      const got = cells('a,b', '1,x', ',x', '2,', ',x');
      expect(parametersOf(got)).to.deep.equal([{ a: 1, b: 'x' }, { a: 2, b: '' }]);
      expect(wordsOf(got)).to.deep.equal(['dir/x.csv:3: the value of "a" is missing, here and in 1 more row']);
      expect(wordsOf(cells('a', '1', '', '1,1'))).to.deep.equal(
        ['dir/x.csv:3: the value of "a" is missing', 'dir/x.csv:4: 5 fields instead of 4: "a.js,1,1,3,1"']);
    });

    it('may have any name', () => {
      const header = 'filename,rate,time,filename,binary,__proto__,Rate,rate,time\n';
      const [{ configuration, parameters }] = read(`${header}a.js,1,2,b,c,d,7,5,0.5\n`).rates.configurations;
      expect(configuration).to.equal('rate=1 time=2 filename="b" binary="c" __proto__="d" Rate=7');
      expect(Object.entries(parameters))
        .to.deep.equal([['rate', 1], ['time', 2], ['filename', 'b'], ['binary', 'c'], ['__proto__', 'd'], ['Rate', 7]]);
    });
  });

  describe('reports rows that it leaves out', () => {
    it('with their line and the reason', () => {
      const got = read(fixture('faults.csv'));
      expect(rowsOf(got)).to.deep.equal(
        [['a.js', 'n=1', [[100, 0, -5, 105, 106, 107], [0.5, 0.5, 0.5, null, 0, 0.25]]]]);
      expect(wordsOf(got)).to.deep.equal([
        '3: the rate is not a number: "abc"',
        '4: the rate is missing',
        '7: the rate must be finite, got Infinity',
        '8: the rate must be finite, got NaN',
        '9: the time was too short for the clock',
        '10: 4 fields instead of 5: "old,a.js,n=1,100"',
        '11: 6 fields instead of 5: "old,a.js,n=1,100,0.5,7"',
        '12: the time is not a number of seconds: "soon"',
        '13: the binary column is empty',
        '14: the filename column is empty',
        '15: there is text after a quoted field: "old,a.js,"n=1"x,104,0.5"',
        '16: 1 field instead of 5: "hello"',
        '20: an opening quote is not closed; the file may be truncated: "new,a.js,n=1,"n=1"',
      ].map((words) => `dir/x.csv:${words}`));
    });

    it('for each malformed number', () => {
      const bad = ['abc,1', ',1', 'Infinity,1', '1.7976931348623157e+308,1', '5,soon', '5,-1', '5,Infinity', '5',
        '5,1,2', '5,1"', '5\0,1', '0x10,1', '0X10,1', '0b11,1', '0o7,1', '5,0x1', ' 0x10,1', '1_000,1'];
      const got = read(`${HEADER}old,a.js,n=1,6,0.1\n${bad.map((row) => `old,a.js,n=1,${row}\n`).join('')}`);
      expect(got.problems.map(({ line }) => line)).to.deep.equal(bad.map((_, i) => 3 + i));
      expect(rowsOf(got)).to.deep.equal([['a.js', 'n=1', [[6], [0.1]]]]);
    });

    it('continues after open quotes, and after bytes of 0', () => {
      const good = 'old,a.js,n=1,5,0.1\n';
      for (const [bad, reason] of [
        ['"never closed\n', 'an opening quote is not closed; the file may be truncated: ""never closed"'],
        ['old,a.js,"n=1,5,0.1\n', 'an opening quote is not closed; the file may be truncated: "old,a.js,"n=1,5,0.1"'],
        ['old,a.js,n=\0\0,5,0.1\n', 'it contains NUL bytes'],
        ['old,a.js,n=1,5\0\0,0.1\n', 'it contains NUL bytes'],
      ]) {
        const got = read(`${HEADER}${good}${bad}${good}${good}`);
        expect(wordsOf(got), bad).to.deep.equal([`dir/x.csv:3: ${reason}`]);
        expect(got.rates.runs, bad).to.equal(3);
      }
    });

    it('continues after lines that are too long', () => {
      const good = 'old,a.js,n=1,5,0.1\n';
      const long = 'the line is longer than 1 MB';
      for (const [start, lines, reason, shown] of [
        ['', 1, long, `${'x'.repeat(39)}…`], ['"', 1, long, `"${'x'.repeat(38)}…`],
        ['"x\n', 2, 'an opening quote is not closed within 1 MB', '"x'],
      ]) {
        for (const size of [undefined, 65536]) {
          const got = read(`${HEADER}${good}${start}${'x'.repeat(2.2e6)}\n${good}?\n`, size);
          expect(got.rates.runs).to.equal(2);
          expect(got.problems[0].words).to.equal(`dir/x.csv:3: ${reason}: "${shown}"`);
          expect(wordsOf(got).at(-1)).to.equal(`dir/x.csv:${4 + lines}: 1 field instead of 5: "?"`);
        }
      }
    });

    it('up to twenty, and the number of further rows', () => {
      const rows = (count) => `${HEADER}old,a.js,n=1,5,0.1\n${'x\n'.repeat(count)}`;
      expect(read(rows(20)).problems).to.have.length(20);
      expect(wordsOf(read(rows(21))).slice(19))
        .to.deep.equal(['dir/x.csv:22: 1 field instead of 5: "x"', 'dir/x.csv: 1 more invalid line']);
      expect(read(rows(5000)).problems[20])
        .to.deep.equal({ line: null, words: 'dir/x.csv: 4,980 more invalid lines' });
    });
  });

  describe('refuses', () => {
    const wanted =
      'Required columns: filename, configuration (or one column per parameter) and rate. Optional: binary and time';

    it('a file without a header, naming the columns', () => {
      const row = 'old,a.js,n=1,5,0.1\n';
      for (const [content, words] of [
        [row, `the first line must contain the column names. ${wanted}`],
        ['\n\nhello "you"\n', `the first line must contain the column names. ${wanted}`],
        [`binary,filename,configuration,time\n${row}`, `missing column "rate". ${wanted}`],
        [`binary,filename,rate,time\n${row}`, `missing column "configuration". ${wanted}`],
        [`binary,filenme,configuration,rat,time\n${row}`,
          `missing columns "filename" and "rate" (did you mean "filenme" and "rat"?). ${wanted}`],
        [`binary,filename,configuraton,rate,time\n${row}`,
          'there is a column "configuraton", but no column "configuration". Rename it'],
        [`bniary,filename,configuration,rate,time\n${row}`,
          'there is a column "bniary", but no column "binary". Rename it'],
        [`binary,filename,configuration,rate,rate\n${row}`, 'the column "rate" appears twice'],
        [`filename,len,len,rate,time\n${row}`, 'the column "len" appears twice'],
        ['binary;filename;configuration;rate;time\nold;a.js;n=1;5;1\n',
          'the columns are separated by semicolons. Use commas'],
        ['"binary","filename,"configuration","rate","time"\n',
          'there is text after a quoted field: ""binary","filename,"configuration","rat…"'],
        ['"binary","filename","configuration","rate","time\n',
          'an opening quote is not closed; the file may be truncated: ""binary","filename","configuration","ra…"'],
        ['{"qtimeit": "rates",\n"rate": [1]}', 'it is JSON, not CSV'],
        ['<!DOCTYPE html>\n<p>rate, filename', 'it is HTML or XML, not CSV'],
        ['\x7fELF\x02\0\0\0x\n', 'it is not text: it contains NUL bytes'],
      ]) {
        const line = /^\n*/.exec(content)[0].length + 1;
        for (const size of [undefined, 1]) {
          expect(refusal(content, size), content).to.equal(`dir/x.csv:${line}: ${words}`);
        }
      }
    });

    it('a file without a valid row', () => {
      for (const [content, words] of [
        ['', ' is empty'],
        ['\ufeff\r\n \n', ' is empty'],
        [HEADER, ':1: the column names are not followed by any rows'],
        [`\n${HEADER.trim()}`, ':2: the column names are not followed by any rows'],
        [`${HEADER}old,a.js,n=1,abc,1\n`,
          ':2: the rate is not a number: "abc"; there are no other rows'],
        [`${HEADER}old,a.js,n=1,abc,1\n\nx\n`,
          ':2: the rate is not a number: "abc"; none of the 2 rows can be used'],
      ]) expect(refusal(content)).to.equal(`dir/x.csv${words}`);
    });

    it('UTF-16, with and without a byte order mark', () => {
      const text = fixture('compare.csv');
      const words = 'dir/x.csv is UTF-16 text, as written by > in PowerShell. Save it as UTF-8';
      for (const content of [text, `\ufeff${text}`]) {
        const bytes = Buffer.from(content, 'utf16le');
        for (const size of [undefined, 1]) {
          expect(refusal(bytes, size)).to.equal(words);
          expect(refusal(Buffer.from(bytes).swap16(), size)).to.equal(words);
        }
      }
    });

    it('a file that cannot be read', () => {
      for (const [given, files, words] of [
        ['dir/old.cvs', { 'dir/old.csv': '' }, 'dir/old.cvs does not exist. Did you mean dir/old.csv?'],
        ['dir/old.csv', { 'dir/rates': '' }, 'dir/old.csv does not exist'],
        ['no/old.csv', { 'dir/rates': '' }, 'no/old.csv was not found: the folder no cannot be read'],
        ['dir', { 'dir/rates': '' }, 'dir is a folder. Pass the name of a file in it'],
        ['dir/a', { 'dir/a': systemError('EACCES', 'dir/a') }, 'dir/a cannot be read: no permission'],
      ]) {
        const refusal = refusalOf(() => readSaved(given, { host: fakeHost({ files }) }));
        expect(refusal.replaceAll('\\', '/')).to.equal(words);
      }
    });
  });

  describe('from real files and pipes', () => {
    const scratch = scratchFolder();

    it('waits for an empty pipe, until its end, which is an error on Windows', () => {
      const { readSync } = fs;
      const answers = ['EAGAIN', 'a', 'EAGAIN', 'bc', 'EOF'];
      const visited = [];
      fs.readSync = (fd, buffer) => {
        const answer = answers.shift();
        if (answer.startsWith('E')) throw systemError(answer, 'read');
        return buffer.write(answer);
      };
      try {
        realHost.eachChunk(0, 8, (chunk) => visited.push(chunk.toString()));
      } finally {
        fs.readSync = readSync;
      }
      expect({ visited, answers }).to.deep.equal({ visited: ['a', 'bc'], answers: [] });
    });

    it('has the time of reading instead of the time of the file if it is standard input', () => {
      const host = fakeHost({ files: { 'x.csv': fixture('compare.csv') } });
      const { eachChunk } = host;
      host.eachChunk = (file, ...more) => eachChunk.call(host, file === 0 ? 'x.csv' : file, ...more);
      expect(readSaved('-', { host, now: () => new Date(0) }).document.savedAt).to.equal('1970-01-01T00:00:00.000Z');
    });

    it('refuses more rows than there is memory for', () => {
      const file = scratch('many.csv', `filename,configuration,rate\n${'a,,1\n'.repeat(200000)}`);
      const [read, host] = ['#lib/node-core/rates/read', '#lib/base/host/host'].map((name) => require.resolve(name));
      const script = `try { require(${JSON.stringify(read)}).readSaved(process.argv[1], {
        host: require(${JSON.stringify(host)}) }); } catch (error) { console.log(error.message); }`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=12', '-e', script, file],
        { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
      expect(stdout + stderr)
        .to.equal(`${file} contains more rows than fit into memory. Use node --max-old-space-size=MB\n`);
    });
  });
});

describe('parseParameters', () => {
  it('reads strings of JSON and util.inspect()', () => {
    const random = mulberry32(5);
    const pieces =
      ['a', ' ', '\'', '"', '`', '${', '\\', '\n', '\r', '\t', '\0', '\x1b', '\x7f', '\x85', '\u2028', 'é', '😀',
        '\ud800', '=', ' + ', '\n' + 'long '.repeat(20), '/'];
    const texts = pieces.concat(
      Array.from({ length: 500 }, () =>
        Array.from({ length: 1 + Math.floor(random() * 8) }, () => pieces[Math.floor(random() * pieces.length)])
          .join('')));
    for (const text of texts) {
      const expected = { first: text, n: -1.5, last: text };
      expect(parseParameters(configurationText(expected)), JSON.stringify(text)).to.deep.equal(expected);
      const inspected = `first=${inspect(text)} n=-1.5 last=${inspect(text)}`;
      expect(parseParameters(inspected), inspected).to.deep.equal(expected);
      expect(parseParameters(inspected.replace(/\n/g, '\r\n')), inspected).to.deep.equal(expected);
    }
  });

  it('reads numbers, in the order of the text', () => {
    for (const value of [0, 1, -1, 0.5, 1e21, -1e-7, 5e-324, 123456789012345]) {
      expect(parseParameters(`k=${value}`)).to.deep.equal({ k: value });
    }
    expect(Object.is(parseParameters('k=-0').k, -0)).to.equal(true);
    expect(Object.keys(parseParameters('z=1 a=2 m="x"'))).to.deep.equal(['z', 'a', 'm']);
    expect(parseParameters('')).to.deep.equal({});
  });

  it('does not guess', () => {
    for (const text of [
      'a', 'a=', '=1', ' a=1', 'a=1 ', 'a=1  b=2', 'a=1\tb=2', 'a=fast', 'a=null', 'a=NaN', 'a=Infinity', 'a=1e999',
      'a=01', 'a=1.', 'a=+1', 'a=0x10',
      'a="x', 'a=\'x', 'a="x"b=1', 'a="\\q"', 'a="\\x1"', 'a="\n"', 'a=\'b\' + \'c\'', 'a=[ 1 ]', 'a=1 a=2',
      '__proto__=1', 'a b=1', 'a=true',
      `a='${'x'.repeat(20)}'... 5 more characters`,
    ]) expect(parseParameters(text), text).to.equal(null);
  });
});

describe('CSV of rates', () => {
  const HOSTILE =
    ['plain', 'say "hello"', '""', ',', 'a\nb', 'a\n"b",\n', '`', '\'', 'k=v w=x', '=1+1', '@x', '-1', '+1', '😀 é',
      '\\', ' blanks ', 'a\r\nb', ''];

  const documentOf = (labels, configurations) =>
    ({ runs: 0, sides: labels.map((label) => ({ label })), configurations });
  const sideOf = (rates, seconds) => ({ rates, seconds, errors: [] });
  const plain = ({ configurations }) =>
    configurations.map(({ file, configuration, parameters, sides }) => ({ file, configuration, parameters, sides }));

  const ratesOf = (more) => ({ file: 'a,b.js', configuration: 'n=1 s="=x"', parameters: { n: 1, s: '=x "y"' },
    sides: [sideOf([1234567.8901234567], [0.1])], ...more });

  it('has the columns of core, strings in quotes, numbers bare and in full precision', () => {
    for (const [kind, more, expected] of [
      ['compare', {}, '"binary","filename","configuration","rate","time"\n' +
        '"old","a,b.js","n=1 s=\'=x ""y""\'",1234567.8901234567,0.1\n'],
      // Text without parsable parameters stays unchanged.
      ['compare', { configuration: 'odd text' }, '"binary","filename","configuration","rate","time"\n' +
        '"old","a,b.js","odd text",1234567.8901234567,0.1\n'],
      ['run', { sides: [sideOf([5], [null])] },
        '"filename","configuration","rate","time"\n"a,b.js","n=1 s=""=x""",5,\n'],
      ['scatter', { parameters: { 'a "b"': '=x "y"', n: 1 } },
        '"filename","a ""b""","n","rate","time"\n"a,b.js","\'=x ""y""",1,1234567.8901234567,0.1\n'],
    ]) expect(ratesCsv(documentOf(['old'], [ratesOf(more)]), kind)).to.equal(expected);
  });

  it('reads back unchanged, with any strings', () => {
    const random = mulberry32(7);
    const number = () => random() * 10 ** Math.floor(random() * 12 - 4);
    const side = (count) => sideOf(
      Array.from({ length: count }, number), Array.from({ length: count }, () => (random() < 0.1 ? null : number())));
    const configurations = HOSTILE.map((text, i) => {
      const parameters = { n: i, text, 'a "name", too': `${text}${text}` };
      return { file: `dir/${text.trim()}.js`, configuration: configurationText(parameters), parameters,
        sides: [side(1 + i % 3), i % 4 ? side(2) : null] };
    });
    // A name with blanks cannot be read back from the text.
    const expected = configurations.map((one) => ({ ...one, parameters: null }));
    const back = (document, kind, size) => plain(read(ratesCsv(document, kind), size).rates);
    for (const size of [undefined, 1, 7, 64]) {
      expect(back(documentOf(['old', 'new'], configurations), 'compare', size)).to.deep.equal(expected);
      const single = configurations.map((one) => ({ ...one, sides: [one.sides[0]] }));
      expect(back(documentOf(['this'], single), 'run', size))
        .to.deep.equal(expected.map((one) => ({ ...one, sides: [one.sides[0]] })));
      expect(back(documentOf(['this'], single), 'scatter', size)).to.deep.equal(single);
    }
  });

  it('contains nothing that a terminal or a spreadsheet executes', () => {
    for (const odd of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", '\x1b[31m', '\x1b]0;title\x07', '\x9b2J', '\x7f',
        '\ud800']) {
      const document = documentOf([odd], [ratesOf({ file: odd, configuration: odd, parameters: { [odd]: odd } })]);
      const text = ['compare', 'run', 'scatter'].map((kind) => ratesCsv(document, kind)).join('');
      // eslint-disable-next-line no-control-regex
      expect(text, JSON.stringify(odd)).to.not.match(/[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800]|"[=+\-@\t]/);
    }
  });

  it('has the order of measurement, if it is known', () => {
    const side = (rates, places) => ({ rates, seconds: rates.map(() => 1), errors: [], places });
    const configurations = [
      { file: 'a.js', configuration: 'n=1', parameters: { n: 1 },
        sides: [side([10, 11], [1, 8]), side([12, 13], [2, 7])] },
      { file: 'a.js', configuration: 'n=2', parameters: { n: 2 },
        sides: [side([20, 21], [3, 6]), side([22, 23], [4, 5])] },
    ];
    const ratesIn = (document) =>
      ratesCsv(document, 'compare').trim().split('\n').slice(1).map((row) => Number(row.split(',')[3]));
    expect(ratesIn(documentOf(['old', 'new'], configurations))).to.deep.equal([10, 12, 20, 22, 23, 21, 13, 11]);
    delete configurations[1].sides[0].places;
    expect(ratesIn(documentOf(['old', 'new'], configurations))).to.deep.equal([10, 11, 12, 13, 20, 21, 22, 23]);
  });

  it('has a scatter without parameters, and headers without rows', () => {
    const one = { file: 'a.js', configuration: '', parameters: {}, sides: [sideOf([5], [0.5])] };
    const text = ratesCsv(documentOf(['this'], [one]), 'scatter');
    expect(text).to.equal('"filename","","rate","time"\n"a.js",,5,0.5\n');
    expect(plain(read(text).rates)).to.deep.equal([one]);
    expect(ratesCsv(documentOf(['this'], []), 'run')).to.equal('"filename","configuration","rate","time"\n');
    expect(ratesCsv(documentOf(['this'], []), 'scatter')).to.equal('"filename","","rate","time"\n');
  });

  it('refuses documents that it cannot express', () => {
    const one = (parameters) => ({ file: 'a.js', configuration: 'text', parameters, sides: [sideOf([5], [0.5])] });
    const scatter = (...all) => refusalOf(() => ratesCsv(documentOf(['this'], all.map(one)), 'scatter'));
    const required = '; parameter columns require the same parameters in all rows';
    for (const [list, reason] of [
      [[{ a: 1 }, null], 'no parameters'], [[null], 'no parameters'],
      [[{ a: 1 }, { b: 1 }], 'different parameters than the first configuration'],
      [[{ a: 1 }, { a: 1, b: 1 }], 'different parameters than the first configuration'],
    ]) expect(scatter(...list), JSON.stringify(list)).to.equal(`"text" of a.js has ${reason}${required}`);
  });
});
