'use strict';

const { expect } = require('chai');
const { asOnlyShard, mergeParts } = require('#lib/compare/shards/merge');
const { checkSamePlan } = require('#lib/compare/shards/merge-checks');
const { UsageError } = require('#lib/base/text/usage-error');
const {
  error, onMachine, partsOf, wholeComparison, wholeRates, wholeResults,
} = require('../helpers/shards-documents');

const HEAD = { version: '1.0.0', savedAt: '2026-11-23T00:00:00.000Z', command: ['merge'], hasBlocks: false };

const sourcesOf = (documents) => documents.map((document, i) => ({ file: `part-${i + 1}.json`, document }));
const merged = (documents) => mergeParts(sourcesOf(documents), HEAD).document;

describe('merged parts', () => {
  it('have each failure and skipped file once', () => {
    const parts = partsOf(wholeRates(6, 2), 3);
    const failure = (file) => ({ side: 'old', file, error: error() });
    const skipped = (file) => ({ side: 'new', file, words: 'no OpenSSL' });
    parts.forEach((part, i) => Object.assign(part, {
      failures: [failure('bad.js'), ...(i === 2 ? [failure('worse.js')] : [])], skipped: [skipped('tls.js')],
    }));
    expect(merged(parts)).to.deep.include({
      failures: [failure('bad.js'), failure('worse.js')], skipped: [skipped('tls.js')],
    });
  });

  it('have the first known environment of a side', () => {
    const parts = partsOf(wholeComparison(), 2);
    const { environment } = parts[0].sides[1];
    parts[0].sides[1] = { ...parts[0].sides[1], environment: null };
    expect(merged(parts).sides[1].environment).to.deep.equal(environment);
  });

  it('have all suites of a file together, in the order of the plan', () => {
    const parts = partsOf(wholeResults(3), 2);
    parts[1].suites.push({ ...parts[1].suites[0], suite: 2 });
    expect(merged(parts).suites.map(({ file, suite }) => [file, suite])).to.deep.equal(
      [['bench/file-0.js', 1], ['bench/file-1.js', 1], ['bench/file-1.js', 2], ['bench/file-2.js', 1]]);
  });

  it('keep a file that failed, and name a file that was not measured', () => {
    const parts = partsOf(wholeResults(4), 2);
    Object.assign(parts[1], { complete: false });
    Object.assign(parts[1].suites[0], { tests: [], error: error() });
    Object.assign(parts[1].suites[1], { tests: [], error: { ...error(), code: 'interrupted' }, seconds: null });
    const { suites, missing } = merged(parts);
    expect(suites.map(({ file }) => file)).to.deep.equal(['bench/file-0.js', 'bench/file-1.js', 'bench/file-2.js']);
    expect(missing).to.deep.equal({ shards: [], units: [{ shard: 2, name: 'bench/file-3.js' }] });
  });
});

describe('machines', () => {
  it('are the same if name and processor are', () => {
    const parts = partsOf(wholeResults(4), 4, { machine: 'n1' });
    parts[2].environment = { ...parts[2].environment, cpuMhz: 1200 };
    const { machines, suites } = merged([parts[0], onMachine(parts[1], 'Other'), parts[2], parts[3]]);
    expect(machines.map(({ name, shards }) => ({ name, shards })))
      .to.deep.equal([{ name: 'n1', shards: [1, 3, 4] }, { name: 'n1', shards: [2] }]);
    expect(suites.map(({ machine }) => machine)).to.deep.equal([0, 1, 0, 0]);
  });

  it('have the first known environment of a comparison', () => {
    const [part] = partsOf(wholeComparison(), 1);
    const [, { environment }] = part.sides;
    part.sides[0].environment = null;
    expect(merged([part]).machines[0].environment).to.equal(environment);
  });
});

