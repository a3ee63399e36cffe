'use strict';

/* The columns of all tables: which are numbers, which narrow terminals leave out first, which are for wide outputs. */

const { expect } = require('chai');
const { testsTable } = require('../../lib/report/kinds/tests');
const { STREAM_PARTS } = require('../../lib/report/kinds/streams');
const { toReport } = require('../../lib/report/output/formats');
const { row, samples, countsOf } = require('../helpers/documents');
const { rates, comparisons, scatters } = require('../helpers/rates-samples');
const { typical } = require('../helpers/streams-rows');

const columnText = ({ key, title, isNumber, isSoft, drop, only, short, least }) => [
  key, title && `'${title}'`, isNumber && 'number', isSoft && 'soft', drop, only, short, least && `least ${least}`,
].filter(Boolean).join(' ');
const tableOf = (document) => toReport(document).sections[0].blocks.find(({ type }) => type === 'table');

const FACTS = [
  'bytes \'MB/s\' number 10', 'items \'items/s\' number 11', 'processor \'processor\' number 5',
  'coldCache \'cold cache\' number 5', 'memory \'bytes/call\' number 12', 'collections \'collections\' 4',
  'rank \'rate\' number 7 least 6',
];
const TIMES = ['time \'one call\' number', 'reach soft 6 terminal', 'interval \'95 % interval\' number soft wide'];
const START = ['name \'name\' least 4', ...TIMES, 'instructions \'instructions\' number 14'];
const END = ['rankInterval number soft 1 wide', 'verdict \'verdict\' 3 marked'];

const TABLES = {
  tests: [() => testsTable([row('a')], {}), [
    ...START, 'cycles \'cycles\' number 15', 'speed \'ops/sec\' number 13', 'details \'(stats)\' 1 terminal', ...FACTS,
      ...END,
  ]],
  'tests with counts': [() => testsTable([row('a', { counts: countsOf(1) })], {}), [
    ...START, 'cycles \'cycles\' number', 'speed \'ops/sec\' number 2', 'details \'(stats)\' 1 terminal', ...FACTS,
      ...END,
  ]],
  'tests for programs': [() => testsTable([row('a')], { visualize: false }), [
    'name \'name\' least 4', 'speed \'speed\' number 13 least 13', 'details \'(stats)\' 1 terminal',
    'bytes \'bytes\' number 10', 'items \'items\' number 11', ...FACTS.slice(2), 'rankInterval number soft 1', END[1],
    ...TIMES, START[4], 'cycles \'cycles\' number 15',
  ]],
  comparison: [() => tableOf(samples.compared()), [
    'test \'test\'', 'side \'side\'', 'old \'old\' number 2', 'fresh \'new\' number 3', 'change \'change\' number',
    'interval number soft 1', 'p \'adjusted p\' number soft wide', 'verdict \'verdict\'',
      'counts \'instructions\' number',
    'oldCount \'instructions, old\' number wide', 'freshCount \'instructions, new\' number wide',
  ]],
  rates: [() => tableOf(rates.typical()), [
    'name \'configuration\'', 'side \'side\'', 'rate \'rate\' number', 'instructions \'instructions\' number 17',
    'cycles \'cycles\' number 16', 'reach \'± (95 %)\' number 15', 'variation \'spread\' number 14',
    'runs \'runs\' number 13', 'seconds \'each\' number 12', 'machine \'machine\' 11',
    'plot \'-32 %  median   +32 %\' 10 terminal',
  ]],
  'comparison of rates': [() => tableOf(comparisons.threeSides()), [
    'name \'configuration\'', 'side \'side\'', 'confidence \'confidence\' number 16',
      'improvement \'improvement\' number',
    'at05 \'accuracy (*)\' number 15', 'at01 \'(**)\' number 11', 'at001 \'(***)\' number 12',
    'ratio \'change\' number 14', 'interval number soft 13', 'chart \'-14 %     0     +14 %\' 10 terminal',
    'verdict \'verdict\' 17', 'counts \'instructions\' number',
  ]],
  scatter: [() => tableOf({ qtimeit: 'scatter', ...scatters.typical() }), [
    'x \'len\' number', 'samples \'samples\' number 11', 'mean \'mean\' number', 'reach \'± (95 %)\' number 14',
    'skewed 13', 'median \'median\' number 12', 'between \'(95 %)\' number soft 10',
  ]],
  streams: [() => STREAM_PARTS.table(typical(), {}), [
    'name \'name\' least 4', 'speed \'MB/s\' number', 'reach soft 16 terminal', TIMES[2], 'rank \'rate\' number',
    'rankInterval number soft 15', 'verdict \'verdict\' 1 marked', 'instructions \'instructions/byte\' number 19',
    'first \'first byte\' number 14', 'peak \'peak MB\' number 18', 'mean \'mean MB\' number 13 terminal',
    'heap \'heap MB\' number 12 terminal', 'processor \'processor %\' number 17', 'out \'out/in %\' number 11',
    'collections \'collections\' number 10 terminal',
  ]],
};

describe('the columns of tables', () => {
  for (const [name, [make, columns]] of Object.entries(TABLES)) {
    it(`of ${name}`, () => expect(make().columns.map(columnText)).to.deep.equal(columns));
  }

  const many = (make, count) => make(Array.from({ length: count }, (_, i) => i));
  it('scroll on a page from 41 rows on', () => {
    const tables = [
      (list) => testsTable(list.map((i) => row(`t${i}`)), {}),
      (list) => tableOf({ ...samples.compared(), tests: list.map(() => samples.compared().tests[0]) }),
      (list) => tableOf({ ...samples.compared(), across: 'engines',
        tests: list.map(() => samples.compared().tests[0]) }),
      (list) => tableOf({ ...rates.typical(), configurations: list.map(() => rates.typical().configurations[0]) }),
      (list) => tableOf({ ...comparisons.typical(), tests: list.map(() => comparisons.typical().tests[0]) }),
      (list) => tableOf({ qtimeit: 'scatter', ...scatters.words(),
        points: list.map(() => scatters.words().points[0]) }),
    ];
    for (const make of tables) expect([40, 41].map((count) => many(make, count).isLong)).to.deep.equal([false, true]);
  });
});
