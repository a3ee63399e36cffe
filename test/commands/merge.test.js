'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { formatDocument } = require('#lib/report/output/formats');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, refused, stdoutOf } = require('../helpers/cli-inside');
const {
  PLAN, error, wholeResults, wholeComparison, wholeRates, partsOf, onMachine,
} = require('../helpers/shards-documents');

const save = (documents) => documents.map((document, i) => (
  write(`part-${document.shard ? document.shard.index : i + 1}${i >= 8 ? 'b' : ''}.json`, JSON.stringify(document))));

/** A parsed copy without machines, plan, command, time and version */
function figuresOf(given) {
  const document = JSON.parse(JSON.stringify(given));
  for (const name of ['machines', 'plan', 'command', 'savedAt', 'version']) delete document[name];
  for (const unit of document.suites || document.tests || document.configurations) delete unit.machine;
  return document;
}

/** The error output of a refused merge */
async function refusal(...args) {
  const { status, stdout, stderr } = await inside('merge', ...args);
  expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' });
  return stderr;
}

const WHOLES = {
  results: wholeResults, comparison: wholeComparison, rates: wholeRates, 'rates of two sides': () => wholeRates(6, 2),
};

useFolder();

describe('qtimeit merge', () => {
  for (const [name, makeWhole] of Object.entries(WHOLES)) {
    describe(`of ${name}`, () => {
      it('saves the same document as a single machine, except for the machines, in any order of files', async () => {
        const files = save(partsOf(makeWhole(), 3)).reverse();
        await stdoutOf('merge', ...files, '--save', 'all.json');
        const all = read('all.json');
        expect(all.machines.map(({ name, shards }) => [name, ...shards]))
          .to.deep.equal([['n1', 1], ['n2', 2], ['n3', 3]]);
        expect(all).to.deep.include({ complete: true, plan: PLAN }).and.not.have.any.keys('shard', 'missing');
        const units = all.suites || all.tests || all.configurations;
        expect(units.map(({ machine }) => machine)).to.deep.equal(units.map((_, place) => place % 3));
        expect(figuresOf(all)).to.deep.equal(figuresOf(JSON.parse(formatDocument('json', makeWhole()))));
      });

      it('saves a document that can be reported, and merged again alone', async () => {
        await inside('merge', ...save(partsOf(makeWhole(), 2)), '--save', 'all.json');
        for (const format of ['html', 'table', 'csv', 'json']) {
          const stdout = await stdoutOf('report', 'all.json', '--format', format);
          if (format !== 'csv' && format !== 'json') expect(stdout, format).to.match(/2 machines: n1/);
        }
        await stdoutOf('merge', 'all.json', '--save', 'again.json');
        expect(read('again.json').machines).to.deep.equal(read('all.json').machines);
        expect(figuresOf(read('again.json'))).to.deep.equal(figuresOf(read('all.json')));
      });

      it('names missing shards, and merges the present ones with --partial', async () => {
        const files = save(partsOf(makeWhole(), 4).filter((_, i) => i % 2 === 0));
        expect(await refusal(...files)).to.include('shards 2, 4 of 4 are missing').and.include('--partial');
        const stdout = await stdoutOf('merge', ...files, '--partial', '--save', 'all.json');
        expect(stdout).to.include('missing: shards 2, 4').and.include('cut short');
        expect({ complete: read('all.json').complete, missing: read('all.json').missing })
          .to.deep.equal({ complete: false, missing: { shards: [2, 4], units: [] } });
        expect(await refusal('all.json')).to.include('--partial');
      });

      it('refuses a duplicate shard, and names its files, machines and times', async () => {
        const [first, second] = partsOf(makeWhole(), 2);
        const again = { ...second, savedAt: '2026-11-21T09:30:00.000Z', shard: { ...second.shard, machine: 'n9' } };
        const files = [...save([first, second]), write('again.json', JSON.stringify(again))];
        expect(await refusal(...files)).to.include('shard 2 of 2 appears twice')
          .and.include('part-2.json (n2, 2026-11-21 08:00 UTC) and again.json (n9, 2026-11-21 09:30 UTC)')
          .and.include('Did a task start twice?').and.include('Leave one of them out');
      });
    });
  }

  it('recomputes the verdicts of a comparison over all tests', async () => {
    const whole = wholeComparison(6, 1.012);
    const parts = partsOf(whole, 6);
    // The verdict of a part with a single test
    for (const { tests: [{ changes: [change] }] } of parts) {
      Object.assign(change, { confidence: 0.95, adjustedP: change.p });
    }
    await inside('merge', ...save(parts), '--save', 'all.json');
    const changesOf = ({ tests }) => tests.map(({ changes }) => changes);
    expect(changesOf(read('all.json'))).to.deep.equal(changesOf(figuresOf(whole)));
  });

  it('applies the gate of compare to all parts', async () => {
    const files = save(partsOf(wholeComparison(6, 1.05), 2));
    const { status, stdout } = await inside('merge', ...files, '--max-regression', '3%', '--save', 'all.json');
    expect(status).to.equal(3);
    expect(stdout).to.match(/--max-regression 3 %: failed; .*test 0.*\n$/);
    expect(read('all.json').gate.failed.map(({ name }) => name)).to.deep.equal(['test 0', 'test 3']);
    expect((await inside('merge', ...files, '--max-regression', '30%')).status).to.equal(0);
    const rates = save(partsOf(wholeRates(6, 2), 2));
    expect((await inside('merge', ...rates, '--max-regression', '3%')).status).to.equal(3);
    expect((await inside('merge', ...rates.slice(1), '--partial', '--max-regression', '90%', '--strict')).status)
      .to.equal(4);
  });

  it('judges the memory of all parts by --max-regression-memory, also of a merged file', async () => {
    const parts = partsOf(wholeComparison(6), 2);
    const files = save(parts);
    expect(await refusal(...files, '--max-regression-memory', '5%'))
      .to.include('there is no memory in the files. Measure with compare --memory');
    const changeOf = (old, fresh) => {
      const [difference, verdict] = [fresh - old, fresh > old ? 'more' : 'same'];
      const allocated = { old, fresh, difference, low: difference - 1, high: difference + 1, margin: 4, verdict };
      return { allocated, kept: null, verdict, regression: null };
    };
    for (const { name, changes: [change] } of parts.flatMap(({ tests }) => tests)) {
      change.memory = changeOf(100, name === 'test 4' ? 124 : 100);
    }
    save(parts);
    const merge = (...args) => inside('merge', ...args, '--strict');
    const { status, stdout } = await merge(...files, '--max-regression-memory', '20%', '--save', 'all.json');
    expect(status).to.equal(3);
    expect(stdout).to.match(/--max-regression-memory 20 %: failed; .*test 4\n$/);
    const { memoryGate, tests } = read('all.json');
    expect(memoryGate.failed.map(({ name }) => name)).to.deep.equal(['test 4']);
    expect(tests.map(({ changes: [{ memory }] }) => memory.regression))
      .to.deep.equal([false, false, false, false, true, false]);
    expect((await merge('all.json', '--max-regression-memory', '30%')).status).to.equal(0);
    // The interval of the difference, 23 to 25 B, contains the limit.
    expect((await merge('all.json', '--max-regression-memory', '24%')).status).to.equal(4);
  });

  describe('saves documents that compare judges machine by machine:', () => {
    const machinesOf = (parts, cpus) => parts.map((part, i) => onMachine(part, cpus[i]));
    const verdictsOf = ({ stdout }) => JSON.parse(stdout).tests.map(({ changes: [{ verdict }] }) => verdict);

    for (const [name, makeWhole] of [['results', () => wholeResults(4)], ['rates', () => wholeRates(4)]]) {
      it(name, async () => {
        const parts = partsOf(makeWhole(), 2);
        const mergedAs = async (file, cpus) => {
          await inside('merge', ...save(machinesOf(parts, cpus)), '--save', file);
          return file;
        };
        const before = await mergedAs('before.json', ['A', 'B']);
        const same = verdictsOf(await inside('compare', before, await mergedAs('same.json', ['A', 'B']), '--json'));
        expect(same).to.not.include('not-judged');
        const moved = await inside('compare', before, await mergedAs('moved.json', ['A', 'A']), '--json');
        const half = same.map((verdict, i) => (i % (same.length / 2) < same.length / 4 ? verdict : 'not-judged'));
        expect(verdictsOf(moved).sort()).to.deep.equal(half.sort());
        expect(JSON.parse(moved.stdout).differences)
          .to.deep.equal([{ field: 'cpu', values: ['B', 'A'], forbids: false }]);
        const others = await inside('compare', before, await mergedAs('others.json', ['C', 'C']), '--json');
        expect(new Set(verdictsOf(others))).to.deep.equal(new Set(['not-judged']));
      });
    }

    it('but compare refuses rates of several machines together', async () => {
      for (const name of ['here', 'there']) write(`${name}.json`, JSON.stringify(wholeRates(2)));
      await inside('merge', '--blocks', 'here.json', 'there.json', '--save', 'all.json');
      expect(await refused('compare', 'here.json', 'all.json')).to.equal(
        'qtimeit: all.json contains f0.js n=0 from several machines. Compare results from one machine\n');
    });
  });

  it('exits with 1 if a test failed', async () => {
    const parts = partsOf(wholeResults(), 2);
    parts[1].suites[0].error = error();
    expect((await inside('merge', ...save(parts))).status).to.equal(1);
  });

  describe('refuses parts of different runs, and names the differences:', () => {
    const others = {
      'revisions: f7cb422 and 1a2b3c4': (part) => { part.shard.revision = '1a2b3c4'; },
      'qtimeit versions: 1.0.0 and 1.1.0': (part) => { part.version = '1.1.0'; },
      'engines: node 20.20.2 and node 22.1.0': (part) => { part.environment.nodeVersion = '22.1.0'; },
      '--filter: not given and [ \'x\' ]': (part) => { part.shard.settings.filter = ['x']; },
      'shard counts: 2 and 3': (part) => { part.shard.count = 3; },
      'unit counts: 5 and 6': (part) => { part.shard.units = 6; },
      'split with different durations (--durations)': (part) => { part.shard.plan = 'fedcba9876543210'; },
    };
    it('plans', async () => {
      for (const [words, change] of Object.entries(others)) {
        const parts = partsOf(wholeResults(), 2);
        change(parts[1]);
        expect(await refusal(...save(parts))).to.include('part-1.json and part-2.json belong to different plans')
          .and.include(words);
      }
    });

    it('kinds, and sides', async () => {
      const [first] = partsOf(wholeResults(), 2);
      const [, second] = partsOf(wholeRates(), 2);
      expect(await refusal(...save([first, second])))
        .to.include('are of different kinds, results of a run and rates of configurations');
      const parts = partsOf(wholeComparison(), 2);
      parts[1].sides[1].label = 'newer';
      expect(await refusal(...save(parts))).to.include('sides: old, new and old, newer');
    });

    it('but not if one part does not know its revision', async () => {
      const parts = partsOf(wholeResults(), 2);
      parts[1].shard.revision = null;
      await stdoutOf('merge', ...save(parts));
    });
  });

  it('refuses a file that is not part of a run, and the same file twice', async () => {
    const parts = save(partsOf(wholeResults(), 2));
    write('whole.json', JSON.stringify(wholeResults()));
    await inside('merge', ...parts, '--save', 'all.json');
    write('cut.json', fs.readFileSync(inFolder('part-2.json'), 'utf8').slice(0, 2000));
    for (const [args, words] of [
      [[...parts, 'whole.json'], 'whole.json is not part of a run'],
      [[...parts, 'all.json'], 'all.json was already merged. Leave it out'],
      [['part-1.json', 'cut.json'], 'cut.json is truncated: it ends unexpectedly at byte 2000. Save it again\n'],
      [['part-1.json', 'part-3.json'], 'part-3.json does not exist. Did you mean part-1.json?'],
      [[], 'merge needs the saved parts'],
      [[...parts, 'part-1.json'], 'part-1.json is given twice'],
      [[...parts, './part-1.json'], 'part-1.json and ./part-1.json are the same file'],
      [['shards/*.json'], 'no file matches shards/*.json'],
      [[...parts, '--strict'], '--strict requires --max-regression'],
    ]) expect(await refusal(...args)).to.include(words);
  });

  it('warns about a clock that is ahead, and continues', async () => {
    const parts = partsOf(wholeResults(), 2);
    parts[1].savedAt = '2999-01-01T00:00:00.000Z';
    parts.forEach((part, i) => write(`shards/n${i}/part.json`, JSON.stringify(part)));
    const { status, stderr } = await inside('merge', 'shards/*/part.json');
    expect([status, stderr]).to.deep.equal([0,
      'note: shards/n1/part.json was saved in the future, according to the clock of this machine. Check the clock of ' +
      'n2\n']);
  });

  describe('--blocks', () => {
    /** The same run on a machine that is slower by this factor */
    function slower(whole, factor) {
      const copy = JSON.parse(JSON.stringify(whole));
      for (const { sides } of copy.tests || []) {
        for (const side of sides) {
          side.values = side.values.map((ns) => ns * factor);
          for (const name of ['nsPerCall', 'nsLow', 'nsHigh']) side[name] *= factor;
        }
      }
      for (const { sides } of copy.configurations || []) {
        for (const side of sides) side.rates = side.rates.map((rate) => rate / factor);
      }
      return copy;
    }

    for (const [name, makeWhole] of [['comparison', wholeComparison], ['rates', () => wholeRates(6, 2)]]) {
      it(`weights the results of whole runs on two machines: ${name}`, async () => {
        const whole = makeWhole();
        write('here.json', JSON.stringify(whole));
        write('there.json', JSON.stringify(slower(whole, 1.3)));
        expect(await refusal('here.json', 'there.json')).to.include('--blocks');
        const stdout = await stdoutOf('merge', '--blocks', 'here.json', 'there.json', '--save', 'all.json');
        expect(stdout).to.match(/measured on 2 machines: here.json .*, there.json /)
          .and.match(/there.json is 30 % slower than the other machine/);
        const all = JSON.parse(await stdoutOf('report', 'all.json', '--format', 'json'));
        const changes = all.tests.map((test) => test.changes[0]);
        expect([changes[0], changes[3]].map(({ verdict }) => verdict)).to.deep.equal(['slower', 'slower']);
        for (const { blocks, ratio } of changes) {
          expect(blocks.map(({ machine }) => machine)).to.deep.equal([0, 1]);
          expect(blocks[0].ratio).to.be.closeTo(ratio, 1e-6);
        }
        await stdoutOf('report', 'all.json', '--csv');
      });
    }

    it('accepts the same shard from two machines, but not twice from one machine', async () => {
      const parts = partsOf(wholeComparison(), 2);
      const again = { ...parts[1], shard: { ...parts[1].shard, machine: 'n9' } };
      const files = [...save(parts), write('again.json', JSON.stringify(again))];
      expect(await refusal(...files)).to.include('or treat machines as blocks with --blocks');
      await stdoutOf('merge', '--blocks', ...files, '--save', 'all.json');
      const { tests, machines } = read('all.json');
      expect(machines.map(({ name }) => name)).to.deep.equal(['n1', 'n2', 'n9']);
      expect(tests.map(({ machine, changes: [{ blocks }] }) => machine ?? blocks.map((one) => one.machine)))
        .to.deep.equal([0, [1, 2], 0, [1, 2], 0, [1, 2]]);
      write('again.json', JSON.stringify(parts[1]));
      expect(await refusal('--blocks', ...files)).to.include('shard 2 of 2 appears twice').and.not.include('--blocks');
    });

    it('refuses runs of other tests or settings, and results of suites', async () => {
      write('here.json', JSON.stringify(wholeComparison(6)));
      write('there.json', JSON.stringify(wholeComparison(5)));
      expect(await refusal('--blocks', 'here.json', 'there.json')).to.include('unit counts: 6 and 5');
      const other = { ...wholeComparison(6), command: ['compare', '--rev', 'main', '--time', '9', 'bench/'] };
      write('there.json', JSON.stringify(other));
      expect(await refusal('--blocks', 'here.json', 'there.json')).to.include('--time: not given and 9');
      write('results.json', JSON.stringify(wholeResults()));
      expect(await refusal('--blocks', 'results.json')).to.include('results.json contains results of suites');
    });
  });
});