it('a whole run as the only shard has the same plan only for the same tests or configurations', () => {
  const planOf = (document) => asOnlyShard({ file: 'a.json', document }, {}).document.shard.plan;
  const kinds = [[wholeComparison, 'tests', 'name'], [wholeRates, 'configurations', 'configuration']];
  for (const [make, list, field] of kinds) {
    const other = make();
    other[list][0][field] = 'another';
    expect([planOf(make()) === planOf(make()), planOf(other) === planOf(make())]).to.deep.equal([true, false]);
  }
  const { document: { shard } } = asOnlyShard({ file: 'a.json', document: wholeRates(2) }, { runs: 3 });
  expect(shard).to.deep.include(
    { index: 1, count: 1, units: 2, places: [0, 1], settings: { runs: 3 }, machine: 'a.json' });
});

describe('plans', () => {
  const differenceOf = (change, make = () => wholeComparison()) => {
    const parts = partsOf(make(), 2);
    change(parts[1]);
    const [first, other] = sourcesOf(parts);
    try {
      checkSamePlan(first, other);
    } catch (found) {
      if (!(found instanceof UsageError)) throw found;
      return found.message;
    }
    return null;
  };

  it('have the same commit on each side, maybe in other paths', () => {
    const [old, fresh] = ['main (1a2b3c4)', 'working tree'];
    const withSources = (...sources) => () => {
      const whole = wholeComparison();
      sources.forEach((source, i) => { whole.sides[i] = { ...whole.sides[i], source }; });
      return whole;
    };
    const changed = (source) => (part) => { part.sides[0].source = source; };
    expect(differenceOf(changed('HEAD~1 (1a2b3c4)'), withSources(old, fresh))).to.equal(null);
    expect(differenceOf(changed('main (5d6e7f8)'), withSources(old, fresh)))
      .to.include('compared sides: 1a2b3c4, working tree and 5d6e7f8, working tree');
    expect(differenceOf(changed('/b/node (node 20.1.0)'), withSources('/a/node (node 20.1.0)', fresh))).to.equal(null);
  });

  it('have as many runs of each configuration', () => {
    expect(differenceOf((part) => { part.runs = 10; }, wholeRates)).to.include('runs per configuration: 30 and 10');
  });
});

describe('gaps', () => {
  it('are configurations with fewer runs than asked for or planned', () => {
    const ones = (count) => Array(count).fill(1);
    const side = (runs, failed = 0) => ({ rates: ones(runs), seconds: ones(runs), errors: ones(failed) });
    for (const [isMeasured, sides, wanted] of [
      [true, [side(30), side(30)]], [true, [side(30), side(28, 2)]], [true, [side(30), null]],
      [false, [side(30), side(29)]], [false, [side(8), side(8)]],
      [true, [side(8), side(8)], 8], [false, [side(12), side(11)], 12],
    ]) {
      const [part] = partsOf(wholeRates(1, 2), 1);
      part.complete = false;
      Object.assign(part.configurations[0], { sides, ...(wanted && { wanted }) });
      expect(merged([part]).missing.units.length === 0, JSON.stringify(sides)).to.equal(isMeasured);
    }
  });

  it('do not exist in a complete document', () => {
    const [part] = partsOf(wholeComparison(), 1);
    part.tests[0].planned = null;
    const [ofRates] = partsOf(wholeRates(), 1);
    ofRates.configurations[0].sides[0] = { rates: [], seconds: [], errors: [], places: [] };
    for (const document of [part, ofRates]) expect(merged([document])).to.not.have.property('missing');
  });

  it('are not tests that failed or that one side does not have', () => {
    const [part] = partsOf(wholeComparison(3), 1);
    part.complete = false;
    for (const test of part.tests) delete test.planned;
    part.tests[0].sides[0].error = error();
    part.tests[1].sides[1] = null;
    expect(merged([part]).missing.units).to.deep.equal([{ shard: 1, name: 'bench/file-1.js: test 2' }]);
  });

  it('name the command that resumes the part', () => {
    const [part] = partsOf(wholeRates(), 1);
    Object.assign(part, { complete: false, command: ['run', 'my files/*.js', '--resume', '--save', 'a.json'] });
    expect(mergeParts(sourcesOf([part]), HEAD).words).to.deep.equal([
      "part-1.json was cut short; continue with: qtimeit run 'my files/*.js' --resume --save a.json"]);
  });
});
