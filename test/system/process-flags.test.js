'use strict';

const { expect } = require('chai');
const { nodeFlags, findProcessWarnings } = require('#lib/core/system/process-flags');
const { fakeHost, systemError } = require('../helpers/fake-host');

describe('system/process-flags', () => {
  const flag = (name, effect) => ({ code: 'v8-flag', flag: name, effect });
  const of = (execArgv, env = {}) => findProcessWarnings(fakeHost({ execArgv, env }));

  const profiler = (option) => ({ code: 'profiler', option });
  const options = [
    [() => ({ code: 'inspector' }),
      '--inspect', '--inspect=9229', '--inspect-brk', '--inspect_brk=0', '--inspect-wait'],
    [profiler, '--prof', '--cpu-prof', '--cpu_prof', '--heap-prof', '--perf-basic-prof', '--perf-prof',
      '--perf-basic-prof-only-functions'],
    [(word) => flag(word, 'compiler'),
      '--jitless', '--noopt', '--no_opt', '--max_lazy', '--max-optimized-bytecode-size=100'],
    [(word) => flag(word, 'memory'), '--max-semi-space-size=64', '--max_old_space_size=4096'],
    [(word) => flag(word, 'checks'), '--debug-code', '--stress-compaction', '--stress'],
    [(word) => flag(word, 'output'),
      '--trace-opt', '--trace_gc_verbose', '--trace-turbo', '--trace-event-categories=v8'],
    [null, '--opt', '--no-jitless', '--jitless-not', '--expose-gc', '--allow-natives-syntax', '--trace-warnings',
      '--trace-deprecation', '--trace-uncaught', '--inspect-port=1', '--cpu-prof-dir=x', '--prof-process',
      '--no-warnings', '--notify', '-e', 'jitless', '--stack-size=2000', '--test', '--stressful', '--constructor'],
  ];
  it('reports inspectors, profilers and flags of V8 with their effects, and no other options', () => {
    for (const [warning, ...words] of options) {
      for (const word of words) expect(of([word]), word).to.deep.equal(warning === null ? [] : [warning(word)]);
    }
  });

  it('reports an inspector that is attached later', () => {
    expect(findProcessWarnings(fakeHost({ inspectorUrl: 'ws://127.0.0.1:9229/x' })))
      .to.deep.equal([{ code: 'inspector' }]);
    const none = fakeHost({ inspectorUrl: systemError('ERR_INSPECTOR_NOT_AVAILABLE', 'x') });
    expect(findProcessWarnings(none)).to.deep.equal([]);
  });

  it('reports the tool of coverage', () => {
    const byOf = (...given) => of(...given).map(({ code, by }) => `${code} ${by}`);
    expect(byOf([], { NODE_V8_COVERAGE: '/tmp/x' })).to.deep.equal(['coverage NODE_V8_COVERAGE']);
    expect(byOf([], { NODE_V8_COVERAGE: '' })).to.deep.equal([]);
    for (const env of [{ NYC_CONFIG: '{}' }, { NYC_PROCESS_ID: '1-2' }]) {
      expect(byOf([], env)).to.deep.equal(['coverage nyc']);
    }
    expect(byOf(['--experimental-test-coverage'])).to.deep.equal(['coverage --experimental-test-coverage']);
  });

  it('reports tsx, which adds to the code that it compiles', () => {
    const tsx = { code: 'compiler', by: 'tsx', newerNode: true };
    for (const words of [['--import', 'tsx'], ['--import=tsx'], ['-r', '/x/node_modules/tsx/dist/preflight.cjs'],
      ['--require', 'tsx/cjs', '--import', 'file:///x/node_modules/tsx/dist/loader.mjs'], ['--loader=tsx'],
      ['--experimental-loader', 'C:\\x\\tsx\\loader.mjs']]) {
      expect(of(words), `${words}`).to.deep.equal([tsx]);
    }
    expect(of([], { NODE_OPTIONS: '--import "tsx"' })).to.deep.equal([tsx]);
    const isFixed = (node, file) => {
      const host = fakeHost({ execArgv: ['--import=tsx'], versions: { node }, argv: ['node', file] });
      return findProcessWarnings(host)[0].newerNode;
    };
    expect(['20.20.2', '22.17.9', '22.18.0', '24.0.0'].map((node) => isFixed(node, 'a.ts')))
      .to.deep.equal([true, true, false, false]);
    expect(isFixed('20.20.2', 'a.tsx')).to.equal(false);
    for (const words of [['--import', './my-tsx.mjs'], ['--import=tsxy'], ['--title', 'tsx'], ['--import'], ['tsx'],
      ['--conditions=tsx']]) {
      expect(of(words), `${words}`).to.deep.equal([]);
    }
  });

  it('reads NODE_OPTIONS, and reports an option once', () => {
    expect(of(['--jitless'], { NODE_OPTIONS: '  --jitless --max-old-space-size=99  --cpu-prof' })).to.deep.equal([
      flag('--jitless', 'compiler'), flag('--max-old-space-size=99', 'memory'), profiler('--cpu-prof'),
    ]);
    const flagsOf = (NODE_OPTIONS) => nodeFlags(fakeHost({ env: { NODE_OPTIONS } }));
    expect(flagsOf('--require "./my file --jitless.js" --title="a b"  "--no-opt"'))
      .to.deep.equal(['--require', '--title=a b', '--no-opt']);
    expect(flagsOf('"--title=say \\"--x\\" \\\\"')).to.deep.equal(['--title=say "--x" \\']);
    expect(flagsOf('"--unclosed quote')).to.deep.equal(['--unclosed quote']);
    expect(flagsOf('')).to.deep.equal([]);
  });

  it('has no values in nodeFlags', () => {
    expect(nodeFlags(fakeHost({ execArgv: ['--require', './secret.js', '-e', 'code()'] })))
      .to.deep.equal(['--require', '-e']);
  });
});
