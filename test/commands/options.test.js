'use strict';

const { expect } = require('chai');
const { definitions } = require('#lib/cli/definitions');
const { parseOptions } = require('#lib/cli/options');
const { refusalOf } = require('../helpers/refusals');

const MEASURE = {
  name: 'measure',
  options: {
    name: { short: 'x', type: 'string', value: 'TEXT', multiple: true },
    code: { short: 's', type: 'code', value: 'CODE' },
    time: { short: 't', type: 'seconds', value: 'SECONDS', preset: 4 },
    calls: { short: 'n', type: 'count', value: 'COUNT', without: ['time'] },
    forks: { type: 'count', value: 'N', least: 0, most: 1000 },
    precision: { type: 'share', value: 'SHARE', most: 1 },
    'max-change': { type: 'share', value: 'SHARE', zero: true },
    format: { type: 'choice', value: 'NAME', choices: ['table', 'json', 'csv'], preset: 'table' },
    json: { type: 'boolean', means: ['format', 'json'] },
    csv: { type: 'boolean', means: ['format', 'csv'] },
    force: { short: 'f', type: 'boolean' },
    pin: { type: 'cpus', value: 'CPUS' },
  },
};
const PRESETS = { time: 4, format: 'table' };

const parse = (...argv) => parseOptions(MEASURE, argv);
const optionsOf = (...argv) => parse(...argv).options;

const errorOf = (argv, definition = MEASURE) => refusalOf(() => parseOptions(definition, argv));

describe('the options of a command', () => {
  it('have their presets without arguments', () => {
    expect(parse()).to.deep.equal({ options: PRESETS, positionals: [], given: [] });
  });

  const forms =
    [['-t', '0.5'], ['-t0.5'], ['-t=0.5'], ['--time', '0.5'], ['--time=0.5'], ['-t', '.5'], ['-ft', '0.5'], ['-ft0.5']];
  it('can be written in several ways', () => {
    for (const form of forms) {
      const { time, force } = optionsOf(...form);
      expect({ time, force }, form.join(' '))
        .to.deep.equal({ time: 0.5, force: form[0].includes('f') ? true : undefined });
    }
  });

  it('are accepted anywhere before --, and leave a lone - to the command', () => {
    for (const [argv, positionals, options] of [
      [['-f', 'a', '--time', '1', 'b', '-x', 'c', ''], ['a', 'b', ''], { force: true, time: 1, name: ['c'] }],
      [['-f', '--', '--time', '--', '-h', '--nonsense'], ['--time', '--', '-h', '--nonsense'], { force: true }],
      [['-', '-s', '-'], ['-'], { code: '-' }],
      // Names in camelCase, and repeated options
      [['--max-change', '3%', '-x', 'a', '--name=b', '-xc'], [], { maxChange: 0.03, name: ['a', 'b', 'c'] }],
    ]) expect(parse(...argv)).to.deep.include({ positionals, options: { ...PRESETS, ...options } });
  });

  it('are distinguished from presets by their names', () => {
    expect(parse('--time', '4', '--json', '-x', 'a', '-x', 'b').given).to.deep.equal(['time', 'format', 'name']);
  });

  it('can abbreviate other options, and remove presets that they exclude', () => {
    expect(optionsOf('--json')).to.deep.equal({ ...PRESETS, format: 'json' });
    expect(optionsOf('--calls', '5')).to.deep.equal({ format: 'table', calls: 5 });
  });

  it('are refused twice, and together with options that they exclude', () => {
    const once = 'can be given only once. Leave one of them out';
    for (const [argv, words] of [
      [['--json', '--csv'], `--json and --csv: --format ${once}`],
      [['--format', 'table', '--csv'], `--format table and --csv: --format ${once}`],
      [['-t1', 'a', '--time=2'], `-t 1 and --time 2: --time ${once}`],
      [['-f', '--force'], `-f and --force: --force ${once}`],
      [['--time', '1', '--calls', '5'], '--calls and --time cannot be combined. Leave one of them out'],
    ]) expect(errorOf(argv)).to.equal(words);
  });

  const asking =
    [['--help'], ['-h'], ['a', '-h', 'b'], ['-fh'], ['--nonsense', '--help'], ['--time', '--help'], ['-s', '-h'],
      ['--time', 'x', '-h']];
  it('request help with -h or --help, unless it is a value or follows --', () => {
    for (const argv of asking) expect(parse(...argv), argv.join(' ')).to.deep.equal({ help: true });
    for (const argv of [['--', '--help'], ['--code=--help'], ['-s--help']]) {
      expect(parse(...argv), argv.join(' ')).not.to.have.property('help');
    }
  });
});

