'use strict';

/*
 * Documents that version 1.0.0 saved in November 2026, with its output. Later versions read and compare them the same
 * way.
 */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { inside } = require('../helpers/cli-inside');
const { useFolder } = require('../helpers/cli');

const FOLDER = path.join(__dirname, '..', 'fixtures', 'documents');
const COMPARED = JSON.parse(fs.readFileSync(path.join(FOLDER, 'compared.json'), 'utf8'));
const file = (name) => path.join(FOLDER, `${name}.json`);

const namesIn = ({ suites = [], tests = [], configurations = [] }) =>
  [...suites.flatMap((suite) => suite.tests), ...tests, ...configurations]
    .map(({ name, configuration }) => name || configuration);

// The order of a sum changes the last digit.
const rounded = (text) => text.replace(/\d+\.\d{5,}/g, (number) => Number(number).toPrecision(12));

describe('documents of earlier versions', () => {
  useFolder();

  for (const name of ['results', 'forked', 'streams', 'comparison', 'rates', 'rates-comparison']) {
    it(`make a page with all tests: ${name}`, async () => {
      const { status, stdout, stderr } = await inside('report', file(name));
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      const names = namesIn(JSON.parse(fs.readFileSync(file(name), 'utf8')));
      expect(names).to.not.be.empty;
      const text = stdout.replace(/&quot;|&#34;/g, '"');
      for (const one of names) expect(text).to.include(one);
    });
  }

  for (const format of Object.keys(COMPARED)) {
    it(`have the same comparison: ${format}`, async () => {
      const { stdout } = await inside('compare', file('results'), file('results-2'), '--format', format);
      const folder = `${FOLDER}${path.sep}`;
      const shown = stdout.replaceAll(folder.replaceAll('\\', '\\\\'), '').replaceAll(folder, '');
      expect(rounded(shown)).to.equal(rounded(COMPARED[format]));
    });
  }
});
