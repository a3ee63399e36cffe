'use strict';

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const {
  nodeHere, nodeOptionsHere, chooseNodeOptions, hintOfLoading,
} = require('#lib/core/suite/typescript');
const { UsageError } = require('#lib/base/text/usage-error');
const { refusalOf } = require('../helpers/refusals');
const { hostWith, scratchFolder } = require('../helpers/scratch');

const OLD = { version: '20.20.2', runsTypeScript: false };
const NEW = { version: '24.21.0', runsTypeScript: true };
const OTHER = { version: '24.3.0', runsTypeScript: true, compilesTypeScript: true };
const LOADER = pathToFileURL(path.resolve('/tsx/loader.mjs')).href;

describe('the Node.js options for TypeScript', () => {
  let asked;
  const host = {
    resolveFrom(file, name) {
      asked.push([file, name]);
      if (/bare/.test(file)) throw new Error('not installed');
      return path.resolve('/tsx/loader.mjs');
    },
    readText: (file) => (/enum/.test(file) ? 'let x: 1;\nexport const enum Size { Small }' : 'let enumerated = 1;'),
  };
  const side = (node, prefix = '', has = true) => ({ node, pathOf: (file) => prefix + file, has: () => has });
  const optionsOf = (file, ...sides) => chooseNodeOptions({ path: file, shown: path.basename(file) }, sides, { host });

  const refusal = (file, ...sides) => refusalOf(() => optionsOf(file, ...sides));

  beforeEach(() => { asked = []; });

  const BY_TSX = ['--import', LOADER];
  for (const [what, file, sides, expected, ...resolved] of [
    ...['/a.js', '/a.mjs', '/a.cjs', '/ts', '/a.json'].map((file) => (
      [`none for ${file}`, file, [side(OLD), side(NEW)], [[], []]])),
    ...['/a.ts', '/a.mts', '/a.cts', '/A.TS'].map((file) => (
      [`none if it strips types: ${file}`, file, [side(NEW)], [[]]])),
    ...['/a.ts', '/a.mts', '/a.cts'].map((file) => (
      [`tsx of the side of the file: ${file}`, file, [side(OLD, '/there')], [BY_TSX], `/there${file}`])),
    ['tsx on all sides if one needs it', '/a.ts', [side(OLD), side(NEW)], [BY_TSX, BY_TSX], '/a.ts', '/a.ts'],
    ['tsx on all sides that have it', '/a.ts', [side(NEW, '/bare'), side(OLD)], [[], BY_TSX], '/bare/a.ts', '/a.ts'],
    ['tsx for an enum', '/enum.ts', [side(NEW)], [BY_TSX], '/enum.ts'],
    ['tsx for JSX', '/a.tsx', [side(NEW)], [BY_TSX], '/a.tsx'],
    ['none for an enum without tsx', '/enum.ts', [side(NEW, '/bare')], [[]], '/bare/enum.ts'],
    ...['/enum.ts', '/a.tsx'].map((file) => (
      [`none if the engine compiles it: ${file}`, file, [side(NEW), side(OTHER)], [BY_TSX, []], file])),
    ['none on sides without the file', '/a.ts', [side(OLD, '', false), side(NEW)], [[], []]],
  ]) {
    it(`are ${what}`, () => {
      expect(optionsOf(file, ...sides)).to.eql(expected);
      expect(asked).to.eql(resolved.map((one) => [one, 'tsx']));
    });
  }

  const installing = (version) =>
    `a.ts is TypeScript, which Node.js ${version} runs only through tsx, which is not installed. Run npm ` +
    'install --save-dev tsx, use Node.js 22.18 or later, or compile it';
  const neither = (version) =>
    `a.ts is TypeScript, which Node.js ${version} runs neither directly nor through tsx, which needs 18.19+ or ` +
    '20.6+. To run it, use Node.js 22.18 or later, or compile it';
  for (const [version, words] of [['20.6.0', installing], ['18.19.0', installing], ['22.17.1', installing],
    ['26.0.0', installing], ['20.5.9', neither], ['19.9.0', neither], ['18.18.2', neither]]) {
    it(`are replaced by an error with hints for ${version} without tsx`, () => {
      const node = { version, runsTypeScript: false };
      expect(refusal('/bare/a.ts', side(node))).to.equal(words(version));
      expect(refusal('/bare/a.ts', side(NEW), side(node))).to.equal(words(version));
      if (words === neither) expect(refusal('/a.ts', side(node))).to.equal(words(version));
    });
  }

  it('are replaced by an error for JSX without tsx', () => {
    const words = 'a.tsx is TypeScript with JSX, which Node.js 24.21.0 runs only through tsx, which is not ' +
      'installed. Run npm install --save-dev tsx, or compile it';
    expect(refusal('/bare/a.tsx', side(NEW))).to.equal(words);
  });

  it('depend on the version and the loaders of this process', () => {
    const real = hostWith({});
    const { node: version, bun, deno } = process.versions;
    const compilesTypeScript = Boolean(bun || deno);
    expect(nodeHere(real)).to.eql(
      { version, runsTypeScript: Boolean(process.features.typescript), compilesTypeScript });
    expect(nodeHere({ versions: { node: version, deno: '2.9.6' } }).compilesTypeScript).to.equal(true);
    const { _extensions: extensions } = require('module');
    extensions['.ts'] = () => {};
    try {
      expect(nodeHere(real).runsTypeScript).to.equal(true);
    } finally {
      delete extensions['.ts'];
    }
  });

  describe('if tsx is installed', () => {
    const scratch = scratchFolder();

    it('finds its exports, from the folder of the file and those above', () => {
      const real = hostWith({ runsTypeScript: false, versions: { node: '20.20.2' } });
      const here = (file) => nodeOptionsHere({ path: file, shown: file }, { host: real });
      // Without such a folder Bun installs missing packages.
      scratch('node_modules/other/index.js', '');
      expect(() => here(scratch('a.ts', ''))).to.throw(UsageError);
      const file = scratch('project/deep/a.ts', '');
      const installed = scratch('project/node_modules/tsx');
      fs.cpSync(path.join(__dirname, '..', 'fixtures', 'tsx'), installed, { recursive: true });
      expect(here(file)).to.eql(['--import', pathToFileURL(path.join(installed, 'loader.mjs')).href]);
    });
  });

  describe('include a hint for an import', () => {
    const scratch = scratchFolder();
    const real = hostWith({});
    const hintFor = (file, name, what = 'package') => (
      hintOfLoading(file, new Error(`Cannot find ${what} '${name}' imported from ${file}`), real));

    it('that tsconfig.json maps, or without an extension', () => {
      const file = scratch('project/bench/a.ts', '');
      scratch('project/tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
      const missing = scratch('project/src/lib.ts', '').slice(0, -'.ts'.length);
      expect(hintFor(file, '@/lib')).to.include('Node.js ignores "paths"').and.include('--import tsx');
      expect(hintFor(file, missing, 'module')).to.include('Add the ending').and.include('--import tsx');
      expect(hintFor(file, missing.replace('lib', 'lib.js'), 'module')).to.include('The file is lib.ts: import it');
      expect([hintFor(file, 'other'), hintFor(`${file}.js`, '@/lib'), hintFor(file, `${missing}/no`, 'module')])
        .to.deep.equal(['', '', '']);
      expect(hintOfLoading(file, null, real)).to.equal('');
    });

    it('that needs another type of module, or TypeScript', () => {
      const hintWith = (file, message) => hintOfLoading(file, new SyntaxError(message), real);
      const outside = 'Cannot use import statement outside a module';
      expect(hintWith('a.ts', outside)).to.include('Set "type": "module"').and.include('--import tsx');
      expect(hintWith('a.mjs', 'Unknown file extension ".ts" for /w/b.ts')).to.include('Use tsx');
      expect([hintWith('a.js', outside), hintWith('a.mjs', 'Unknown file extension ".css"')]).to.deep.equal(['', '']);
    });
  });

  it('include a hint for syntax that type stripping does not support, and only for that', () => {
    const words = '. Use only erasable syntax (erasableSyntaxOnly in tsconfig.json checks this), or compile it ' +
      "with tsx: NODE_OPTIONS='--import tsx'";
    const code = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
    const written = `x.ts:1\nenum A {}\n\nSyntaxError [${code}]: x\n`;
    const hintFor = (error) => hintOfLoading(null, error, hostWith({}));
    for (const error of [{ code, message: 'x' }, { message: written }]) expect(hintFor(error)).to.equal(words);
    for (const other of ['ERR_INVALID_TYPESCRIPT_SYNTAX', '', null, undefined, Symbol('x'), 1]) {
      expect(hintFor({ code: other, message: other })).to.equal('');
      expect(hintFor(other)).to.equal('');
    }
  });
});