describe('an option with an optional value', () => {
  const of = (...argv) => {
    const { options, positionals } = parseOptions(definitions.snippets, argv);
    return [options.count, positionals];
  };

  it('has no value, or one that can be nothing else', () => {
    for (const [argv, counts, positionals] of [
      [['--count', 'a + b'], [], ['a + b']], [['a + b', '--count'], [], ['a + b']],
      [['--count', 'cache', 'a + b'], ['cache'], ['a + b']],
      [['--count', 'profile,cache', 'a'], ['cache', 'profile'], ['a']],
      [['--count=cache,profile', 'a'], ['cache', 'profile'], ['a']], [['--count', '--json', 'a'], [], ['a']],
      [['--count', '--', 'cache'], [], ['cache']], [['--count', 'cache, a'], [], ['cache, a']],
      [['cahce', '--count'], [], ['cahce']], [['--count', '--', 'cahce'], [], ['cahce']],
      ...['cache.js', 'caches/', 'cash', 'a,cache', 'cache()'].map((word) => [['--count', word], [], [word]]),
    ]) expect(of(...argv)).to.deep.equal([['instructions', ...counts], positionals]);
  });

  it('is refused with an invalid value, and suggests a similar one', () => {
    const write = 'If it is a file or a snippet, write it before --count';
    for (const [argv, words] of [
      [['--count=cahce', 'a'], "'cahce'. Did you mean cache?"],
      [['--count=profil,cach', 'a'], "'profil,cach'. Did you mean profile,cache?"],
      [['--count=a + b'], "'a + b'"], [['--count='], "''"],
      [['--count', 'cahce', 'a'], `'cahce'. Did you mean cache? ${write}`],
      [['--count', 'profil,cache'], `'profil,cache'. Did you mean profile,cache? ${write}`],
    ]) {
      expect(errorOf(argv, definitions.snippets))
        .to.equal(`--count expects cache, profile, or cache,profile, got ${words}`);
    }
  });
});

describe('an unknown option', () => {
  const all = '(qtimeit measure --help lists all)';
  const cases = [
    [['--tmie', '1'], '--tmie. Did you mean --time?'], [['--Time=1'], '--Time. Did you mean --time?'],
    [['-force'], '-force. Did you mean --force?'], [['-calls', '5'], '-calls. Did you mean --calls?'],
    [['-T', '5'], '-T. Did you mean -t, --time?'], [['-F'], '-F. Did you mean -f, --force?'], [['-y'], '-y'],
    [['--no-force'], '--no-force. Leave out --force instead'], [['--no-nothing'], '--no-nothing'],
    [['-fyt', '5'], '-y in -fyt'], [['--nothing-of-the-sort'], '--nothing-of-the-sort'],
    [['--__proto__=1'], '--__proto__'], [['--toString'], '--toString'], [['---'], '---'], [['--=x'], '--=x'],
    [['-f-t'], '-- in -f-t'], [['-\n'], "'-\\n'"], [['--\u001b[31m'], "'--\\x1B[31m'"],
    [['-\ud83d\ude00'], "'-\ud83d\ude00'"],
  ];
  it('is reported by its name', () => {
    for (const [argv, words] of cases) expect(errorOf(argv)).to.equal(`unknown option ${words} ${all}`);
    expect(errorOf([`--${'x'.repeat(1e5)}`]).length).to.be.below(150);
  });

  it('explains how to write arguments that begin with a dash', () => {
    const definition = { ...MEASURE, name: null };
    expect(errorOf(['--i'], definition))
      .to.equal('unknown option --i. Write -- before code that begins with - (qtimeit --help lists all)');
    expect(errorOf(['--tmie'], definition))
      .to.equal('unknown option --tmie. Did you mean --time? (qtimeit --help lists all)');
  });
});

