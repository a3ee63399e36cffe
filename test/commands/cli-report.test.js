'use strict';

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { insideOf, refused, stdoutOf } = require('../helpers/cli-inside');
const { toReport } = require('#lib/report/output/formats');
const { samples } = require('../helpers/documents');
const { ratesDocuments } = require('../helpers/rates-documents');

const OF_ALL = ['table', 'text', 'json', 'csv', 'markdown', 'github', 'html'];
const OF_TIMES = ['github-action', 'bencher', 'benchstat', 'line'];
const ALL = [...OF_ALL, ...OF_TIMES];

const BEGINS = {
  html: /^<!doctype html>/i, json: /^\{\n/, markdown: /^[|#*]/, github: /^[|#*<]/, 'github-action': /^\[\n/,
  bencher: /^\{\n/, benchstat: /^Benchmark|^[a-z-]+: /, line: /^test="/,
};

const OLD_RESULTS = path.join(__dirname, '..', 'fixtures', 'documents', 'results.json');

const save = (document) => write('saved.json', JSON.stringify(document));

useFolder();

describe('qtimeit report', () => {
  it('prints each kind of document in the formats that support it, and lists these for others', async () => {
    for (const [kind, document, forms] of [
      ['results', samples.several(), ALL], ['streams', samples.streams(), ALL], ['compared', samples.compared(), ALL],
      ['rates', ratesDocuments.run(), OF_ALL],
    ]) {
      save(document);
      for (const form of forms) {
        const stdout = await stdoutOf('report', 'saved.json', '--format', form);
        expect(stdout, `${kind} ${form}`).to.match(BEGINS[form] || /\S\r?\n$/);
      }
    }
    for (const form of OF_TIMES) {
      expect(await refused('report', 'saved.json', '--format', form)).to.include(`--format ${form} `)
        .and.include('table, text, csv, json, markdown, github, html');
    }
  });

  it('says in JSON which tests the table calls fastest, next to their samples', async () => {
    const kinds = ['typical', 'parameters', 'severalParameters', 'tiers', 'forked', 'several', 'streams', 'empty'];
    for (const kind of kinds) {
      const document = samples[kind]();
      save(document);
      const { suites } = JSON.parse(await stdoutOf('report', 'saved.json', '--json'));
      const rows = toReport(document).sections.flatMap(({ blocks }) => blocks)
        .filter(({ type }) => type === 'table').flatMap((table) => table.rows).filter(({ id }) => id);
      const inTable = rows.filter(({ cells }) => /^fastest/.test(cells.verdict.words)).map(({ id }) => id);
      const inJson = suites.flatMap(({ tests }, i) => tests.flatMap(({ isFastest }, at) => (
        isFastest ? [`s${i + 1}t${at + 1}`] : [])));
      expect(inJson, kind).to.have.members(inTable);
      if (kinds.indexOf(kind) < 5) expect(inJson, kind).to.not.be.empty;
      for (const { tests } of suites) {
        for (const test of tests) {
          expect(test.isFastest, test.name).to.be.a('boolean');
          expect(Object.keys(test).pop(), test.name).to.equal('samples');
        }
      }
    }
  });

  it('links failures to their lines in a job of GitHub', async () => {
    const names = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_SHA', 'GITHUB_WORKSPACE'];
    const reported = async (at, values) => {
      save({ ...results, suites: [{ ...results.suites[0], tests: [{ ...failed, error: { ...failed.error, at } }] }] });
      const env = Object.fromEntries(names.map((name, i) => [name, values[i]]));
      const { stdout } = await insideOf({ env }).inside('report', 'saved.json', '--format', 'github');
      expect(stdout).to.include('FAILED');
      return stdout.split('\n').filter((line) => line.includes('](')).join('');
    };
    const results = JSON.parse(fs.readFileSync(OLD_RESULTS));
    const failed = results.suites[0].tests.find(({ error }) => error);
    const url = 'https://forge.example/a/b/blob/c0ffee';
    const job = ['https://forge.example', 'a/b', 'c0ffee', inFolder('..')];
    const folder = path.basename(inFolder());
    expect(await reported('my_(1)/é.js:4:31', job))
      .to.equal(`[my\\_(1)/é.js:4:31](${url}/${folder}/my_\\(1\\)/%C3%A9.js#L4)`);
    expect(await reported('s.js:4:31', [...job.slice(0, 3), inFolder()])).to.equal(`[s.js:4:31](${url}/s.js#L4)`);
    for (const outside of ['../s.js:4:31', '/s.js:4:31', 'node:fs:4:31', 'C:\\s.js:4:31', '']) {
      expect(await reported(outside, job), outside).to.equal('');
    }
    expect(await reported('s.js:4:31', [...job.slice(0, 3), inFolder('deeper')])).to.equal('');
    for (let i = 0; i < names.length; i++) expect(await reported('s.js:4:31', job.with(i, ''))).to.equal('');
  });

  it('writes several files, and then prints nothing', async () => {
    save(samples.typical());
    const names = ['r.html', 'r.md', 'r.csv', 'r.json', 'r.txt'];
    expect(await stdoutOf('report', 'saved.json', ...names.flatMap((name) => ['-o', name]))).to.equal('');
    expect(read('r.json').suites[0].tests.map(({ name }) => name))
      .to.deep.equal(samples.typical().suites[0].tests.map(({ name }) => name));
    const contents = (name) => fs.readFileSync(inFolder(name), 'utf8');
    for (const [name, begin] of [['r.html', BEGINS.html], ['r.md', BEGINS.markdown], ['r.csv', /^file,/]]) {
      expect(contents(name), name).to.match(begin);
    }
    expect(await stdoutOf('report', 'saved.json', '-o', 'r.html', '--format', 'csv', '--force')).to.equal('');
    expect(contents('r.html')).to.match(/^file,/);
  });
});
