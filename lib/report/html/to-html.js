'use strict';

/*
 * A document as one HTML page that needs nothing else: no font, no request, and no script but a small one of its own,
 * without which it can be read as well. It is made to be kept beside the figures, sent by mail, printed.
 */

const { markup, shown } = require('../chart/markup');
const { plural } = require('../chart/figures');
const { drawable } = require('../chart/scale');
const { suiteSection, titleOf } = require('./suite');
const { environmentSection, machinesSection } = require('./environment');
const { comparisonPage } = require('./comparison');
const { ratesPage } = require('./rates');
const { scatterPage } = require('./scatter');
const { page } = require('./page');

const NAMED_FILES = 2;

function titleFor(suites) {
  const files = [...new Set(suites.map(({ file }) => file ?? 'snippets'))];
  if (files.length === 0) return 'No suites';
  return files.length > NAMED_FILES ? `${files.length} files` : files.map(shown).join(', ');
}

function leadOf(suites) {
  const tests = suites.flatMap((suite) => suite.tests);
  const words = [suites.length !== 1 && plural(suites.length, 'suite'), plural(tests.length, 'test')].filter(Boolean);
  const counted = [['failed', 'failed'], ['unresolved', 'open']].map(([verdict, tone]) => {
    const times = tests.filter((test) => test.verdict === verdict).length;
    return times > 0 && markup` · <span class="${tone}">${times} ${verdict}</span>`;
  });
  return markup`${words.join(' · ')}${counted}`;
}

function resultsPage(document) {
  const { suites } = document;
  const contents = suites.length === 1 ? [{ id: 's1', title: 'Results' }, { id: 's1tests', title: 'Test by test' }]
    : suites.map((suite, i) => ({ id: `s${i + 1}`, title: titleOf(suite, suites) }));
  return page({
    document,
    title: titleFor(suites),
    lead: leadOf(suites),
    contents: [...contents, { id: 'environment', title: document.machines ? 'Machines' : 'Environment' }],
    sections: [
      suites.map((suite, i) => suiteSection(suite, suites, `s${i + 1}`)),
      document.machines ? machinesSection(document) : environmentSection(document.environment),
    ],
  });
}

const PAGES = { results: resultsPage, comparison: comparisonPage, rates: ratesPage, scatter: scatterPage };

/**
 * @param {object} document Results, a Comparison, rates or a scatter, as `--save` and `--json` write them, see
 *   lib/document/document-shape.js
 * @returns {string} HTML, some 10 kB and up to 30 kB for each test
 */
function toHtml(document) {
  return PAGES[document.qtimeit](drawable(document));
}

module.exports = { toHtml };