describe('the value of an option', () => {
  const SECONDS = 'a number of seconds above 0 and at most 2000000, such as 2, 0.5, 500ms or 1m';
  const SHARE = 'a fraction above 0 and at most 100%, such as 1% or 0.01';
  const CHANGE = 'a fraction from 0 to 1000%, such as 1% or 0.01';
  const COUNT = 'an integer from 1 to 2^53 - 1, such as 1000, 1e6 or 10_000';
  const CPUS = 'CPU numbers such as 0, 2-3 or 0,2';

  const good = {
    time: [['2', 2], ['0.5', 0.5], ['.5', 0.5], ['2.', 2], ['2s', 2], ['2 s', 2], [' 2 ', 2], ['500ms', 0.5],
      ['500 MS', 0.5], ['0.9ms', 0.0009],
      ['1m', 60], ['1.5m', 90], ['1.1m', 66], ['2h', 7200], ['1e3', 1000], ['1e-3', 0.001], ['1e3ms', 1],
      ['2_000', 2000], ['2e6', 2e6]],
    calls: [['1', 1], ['1000', 1000], ['1e6', 1e6], ['1E6', 1e6], ['10_000', 10000], ['1.5e1', 15],
      ['9007199254740991', Number.MAX_SAFE_INTEGER]],
    forks: [['0', 0], ['1000', 1000]],
    precision: [['1%', 0.01], ['0.5 %', 0.005], ['0.01', 0.01], ['0.3%', 0.003], ['1.1%', 0.011], ['7%', 0.07],
      ['100%', 1], ['1e-3', 0.001], ['.5', 0.5]],
    'max-change': [['0', 0], ['0%', 0], ['1000%', 10]],
    pin: ['0', '2-3', '0,2', '0-6:2,7', '3-3'].map((text) => [text, text]),
    format: [['csv', 'csv']],
    code: [['', ''], ['a = 1\nb', 'a = 1\nb']],
  };
  it('is parsed', () => {
    for (const [name, values] of Object.entries(good)) {
      for (const [text, value] of values) {
        for (const argv of [[`--${name}=${text}`], [`--${name}`, text]]) {
          expect(optionsOf(...argv)[name === 'max-change' ? 'maxChange' : name], argv.join(' ')).to.equal(value);
        }
      }
    }
  });

  const bad = {
    time: [SECONDS, '0', '-5', '', ' ', 'abc', 'NaN', 'Infinity', '1e400', '1e-400', '0x10', '+5', '5 5', '5x', 'ms',
      '2000001', '600h', '1,5', '1__0', '_1', '1_', '1e', '.', '٣'],
    calls: [COUNT, '0', '-1', '1.5', '', '1e30', '9007199254740992', 'many', 'NaN', '1k', '1%'],
    forks: ['an integer from 0 to 1000', '1001', '-1', '0.5', 'x'],
    precision: [SHARE, '0', '0%', '-1%', '101%', '', '%', 'NaN', '1e400', '1%%', '1 percent'],
    'max-change': [CHANGE, '-0.1', '1001%', 'x'],
    pin: [CPUS, '', '3-2', '0,', ',0', '-1', '0-', 'all', '0 1', '0-4:0', '1.5'],
    name: ['a non-empty string', ''],
    format: ['one of table, json, csv', '', 'xml', 'toString'],
  };
  it('is refused if it is invalid', () => {
    for (const [name, [words, ...texts]] of Object.entries(bad)) {
      for (const text of texts) {
        expect(errorOf([`--${name}=${text}`])).to.equal(`--${name} expects ${words}, got '${text}'`);
      }
    }
    expect(errorOf(['--time', '9'.repeat(1e5)]).length).to.be.below(200);
    expect(errorOf(['--time', '\u001b[31m\n'])).to.include("'\\x1B[31m\\n'");
  });

  it('is refused with a hint', () => {
    const suffix = 'to use it as the value';
    for (const [argv, words] of [
      [['--precision', '1'], `--precision expects ${SHARE}, got '1'. Write 1%`],
      [['--max-change', '3'], `--max-change expects ${CHANGE}, got '3'. Write 3%`],
      [['--precision', '200'], `--precision expects ${SHARE}, got '200'`],
      [['--format', 'jsno'], "--format expects one of table, json, csv, got 'jsno'. Did you mean json?"],
      [['--time'], '--time needs a value. Write --time SECONDS'],
      [['a', '-t'], '-t (--time) needs a value. Write --time SECONDS'],
      [['--time', '--force'], '--time needs a value, but --force looks like an option. Write --time=--force ' + suffix],
      [['--time', '--'], `--time needs a value, but -- looks like an option. Write --time=-- ${suffix}`],
      [['-s', '-x'], `-s (--code) needs a value, but -x looks like an option. Write --code=-x ${suffix}`],
      [['-t', '-.5'], `-t (--time) expects ${SECONDS}, got '-.5'`],
      [['--json=yes'], "--json takes no value, got 'yes'. Write --json alone"],
      [['--force='], "--force takes no value, got ''. Write --force alone"],
      // The rest of a long name behind one dash
      [['-time', '5'], `-t (--time) expects ${SECONDS}, got 'ime'. Did you mean --time?`],
      [['-time=5'], `-t (--time) expects ${SECONDS}, got 'ime=5'. Did you mean --time?`],
    ]) expect(errorOf(argv)).to.equal(words);
  });

  it('can begin with - or =', () => {
    for (const [argv, code] of [
      [['--code=-x'], '-x'], [['--code==x'], '=x'], [['-s==x'], '=x'], [['-s', '-1 + x'], '-1 + x'],
    ]) expect(optionsOf(...argv).code).to.equal(code);
    expect(parse('--force', 'yes')).to.deep.include({ positionals: ['yes'] });
  });
});
