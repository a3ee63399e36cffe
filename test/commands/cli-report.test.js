'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');
const { samples } = require('../helpers/documents');
const { ratesDocuments } = require('../helpers/rates-documents');

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

  it('writes several files, and then prints nothing', async () => {
    save(samples.typical());
    const names = ['r.html', 'r.md', 'r.csv', 'r.json', 'r.txt'];
    const { status, stdout, stderr } = await inside('report', 'saved.json', ...names.flatMap((name) => ['-o', name]));
    expect([status, stdout, stderr]).to.deep.equal([0, '', '']);
    expect(read('r.json').suites[0].tests.map(({ name }) => name))
      .to.deep.equal(samples.typical().suites[0].tests.map(({ name }) => name));
    const contents = (name) => fs.readFileSync(inFolder(name), 'utf8');
    for (const [name, begin] of [['r.html', BEGINS.html], ['r.md', BEGINS.markdown], ['r.csv', /^file,/]]) {
      expect(contents(name), name).to.match(begin);
    }
    const { stdout: table } = await inside('report', 'saved.json', '-o', 'r.html', '--format', 'csv', '--force');
    expect([table, contents('r.html').slice(0, 5)]).to.deep.equal(['', 'file,']);
  });
});
