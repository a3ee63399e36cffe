'use strict';

const { expect } = require('chai');
const { openBuilds } = require('../../lib/compare/sides');
const host = require('../../lib/host/host');
const { UsageError } = require('../../lib/text/usage-error');
const { scratchFolder } = require('../helpers/scratch');

describe('the builds of compare --on', () => {
  const scratch = scratchFolder();
  const open = (given, files) => openBuilds(given, files, { host, cwd: scratch('.') });

  before(() => {
    scratch('app/package.json', '{ "name": "app" }');
    scratch('app/uses.mjs', "import 'app';");
    scratch('app/other.mjs', "import './uses-not.mjs';");
    scratch('app/uses-not.mjs', '');
    scratch('app/common.cjs', '');
    scratch('old/index.js', '');
    scratch('new/package.json', '{ "name": "@fresh/one" }');
    host.makeFolder(scratch('empty'));
  });

  it('are folders, and have the names of all of them', () => {
    const folders = ['old', 'new'].map((name) => host.realPath(scratch(name)));
    expect(open(['old/', './new'], ['app/uses.mjs'])).to.deep.equal({
      builds: folders.map((folder) => ({ folder, names: ['@fresh/one'] })), notes: [],
    });
  });

  it('are reported for files that do not import them', () => {
    expect(open(['old', 'new'], ['app/uses.mjs', 'app/other.mjs', 'app/common.cjs']).notes).to.deep.equal([
      'app/other.mjs imports no app or @fresh/one: all sides measure the same code there',
    ]);
    expect(open(['old', 'old'], ['app/uses.mjs']).notes).to.deep.equal([
      'old is what all sides have: the same is compared with itself',
    ]);
  });

  const refused = [
    [['old', 'gone'], ['app/uses.mjs'], 'gone is not there; give the folder of a build'],
    [['app/uses.mjs', 'old'], ['app/uses.mjs'], 'app/uses.mjs is no folder; give the folder of a build'],
    [['old', 'empty'], ['app/uses.mjs'], 'empty is empty; has it been built?'],
    [['old', 'old'], ['app/other.mjs'], /^app\/other.mjs imports no app, .*: all sides would measure the same code/],
  ];
  for (const [given, files, words] of refused) {
    it(`are refused: ${given} of ${files}`, () => expect(() => open(given, files)).to.throw(UsageError, words));
  }
});
