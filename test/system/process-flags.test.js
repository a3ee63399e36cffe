'use strict';

const { expect } = require('chai');
const { nodeFlags, processWarnings } = require('../../lib/system/process-flags');
const { fakeHost, systemError } = require('../helpers/fake-host');

describe('processWarnings', () => {
  const flag = (name, effect) => ({ code: 'v8-flag', flag: name, effect });
  const of = (execArgv, env = {}) => processWarnings(fakeHost({ execArgv, env }));

  for (const word of ['--inspect', '--inspect=9229', '--inspect-brk', '--inspect_brk=0', '--inspect-wait']) {
    it(`tell of the inspector at ${word}`, () => {
      expect(of([word])).to.deep.equal([{ code: 'inspector' }]);
    });
  }

  it('tell of an inspector attached later', () => {
    expect(processWarnings(fakeHost({ inspectorUrl: 'ws://127.0.0.1:9229/x' }))).to.deep.equal([{ code: 'inspector' }]);
  });

  it('tell nothing where node has no inspector', () => {
    expect(processWarnings(fakeHost({ inspectorUrl: systemError('ERR_INSPECTOR_NOT_AVAILABLE', 'x') })))
      .to.deep.equal([]);
  });

  it('tell of coverage, and by what', () => {
    expect(of([], { NODE_V8_COVERAGE: '/tmp/x' })).to.deep.equal([{ code: 'coverage', by: 'NODE_V8_COVERAGE' }]);
    expect(of([], { NODE_V8_COVERAGE: '' })).to.deep.equal([]);
    expect(of([], { NYC_CONFIG: '{}' })).to.deep.equal([{ code: 'coverage', by: 'nyc' }]);
    expect(of([], { NYC_PROCESS_ID: '1-2' })).to.deep.equal([{ code: 'coverage', by: 'nyc' }]);
    expect(of(['--experimental-test-coverage']))
      .to.deep.equal([{ code: 'coverage', by: '--experimental-test-coverage' }]);
  });

  it('tell of tsx, which adds to the code that it compiles', () => {
    const tsx = { code: 'compiler', by: 'tsx' };
    for (const words of [['--import', 'tsx'], ['--import=tsx'], ['-r', '/x/node_modules/tsx/dist/preflight.cjs'],
      ['--require', 'tsx/cjs', '--import', 'file:///x/node_modules/tsx/dist/loader.mjs'], ['--loader=tsx'],
      ['--experimental-loader', 'C:\\x\\tsx\\loader.mjs']]) {
      expect(of(words), `${words}`).to.deep.equal([tsx]);
    }
    expect(of([], { NODE_OPTIONS: '--import "tsx"' })).to.deep.equal([tsx]);
    for (const words of [['--import', './my-tsx.mjs'], ['--import=tsxy'], ['--title', 'tsx'], ['--import'], ['tsx'],
      ['--conditions=tsx']]) {
      expect(of(words), `${words}`).to.deep.equal([]);
    }
  });

  for (const option of ['--prof', '--cpu-prof', '--cpu_prof', '--heap-prof', '--perf-basic-prof', '--perf-prof',
      '--perf-basic-prof-only-functions']) {
    it(`tell of the profiler ${option}`, () => {
      expect(of([option])).to.deep.equal([{ code: 'profiler', option }]);
    });
  }

  const spoiling = {
    compiler: ['--jitless', '--no-opt', '--noopt', '--no_opt', '--no-turbofan', '--nomaglev', '--max-lazy',
      '--max_lazy', '--always-opt',
      '--interpreted-frames-native-stack', '--lite-mode', '--predictable', '--max-optimized-bytecode-size=100',
      '--no-use-ic'],
    memory: ['--max-semi-space-size=64', '--max-old-space-size=4096', '--max_old_space_size=4096', '--gc-interval=100',
      '--single-threaded-gc'],
    checks: ['--debug-code', '--verify-heap', '--stress-compaction', '--stress'],
    output: ['--trace-opt', '--trace-deopt', '--trace-gc', '--trace_gc_verbose', '--trace-turbo',
      '--trace-event-categories=v8'],
  };
  for (const [effect, flags] of Object.entries(spoiling)) {
    for (const word of flags) {
      it(`tell that ${word} is of the kind ${effect}`, () => {
        expect(of([word])).to.deep.equal([flag(word, effect)]);
      });
    }
  }

  const harmless = ['--opt', '--no-jitless', '--jitless-not', '--expose-gc', '--allow-natives-syntax',
    '--trace-warnings', '--trace-deprecation', '--trace-uncaught',
    '--inspect-port=1', '--cpu-prof-dir=x', '--prof-process', '--no-warnings', '--notify', '-e', 'jitless',
      '--stack-size=2000', '--test', '--stressful', '--constructor'];
  for (const word of harmless) {
    it(`tell nothing of ${word}`, () => {
      expect(of([word])).to.deep.equal([]);
    });
  }

  it('tell of what stands in NODE_OPTIONS, once', () => {
    expect(of(['--jitless'], { NODE_OPTIONS: '  --jitless --max-old-space-size=99  --cpu-prof' })).to.deep.equal([
      flag('--jitless', 'compiler'), flag('--max-old-space-size=99', 'memory'),
      { code: 'profiler', option: '--cpu-prof' },
    ]);
  });
});

describe('nodeFlags', () => {
  it('reads the quotes of NODE_OPTIONS as node does', () => {
    const flagsOf = (NODE_OPTIONS) => nodeFlags(fakeHost({ env: { NODE_OPTIONS } }));
    expect(flagsOf('--require "./my file --jitless.js" --title="a b"  "--no-opt"'))
      .to.deep.equal(['--require', '--title=a b', '--no-opt']);
    expect(flagsOf('"--title=say \\"--x\\" \\\\"')).to.deep.equal(['--title=say "--x" \\']);
    expect(flagsOf('"--unclosed quote')).to.deep.equal(['--unclosed quote']);
    expect(flagsOf('')).to.deep.equal([]);
  });

  it('leaves out what is no option', () => {
    expect(nodeFlags(fakeHost({ execArgv: ['--require', './secret.js', '-e', 'code()'] })))
      .to.deep.equal(['--require', '-e']);
  });
});
