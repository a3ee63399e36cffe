'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { probeBinary } = require('#lib/compare/sides/binary');
const realHost = require('#lib/base/host/host');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { can, needs } = require('../helpers/needs');
const { WINDOWS } = require('../helpers/other-systems');
const { refusalOf } = require('../helpers/refusals');
const { hostWith, scratchFolder } = require('../helpers/scratch');

const HINT = '. Pass the path of a Node.js, Bun or Deno executable, such as /usr/bin/node';
const PLAIN_ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
const ANSWER = (versions) => `qtimeit-probe:${JSON.stringify({ versions })}`;
const plainHost = hostWith({ env: PLAIN_ENV });

describe('probeBinary', () => {
  const scratch = scratchFolder();

  const folder = () => path.dirname(scratch('x'));
  const probe = (given, { host = plainHost, ...more } = {}) => probeBinary(given, { host, cwd: folder(), ...more });
  const refusal = (given, options) => refusalOf(() => probe(given, options));
  const program = (name, content, mode = 0o755) => {
    fs.writeFileSync(scratch(name), content);
    fs.chmodSync(scratch(name), mode);
    return `./${name}`;
  };
  const script = (name, ...lines) => program(name, ['#!/bin/sh', ...lines, ''].join('\n'));
  const envOf = (changes) => hostWith({ env: { ...PLAIN_ENV, ...changes } });
  const facts = {
    program: 'node', version: process.versions.node, v8: process.versions.v8,
    runsTypeScript: Boolean(process.features.typescript), compilesTypeScript: false,
  };

  it('returns facts of this node, with its absolute path', () => {
    expect(probe(process.execPath)).to.deep.equal({ execPath: process.execPath, ...facts });
  });

  if (!can('scripts')) return;

  it('reads the answer in other output, and sees that a module of NODE_OPTIONS makes it run TypeScript', () => {
    const loader = scratch('loader.js',
      'require("module")._extensions[".ts"] = () => {}; console.log("hello"); console.error("there");' +
        'require("fs").writeFileSync(process.env.MARK, process.env.QTIMEIT_RUN);');
    const mark = scratch('mark', '');
    expect(probe(process.execPath, { host: envOf({ NODE_OPTIONS: `--require ${loader}`, MARK: mark }) }))
      .to.include({ ...facts, runsTypeScript: true });
    // By which processes that it leaves are found
    expect(fs.readFileSync(mark, 'utf8')).to.match(/^[\da-f]{32}$/);
  });

  it('finds it relative to a folder, through links, and in PATH as a shell would', () => {
    fs.symlinkSync(process.execPath, scratch('bin/node-of-us'));
    expect(probe('bin/node-of-us')).to.deep.equal({ execPath: scratch('bin/node-of-us'), ...facts });
    fs.mkdirSync(scratch('bin2/node-of-us'), { recursive: true });
    scratch('bin4/node-of-us', 'not executable');
    const inPath = (...folders) => envOf({ PATH: folders.join(':') });
    const found = scratch('bin/node-of-us');
    // A folder of that name, a file that is not executable, and folders that are not there are passed by.
    expect(probe('node-of-us', { host: inPath(scratch('gone/x'), scratch('bin2'), scratch('bin4'), scratch('bin'),
      '/bin') }).execPath).to.equal(found);
    expect(probe('node-of-us', { host: inPath('bin') }).execPath).to.equal(found);
    expect(probe('node-of-us', { host: inPath('/bin', ''), cwd: scratch('bin') }).execPath).to.equal(found);
    expect(refusal('node-of-us', { host: inPath(scratch('bin4')) })).to.include('node-of-us is not executable');
    expect(refusal('node-of-us', { host: inPath('/no/such') }))
      .to.equal(`node-of-us not found in PATH${HINT}, or chromium, firefox, webkit, or ` +
        'a version of a package, such as node-of-us@1.0.0');
    expect(refusal('node-of-uz', { host: inPath(scratch('bin')) }))
      .to.equal('node-of-uz not found in PATH. Did you mean node-of-us?');
    expect(refusal('node-of-us', { host: inPath('/no/such'), cwd: scratch('bin') }))
      .to.equal('node-of-us not found in PATH. Did you mean ./node-of-us?');
    expect(refusal('node-of-us', { host: hostWith({ env: {} }) })).to.include('not found in PATH');
  });

  it('is no worker of a cluster, and counts no coverage', () => {
    const coverage = scratch('coverage/x');
    const host = envOf({ NODE_UNIQUE_ID: '7', NODE_CHANNEL_FD: '55', NODE_V8_COVERAGE: path.dirname(coverage) });
    expect(probe(process.execPath, { host })).to.include(facts);
    expect(fs.readdirSync(path.dirname(coverage))).to.deep.equal([]);
  });

  it('names a path at which there is nothing to start', () => {
    scratch('nodes/node22', '');
    fs.mkdirSync(scratch('install/bin/node'), { recursive: true });
    fs.mkdirSync(scratch('install2/bin'), { recursive: true });
    scratch('install2/bin/node', '');
    expect(refusal('')).to.equal(`the path of the executable is empty${HINT}`);
    expect(refusal('nodes/node23')).to.equal('nodes/node23 not found. Did you mean nodes/node22?');
    expect(refusal('/no/such/node')).to.equal(`/no/such/node not found${HINT}`);
    expect(refusal('nodes/node22/bin')).to.equal(`nodes/node22/bin not found${HINT}`);
    const builds = '. Builds of a module are compared in a browser: --on chromium';
    expect(refusal('./install')).to.equal(`./install is a folder${HINT}${builds}`);
    expect(refusal('./install2')).to.equal('./install2 is a folder. Did you mean install2/bin/node?');
    expect(refusal('nodes/node22'))
      .to.equal('nodes/node22 is not executable: no permission. If it is Node.js, run chmod +x nodes/node22');
    fs.symlinkSync('nowhere', scratch('dangling'));
    expect(refusal('./dangling')).to.equal(`./dangling not found${HINT}`);
  });

  const ended = (code, output = '') => `it ended with exit code ${code} when asked for its version${output}`;
  const noVersion = (output) => `it did not report a Node.js version, output: '${output}'`;
  const HANGS = 'it did not report its version within 0.3 s and was killed';
  const TALKS = 'it did not stop printing when asked for its version, and was killed';
  const half = ANSWER({});
  const whole = ANSWER({ node: '22.1.0' });
  // Name, lines of a shell script, reason
  const strangers = [
    ['true', ['exit 0'], 'it did not report a Node.js version'],
    ['fails', ['echo out', 'echo "one" >&2', 'echo "two" >&2', 'echo >&2', 'echo "three" >&2', 'echo "four" >&2',
      'exit 7'], ended(7, ', output: \'two / three / four\'')],
    ['why', ['echo "why: error: no such option" >&2', 'echo "Error: -p is not for me" >&2', 'seq 9 >&2', 'exit 2'],
      ended(2, ', output: \'Error: -p is not for me\'')],
    ['paints', ['printf "\\033[31mred\\033[0m\\n" >&2', 'exit 1'], ended(1, ', output: \'\\x1B[31mred\\x1B[0m\'')],
    ['prints', ['echo v22.1.0'], noVersion('v22.1.0')],
    ['null', ['echo "qtimeit-probe:null"'], noVersion('qtimeit-probe:null')],
    ['half', [`echo '${half}'`], noVersion(half)],
    ['after', [`echo '${whole}'`, 'exit 3'], ended(3, `, output: '${whole}'`)],
    ['hangs-after', [`echo '${whole}'`, 'exec sleep 60'], HANGS],
    ['dies', ['kill -SEGV $$'], 'it was killed by SIGSEGV when asked for its version'],
    ['talks', ['exec yes'], TALKS],
  ].map(([name, lines, why]) => [name, ['#!/bin/sh', ...lines, ''].join('\n'), why]);
  strangers.push(
    ['empty', '', 'it is empty'], ['windows', 'MZ\x90\0\x03\0\0\0\x04', 'it is a program for Windows'],
    ['text', 'exit 9\n', ended(9)]);
  it('refuses programs that are not Node.js', () => {
    for (const [name, text, why] of strangers) {
      // A limit in which a slow machine starts a shell, except for scripts that hang.
      const limitSeconds = name.startsWith('hangs') ? 0.3 : 20;
      const message = refusal(program(name, text), { limitSeconds });
      expect(message).to.equal(`./${name} is not a working Node.js executable: ${why}${HINT}`);
    }
  });

  needs('linux', it)('refuses a program for another processor or system', () => {
    const elf = (machine) => {
      const bytes = Buffer.alloc(64);
      bytes.write('\x7fELF\x02\x01\x01', 'latin1');
      bytes.writeUInt16LE(machine, 18);
      return bytes;
    };
    const [machine, arch] = process.arch === 'arm64' ? [62, 'x64'] : [183, 'arm64'];
    const here = `on Linux or a similar system, but this is linux on ${process.arch}`;
    for (const [name, content, why] of [
      ['foreign', elf(machine), `it is a program for ${arch} ${here}`],
      ['strange', elf(4711), `it is a program for processor 4711 ${here}`],
      ['mac', Buffer.from('cffaedfe0c000001000000000200000000000000', 'hex'), 'it is a program for macOS'],
    ]) expect(refusal(program(name, content))).to.equal(`./${name} is not a working Node.js executable: ${why}${HINT}`);
  });

  it('reports why it cannot be started', () => {
    expect(refusal(program('nowhere', '#!/no/such/interpreter\n'))).to.equal(
      `./nowhere cannot be started: its interpreter or loader does not exist (ENOENT)${HINT}`);
    const given = script('fine', 'true');
    const failing = (run) => refusal(given, { host: hostWith({ env: PLAIN_ENV, run }) });
    for (const [code, why] of [['ENOEXEC', 'it is not a program for this system'], ['EACCES', 'no permission (EACCES)'],
      ['EAGAIN', 'too many processes, or no memory left (EAGAIN)']]) {
      expect(failing(() => ({ error: systemError(code, given) }))).to.equal(
        `./fine cannot be started: ${why}${HINT}`);
    }
    expect(failing(() => { throw systemError('ERR_ACCESS_DENIED', given); }))
      .to.include('cannot be started: ERR_ACCESS_DENIED');
  });

  it('reports an option in NODE_OPTIONS that keeps a node from starting', () => {
    const of = (options) => refusal(process.execPath, { host: envOf({ NODE_OPTIONS: options }) });
    expect(of('--no-such-option')).to.include('--no-such-option is not allowed in NODE_OPTIONS')
      .and.include('; NODE_OPTIONS is \'--no-such-option\'');
    expect(of('--require /no/such.js')).to.include('Error: Cannot find module \'/no/such.js\'')
      .and.include('; NODE_OPTIONS is \'--require /no/such.js\'');
    expect(refusal(script('fails-alone', 'exit 1'), { host: envOf({ NODE_OPTIONS: '--no-warnings' }) }))
      .to.not.include('NODE_OPTIONS');
  });

  const answering = (name, versions) => script(name, `echo '${ANSWER(versions)}'`);

  it('knows Node, Bun, and Deno, which takes another option, and refuses old versions', () => {
    const cases = [
      [{ node: '0.10.48' }, 'is Node.js 0.10.48; tests need 20 or later'],
      [{ node: '18.20.8' }, 'is Node.js 18.20.8; tests need 20 or later'],
      [{ node: '22.6.0', bun: '1.1.30' }, 'is Bun 1.1.30; tests need 1.2 or later'],
      [{ node: '20.0.0', deno: '1.46.3' }, 'is Deno 1.46.3; tests need 2.0 or later'],
      [{ node: '20.0.0' }, 'node 20.0.0'], [{ node: '100.0.0-nightly2030' }, 'node 100.0.0-nightly2030'],
      [{ node: '22.6.0', bun: '1.10.0' }, 'bun 1.10.0'],
    ];
    for (const [versions, expected] of cases) {
      const given = answering('one', { ...versions, v8: '9' });
      if (expected.startsWith('is ')) {
        expect(refusal(given)).to.equal(`./one ${expected}`);
      } else {
        const { program: name, version } = probe(given);
        expect(`${name} ${version}`).to.equal(expected);
      }
    }
    // Only Windows has no way to start it.
    expect(probe(answering('node.cmd', { node: '22.1.0', v8: '12' })).version).to.equal('22.1.0');
    const versions = { node: '22.6.0', deno: '2.10.0', v8: '12' };
    const deno = script('deno', 'case "$1" in', `eval) echo '${ANSWER(versions)}';;`,
      '*) echo "error: unexpected argument -p found" >&2; exit 1;;', 'esac');
    expect(probe(deno)).to.include({ program: 'deno', version: '2.10.0' });
  });

  it('uses syntax that an old version of Node.js understands', () => {
    let asked;
    const host = hostWith({ env: PLAIN_ENV, run(...args) { asked = args; return realHost.run(...args); } });
    probe(process.execPath, { host });
    expect(asked[1][0]).to.equal('-p');
    expect(asked[1][1]).to.not.match(/=>|`|\?\.|\?\?|\.\.\.|\b(?:const|let|class|async)\b/);
    expect(asked[2]).to.include({ timeout: 10000, killSignal: 'SIGKILL' });
  });
});

describe('probeBinary on Windows', () => {
  const cwd = 'C:\\Users\\me\\project';
  const npm = 'C:\\Users\\me\\AppData\\Roaming\\npm';
  const node = 'C:\\Program Files\\nodejs\\node.exe';
  const run = { status: 0, stdout: ANSWER({ node: '22.1.0', v8: '12.4' }), stderr: '' };

  /** The path of the program, or the reason of the error. */
  function found(given, files) {
    const host = fakeHost({ ...WINDOWS, files: Object.fromEntries(files.map((file) => [file, 'MZ'])), run });
    host.listDir = () => { throw systemError('ENOENT', ''); };
    try {
      return probeBinary(given, { host, cwd }).execPath;
    } catch (error) {
      return error.message;
    }
  }

  const script = `${npm}\\bun.cmd is a shell script. Pass the path of the .exe that it starts`;
  const own = `${cwd}\\bin\\node.exe`;
  const cases = [
    ['node', [node], node], ['node.exe', [node], node],
    // npm makes a script without an ending for other shells.
    ['bun', [`${npm}\\bun`, `${npm}\\bun.exe`], `${npm}\\bun.exe`],
    ['bun', [`${npm}\\bun`, `${npm}\\bun.cmd`], script], [`${npm}\\bun.cmd`, [`${npm}\\bun.cmd`], script],
    ['D:\\node22\\node.exe', ['D:\\node22\\node.exe'], 'D:\\node22\\node.exe'],
    ['bin\\node.exe', [own], own], ['bin/node.exe', [own], own], ['.\\bin\\node.exe', [own], own],
  ];
  it('finds programs, and reports shell scripts and missing ones', () => {
    for (const [given, files, expected] of cases) expect(found(given, files), `${given}: ${files}`).to.equal(expected);
    expect(found('bun', [])).to.match(/^bun not found in PATH/);
  });
});
