'use strict';

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { findSuiteFiles } = require('#lib/core/suite/suite-files');
const { hostWith, scratchFolder } = require('../helpers/scratch');
const { systemError } = require('../helpers/fake-host');
const { needs } = require('../helpers/needs');
const { refusalOf } = require('../helpers/refusals');

describe('the files that arguments mean', () => {
  const scratch = scratchFolder();
  let cwd;
  const host = hostWith({});
  const found = (...args) => findSuiteFiles(args, { cwd, host })
    .map((file) => path.relative(cwd, file).replace(/\\/g, '/'));

  const errorOf = (args, deps) => refusalOf(() => findSuiteFiles(args, { cwd, host, ...deps }));

  before(() => {
    for (const name of ['b.js', 'a.mjs', 'c.cjs', 'up.JS', 'readme.md', 'x.d.ts', 'y.d.MTS', '_x.js', '.x.js',
      'a.test.js', 'a.spec.mjs', 'deep/er/e.js', 'deep/0.js', '[id].js',
      'node_modules/p/index.js', '.git/hook.js', '_old/o.js', 'fixtures/f.js', 'helpers/h.js', 'deep/node_modules/q.js',
        'deep/fixtures/f.js']) {
      scratch(`bench/${name}`, '');
    }
    scratch('other/z.js', '');
    scratch('none/readme.md', '');
    cwd = path.dirname(scratch('README.md', ''));
  });

  it('may have any name if they are named one by one', () => {
    expect(found('bench/_x.js', 'bench/readme.md', './bench/../bench/a.test.js', path.join(cwd, 'bench/x.d.ts')))
      .to.deep.equal(
      ['bench/_x.js', 'bench/readme.md', 'bench/a.test.js', 'bench/x.d.ts']);
    expect(found('bench/[id].js')).to.deep.equal(['bench/[id].js']);
  });

  it('are the suites of a folder and its subfolders, sorted', () => {
    const all = ['bench/[id].js', 'bench/a.mjs', 'bench/b.js', 'bench/c.cjs', 'bench/deep/0.js', 'bench/deep/er/e.js',
        'bench/up.JS'];
    expect(found('bench')).to.deep.equal(all);
    expect(found('bench/')).to.deep.equal(all);
    expect(found('.')).to.deep.equal([...all, 'other/z.js']);
    // Folders that a search would leave out.
    expect(found('bench/fixtures', 'bench/_old')).to.deep.equal(['bench/fixtures/f.js', 'bench/_old/o.js']);
  });

  it('are not those that disappear during the search', () => {
    const gone = (...names) => hostWith({
      realPath(file) {
        if (names.some((name) => file.endsWith(path.normalize(name)))) throw systemError('ENOENT', 'realpath');
        return fs.realpathSync(file);
      },
    });
    const left = (arg, ...names) => findSuiteFiles([arg], { cwd, host: gone(...names) })
      .map((file) => path.basename(file));
    expect(left('bench', 'bench/deep', 'b.js')).to.deep.equal(['[id].js', 'a.mjs', 'c.cjs', 'up.JS']);
    expect(left('bench/**/[0eb].js', 'bench/deep/er', 'b.js')).to.deep.equal(['0.js']);
  });

  it('may be TypeScript; a folder omits declarations, tests, and sources with a compiled copy', () => {
    for (const name of ['a.ts', 'b.mts', 'c.cts', 'a.d.ts', 'b.d.mts', 'c.d.cts', 'a.test.ts', 'b.spec.mts', 'both.ts',
      'both.js', 'both.mts', 'own.ts', 'own.mjs', 'view.tsx', 'd.ts']) {
      scratch(`typed/${name}`, '');
    }
    const names = (...args) => found(...args).map((file) => file.replace('typed/', ''));
    expect(names('typed')).to.deep.equal(
      ['a.ts', 'b.mts', 'both.js', 'both.mts', 'c.cts', 'd.ts', 'own.mjs', 'own.ts']);
    expect(names('typed/{both,a}*')).to.deep.equal(['both.js', 'both.mts', 'both.ts', 'a.test.ts', 'a.ts']);
    expect(errorOf(['typed/a'])).to.equal('typed/a does not exist. Did you mean typed/a.ts?');
    fs.rmSync(path.join(cwd, 'typed'), { recursive: true });
  });

  it('are .tsx files if a folder or a glob has no other suites', () => {
    for (const name of ['a.tsx', 'a.test.tsx', '_b.tsx', 'deep/c.tsx']) scratch(`views/${name}`, '');
    const names = (...args) => found(...args).map((file) => file.replace('views/', ''));
    expect(names('views')).to.deep.equal(['a.tsx', 'deep/c.tsx']);
    for (const glob of ['views/a*.tsx', 'views/a.{ts,tsx}', 'views/a?*']) expect(names(glob)[0]).to.match(/^a\..*tsx$/);
    expect(names('views/*')).to.include('a.tsx').and.include('deep/c.tsx');
    scratch('views/deep/d.ts', '');
    expect(names('views')).to.deep.equal(['deep/d.ts']);
    expect(names('views/{*,*.tsx}')).to.include('deep/d.ts').and.include('a.tsx').and.not.include('deep/c.tsx');
    fs.rmSync(path.join(cwd, 'views'), { recursive: true });
  });

  const globs = [
    ['bench/*.js', ['bench/[id].js', 'bench/_x.js', 'bench/a.test.js', 'bench/b.js']],
    ['bench/[a-b].js', ['bench/b.js']],
    ['bench/{c,a}.{mjs,cjs,js}', ['bench/c.cjs', 'bench/a.mjs']],
    ['bench/.*', ['bench/.git/hook.js', 'bench/.x.js']],
    ['**/e.js', ['bench/deep/er/e.js']],
    ['bench/deep/**', ['bench/deep/0.js', 'bench/deep/er/e.js', 'bench/deep/fixtures/f.js']],
    ['**/q.js', null],
    ['bench/deep/node_modules/*.js', ['bench/deep/node_modules/q.js']],
    ['bench/*/node_modules/*', ['bench/deep/node_modules/q.js']],
    ['bench/.git/*', ['bench/.git/hook.js']],
    ['bench/*', ['bench/[id].js', 'bench/_old/o.js', 'bench/_x.js', 'bench/a.mjs', 'bench/a.spec.mjs',
      'bench/a.test.js', 'bench/b.js', 'bench/c.cjs',
      'bench/deep/0.js', 'bench/deep/er/e.js', 'bench/fixtures/f.js', 'bench/helpers/h.js', 'bench/up.JS']],
    ['*/deep/', ['bench/deep/0.js', 'bench/deep/er/e.js']],
    ['bench/*.js/', null],
    ['bench/b.js/*', null],
  ];
  for (const [glob, files] of globs) {
    it(`of the glob ${glob} are ${files === null ? 'none' : files.length}`, () => {
      if (files) expect(found(glob)).to.deep.equal(files);
      else expect(errorOf([glob])).to.equal(
        `no file matches ${glob}. Searched for files with the extensions .js, .cjs, .mjs, .ts, .cts, .mts or .tsx ` +
        `in ${cwd}`);
    });
  }

  it('may match an absolute glob, or a glob with backslashes on Windows', () => {
    expect(found(`${cwd.replace(/\\/g, '/')}/o*/*.js`)).to.deep.equal(['other/z.js']);
    expect(findSuiteFiles(['other\\*.js'], { cwd, host: hostWith({ platform: 'win32' }) }).map(
      (file) => path.basename(file))).to.deep.equal(['z.js']);
  });

  it('are measured once if they are given in upper and in lower case on a system that ignores case', () => {
    const ignoring = hostWith({ realPath: (file) => file, stat: (file) => fs.statSync(file.replace('Z.JS', 'z.js')) });
    const named = (of) =>
      findSuiteFiles(['other/z.js', 'other/Z.JS'], { cwd, host: of }).map((one) => path.basename(one));
    expect(named(ignoring)).to.deep.equal(['z.js']);
    scratch('other/Z.JS', 'another file, unless names ignore case');
    const areTwo = fs.readdirSync(path.join(cwd, 'other')).length === 2;
    expect(named(host)).to.deep.equal(areTwo ? ['z.js', 'Z.JS'] : ['z.js']);
    if (areTwo) fs.rmSync(path.join(cwd, 'other/Z.JS'));
  });

  const missing = [
    ['bench/bb.js', 'bench/bb.js does not exist. Did you mean bench/b.js?'],
    ['bench/c', 'bench/c does not exist. Did you mean bench/c.cjs?'],
    ['bnech/b.js', 'bnech/b.js does not exist: bnech is missing. Did you mean bench?'],
    ['bench/dep/er/e.js', 'bench/dep/er/e.js does not exist: bench/dep is missing. Did you mean bench/deep?'],
    ['nothing/of/the/sort.js', 'nothing/of/the/sort.js does not exist: nothing is missing'],
    ['bench/b.js/x.js', 'bench/b.js/x.js does not exist'],
    ['', 'an argument is empty. Pass a file, a folder or a glob'],
    ['none', 'no suites in none: no files with the extensions .js, .cjs, .mjs, .ts, .cts, .mts or .tsx, except tests ' +
      'and helpers'],
  ];
  for (const [arg, message] of missing) {
    it(`are missing: ${JSON.stringify(arg)}`,
      () => expect(errorOf(['bench', arg]).replace(/\\/g, '/')).to.equal(message));
  }

  it('are suggested as they were typed, from the root or not', () => {
    expect(errorOf([path.join(cwd, 'bench', 'bb.js')]))
      .to.equal(`${path.join(cwd, 'bench', 'bb.js')} does not exist. Did you mean ${path.join(cwd, 'bench', 'b.js')}?`);
    expect(errorOf([path.join('..', path.basename(cwd), 'bench', 'bb.js')])).to.match(/Did you mean bench.b\.js\?$/);
  });

  it('with names that are too long are missing, too', () => {
    expect(errorOf(['x'.repeat(5000)])).to.match(/^x{99}… does not exist/);
    expect(errorOf(['*'.repeat(5000)]))
      .to.match(/^the pattern \*{99}… is invalid: it is longer than 4096 characters$/);
    expect(errorOf(['{a,b}'.repeat(50)])).to.match(/is invalid: its braces expand to more than 1000 patterns$/);
    expect(errorOf(['a\u001b[31m\n'])).to.equal('a\\x1b[31m\\n does not exist');
  });

  it('that cannot be read are refused with the reason', () => {
    const forbidden = (name) => ({ host: hostWith({ [name]: () => { throw systemError('EACCES', 'x'); } }) });
    for (const [arg, name, file] of [
      ['bench/b.js', 'stat', 'bench/b.js'], ['bench', 'listDir', 'bench'], ['bench/*.js', 'listDir', 'bench'],
      ['bench', 'checkAccess', 'bench'],
    ]) {
      const message = `${path.join(cwd, file)} cannot be read: no permission`;
      expect(errorOf([arg], forbidden(name))).to.equal(message);
      const faults = [];
      expect(findSuiteFiles([arg], { cwd, ...forbidden(name) }, faults)).to.deep.equal([]);
      expect(faults).to.deep.equal([message]);
    }
  });

  needs('links', describe)('with links', () => {
    before(() => {
      fs.mkdirSync(path.join(cwd, 'links', 'in'), { recursive: true });
      const link = (target, name) => fs.symlinkSync(target, path.join(cwd, 'links', name));
      link('..', 'in/up');
      link('.', 'self');
      link('nowhere', 'dangling.js');
      link('circle', 'circle');
      link('../bench/b.js', 'one.js');
      link('../bench/b.js', 'two.js');
      link('../other', 'other');
      scratch('links/real/r.js', '');
      link('real', 'zlink');
    });

    it('are found once, also if links form a circle', () => {
      expect(found('links')).to.deep.equal(['links/one.js', 'links/other/z.js', 'links/real/r.js']);
      expect(found('links/**')).to.deep.equal(['links/one.js', 'links/other/z.js', 'links/real/r.js']);
      expect(found('links/**/**/**/*.js')).to.deep.equal(['links/one.js', 'links/other/z.js', 'links/real/r.js']);
      expect(found('links/**/zlink/*.js')).to.deep.equal(['links/zlink/r.js']);
    });

    it('that do not exist are refused with a specific message', () => {
      expect(errorOf(['links/dangling.js'])).to.equal('links/dangling.js is a broken link');
      expect(errorOf(['links/circle']))
        .to.equal(`${path.join(cwd, 'links', 'circle')} cannot be read: its symbolic links form a cycle`);
    });

    it('are not devices', () => expect(errorOf(['/dev/null'])).to.equal('/dev/null is neither a file nor a folder'));
  });
});
