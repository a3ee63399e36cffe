'use strict';

/*
 * A process that runs function calls one after another, including whole command lines: 5 ms each instead of 100. Its
 * parent reports calls that hang or end it, and starts the next arena.
 */

const fs = require('fs');
const path = require('path');
const { faultsOfText, ROOT } = require('./checks');
const { drawOf } = require('./draw');
const { openFolder, leftProcesses, MARK } = require('./processes');

const [, , base, seed] = process.argv;
const { exit } = process;
const write = { stdout: process.stdout.write, stderr: process.stderr.write };

const MAKERS = {
  function: (draw) => require('./functions').functionInput(draw, { timeit: require(ROOT) }),
  command: (draw) => inside(require('./commands').commandInput(draw)),
  document: (draw) => inside(require('./documents').documentInput(draw)),
};

class Ended extends Error {}

/** A command line that runs here: it must not end this process, or use a terminal. */
function inside({ title, files, args, mayNameOdd }) {
  return {
    title, files, mayNameOdd,
    async run(out) {
      const { createDeps, main } = require('../../lib/cli/main');
      const deps = createDeps();
      const terminal = {
        write: (text) => { out.stdout += text; }, writeError: (text) => { out.stderr += text; },
        writeErrorNow: (text) => { out.stderr += text; },
        status() {}, screen: () => null, hasColours: () => false, isUtf8: () => false,
        divertOutput: () => () => {},
      };
      Object.defineProperty(deps, 'terminal', { value: terminal });
      const status = await main(args, deps);
      const faults = [];
      if (![0, 1, 2, 3, 4, 124].includes(status)) faults.push(`exit code ${status}`);
      // With --json, standard output has the error as well.
      const isSilent = out.stdout === '' || /^\{"qtimeit":"error",.*\}\n$/.test(out.stdout);
      if (status === 2 && (!isSilent || out.stderr === '')) {
        faults.push('a mistake of use has to be told on stderr, and on nothing else');
      }
      if (status === 0 && out.stdout === '' && !fs.existsSync('page.html') &&
          !args.some((word) => /^(-o|--output|--plot|--save)/.test(word))) faults.push('exit code 0 without a word');
      return faults;
    },
  };
}

async function runOne(id) {
  const [kind] = id.split(':');
  const out = { stdout: '', stderr: '' };
  const faults = [];
  const strays = [];
  const stray = (error) => {
    if (error instanceof Ended || /on purpose|Class constructor Odd/.test(messageIn(error))) return;
    strays.push(`uncaught: ${messageIn(error)} ${stackIn(error)}`);
  };
  const input = MAKERS[kind](drawOf(Number(seed), id));
  const own = openFolder(base, id, input.files);
  const mark = `${process.pid}-${id}`;
  process.env[MARK] = mark;
  process.env.TMPDIR = own.tmp;
  process.chdir(own.folder);
  for (const name of Object.keys(out)) process[name].write = (text) => { out[name] += text; return true; };
  process.exit = () => { throw new Ended('the process was to end'); };
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
  try {
    faults.push(...await input.run(out));
    // Answers that come too late.
    await new Promise((resolve) => setTimeout(resolve, 5));
  } catch (error) {
    if (!(error instanceof Ended)) faults.push(`rejects: ${messageIn(error)} ${stackIn(error)}`);
  } finally {
    Object.assign(process, { exit, exitCode: undefined });
    for (const name of Object.keys(out)) process[name].write = write[name];
    process.off('uncaughtException', stray);
    process.off('unhandledRejection', stray);
    delete globalThis[Symbol.for('qtimeit.conductor.1')];
    process.chdir(base);
    delete process.env[MARK];
  }
  faults.push(...strays, ...faultsOfText(out, {
    mayControl: kind === 'function',
    mayNameOdd: input.mayNameOdd || (kind === 'function' && !/^(reportit|timeit)/.test(input.title)),
  }));
  const left = own.left();
  if (left.length) faults.push(`left in the temporary folder: ${left.join(', ')}`);
  const processes = await leftProcesses(mark);
  if (processes.length) faults.push(`processes are left: ${processes.join('; ')}`);
  own.remove();
  return { title: input.title, faults, printed: out };
}

function messageIn(error) {
  try {
    return `${error && error.message}`.slice(0, 500);
  } catch (_) {
    return 'a value that cannot be shown';
  }
}

function stackIn(error) {
  try {
    return `${error.stack}`.split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 4)
      .map((line) => line.trim().replace(ROOT + path.sep, '')).join(' < ');
  } catch (_) {
    return '';
  }
}

process.on('message', async (id) => {
  const told = await runOne(id)
    .catch((error) =>
      ({ title: '?', faults: [`the attack itself failed: ${error.stack}`], printed: { stdout: '', stderr: '' } }));
  process.send({ id, ...told });
});
process.on('disconnect', () => exit.call(process));
