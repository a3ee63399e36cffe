'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const { expect } = require('chai');
const { findCommit, openWorktree } = require('#lib/compare/sides/worktree');
const realHost = require('#lib/base/host/host');
const { systemError } = require('../helpers/fake-host');
const { needs } = require('../helpers/needs');
const { laterRefusalOf, refusalOf } = require('../helpers/refusals');
const { hostWith, put, scratchFolder } = require('../helpers/scratch');
const { until, PROGRAM } = require('../helpers/suite-processes');

// Without configuration of this machine, and without the environment of a hook that may have started the tests.
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
Object.assign(ENV, { GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1', NODE_OPTIONS: '' });

/** Like git for Windows, which empties the targets of junctions when it removes a worktree. */
function followLinks(args) {
  const [checkout] = args.includes('remove') ? args.slice(-1) : [];
  if (checkout === undefined || !fs.existsSync(checkout)) return;
  for (const entry of fs.readdirSync(checkout, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) fs.rmSync(fs.realpathSync(file), { recursive: true });
  }
}
const GIT = Object.fromEntries(['run', 'spawn'].map((name) => [name, (program, args, options) => {
  followLinks(args);
  return realHost[name](program, args, options);
}]));
const host = hostWith({ env: ENV, ...GIT });
const ME = [
  'user.name=me', 'user.email=me@example.org', 'protocol.file.allow=always', 'gc.auto=0', 'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

function git(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync('git', [...ME, ...args], { cwd, env: ENV, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

needs('git', describe)('openWorktree', () => {
  const scratch = scratchFolder();
  let count = 0;
  const opened = [];

  const commit = (root, message, files = {}) => {
    put(root, files);
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '--no-verify', '--allow-empty', '-m', message);
  };
  // Repositories are copied, because creating one takes several times as long.
  const models = new Map();
  function modelOf(files) {
    const key = JSON.stringify(files);
    if (!models.has(key)) {
      const root = path.dirname(scratch(`model-${models.size}/x`));
      git(root, 'init', '-q', '-b', 'main', '--template=');
      commit(root, 'the first', { '.gitignore': 'node_modules\n', ...files });
      git(root, 'tag', 'v1');
      models.set(key, root);
    }
    return models.get(key);
  }
  /** A repository with one commit of these files, tagged v1. */
  const repository = (files = { 'bench/x.js': 'old' }) => {
    const root = path.dirname(scratch(`repo-${count++}/x`));
    fs.cpSync(modelOf(files), root, { recursive: true });
    return root;
  };
  const open = async (revision, cwd, more = host, isPrepared = false) => {
    const tree = await openWorktree(revision, { cwd, host: more, isPrepared });
    opened.push(tree);
    return { ...tree, folder: /^.*\/qtimeit-worktree-[^/]*\/checkout/s.exec(tree.cwd)[0] };
  };
  const headOf = ({ folder }) => git(folder, 'rev-parse', 'HEAD');
  const refusal = (revision, cwd, more) => laterRefusalOf(() => open(revision, cwd, more));
  const read = (...parts) => fs.readFileSync(path.join(...parts), 'utf8');
  const worktreesOf = (root) =>
    git(root, 'worktree', 'list', '--porcelain').split('\n').filter((line) => line.startsWith('worktree '))
      .map((line) => line.slice(9));

  afterEach(() => { for (const tree of opened.splice(0)) tree.remove(); });

  it('checks out the files of the revision, and does not change the working tree', async () => {
    const root = repository({ 'bench/x.js': 'old', 'gone.js': '' });
    fs.rmSync(path.join(root, 'gone.js'));
    put(root, { 'bench/x.js': 'changed', 'new.js': '' });
    const status = git(root, 'status', '--porcelain');
    const tree = await open('v1', root);
    expect(read(tree.folder, 'bench/x.js')).to.equal('old');
    expect(fs.readdirSync(tree.folder).sort()).to.deep.equal(['.git', '.gitignore', 'bench', 'gone.js']);
    const made = path.dirname(tree.folder);
    expect(path.dirname(made)).to.equal(fs.realpathSync(os.tmpdir()));
    expect(path.basename(made)).to.match(new RegExp(`^qtimeit-worktree-${process.pid}-`));
    const commitOfV1 = git(root, 'rev-parse', 'v1');
    expect({ head: headOf(tree), label: tree.label })
      .to.deep.equal({ head: commitOfV1, label: `v1 (${commitOfV1.slice(0, 7)})` });
    expect(tree).to.deep.include({ cwd: tree.folder, workingLabel: 'working tree (with changes)', notes: [] });
    expect(git(root, 'status', '--porcelain')).to.equal(status);
    expect(read(root, 'bench/x.js')).to.equal('changed');
    expect(git(root, 'branch', '--list')).to.equal('* main');

    tree.remove();
    expect(fs.existsSync(made)).to.equal(false);
    expect(worktreesOf(root)).to.deep.equal([root]);
    expect(fs.existsSync(path.join(root, '.git/worktrees'))).to.equal(false);
    tree.remove();
    expect(git(root, 'status', '--porcelain')).to.equal(status);
  });

  it('accepts every name of a commit, and resolves it', async () => {
    const root = repository();
    commit(root, 'second');
    git(root, 'branch', 'feature/one');
    git(root, 'tag', '-a', 'annotated', '-m', 'x', 'HEAD~1');
    const [first, second] = [git(root, 'rev-parse', 'v1'), git(root, 'rev-parse', 'HEAD')];
    for (const [revision, wanted] of [['feature/one', second], ['annotated', first], [':/the first', first]]) {
      expect(await findCommit(revision, { cwd: root, host }), revision).to.equal(wanted);
    }
    const byText = await open(':/the first', root);
    expect({ head: headOf(byText), label: byText.label })
      .to.deep.equal({ head: first, label: `:/the first (${first.slice(0, 7)})` });
    const byHash = await open(second.slice(0, 10), root);
    expect({ head: headOf(byHash), label: byHash.label }).to.deep.equal({ head: second, label: second.slice(0, 7) });
  });

  it('notes tracked links that lead out of the checkout, except those to packages', async () => {
    const root = repository({ 'lib/y.js': '', 'bench/x.js': '' });
    const outside = scratch(`outside-${count++}/x.js`, '');
    put(root, { 'node_modules/dep/index.js': '' });
    for (const [target, name] of [
      [outside, 'lib/out.js'], [path.join(root, 'lib'), 'absolute'], ['lib', 'inside'], ['nowhere', 'broken'],
      [path.join(root, 'node_modules/dep'), 'package'],
    ]) fs.symlinkSync(target, path.join(root, name));
    commit(root, 'links');
    const { notes } = await open('HEAD', root);
    expect(notes.filter((note) => note.includes('links'))).to.deep.equal([
      'symbolic links lead out of the checkout, so all sides load the same files through them: absolute, lib/out.js',
    ]);
  });

  describe('maps paths', () => {
    it('in subfolders, in other folders, and through links; outside paths stay unchanged', async () => {
      const root = repository({ 'packages/a/bench/x.js': 'old', 'lib/y.js': 'y' });
      fs.symlinkSync(root, scratch('link-to-repo'));
      const cwd = path.join(root, 'packages/a');
      const tree = await open('v1', cwd);
      const at = (...parts) => path.join(tree.folder, ...parts);
      const above = path.dirname(root);
      for (const [given, mapped] of [
        ['bench/x.js', at('packages/a/bench/x.js')], ['./new.js', at('packages/a/new.js')],
        ['../../lib/y.js', at('lib/y.js')], [path.join(root, 'lib/y.js'), at('lib/y.js')],
        [path.join(scratch('link-to-repo'), 'lib/y.js'), at('lib/y.js')], [root, tree.folder], ['.', tree.cwd],
        ['../../..x/y.js', at('..x/y.js')], ['../../..', above],
        ...['/elsewhere/x.js', `${root}-2/x.js`, above].map((outside) => [outside, outside]),
      ]) expect(tree.mapPath(given)).to.equal(mapped);
      expect(tree.cwd).to.equal(at('packages/a'));
      const byLink = await open('v1', path.join(scratch('link-to-repo'), 'packages/a'));
      expect(byLink.cwd).to.equal(path.join(byLink.folder, 'packages/a'));
      expect(byLink.mapPath('bench/x.js')).to.equal(path.join(byLink.folder, 'packages/a/bench/x.js'));
    });

    it('through links of the repository as in the revision, to a new folder, and names missing files', async () => {
      const root = repository({ 'bench/x.js': '', 'bench/y.js': '', 'lib/y.js': 'y', 'src/y.js': 'src' });
      const outside = path.dirname(scratch(`outside-${count++}/x.js`, ''));
      fs.symlinkSync(outside, path.join(root, 'linked'));
      fs.symlinkSync('lib', path.join(root, 'alias'));
      commit(root, 'links');
      fs.rmSync(path.join(root, 'alias'));
      fs.symlinkSync('src', path.join(root, 'alias'));
      put(root, { 'bench/new.js': '', 'new/deep/x.js': '', 'sub/.git': 'gitdir: elsewhere', 'sub/bench/x.js': '' });
      const tree = await open('HEAD', path.join(root, 'new/deep'));
      expect(tree.cwd).to.equal(path.join(tree.folder, 'new/deep'));
      expect(fs.statSync(tree.cwd).isDirectory()).to.equal(true);
      expect(read(tree.mapPath('../../alias/y.js'))).to.equal('y');

      const messageOf = (...files) => refusalOf(() => tree.checkFiles(files.map((file) => `../../${file}`)));
      const missing = `not exist at ${tree.label}`;
      tree.checkFiles(['../../bench/x.js', './../../bench/y.js', path.join(root, 'bench/x.js'), '../../bench']);
      expect(messageOf('bench/x.js', 'bench/new.js')).to.equal(
        `../../bench/new.js does ${missing}. Is it new or ignored by git? Compare with a revision that has it, or ` +
        'build it with --prepare');
      expect(messageOf('sub/bench/x.js')).to.equal(
        `../../sub/bench/x.js does ${missing}. It is in another repository: run the command in ${root}/sub`);
      expect(messageOf('bench/new.js', 'none.js')).to.equal(`2 files do ${missing}: ../../bench/new.js, ../../none.js`);
      expect(messageOf('bench/new.js', 'new/deep/x.js')).to.match(/: \S+new\.js, \S+x\.js\. Are they new .* has them/);
      const noRevisions = 'is outside the repository and has no revisions';
      expect(messageOf('bench/x.js', '../x.js')).to.equal(`../../../x.js ${noRevisions}`);
      expect(messageOf('linked/x.js')).to.equal(`../../linked/x.js ${noRevisions}: it is ${outside}/x.js`);
    });
  });

  describe('copies files that the revision lacks', () => {
    it('to their places, but not those that git ignores', async () => {
      const root = repository({ 'bench/x.js': 'old', '.gitignore': 'node_modules\ndist\n' });
      put(root, { 'bench/[x].js': 'new', 'new/deep/x.js': 'deep', 'dist/x.js': 'built', 'staged.js': 'staged' });
      git(root, 'add', 'staged.js');
      const tree = await open('v1', root);
      expect(await tree.copyNew(['bench/[x].js', 'new/deep/x.js', 'dist/x.js', 'staged.js'])).to.equal(
        `3 files do not exist at ${tree.label}: bench/[x].js, new/deep/x.js, staged.js. Both sides run the files of ` +
        'the working tree; only the code that they load differs. Ignored by git, and only on the new side: dist/x.js');
      expect(['bench/[x].js', 'new/deep/x.js', 'staged.js'].map((name) => read(tree.folder, name)))
        .to.deep.equal(['new', 'deep', 'staged']);
      expect(await laterRefusalOf(() => tree.copyNew(['dist/x.js']))).to.include('dist/x.js does not exist at v1');
      const link = scratch(`link-${count++}`);
      fs.symlinkSync(root, link);
      put(root, { 'late.js': 'late' });
      expect(await tree.copyNew([path.join(link, 'late.js')])).to.include('Both sides run the file');
      expect(fs.existsSync(path.join(tree.folder, 'dist'))).to.equal(false);
    });

    it('but not through a link that leads out of the checkout', async () => {
      const root = repository();
      const outside = scratch(`outside-${count++}`);
      fs.mkdirSync(outside);
      fs.symlinkSync(outside, path.join(root, 'linked'));
      fs.symlinkSync(path.join(outside, 'y.js'), path.join(root, 'y.js'));
      commit(root, 'links');
      for (const name of ['linked', 'y.js']) fs.rmSync(path.join(root, name));
      put(root, { 'linked/x.js': '', 'y.js': '' });
      const tree = await open('HEAD', root);
      expect(await laterRefusalOf(() => tree.copyNew(['linked/x.js'])))
        .to.equal(`linked/x.js cannot be copied into ${tree.label}: its folder points outside the checkout`);
      expect(await laterRefusalOf(() => tree.copyNew(['y.js'])))
        .to.equal(`y.js cannot be copied into ${tree.label}: it already exists`);
      expect(fs.readdirSync(outside)).to.deep.equal([]);
    });
  });

  describe('notes', () => {
    const SAME = 'the working tree has no changes since this revision; identical files are compared';
    const CHANGED = 'working tree (with changes)';

    it('that the same files are compared, unless something differs', async () => {
      const root = repository();
      const found = async (revision) => {
        const { notes, workingLabel } = await open(revision, root);
        return [notes, workingLabel];
      };
      commit(root, 'second', { 'bench/x.js': 'new' });
      expect(await found('v1')).to.deep.equal([[], 'working tree']);
      commit(root, 'back', { 'bench/x.js': 'old' });
      // A setting that speeds up git status, and files of a run that is saving.
      git(root, 'config', 'status.showUntrackedFiles', 'no');
      put(root, { '.qtimeit-0123456789abcdef.tmp': '', 'bench/.qtimeit-0123456789abcdef.tmp': '' });
      expect(await found('v1')).to.deep.equal([[SAME], 'working tree']);
      put(root, { 'new.js': '' });
      expect(await found('HEAD')).to.deep.equal([[], CHANGED]);
    });

    it('that submodules are missing, and that the revision requires other dependencies', async () => {
      const manifest = (more) => JSON.stringify(
        { name: 'x', version: '1.0.0', scripts: { test: 'mocha' }, dependencies: { a: '1' }, ...more });
      const lock = (itself, a) => JSON.stringify(
        { version: itself, lockfileVersion: 3,
          packages: { '': { version: itself }, 'node_modules/a': { version: a } } });
      const modules = '[submodule "a"]\n\tpath = vendor/a\n\turl = ../a\n[submodule "b"]\n  path=deps/b b\n';
      const names = ['none', 'other', 'same', 'locked', 'broken'];
      const files = { '.gitmodules': modules, 'same/package-lock.json': lock('1.0.0', '1.0.0'),
        'locked/package-lock.json': lock('1.0.0', '1.0.0'), 'locked/yarn.lock': 'a' };
      for (const name of names) files[`${name}/package.json`] = manifest();
      const root = repository(files);
      for (const name of names.slice(1)) put(root, { [`${name}/node_modules/a/index.js`]: '' });
      put(root, {
        // Not tracked by git, so no revision has it.
        'same/yarn.lock': 'a',
        // Nothing is installed.
        'none/package.json': manifest({ dependencies: { a: '2' } }),
        'other/package.json': manifest({ dependencies: { a: '2' } }),
        'same/package.json': manifest({ version: '2.0.0', scripts: {} }),
        'same/package-lock.json': lock('2.0.0', '1.0.0'),
        'locked/package.json': manifest({ devDependencies: {} }), 'locked/package-lock.json': lock('1.0.0', '1.0.1'),
        'locked/yarn.lock': 'b', 'locked/pnpm-lock.yaml': 'x', 'broken/package.json': '{ broken',
      });
      git(root, 'add', 'locked/pnpm-lock.yaml');
      const [dependencies, submodules] = (await open('v1', root)).notes;
      const [, listed, more] = /^dependencies differ \((.*)\): (.*)$/.exec(dependencies);
      expect(listed.split(', ')).to.have.members(['other/package.json', 'locked/package.json',
        'locked/package-lock.json', 'locked/yarn.lock', 'locked/pnpm-lock.yaml', 'broken/package.json']);
      expect(more).to.equal('both sides use the dependencies installed in the working tree');
      expect(submodules).to.equal('submodules are not checked out: vendor/a, deps/b b');
    });
  });

  describe('links the installed packages', () => {
    const isLink = (...parts) => {
      try {
        return fs.lstatSync(path.join(...parts)).isSymbolicLink();
      } catch (_) {
        return false;
      }
    };

    it('of the root, of workspaces, and of the current folder, and never removes them', async () => {
      const places = ['', 'packages/group/b', 'one/two/three/four/five'];
      const root = repository(Object.fromEntries(places.map((place) => [path.join(place, 'index.js'), place])));
      const packages = [...places, 'new'].map((place) => path.join(place, 'node_modules/dep/index.js'));
      put(root, { ...Object.fromEntries(packages.map((name) => [name, name])), '.hidden/node_modules/x': '' });
      fs.symlinkSync(root, scratch(`link-${count}`));
      const listed = [];
      const listing = hostWith({ env: ENV, ...GIT, listFolders(folder) {
        listed.push(path.relative(root, folder));
        return realHost.listFolders(folder);
      } });
      const tree = await open('v1', path.join(scratch(`link-${count}`), 'one/two/three/four/five'), listing);
      expect(listed).to.include('packages/group');
      for (const folder of listed) expect(folder).to.not.match(/(^|\/)(node_modules|\.git|\.hidden|five)($|\/)/);
      for (const place of places) {
        expect(isLink(tree.folder, place, 'node_modules'), place).to.equal(true);
        expect(read(tree.folder, place, 'node_modules/dep/index.js'))
          .to.equal(path.join(place, 'node_modules/dep/index.js'));
      }
      for (const none of ['new', '.hidden']) expect(fs.existsSync(path.join(tree.folder, none))).to.equal(false);
      // A test may write to its packages, which look like a part of the checkout.
      fs.writeFileSync(path.join(tree.folder, 'node_modules/written'), 'x');

      tree.remove();
      expect(fs.existsSync(tree.folder)).to.equal(false);
      for (const name of packages) expect(read(root, name)).to.equal(name);
      expect(read(root, 'node_modules/written')).to.equal('x');
    });

    it('but not through a link that leads out of the checkout', async () => {
      const root = repository();
      const [outside, hole] = [scratch(`outside-${count++}`), path.join(root, 'packages')];
      fs.mkdirSync(path.join(outside, 'a'), { recursive: true });
      fs.symlinkSync(outside, hole);
      fs.symlinkSync('real', path.join(root, 'inside'));
      commit(root, 'links', { 'real/x.js': '' });
      for (const link of [hole, path.join(root, 'inside')]) fs.rmSync(link);
      put(root, { 'packages/a/node_modules/dep/index.js': '', 'packages/node_modules/dep/index.js': '',
        'inside/node_modules/dep/index.js': 'dep' });
      const tree = await open('HEAD', root);
      expect(fs.readdirSync(outside)).to.deep.equal(['a']);
      expect(fs.readdirSync(path.join(outside, 'a'))).to.deep.equal([]);
      expect(read(tree.folder, 'real/node_modules/dep/index.js')).to.equal('dep');
      fs.mkdirSync(path.join(outside, 'node_modules'));
      tree.remove();
      expect(fs.readdirSync(outside)).to.deep.equal(['a', 'node_modules']);

      fs.mkdirSync(path.join(hole, 'fresh/deep'), { recursive: true });
      expect(await refusal('HEAD', path.join(hole, 'fresh/deep'))).to.match(/: packages points outside the checkout$/);
      expect(fs.readdirSync(outside)).to.deep.equal(['a', 'node_modules']);
      expect(worktreesOf(root)).to.deep.equal([root]);
    });

    it('but not if the revision includes them, and by one link if they are themselves a link', async () => {
      const root = repository(
        { '.gitignore': '', 'node_modules/dep/index.js': 'old', 'packages/a/x.js': '', 'packages/b/x.js': '' });
      put(root, { 'node_modules/dep/index.js': 'new', 'packages/a/node_modules/dep/index.js': 'only here',
        '../installed/dep/index.js': 'far' });
      const link = path.join(root, 'packages/b/node_modules');
      fs.symlinkSync('../../../installed', link);
      const tree = await open('v1', root);
      expect(read(tree.folder, 'node_modules/dep/index.js')).to.equal('old');
      expect(isLink(tree.folder, 'node_modules')).to.equal(false);
      expect(read(tree.folder, 'packages/a/node_modules/dep/index.js')).to.equal('only here');
      expect(read(tree.folder, 'packages/b/node_modules/dep/index.js')).to.equal('far');
      tree.remove();
      expect([isLink(link), read(link, 'dep/index.js')]).to.deep.equal([true, 'far']);
    });

    it('one by one for a command that may install other packages, or replace a folder by a link', async () => {
      const root = repository({ 'bench/x.js': 'old', 'packages/a/package.json': '{}' });
      const names = ['dep', '@other/dep'];
      put(root, { 'packages/a/node_modules/dep/index.js': 'dep',
        ...Object.fromEntries(names.map((name) => [`node_modules/${name}/index.js`, 'mine'])) });
      const { folder, remove } = await open('v1', root, host, true);
      for (const name of names) {
        expect(read(folder, 'node_modules', name, 'index.js')).to.equal('mine');
        fs.rmSync(path.join(folder, 'node_modules', name));
      }
      put(folder, { 'node_modules/dep/index.js': 'installed' });
      for (const name of names) expect(read(root, 'node_modules', name, 'index.js')).to.equal('mine');
      fs.rmSync(path.join(folder, 'packages'), { recursive: true });
      fs.symlinkSync(path.join(root, 'packages'), path.join(folder, 'packages'));
      remove();
      expect(read(root, 'packages/a/node_modules/dep/index.js')).to.equal('dep');
      expect(fs.existsSync(folder)).to.equal(false);
    });

    it('without what has taken the place of its temporary folder', async () => {
      const root = repository();
      for (const isLater of [false, true]) {
        const { folder, remove } = await open('v1', root);
        const temporary = path.dirname(folder);
        const moved = `${temporary}-moved`;
        const other = scratch(`other-${count++}`);
        put(other, { 'checkout/f': 'mine', g: 'mine' });
        fs.renameSync(temporary, moved);
        fs.symlinkSync(other, temporary);
        remove(isLater);
        expect([read(other, 'checkout/f'), read(other, 'g')]).to.deep.equal(['mine', 'mine']);
        fs.rmSync(temporary);
        fs.rmSync(moved, { recursive: true });
      }
    });

    it('so that packages in the repository come from the revision', async () => {
      const value = (text) => `module.exports = '${text}';`;
      const root = repository({
        'packages/a/index.js': value('old a'), 'index.js': value('old top'),
        'bench/x.js': 'console.log(["@me/a", "dep", "@other/dep", "top", "far"].map((name) => require(name)).join());',
      });
      put(root, {
        'packages/a/index.js': value('new a'), 'index.js': value('new top'), 'packages/fresh/index.js': '',
        'node_modules/dep/index.js': value('dep'), 'node_modules/@other/dep/index.js': value('other'),
        'node_modules/.store/far/node_modules/far/index.js': value('far'), '../linked/index.js': value('linked'),
      });
      fs.mkdirSync(path.join(root, 'node_modules/@me'));
      for (const [name, to] of [['@me/a', '../../packages/a'], ['top', '..'], ['@me/fresh', '../../packages/fresh'],
        ['far', '.store/far/node_modules/far'], ['linked', '../../linked']]) {
        fs.symlinkSync(to, path.join(root, 'node_modules', name));
      }
      const run = (cwd) => spawnSync(process.execPath, ['bench/x.js'], { cwd, encoding: 'utf8', env: ENV })
        .stdout.trim();
      const tree = await open('v1', root);
      expect(run(root)).to.equal('new a,dep,other,new top,far');
      expect(run(tree.folder)).to.equal('old a,dep,other,old top,far');
      expect(read(tree.folder, 'node_modules/linked/index.js')).to.equal(value('linked'));
      expect(isLink(tree.folder, 'node_modules/@me/fresh')).to.equal(false);
      tree.remove();
      expect(run(root)).to.equal('new a,dep,other,new top,far');
      expect(read(root, '../linked/index.js')).to.equal(value('linked'));
    });
  });

  describe('is not affected', () => {
    it('by hooks, filters and settings of the repository, and by being in a worktree of the user', async () => {
      const root = repository({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'pointer', 'bench/x.js': 'old' });
      const mine = scratch(`mine-${count++}`);
      git(root, 'worktree', 'add', '-q', '-b', 'mine', mine);
      put(mine, { 'bench/x.js': 'mine' });
      const trace = path.join(root, '.git/trace');
      put(root, { '.git/hooks/post-checkout': `#!/bin/sh\necho hook >> ${trace}\n` });
      fs.chmodSync(path.join(root, '.git/hooks/post-checkout'), 0o755);
      const settings = {
        'filter.lfs.smudge': 'false', 'filter.lfs.required': 'true', 'color.ui': 'always',
        'core.fsmonitor': `echo monitor >> ${trace}; false`, 'format.pretty': 'fuller',
      };
      for (const name of Object.keys(settings)) git(root, 'config', name, settings[name]);
      const tree = await open('v1', mine);
      for (const [name, text] of [['a.bin', 'pointer'], ['bench/x.js', 'old']]) {
        expect(read(tree.folder, name)).to.equal(text);
      }
      expect(tree.label).to.equal(`v1 (${headOf(tree).slice(0, 7)})`);
      tree.remove();
      expect(fs.existsSync(trace)).to.equal(false);
      expect(worktreesOf(root)).to.deep.equal([root, mine]);
      expect(read(mine, 'bench/x.js')).to.equal('mine');
    });

    it('by the environment of a hook', async () => {
      const root = repository();
      const other = repository({ 'other.js': '' });
      const env = { ...ENV, GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: '/no/such/index',
          GIT_PREFIX: 'x/', GIT_COMMON_DIR: '/no/such', LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' };
      const envs = [];
      const tree = await open('v1', root, hostWith(
            { env, spawn(command, args, options) {
              envs.push(options.env); return realHost.spawn(command, args, options); } }));
      expect(envs).to.not.deep.equal([]);
      for (const one of envs) {
        expect(one).to.include({ LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' })
          .and.to.not.have.any.keys('GIT_DIR', 'GIT_PREFIX', 'LANGUAGE');
      }
      expect(fs.readdirSync(tree.folder)).to.deep.equal(['.git', '.gitignore', 'bench']);
      tree.remove();
      expect(worktreesOf(root)).to.deep.equal([root]);
      expect(worktreesOf(other)).to.deep.equal([other]);
    });
  });

  describe('reports why it cannot check out a revision', () => {
    it('git is missing', async () => {
      const failing = (changes) => refusal('v1', scratch('x/..'), hostWith({ env: ENV, ...changes }));
      expect(await failing({ env: { PATH: '/no/such' } }))
        .to.equal('git is required, but is not installed or not in PATH');
      const instead = (...args) => ({ spawn: (git, _, options) => realHost.spawn(...args, options) });
      expect(await failing(instead(scratch('not-executable', ''), [])))
        .to.equal('git rev-parse failed: no permission');
      expect(await failing(instead('sh', ['-c', 'kill -INT $$'])))
        .to.equal('git rev-parse was killed by SIGINT');
    });

    it('there is no repository, no working tree, or no commit', async () => {
      const plain = path.dirname(scratch('plain/x'));
      expect(await refusal('v1', plain))
        .to.equal('this folder is not in a git repository. Run the command inside one');
      const bare = path.dirname(scratch('bare/x'));
      git(bare, 'init', '-q', '--bare');
      expect(await refusal('v1', bare)).to.equal('this is a bare repository, without a working tree. Run the ' +
        'command in a working tree');
      expect(await refusal('v1', path.join(repository(), '.git')))
        .to.equal('this folder is inside .git. Run the command in a working tree');
      const said = 'echo "fatal: detected dubious ownership in repository at \'/x\'" >&2; echo To add >&2; exit 128';
      const foreign = hostWith({ env: ENV, spawn: (...[, , options]) => realHost.spawn('sh', ['-c', said], options) });
      expect(await refusal('v1', plain, foreign))
        .to.equal('git refuses this repository, because it belongs to another user: detected dubious ownership in ' +
          'repository at \'/x\'. Run git config --global --add safe.directory FOLDER');
      const unborn = path.dirname(scratch('unborn/x'));
      git(unborn, 'init', '-q', '-b', 'main');
      expect(await refusal('main', unborn)).to.equal('this repository has no commits to compare with');
    });

    it('the revision does not exist, with a suggestion', async () => {
      const root = repository();
      // With only one branch, git would take this for its name.
      expect(await refusal('--branches', root))
        .to.equal('\'--branches\' is not a revision of this repository. Pass a commit, branch or tag');
      git(root, 'branch', 'release');
      git(root, 'update-ref', 'refs/remotes/origin/topic', 'HEAD');
      const unknown = async (revision, hint) => expect(await refusal(revision, root), revision)
          .to.equal(`'${revision}' is not a revision of this repository. ${hint}`);
      await unknown('v2', 'Did you mean v1?');
      await unknown('mian', 'Did you mean main?');
      await unknown('relaese~2', 'Did you mean release~2?');
      await unknown('topic', 'Did you mean origin/topic?');
      await unknown('head^', process.platform === 'linux'
        ? 'Did you mean HEAD^?' : 'head exists, but has no such ancestor');
      await unknown('HEAD~5', 'HEAD exists, but has no such ancestor');
      const any = 'Pass a commit, branch or tag';
      for (const revision of ['', '--all', 'v1..main', 'HEAD:bench', '0'.repeat(40)]) await unknown(revision, any);
      await unknown('HEAD^{tree}', 'HEAD exists, but has no such ancestor');
      expect(worktreesOf(root)).to.deep.equal([root]);
    });

    it('the clone is shallow', async () => {
      const root = repository();
      commit(root, 'second');
      const shallow = scratch(`shallow-${count++}`);
      git(root, 'clone', '-q', '--depth', '1', `file://${root}`, shallow);
      const hint =
        'Older commits are missing from this shallow clone: run git fetch --unshallow (actions/checkout: ' +
        'fetch-depth: 0)';
      expect(await refusal('v1', shallow)).to.equal(`'v1' is not a revision of this repository. ${hint}`);
      expect(await refusal('mian', shallow))
        .to.equal(`'mian' is not a revision of this repository. Did you mean main? ${hint}`);
      expect(headOf(await open('origin/main', shallow))).to.equal(git(root, 'rev-parse', 'main'));
    });

    it('the disk is full or read-only, and leaves nothing behind', async () => {
      const root = repository();
      put(root, { 'node_modules/dep/index.js': '' });
      const readOnly = hostWith({ env: ENV, makeLink(target, file) { throw systemError('EROFS', file); } });
      expect(await refusal('v1', root, readOnly)).to.match(
        /^the packages of the working tree cannot be linked into v1 \([\da-f]+\): the file system is read-only$/);
      const folders = [];
      const full = hostWith({
        env: ENV,
        makeTemporaryFolder(name) {
          folders.push(realHost.makeTemporaryFolder(name));
          return folders[folders.length - 1];
        },
        spawn(command, args, options) {
          if (!args.includes('add')) return realHost.spawn(command, args, options);
          // The disk becomes full in the middle of the checkout.
          realHost.run(command, args, { ...options, stdio: 'ignore' });
          const said = 'Preparing worktree\nerror: unable to write file bench/x.js\nfatal: No space left on device\n';
          return realHost.spawn('sh', ['-c', `printf '${said}' >&2; exit 128`], options);
        },
      });
      expect(await refusal('v1', root, full)).to.equal('v1 cannot be checked out: No space left on device');
      expect(folders).to.have.length(1);
      expect(fs.existsSync(folders[0])).to.equal(false);
      const none = hostWith({ env: ENV, makeTemporaryFolder(name) { throw systemError('ENOSPC', name); } });
      expect(await refusal('v1', root, none))
        .to.equal('v1 cannot be checked out into the folder for temporary files: no space left on the device. Set ' +
          'TMPDIR to another folder');
      expect(worktreesOf(root)).to.deep.equal([root]);
    });
  });

  describe('is removed', () => {
    it('without an error, even if it is damaged', async () => {
      const root = repository();
      let isBroken = false;
      const breaking = hostWith({
        env: ENV,
        run(...args) {
          if (isBroken) throw systemError('ENOENT', 'git');
          return realHost.run(...args);
        },
      });
      const withoutGit = await open('v1', root, breaking);
      const withoutRepository = await open('v1', root);
      const withoutLink = await open('v1', root);
      fs.rmSync(path.join(withoutLink.folder, '.git'));
      withoutLink.remove();
      expect(worktreesOf(root)).to.not.include(withoutLink.folder);
      expect(fs.existsSync(withoutLink.folder)).to.equal(false);
      isBroken = true;
      withoutGit.remove();
      expect(fs.existsSync(withoutGit.folder)).to.equal(false);
      fs.rmSync(root, { recursive: true });
      withoutRepository.remove();
      expect(fs.existsSync(withoutRepository.folder)).to.equal(false);
    });

    it('with its changes, but not with checkouts of others, even if these are unavailable or linked', async () => {
      const root = repository();
      const [away, mine] = [scratch(`away-${count++}`), scratch(`mine-${count++}`)];
      for (const one of [away, mine]) git(root, 'worktree', 'add', '-q', '--detach', one);
      fs.renameSync(away, `${away}-unmounted`);
      const [one, two] = [await open('v1', root), await open('v1', root)];
      put(one.folder, { 'bench/x.js': 'written by a test', 'new/file': '' });
      one.remove();
      expect(worktreesOf(root)).to.have.members([root, away, mine, two.folder]);
      expect(read(two.folder, 'bench/x.js')).to.equal('old');
      fs.rmSync(two.folder, { recursive: true });
      fs.symlinkSync(mine, two.folder);
      two.remove();
      expect(read(mine, 'bench/x.js')).to.equal('old');
      expect(worktreesOf(root)).to.have.members([root, away, mine]);
    });

    /** Ends a command by a signal once git, as git.sh, has begun something slow. */
    async function interrupt(root, temporary, args, gitScript) {
      fs.mkdirSync(temporary, { recursive: true });
      const bin = path.dirname(scratch(`slow-${count++}/git`, `#!/bin/sh\n${gitScript}\nPATH=$REST exec git "$@"\n`));
      fs.chmodSync(path.join(bin, 'git'), 0o755);
      const begun = path.join(bin, 'begun');
      const env = { ...ENV, TMPDIR: temporary, PATH: `${bin}:${ENV.PATH}`, REST: ENV.PATH, BEGUN: begun };
      const child = spawn(process.execPath, [PROGRAM, ...args, 'bench/x.js'], { cwd: root, env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await until(() => fs.existsSync(begun));
      child.kill('SIGTERM');
      expect(await ended).to.deep.equal([143, null]);
    }

    for (const args of [['compare', '--rev', 'v1'], ['bisect', '--good', 'v1']]) {
      needs('signals', it)(`after a signal to ${args[0]} during a slow checkout, which ends the command`, async () => {
        const root = repository();
        commit(root, 'second');
        const temporary = scratch(`interrupted-${count++}`);
        await interrupt(root, temporary, args, 'case "$*" in *"worktree add"*) PATH=$REST git "$@" || exit; ' +
          'touch "$BEGUN"; exec sleep 600;; esac');
        await until(() => fs.readdirSync(temporary).length === 0 && worktreesOf(root).length === 1);
      });
    }

    const sleepOnce = 'if [ ! -e "$BEGUN" ]; then touch "$BEGUN"; sleep 600; fi';
    const json = ['run', '--json'];
    for (const [args, slow] of [
      [json, 'rev-parse'], [json, 'status'], [[...json, '--shard=1/1'], 'diff'],
      [['compare', '--rev', 'v1'], 'rev-parse'],
    ]) {
      needs('signals', it)(`after a signal to ${args.join(' ')} during a slow git ${slow}, which ends it`, async () => {
        const script = `case "$*" in *" ${slow} "*) ${sleepOnce};; esac`;
        await interrupt(repository(), scratch(`interrupted-${count++}`), args, script);
      });
    }

    it('in the background if git is slow', async () => {
      const root = repository();
      const run = (command, args, options) => (
        args.includes('remove') ? realHost.run('sleep', ['600'], options) : realHost.run(command, args, options));
      (await open('v1', root, hostWith({ env: ENV, run }))).remove();
      await until(() => worktreesOf(root).length === 1);
    });

    for (const slow of ['status --porcelain', 'worktree remove']) {
      needs('signals', it)(`after a signal during a slow git ${slow}, which ends the command`, async () => {
        const root = repository();
        const temporary = scratch(`interrupted-${count++}`);
        killed(root, temporary);
        await interrupt(root, temporary, ['compare', '--rev', 'v1'],
          `case "$*" in *"${slow}"*) ${sleepOnce};; esac`);
        await next(root, temporary);
        await until(() => worktreesOf(root).length === 1);
      });
    }

    /** Checkouts of a killed run, with their files in a temporary folder. */
    function killed(root, temporary, checkouts = 1) {
      fs.mkdirSync(temporary, { recursive: true });
      const script =
        `const { openWorktree } = require(${JSON.stringify(require.resolve('#lib/compare/sides/worktree'))});
        const host = require(${JSON.stringify(require.resolve('#lib/base/host/host'))});
        (async () => {
          const folders = [];
          for (let i = 0; i < ${checkouts}; i++) {
            folders.push((await openWorktree('v1', { cwd: process.cwd(), host })).cwd);
          }
          require('fs').writeSync(1, JSON.stringify(folders));
          process.kill(process.pid, 'SIGKILL');
        })();`;
      const env = { ...ENV, TMPDIR: temporary };
      const folders =
        JSON.parse(spawnSync(process.execPath, ['-e', script], { cwd: root, env, encoding: 'utf8' }).stdout);
      for (const folder of folders) expect(fs.existsSync(folder)).to.equal(true);
      return folders;
    }
    /** Opens and removes a checkout with another temporary folder. */
    async function next(root, temporary, more = {}) {
      const makeTemporaryFolder = (name) => fs.mkdtempSync(path.join(temporary, name));
      (await open('v1', root, hostWith({ env: ENV, ...GIT, makeTemporaryFolder, ...more }))).remove();
    }

    it('by the next run if its own run was killed and its process has ended, while the packages stay', async () => {
      const root = repository();
      put(root, { 'node_modules/dep/index.js': 'dep' });
      const temporary = scratch(`with\na newline-${count++}`);
      const [folder, checkingOut, withoutGit] = killed(root, temporary, 3);
      const expectKept = async (state, more) => {
        await next(root, temporary, more);
        expect(fs.existsSync(path.join(folder, 'bench/x.js')), state).to.equal(true);
        expect(git(root, 'worktree', 'list', '--porcelain'), state).to.include(folder);
      };
      await expectKept('alive', { isAlive: () => true });
      await expectKept('in another container', { pidNamespace: () => 'pid:[4026532999]' });
      await expectKept('in an unknown container', { pidNamespace() { throw systemError('ENOENT', '/proc'); } });
      git(root, 'worktree', 'lock', '--reason', 'initializing', checkingOut);
      fs.rmSync(path.join(withoutGit, '.git'));
      // This process has the same pid, so the owner has ended.
      const { pid } = JSON.parse(read(path.dirname(folder), 'owner.json'));
      await next(root, temporary, { pid, isAlive: () => true });
      expect(fs.readdirSync(temporary)).to.deep.equal([]);
      expect(fs.existsSync(path.join(root, '.git/worktrees'))).to.equal(false);
      expect(read(root, 'node_modules/dep/index.js')).to.equal('dep');
    });

    it('by the next run only if qtimeit made it, for this repository', async () => {
      const root = repository();
      const temporary = scratch(`others-${count++}`);
      const [ofAnother] = killed(repository(), temporary);
      const [elsewhere] = killed(root, scratch(`elsewhere-${count++}`));
      const mine = path.join(temporary, 'qtimeit-worktree-999999999-aaaaaa');
      git(root, 'worktree', 'add', '-q', '--detach', mine);
      const checkout = path.join(temporary, 'qtimeit-worktree-999999999-bbbbbb/checkout');
      git(root, 'worktree', 'add', '-q', '--detach', checkout);
      // It looks like a worktree of this repository, in a folder whose name begins like ours.
      const misled = path.join(temporary, 'qtimeit-worktree-999999999-cccccc');
      put(misled, { '.git': '', 'precious': '' });
      fs.cpSync(path.join(root, '.git/worktrees', path.basename(mine)), path.join(root, '.git/worktrees/misled'),
        { recursive: true });
      put(root, { '.git/worktrees/misled/gitdir': `${misled}/.git\n` });
      await next(root, temporary);
      for (const folder of [ofAnother, elsewhere, mine, checkout, misled]) {
        expect(fs.existsSync(folder), folder).to.equal(true);
      }
      expect(worktreesOf(root)).to.have.members([root, elsewhere, mine, checkout, misled]);
    });

    it('by the next run only if no other user made or can change its folder, and no link is in its place', async () => {
      const root = repository();
      const temporary = scratch(`foreign-${count++}`);
      const [writable, linked, borrowing, foreign] = killed(root, temporary, 4).map((one) => path.dirname(one));
      fs.chmodSync(writable, 0o777);
      const mine = scratch(`mine-${count++}`);
      git(root, 'worktree', 'add', '-q', '--detach', mine);
      fs.rmSync(path.join(linked, 'checkout'), { recursive: true });
      fs.symlinkSync(mine, path.join(linked, 'checkout'));
      // Another worktree whose administrative folder the checkout names
      fs.copyFileSync(path.join(mine, '.git'), path.join(borrowing, 'checkout/.git'));
      await next(root, temporary, { uid: process.getuid() + 1 });
      expect(fs.readdirSync(temporary)).to.have.length(4);
      if (process.getuid() === 0) {
        fs.chownSync(foreign, 12345, 12345);
        await next(root, temporary);
        expect(fs.existsSync(path.join(foreign, 'checkout/bench/x.js'))).to.equal(true);
        fs.chownSync(foreign, 0, 0);
      }
      await next(root, temporary);
      expect(fs.readdirSync(temporary)).to.have.members([writable, linked, borrowing].map((one) => path.basename(one)));
      expect(worktreesOf(root)).to.include(mine);
      expect(read(mine, 'bench/x.js')).to.equal('old');
    });
  });
});
