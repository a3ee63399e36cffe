'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { readDocument } = require('#lib/core/document/document');
const { SCHEMA } = require('#lib/core/document/document-shape');
const { documentText } = require('#lib/core/document/document-text');
const realHost = require('#lib/base/host/host');
const { version } = require('../../package.json');
const made = require('../helpers/documents');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { refusalOf } = require('../helpers/refusals');
const { partsOf, wholeRates } = require('../helpers/shards-documents');
const { hostWith, scratchFolder } = require('../helpers/scratch');


const { row, sample, results } = made;

/** The fixtures, with the optional fields that they lack */
const suite = (tests, more) => made.suite(tests, { error: null, ...more });
function whole(document) {
  if (document.suites) return { ...document, suites: document.suites.map((one) => ({ error: null, ...one })) };
  return { failures: [], ...document, differences: document.differences.map((one) => ({ forbids: true, ...one })) };
}
const samples = Object.fromEntries(Object.entries(made.samples).map(([name, make]) => [name, () => whole(make())]));

const smallResults = () => results(
  [suite([row('a', { samples: [sample(1, { n: 20, ns: 5 }), sample(2, { n: 20, ns: 6 })] }), row('b')])]);

/** Reads a file with this content. */
const readContent = (content, options = {}) =>
  readDocument('dir/old.json', { host: fakeHost({ files: { 'dir/old.json': content } }), ...options });
const read = (document, options) => readContent(JSON.stringify(document), options);

const refusal = (content, options) => refusalOf(() => readContent(content, options));

