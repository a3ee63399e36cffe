'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { runFile, endOf, startNode, COMMON, REQUIRE } = require('../helpers/benchmark-process');
const { needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');

const RATE = 'RATE';

// A line of a stack trace in this library, or the line that Node.js shows above it.
const LIBRARY_LINE = /[\\/]lib[\\/].*\.js:\d+/;

// [file, arguments, [configuration, RATE or its error, ...]]
const failing = [
  ['async-rejects.js', ['outcome=rejects'], ['n=10 outcome="rejects"', 'RangeError: not this one (AT)']],
  ['never-ends.js', [],
    ['n=10 outcome="nothing"', 'never called end(): its process ended with exit code 0', 'n=10 outcome="ends"', RATE]],
  ['ends-nan.js', ['count=NaN'], ['count="NaN"', 'Error: called end() with operation count NaN (AT)']],
  ['throws.js', ['size=2', 'size=3'], ['n=10 size=2', 'RangeError: no size 2 (AT)', 'n=10 size=3', RATE]],
  ['throws-later.js', [],
    ['n=10 moment="before end"', 'RangeError: too late to be caught (AT)', 'n=10 moment="after end"',
      'RangeError: too late to be caught (AT)']],
  ['throws-object.js', ['thrown=undefined', 'thrown=string'],
    ['thrown="undefined"', 'undefined', 'thrown="string"', "'just words'"]],
  ['flags-unknown.js', ['n=1'], ['n=1', 'its process ended with exit code 9 before it called end()']],
];

describe('a fault of a benchmark file while it measures', () => {
  const scratch = scratchFolder();

  it('is reported, and the other configurations are measured', async () => {
    const ends = await Promise.all(failing.map(([file, args]) => runFile(file, args)));
    failing.forEach(([file, , all], i) => {
      const named = all.flatMap((configuration, j) => (j & 1 ? [] : [[`${file} ${configuration}: `, all[j + 1]]]));
      expect(ends[i].lines, file).to.eql(named.filter(([, fate]) => fate === RATE).map(([name]) => `${name}RATE`));
      expect(ends[i].errors, file)
        .to.eql(named.filter(([, fate]) => fate !== RATE).map(([name, fate]) => `${name}FAILED: ${fate}`));
      expect(ends[i].exitCode, file).to.equal(1);
      expect(ends[i].stderr, file).to.not.match(LIBRARY_LINE);
    });
  });

  const LOST = 'its process closed file descriptor 3, through which it reports its result';
  // [code that runs before end(), its error, or '' if it has a rate]
  const actions = [
    // More of these are in fork-channel.js.
    ["fs.writeSync(3, 'garbage\\n{\\n')", ''],
    ["process.send({ qtimeit: 1, type: 'report', rate: 1, time: '1' }); process.disconnect()", ''],
    ['process.send = process.exit = () => {}', ''],
    ["Object.assign(Object.prototype, { rate: 'x', qtimeit: 7, type: 'y', conf: 6 })", ''], ['fs.closeSync(3)', LOST],
    ['process.exit(199)', 'its process ended with exit code 199 before it called end()'],
  ];
  it('is reported if it closes the channel to the parent; garbage on the channel is ignored', async function () {
    if (process.platform === 'win32') this.skip();
    const file = scratch('actions.js', `${REQUIRE}const fs = require('fs');
const bench = common.createBenchmark(({ action }) => {
  bench.start();
  [${actions.map(([code]) => `() => { ${code}; }`).join(',\n')}][action]();
  bench.end(10);
}, { action: [${actions.map((_, i) => i).join(', ')}] });`);
    const { lines, errors, stderr, exitCode } = await runFile(file);
    actions.forEach(([code, message], i) => {
      const reported = lines.concat(errors).filter((line) => line.includes(`actions.js action=${i}: `))
        .map((line) => line.replace(/^.*actions\.js action=\d+: /, ''));
      expect(reported, code).to.eql([message ? `FAILED: ${message}` : RATE]);
    });
    // No other output.
    expect(stderr.split('\n')).to.have.length(errors.length + 1);
    expect(exitCode).to.equal(1);
  });

  it('is reported for an invalid rate', async () => {
    const file = scratch('by-hand.js', `${REQUIRE}const bench = common.createBenchmark(({ kind }) => {
  if (kind === 'report') bench.report(NaN, 5n);
  else common.sendResult({ conf: { kind }, rate: NaN, time: '0.1', type: 'report' });
}, { kind: ['sent', 'report'] });`);
    const { stdout, errors, exitCode } = await runFile(file);
    expect(errors.map((line) => line.replace(/^.*kind=/, ''))).to.eql([
      '"sent": FAILED: reported a rate of NaN in 0.1 s, which is not a valid result',
      '"report": FAILED: Error: reported a rate of NaN, which is not a finite number (AT)',
    ]);
    expect({ stdout, exitCode }).to.eql({ stdout: '', exitCode: 1 });
  });
});

describe('a fault of a benchmark file before it measures', () => {
  const scratch = scratchFolder();

  // [file, or code of one, part of its standard error]
  const refused = [
    ['all-filtered.js', 'all-filtered.js: combinationFilter rejects all configurations'],
    ['bad-type.js', 'TypeError: configuration "strict" had type boolean'],
    ['creates-twice.js', 'createBenchmark was called twice. A file can contain only one benchmark'],
    ['filter-throws.js', 'RangeError: no hundred, please'],
    ['setup-throws.js', 'Error: no room for the fixtures'], ['syntax-error.js', 'SyntaxError'],
    ['without-configs.js',
      'TypeError: createBenchmark: its second argument must be an object of parameters, such as { n: [1e6] }'],
    ["common.createBenchmark(() => {}, { n: 1, get size() { throw new Error('no file'); } });",
      'TypeError: parameter "size" cannot be read: no file ('],
    ["new (require('worker_threads').Worker)(\"require(process.argv[2]).createBenchmark(() => {}, {})\", { eval: " +
      "true, argv: [" + JSON.stringify(COMMON) + '] });',
    'createBenchmark: this is a worker thread, and its script cannot be run again'],
  ];
  it('is reported, and nothing is measured', async () => {
    const ends = await Promise.all([
      ...refused.map(([text], i) => (
        runFile(text.endsWith('.js') ? text : scratch(`wrong-${i}.js`, REQUIRE + text)))),
      endOf(startNode(['-e', `${REQUIRE}common.createBenchmark(() => {}, { n: [1] })`])),
      runFile('plain.js', [], { env: { QTIMEIT_WORKER: '{"role":"test"}' } }),
    ]);
    const messages = [
      ...refused.map(([, message]) => message),
      'createBenchmark: there is no file to run for each configuration. Put the benchmark into a file',
      'createBenchmark was called by a file that runs as a suite',
    ];
    messages.forEach((message, i) => {
      expect(ends[i].stderr).to.include(message);
      expect(ends[i], message).to.include({ stdout: '', exitCode: 1 });
      const isFixture = i < refused.length && refused[i][0].endsWith('.js');
      if (isFixture) expect(ends[i].stderr, message).to.not.match(LIBRARY_LINE);
    });
  });
});

describe('a benchmark file that is interrupted', () => {
  const scratch = scratchFolder();

  // Ignores all signals and events, and never ends.
  const deaf = (isBusy) => `${REQUIRE}
common.createBenchmark(() => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  console.log('pid ' + process.pid);
  ${isBusy ? 'for (;;);' : 'setInterval(() => {}, 1000);'}
}, { n: [1, 2] }, { setup() { process.on('exit', () => require('fs').writeFileSync(process.env.CLEANED, '')); } });`;

  /** Runs a file, calls `send` once main has begun, and waits until no process holds its output. */
  async function runAndStop(file, send, options) {
    let timer = null;
    let isLeft = false;
    const end = await runFile(file, [], { ...options, heard(child, { stdout }) {
      const found = /pid (\d+)\n/.exec(stdout);
      if (!found || timer !== null) return;
      send(child);
      timer = setTimeout(() => {
        isLeft = true;
        process.kill(Number(found[1]), 'SIGKILL');
      }, 30000);
    } });
    clearTimeout(timer);
    return { ...end, isLeft };
  }

  needs('signals', it)('leaves no process behind, and runs its exit handlers unless it is killed', async () => {
    const idle = scratch('idle.js', deaf(false));
    const [killed, ...ends] = await Promise.all([
      [idle, 'never', (child) => child.kill('SIGKILL')],
      [scratch('busy.js', deaf(true)), 'SIGTERM', (child) => child.kill('SIGTERM')],
      [idle, 'group', (child) => process.kill(-child.pid, 'SIGINT')],
    ].map(([file, name, send]) =>
      runAndStop(file, send, { env: { CLEANED: scratch(`cleaned-${name}`) }, detached: name === 'group' })));
    expect(killed).to.include({ exitCode: null, signal: 'SIGKILL', isLeft: false });
    expect(ends.map(({ exitCode }) => exitCode)).to.eql([143, 130]);
    for (const { stdout, errors, isLeft } of ends) {
      expect(isLeft).to.equal(false);
      expect(stdout).to.match(/^pid \d+\n$/);
      expect(errors).to.eql([]);
    }
    for (const name of ['SIGTERM', 'group']) expect(fs.existsSync(scratch(`cleaned-${name}`)), name).to.equal(true);
  });
});
