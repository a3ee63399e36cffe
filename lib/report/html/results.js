'use strict';

/* The page of a Results document. */

const { markup, shown } = require('./markup');
const { list, object } = require('./known');
const { plural } = require('./figures');
const { suiteSection, titleOf } = require('./suite');
const { environmentSection } = require('./environment');
const { page } = require('./page');

const NAMED_FILES = 2;

function titleFor(suites) {
  const files = [...new Set(suites.map(({ file }) => (file === null || file === undefined ? 'snippets' : file)))];
  if (files.length === 0) return 'No suites';
  return files.length > NAMED_FILES ? `${files.length} files` : files.map(shown).join(', ');
}

function leadOf(suites) {
  const tests = suites.flatMap((suite) => list(suite.tests).map(object));
  const times = (verdict) => tests.filter((test) => test.verdict === verdict).length;
  const words = [suites.length !== 1 && plural(suites.length, 'suite'), plural(tests.length, 'test')].filter(Boolean);
  const counted = ['failed', 'unresolved'].filter((verdict) => times(verdict) > 0).map((verdict) =>
    markup` · <span class="${verdict === 'failed' ? 'failed' : 'open'}">${times(verdict)} ${verdict}</span>`);
  return markup`${words.join(' · ')}${counted}`;
}

/**
 * @param {object} document Results, as `--save` writes them
 * @returns {string} HTML
 */
function resultsPage(document) {
  const suites = list(document.suites).map(object);
  const contents = suites.map((suite, i) => ({ id: `s${i + 1}`, title: titleOf(suite, suites) }));
  return page({
    document,
    title: titleFor(suites),
    lead: leadOf(suites),
    contents: [...contents, { id: 'environment', title: 'Environment' }],
    sections: [suites.map((suite, i) => suiteSection(suite, suites, `s${i + 1}`)), environmentSection(document.environment)],
  });
}

module.exports = { resultsPage };
