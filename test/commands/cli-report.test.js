'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');
const { samples } = require('../helpers/documents');
const { ratesDocuments, ratesAround } = require('../helpers/rates-documents');

const OF_ALL = ['table', 'text', 'json', 'csv', 'markdown', 'github', 'html'];
const OF_TIMES = ['github-action', 'bencher', 'benchstat'];

const BEGINS = {
  html: /^<!doctype html>/i, json: /^\{\n/, markdown: /^[|#*]/, github: /^[|#*<]/, 'github-action': /^\[\n/,
  bencher: /^\{\n/, benchstat: /^Benchmark|^[a-z-]+: /,
};

const save = (document) => write('saved.json', JSON.stringify(document));

useFolder();

describe('qtimeit report', () => {
  it('makes all forms of results, of comparisons and of streams', async () => {
    for (const kind of ['several', 'streams', 'compared']) {
      save(samples[kind]());
      for (const form of [...OF_ALL, ...OF_TIMES]) {
        const { status, stdout, stderr } = await inside('report', 'saved.json', '--format', form);
        expect([status, stderr], `${kind} ${form}`).to.deep.equal([0, '']);
        expect(stdout, `${kind} ${form}`).to.match(BEGINS[form] || /\S\r?\n$/);
      }
    }
  });

  it('makes the forms that there are of rates, and names them', async () => {
    save(ratesDocuments.run());
    for (const form of OF_ALL) {
      const { status, stdout } = await inside('report', 'saved.json', '--format', form);
      expect([status, stdout.length > 50], form).to.deep.equal([0, true]);
    }
    for (const form of OF_TIMES) {
      expect(await refused('report', 'saved.json', '--format', form)).to.include(`--format ${form} `)
        .and.include('table, text, csv, json, markdown, github, html');
    }
  });

  it('makes the comparison of rates of two sides', async () => {
    const sides = (seed) => [1, 1.5].map((factor) => ratesAround(seed, 1000 * factor));
    write('two.csv', ['"binary","filename","configuration","rate","time"',
      ...['old', 'new'].flatMap((side, i) => sides(1)[i].map((rate) => `"${side}","x.js","n=1",${rate},0.1`)),
      ''].join('\n'));
    expect((await inside('report', 'two.csv', '--format', 'table')).stdout).to.match(/^x\.js\nn=1 +\*\*\* /m);
    expect((await inside('report', 'two.csv', '--csv')).stdout).to.match(/^"binary","filename"/);
    expect(JSON.parse((await inside('report', 'two.csv', '--json')).stdout).qtimeit).to.equal('comparison');
  });

  it('names the files of results where there are several, and what they failed of', async () => {
    const results = samples.several();
    const [first] = results.suites;
    const error = { code: 'threw', message: 'Error: on purpose', at: null, calls: null, stack: null, output: [] };
    results.suites = [first, { ...first, suite: 2 }, { file: 'bad.js', suite: 1, settings: null, tests: [], error }];
    save(results);
    const { stdout } = await inside('report', 'saved.json', '--format', 'table');
    const lines = stdout.split('\n');
    const names = lines.filter((line) => line.startsWith(first.file));
    expect(names).to.deep.equal([1, 2].map((suite) => `${first.file}, suite ${suite}`));
    expect(lines[0]).to.equal(names[0]);
    expect(stdout.match(/^name /gm)).to.have.length(2);
    expect(stdout.match(/^qtimeit=/gm)).to.have.length(1);
    expect(stdout).to.match(/^bad\.js\nFAILED bad\.js: Error: on purpose\n/m);
  });

  it('writes several files, and then prints nothing', async () => {
    save(samples.typical());
    const names = ['r.html', 'r.md', 'r.csv', 'r.json', 'r.txt'];
    const { status, stdout, stderr } = await inside('report', 'saved.json', ...names.flatMap((name) => ['-o', name]));
    expect([status, stdout, stderr]).to.deep.equal([0, '', '']);
    expect(read('r.json').suites[0].tests.map(({ name }) => name))
      .to.deep.equal(samples.typical().suites[0].tests.map(({ name }) => name));
    expect(names.every((name) => fs.statSync(inFolder(name)).size > 100)).to.equal(true);
    const { stdout: table } = await inside('report', 'saved.json', '-o', 'r.html', '--format', 'csv', '--force');
    expect([table, fs.readFileSync(inFolder('r.html'), 'utf8').slice(0, 5)]).to.deep.equal(['', 'file,']);
  });
});