describe('readDocument', () => {
  const scratch = scratchFolder();

  // Numbers in fixtures have at most nine digits, except in samples.
  const strip = (key, value) => (key === 'samples' || key === 'values' ? undefined : value);
  const plain = (value) => JSON.parse(JSON.stringify(value, strip));
  it('reads all kinds of documents as saved, with a line end', () => {
    for (const name of ['typical', 'forked', 'several', 'hostile', 'empty', 'single', 'scales', 'compared',
      'threeSides', 'saved', 'nothingCompared', 'measured', 'parameters', 'tiers', 'counted']) {
      const document = samples[name]();
      const text = documentText(document);
      expect(text.endsWith('}\n'), name).to.equal(true);
      expect(plain(readContent(text)), name).to.deep.equal(plain(document));
    }
  });

  it('keeps unknown fields', () => {
    const document = { ...smallResults(), later: { a: [1] } };
    document.suites[0].tests[0].samples[0].colour = 'red';
    document.suites[0].tests[0].warnings = [{ code: 'constructor' }, { code: '__proto__' }];
    expect(read(document)).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('reads a file with a byte order mark, and one in the current folder', () => {
    expect(readContent(`\ufeff${JSON.stringify(smallResults())}`).schema).to.equal(1);
    const file = scratch('here.json', JSON.stringify(smallResults()));
    expect(readDocument(path.relative(process.cwd(), file), { host: realHost }).qtimeit).to.equal('results');
  });

  /** The output of a process that reads a file */
  const printed = (file, flags) => {
    const requireOf = (name) => `require(${JSON.stringify(path.join(__dirname, '../../lib', name))})`;
    const script = `const { readDocument } = ${requireOf('core/document/document')};
      try {
        const { suites } = readDocument(${JSON.stringify(file)}, { host: ${requireOf('base/host/host')} });
        console.log(suites[0].tests[0].samples[0].rounds.ns.length);
      } catch (error) { console.log(error.message); }`;
    return spawnSync(process.execPath, [...flags, '-e', script],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } }).stdout;
  };

  describe('refuses a file', () => {
    it('that does not exist', () => {
      const file = scratch('names/result.json', '{}');
      const folder = path.dirname(file);
      const at = (name) => path.join(folder, name);
      const words = (name) => refusalOf(() => readDocument(name, { host: realHost }));
      expect(words(at('results.json'))).to.equal(`${at('results.json')} does not exist. Did you mean ${file}?`);
      expect(words(at('quite-another')))
        .to.equal(`${at('quite-another')} does not exist. Save results with --save`);
      expect(words(at('sub/x.json')))
        .to.equal(`${at('sub/x.json')} was not found: the folder ${at('sub')} cannot be read`);
      expect(words(folder)).to.equal(`${folder} is a folder. Pass the name of a file in it`);
      expect(words('pakage.json')).to.equal('pakage.json does not exist. Did you mean package.json?');
    });

    it('that cannot be read', () => {
      const host = hostWith({ readBytes(file) { throw systemError('EIO', file); } });
      expect(refusalOf(() => readDocument('x', { host }))).to.equal('x cannot be read: the device failed (EIO)');
    });

    it('that is not text', () => {
      expect(refusal('')).to.equal('dir/old.json is empty. Save results with --save');
      expect(refusal('\ufeff \n\n')).to.include('is empty');
      const text = JSON.stringify(smallResults());
      for (const own of [`\ufeff${text}`, text]) {
        for (const bytes of [Buffer.from(own, 'utf16le'), Buffer.from(own, 'utf16le').swap16()]) {
          expect(refusal(bytes)).to.equal('dir/old.json is UTF-16 text, as written by > in PowerShell. Save it as ' +
            'UTF-8, or use --save');
        }
      }
      expect(refusal(Buffer.from([0x1f, 0x8b, 8, 0, 0, 1]))).to.include('is not text: it contains NUL bytes');
      expect(refusal(Buffer.from([0x1f, 0x8b, 8, 0xff, 0xfe, 1])))
        .to.equal('dir/old.json is not UTF-8 text. Save results with --save');
    });

    it('that was cut off at any place', () => {
      const text = documentText(results([suite([row('zwölf')])])).trim();
      const bytes = Buffer.from(text);
      for (let length = 1; length < bytes.length; length += 7) {
        expect(refusal(bytes.subarray(0, length)), length)
          .to.equal(`dir/old.json is truncated: it ends unexpectedly at byte ${length}. Save it again`);
      }
      const within = bytes.indexOf('ö') + 1;
      expect(refusal(bytes.subarray(0, within))).to.include(`it ends unexpectedly at byte ${within}.`);
    });

    it('that is not JSON', () => {
      const esc = String.fromCharCode(27);
      for (const text of ['{"a": NaN}', '{"a": 1,\n  \'b\': 2}', `${JSON.stringify(smallResults())}\n{}`,
        'name,rank\na,1000\n', `{"a": ${esc}[2J}`]) {
        const words = refusal(text);
        expect(words).to.match(/^dir\/old\.json is not JSON \(\S.*\). Save results with --save$/);
        expect(words).not.to.include(esc);
      }
    });

    it('of another tool, or in another format', () => {
      const stranger = 'dir/old.json is not a file saved by qtimeit. Save results with --save';
      for (const content of ['{}', '[]', '1', 'null', '"results"', 'true', '[[1]]', '[null]',
        '{"results":[{"command":"sleep 1","mean":1.0}]}', '{"context":{},"benchmarks":[]}',
        '{"__proto__":{"qtimeit":"results","schema":1}}']) expect(refusal(content), content).to.equal(stranger);
      const rows = smallResults().suites[0].tests;
      expect(refusal(JSON.stringify(rows)))
        .to.equal('dir/old.json contains rows printed by --format json, without the samples that comparisons need. ' +
          'Use --save');
    });

    it('of another kind', () => {
      expect(refusal('{"qtimeit":"profile","schema":1}'))
        .to.equal('dir/old.json contains \'profile\', which this version does not support. Supported: ' +
          '\'results\', \'comparison\', \'rates\', \'imports\'');
      expect(refusal('{"qtimeit":"explanation","schema":1}'))
        .to.equal('dir/old.json contains explanations of why, which cannot be read again. Save results with --save');
      for (const kind of ['toString', '__proto__', 'constructor', 1, null, [], {}]) {
        expect(refusal(JSON.stringify({ qtimeit: kind, schema: 1 }))).to.include('this version does not support');
      }
      expect(refusalOf(() => read(samples.compared(), { kinds: ['results'] })))
        .to.equal('dir/old.json contains a comparison; expected results of a run');
      expect(refusalOf(() => read(smallResults(), { kinds: ['comparison'] })))
        .to.equal('dir/old.json contains results of a run; expected a comparison');
      expect(read(samples.compared(), { kinds: ['comparison'] }).kind).to.equal('processes');
    });

    it('of a later version', () => {
      const words = (more) => refusal(JSON.stringify({ ...smallResults(), ...more }));
      expect(words({ schema: SCHEMA + 3, version: '3.1.0' })).to.equal(
        `dir/old.json was saved by qtimeit 3.1.0 with schema ${SCHEMA + 3}, but this is qtimeit ${version}, which ` +
        `reads schemas up to ${SCHEMA}. Update qtimeit`);
      expect(words({ schema: SCHEMA + 1, version: 7 })).to.include('was saved by a later qtimeit with schema');
      expect(words({ schema: SCHEMA + 1, version: '\x1b[31m' })).to.include('qtimeit \\x1B[31m with');
      // A kind that only the later version has
      expect(words({ schema: SCHEMA + 1, qtimeit: 'profile' })).to.include('Update qtimeit');
      for (const schema of ['1', null, 0, -1, 1.5, [], {}]) {
        expect(words({ schema }), schema).to.match(/^dir\/old\.json: schema: expected an integer of at least 1, got /);
      }
      expect(words({ schema: undefined }))
        .to.equal('dir/old.json: schema: expected an integer of at least 1, but it is missing');
    });
  });

  describe('names the field', () => {
    /** The document with this value; undefined removes the field. */
    const changed = (document, way, value) => {
      const copy = JSON.parse(JSON.stringify(document));
      const keys = way.split(/[.[\]]+/).filter(Boolean);
      const last = keys.pop();
      const at = keys.reduce((inside, key) => inside[key], copy);
      if (value === undefined) delete at[last];
      else at[last] = value;
      return copy;
    };
    const end = '. The file is damaged or was written by another program. Save it again';
    const test = 'suites[0].tests[1]';
    const sampleAt = 'suites[0].tests[0].samples[1]';

    const wrongResults = [
      ['suites', {}, 'a list, got {}'],
      ['suites', undefined, 'a list, but it is missing'],
      ['suites[0]', null, 'an object, got null'],
      ['suites[0]', [], 'an object, got []'],
      ['suites[0].file', 7, 'a string or null, got 7'],
      ['suites[0].error', 'x', 'an object or null, got \'x\''],
      ['suites[0].suite', 0, 'an integer of at least 1, got 0'],
      ['suites[0].settings.timeGoal', '4', 'a number, got \'4\''],
      [`${test}.name`, null, 'a string, got null'],
      [`${test}.ops`, 0, 'a number above 0, got 0'],
      [`${test}.verdict`, 'x', 'a known verdict or null, got \'x\''],
      [`${test}.calls`, -1, 'an integer of at least 0, got -1'],
      [`${test}.nsLow`, -0.5, 'a number of at least 0 or null, got -0.5'],
      [`${test}.results.stats`, [{ count: 1 }], 'a number of at least 0, but it is missing',
        `${test}.results.stats[0].elapsed`],
      [`${test}.noiseFloorLow`, 'x', 'a number or null, got \'x\''],
      [`${test}.params`, [], 'an object or null, got []'],
      [`${test}.memory`, {}, 'a number or null, but it is missing', `${test}.memory.bytesPerCall`],
      [`${test}.growth`, [{ parameter: 'n', fixed: {}, best: null }], 'an object, got null', `${test}.growth[0].best`],
      [sampleAt, 3, 'an object, got 3'],
      [`${sampleAt}.cycles`, undefined, 'a number of at least 0 or null, but it is missing'],
      [`${sampleAt}.rounds.ns[17]`, 'abc', 'a number or null, got \'abc\''],
      [`${sampleAt}.rounds.calls[0]`, null, 'a number above 0, got null'],
      [`${sampleAt}.rounds.mhz`, [1], '20 values, as there are calls, got 1'],
      [`${sampleAt}.rounds.warmUp`, 21, 'at most 20, as there are rounds, got 21'],
      ['environment.nodeFlags', ['a', 1], 'a string, got 1', 'environment.nodeFlags[1]'],
      ['complete', 1, 'true or false, got 1'],
      ['environment.missing', { cpu: {} }, 'an object of texts, got { cpu: {} }'],
      ['revision', { commit: 'main', isClean: true }, 'a commit, got \'main\'', 'revision.commit'],
      ['suites[0].error',
        { code: 'threw', message: 'x'.repeat(1e5 + 1), at: null, calls: null, stack: null, output: [] },
        'at most 100000 characters, got 100001', 'suites[0].error.message'],
      ...[
        [{}, 'a string, but it is missing', 'code'], [{ code: 'handles-left' }, 'a list, but it is missing', 'handles'],
        [{ code: 'not-optimized', found: 'maglev', times: 0 }, 'a number or null, but it is missing', 'share'],
        [{ code: 'busy', rounds: 40 }, 'a number, but it is missing', 'kept'],
        [{ code: 'not-counted' }, 'a string, but it is missing', 'reason'],
        [{ code: 'heap-limit', usedBytes: 1 }, 'a number, but it is missing', 'limitBytes'],
        [{ code: 'not-steady', drift: 1, byCalls: 1 }, 'true or false, got 1', 'byCalls'],
        [{ code: 'turbo', path: 'x' }, 'a string, but it is missing', 'off'],
        [{ code: 'cold-start', calls: 1, steadyNs: 1, allNs: 'x' }, 'a number, got \'x\'', 'allNs'],
      ].map(([warning, words, field]) => [`${test}.warnings`, [warning], words, `${test}.warnings[0].${field}`]),
    ];
    const wrongComparison = [
      ['sides', [], 'two sides at least, got 0'],
      ['kind', 'guessed', '\'processes\' or \'saved\', got \'guessed\''],
      ['confidence', 95, 'a number between 0 and 1, got 95'],
      ['confidence', 0, 'a number between 0 and 1, got 0'],
      ['confidence', 1, 'a number between 0 and 1, got 1'],
      ['failures', [{ side: 'old', file: null, error: null }], 'an object, got null', 'failures[0].error'],
      ['differences', [{ field: 'x', values: [] }], 'true or false, but it is missing', 'differences[0].forbids'],
      ['tests[2].unit', 'furlongs', '\'cycles\' or \'ns\', got \'furlongs\''],
      ['tests[0].sides', [null], '2 of them, for 2 sides, got 1'],
      ['tests[2].changes', [], '1 of them, for 2 sides, got 0'],
      ['tests[0].sides[1].values[3]', -7, 'a number of at least 0, got -7'],
      ['tests[0].sides[1].unmeasured', 'faster', 'a known verdict or null, got \'faster\''],
      ['tests[0].sides[0].rates', 'x', 'a list, got \'x\''], ['tests[0].sides[0].errors', {}, 'a list, got {}'],
      ['tests[0].sides[0].errors', [null], 'an object, got null', 'tests[0].sides[0].errors[0]'],
      ['tests[0].changes[0].verdict', 'baseline', 'a known verdict, got \'baseline\''],
      ['tests[0].paired', 1, 'true or false, got 1'],
    ];
    const wrongRates = [
      ['sides', [], 'one side at least, got 0'],
      ['configurations[0].sides', [], '2 of them, got 0'],
      ['configurations[0].sides[0].seconds[0]', -1, 'a number of at least 0 or null, got -1'],
      ['configurations[0].sides[0].places', [1], '30 values, as there are rates, got 1'],
      ['shard.index', 3, 'at most 2, as there are shards, got 3'],
      ['shard.places', [0, 0, 4], 'a place below 6, above the one before, got 0', 'shard.places[1]'],
      ['shard.places', [6, 7, 8], 'a place below 6, above the one before, got 6', 'shard.places[0]'],
      ['shard.places', [0, 2, 6], 'a place below 6, above the one before, got 6', 'shard.places[2]'],
      ['shard.places', [0, 2], '3 of them, as there are configurations, got 2'],
      ['configurations[1].machine', 0, 'one of 0 machines, got 0'],
      ['oddMachines', [{ kind: 'machine-slower', machine: 0, tests: 1 }], 'a number, but it is missing',
        'oddMachines[0].share'],
      ['configurations[0].asked', 1, 'a string, got 1'],
      ['hints', [{ file: 'a', configuration: 'n=1', kind: 'slow' }], '\'too-short\' or \'noisy\', got \'slow\'',
        'hints[0].kind'],
    ];
    const wrongImports = [
      ['sides', [], '2 of them, for 2 imports, got 0'], ['tests', [], '1 of them, for 2 imports, got 0'],
      ['explanations', [], '1 of them, for 2 imports, got 0'],
      ['tests[0].changes', [], '1 of them, for 2 sides, got 0'],
      ['imports[0].modules[0].by', '/c.js', 'null, got \'/c.js\''],
      ['imports[0].modules[1].by', '/x', 'the key of a module, got \'/x\''],
      ['explanations[0][0].kind', 'x', '\'changed\' or \'new\' or \'gone\' or \'rest\', got \'x\''],
      ['failures[0].error', null, 'an object, got null'],
    ];
    for (const [kind, document, wrong] of [
      ['imports', made.imported(), wrongImports],
      ['results', smallResults(), wrongResults], ['a comparison', samples.compared(), wrongComparison],
      ['rates', partsOf(wholeRates(6, 2))[0], wrongRates],
    ]) {
      it(`of ${kind}, with the expected and the found value`, () => {
        for (const [way, value, words, place = way] of wrong) {
          expect(refusal(JSON.stringify(changed(document, way, value))))
            .to.equal(`dir/old.json: ${place}: expected ${words}${end}`);
        }
      });
    }

    it('for every removed field', () => {
      for (const document of [smallResults(), samples.compared(), made.imported()]) {
        const ways = [];
        const walk = (value, way) => {
          if (value === null || typeof value !== 'object') return;
          for (const key of Object.keys(value)) {
            if (Array.isArray(value) && key !== '0') continue;
            const next = Array.isArray(value) ? `${way}[${key}]` : way ? `${way}.${key}` : key;
            if (!Array.isArray(value)) ways.push(next);
            if (!/settings$|missing$|warnings\[\d+\]$/.test(next)) walk(value[key], next);
          }
        };
        walk(document, '');
        for (const way of ways) {
          if (way === 'qtimeit' || way === 'schema') continue;
          expect(refusal(JSON.stringify(changed(document, way, undefined))), way)
            .to.include(`dir/old.json: ${way}: expected `);
        }
        expect(ways.length).to.be.above(40);
      }
    });

    it('with more than 100 levels', () => {
      const nested = (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const text = (place, levels) => JSON.stringify(changed(smallResults(), place, 'DEEP'))
        .replace('"DEEP"', nested(levels));
      for (const place of ['environment.missing.x', 'suites[0].tests[0].params', 'later']) {
        const words = refusal(text(place, 200000));
        expect(words.startsWith(`dir/old.json: ${place}[0]`), words).to.equal(true);
        expect(words.endsWith(`[0]: more than 100 levels of nesting${end}`), words).to.equal(true);
      }
      expect(() => readContent(text('later', 50))).to.not.throw();
    });

    it('of a number that is too large', () => {
      const text = JSON.stringify(smallResults()).replace('"timeGoal":4', '"timeGoal":1e999');
      expect(refusal(text)).to.include('suites[0].settings.timeGoal: expected a number, got Infinity');
    });

    it('without a long value, and without control characters', () => {
      const words = refusal(JSON.stringify(changed(smallResults(), 'version', ['\x1b[31m'.repeat(1e5)])));
      expect(words).to.match(/^dir\/old\.json: version: expected a string, got \[/).and.not.include('\x1b');
      expect(words.length).to.be.below(200);
    });
  });

  it('does not let a key become a prototype', () => {
    for (const proto of ['__proto__', '\\u005f_proto__', '_\\u005Fproto\\u005f_']) {
      const document = readContent(JSON.stringify(smallResults())
        .replace('"suites":', `"${proto}":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"suites":`)
        .replace('"name":"a"', `"name":"__proto__","${proto}":{"polluted":1}`));
      expect(Object.keys(document)).to.include('constructor').and.not.include('__proto__');
      const [test] = document.suites[0].tests;
      for (const one of [document, test]) expect(Object.getPrototypeOf({ ...one })).to.equal(Object.prototype);
      expect({ name: test.name, polluted: {}.polluted }).to.deep.equal({ name: '__proto__', polluted: undefined });
    }
  });

  it('refuses a file that is longer than the memory', () => {
    const file = scratch('long.json', `${' '.repeat(9e6)}{}`);
    expect(printed(file, ['--max-old-space-size=40']))
      .to.equal(`${file} is too large: the limit is 5 MB. Raise it with node --max-old-space-size=MB\n`);
    expect(refusalOf(() => readDocument(file, { host: realHost }))).to.include('is not a file saved by qtimeit');
  });

  it('reads a file with a size of 0', () => {
    if (!fs.existsSync('/proc/self/status')) return;
    expect(refusalOf(() => readDocument('/proc/self/status', { host: realHost })))
      .to.include('/proc/self/status is not JSON (');
  });
});

describe('documentText', () => {
  it('has a line for each test, sample and column', () => {
    const document = results([suite([
      row('a', {
        samples: [
          { nsPerCall: 1, nsLow: null, nsHigh: 2, cycles: 3, calls: 4,
            rounds: { warmUp: 1, calls: [1, 2], ns: [0.5, null], mhz: [null, 3600], heapBytes: [0, -5] } }] }),
      row('b', { samples: [{ nsPerCall: 1, nsLow: null, nsHigh: 2, cycles: 3, calls: 4, rounds: null }] }), row('c'),
    ])]);
    const lines = documentText(document).split('\n');
    const from = lines.findIndex((line) => line.includes('"name":"a"'));
    expect(lines[from + 13]).to.match(/,"samples":\[\]}$/);
    const part = lines.slice(from, from + 14)
      .map((line) => line.replace(/("name":"[abc]"),.*("samples":\[\])?/, '$1...'));
    expect(part).to.deep.equal([
      '        {"name":"a"...',
      '          "samples":[',
      '            {"nsPerCall":1,"nsLow":null,"nsHigh":2,"cycles":3,"calls":4,"rounds":{',
      '              "warmUp":1,',
      '              "calls":[1,2],',
      '              "ns":[0.5,null],',
      '              "mhz":[null,3600],',
      '              "heapBytes":[0,-5]}}',
      '          ]},',
      '        {"name":"b"...',
      '          "samples":[',
      '            {"nsPerCall":1,"nsLow":null,"nsHigh":2,"cycles":3,"calls":4,"rounds":null}',
      '          ]},',
      '        {"name":"c"...',
    ]);
    expect(lines.slice(0, 4)).to.deep.equal(
      ['{', '  "qtimeit": "results",', '  "schema": 1,', '  "version": "1.0.0",']);
  });

  it('has no control characters, and keeps all names', () => {
    const names = ['__proto__', 'toJSON', '"', '\\', '\u2028', '\ud800', '</script>', 'line\nbreak', '', '\x1b\x9b2J'];
    const text = documentText(results([suite(names.map((name) => row(name)))], { command: ['\x9b31m'] }));
    expect(text).to.contain('"\\u001b\\u009b2J"').and.not.match(/[^\n -~\xa0-\uffff]/);
    const back = readContent(text);
    expect({ tests: back.suites[0].tests.map(({ name }) => name), command: back.command })
      .to.deep.equal({ tests: names, command: ['\x9b31m'] });
  });

  it('rounds only measured numbers to nine digits', () => {
    const document = results([suite([row('a', {
      nsPerCall: 1 / 3,
      samples: [
        { nsPerCall: 2 / 3, nsLow: 1e-7 / 3, nsHigh: 1e15 / 7, cycles: 123456789012, calls: 4,
          rounds: { warmUp: 0, calls: [1234567890123], ns: [-200 / 3], mhz: [0.1 + 0.2], heapBytes: [-0] } }],
    })])]);
    const [test] = JSON.parse(documentText(document)).suites[0].tests;
    expect(test.nsPerCall).to.equal(1 / 3);
    const [one] = test.samples;
    expect(one).to.deep.equal({
      nsPerCall: 0.666666667, nsLow: 3.33333333e-8, nsHigh: 142857143000000, cycles: 123456789012, calls: 4,
      rounds: { warmUp: 0, calls: [1234567890123], ns: [-66.6666667], mhz: [0.3], heapBytes: [0] },
    });
    const compared = samples.compared();
    compared.tests[0].sides[0].values = [1 / 3, 7];
    expect(JSON.parse(documentText(compared)).tests[0].sides[0].values).to.deep.equal([0.333333333, 7]);
  });

  it('has null for numbers that JSON lacks, and omits undefined', () => {
    const document = results([suite([row('a', {
      nsPerCall: NaN, rank: -Infinity, gone: undefined, odd() {},
      samples: [
        { nsPerCall: Infinity, gone: undefined, calls: 1, rounds: { warmUp: 0, ns: [NaN, -Infinity, undefined] } }],
    })])], { gone: undefined });
    const text = documentText(document);
    expect(text).to.not.match(/NaN|Infinity|undefined|gone/);
    const [test] = JSON.parse(text).suites[0].tests;
    expect(test).to.include({ nsPerCall: null, rank: null, odd: null });
    expect(test.samples).to.deep.equal([{ nsPerCall: null, calls: 1, rounds: { warmUp: 0, ns: [null, null, null] } }]);
  });
});
