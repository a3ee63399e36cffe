'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { inside, insideOf, noTerminal, refused, stdoutOf } = require('../helpers/cli-inside');
const { memoryOf, results, row, suite } = require('../helpers/documents');
const { commitAll, commitVersions, git } = require('../helpers/git-folder');
const { pidOf, startedUntil, untilDead } = require('../helpers/suite-processes');
const { needs } = require('../helpers/needs');

useFolder();

needs('git', describe)('qtimeit history', () => {
  function commit(i) {
    write('x.js', `// ${i}`);
    git('add', 'x.js');
    git('commit', '-qm', `number ${i}`);
  }

  const head = () => git('rev-parse', 'HEAD').trim();
  const parse = (nsPerCall, { memory, ...more } = {}) => suite(
    [row('parse', { nsPerCall, nsLow: nsPerCall, nsHigh: nsPerCall, cycles: null, ...(memory && { memory }) })],
    { file: 'a.js', ...more });
  const save = (nsPerCall, more) => write('r.json', JSON.stringify(
    results([parse(nsPerCall)], { revision: { commit: head(), isClean: true }, ...more })));

  const add = (...options) => inside('history', 'add', 'r.json', ...options);
  const refusedAdd = (...options) => refused('history', 'add', 'r.json', ...options);

  /** Creates a commit, and a file with a result for it. */
  function commitResult(i = 0, ns = 100) {
    commit(i);
    save(ns);
  }

  /** Adds a result of each of 24 commits. Returns the commits. */
  async function addVersions(suiteAt) {
    const commits = commitVersions(24);
    const files = commits.map((one, i) => write(`${i}.json`, JSON.stringify(
      results([suiteAt(i)], { revision: { commit: one, isClean: true } }))));
    const { status, stderr } = await inside('history', 'add', ...files);
    expect(status, stderr).to.equal(0);
    expect(stderr).to.match(
      /^(1 test for commit [\da-f]{10} added: \.qtimeit\/history\/[\da-f]{12}(-[\da-f]{8}){2}\.json\n){24}$/);
    return commits;
  }

  const slowerFrom12 = (i) => parse((i < 12 ? 100 : 130) + i % 3);

  beforeEach(() => git('init', '-q'));

  it('stores a file for each result, and finds the commits after which a test changed', async () => {
    const commits = await addVersions(slowerFrom12);
    expect(fs.readdirSync(inFolder('.qtimeit/history'))).to.have.length(24);
    const stdout = await stdoutOf('history', 'changes');
    const [before, after] = commits.slice(11, 13).map((one) => one.slice(0, 10));
    expect(stdout).to.match(new RegExp(`^a\\.js: parse +\\+29\\.\\d % .* ${before}\\.\\.${after} +time +`, 'm'));
    expect(await stdoutOf('history', 'show')).to.match(/^a\.js: parse +24 +132 ns +\+32/m);
    expect(await refused('history', 'changes', '--test', 'other'))
      .to.include('no test contains other. Available: parse');
    const out = { stdout: '' };
    const narrow = insideOf({}, { terminal: noTerminal(out, { screen: () => ({ columns: 40, rows: 40 }) }) });
    for (const action of ['changes', 'show']) await narrow.inside('history', action);
    expect(out.stdout).to.match(new RegExp(`^a\\S+rse +\\+\\S+ % ${before}\\.\\.${after}$`, 'm'))
      .and.match(/^a\.js: parse .*132 ns +\+32.* %$/m);
  });

  it('finds changes of memory, from none and to none', async () => {
    await addVersions((i) => parse(100 + i % 3, {
      memory: { ...memoryOf(i < 8 ? 0 : i < 16 ? 40 : 64), peakBytes: (i < 12 ? 3e7 : 5e7) + 1e5 * (i % 3) },
    }));
    const { stdout } = await inside('history', 'changes');
    expect(stdout.match(/^a\.js: parse.*$/gm)).to.have.length(3);
    expect(stdout).to.match(/^a\.js: parse \(memory\) +\+40 B .* bytes +/m)
      .and.match(/^a\.js: parse \(memory\) +\+24 B .* bytes +/m)
      .and.match(/^a\.js: parse \(peak memory\) +\+19\.8 MB .* bytes +/m);
    expect((await inside('history', 'show')).stdout).to.match(/^a\.js: parse \(memory\) +24 +64 B +\+64 B +/m)
      .and.match(/^a\.js: parse \(peak memory\) +24 +50\.2 MB +\+20\.2 MB +/m);
  });

  it('says that there are too few results for a change', async () => {
    for (const [i, ns] of [100, 200, 400].entries()) {
      commitResult(i, ns);
      expect((await add()).status).to.equal(0);
    }
    expect((await inside('history', 'changes')).stdout)
      .to.equal('no test became faster or slower. Changes are found from six commits with results on\n');
  });

  it('shows the median of several results of a commit, and separates machines', async () => {
    for (const [i, ns] of [100, 300, 110].entries()) {
      if (i === 0) commit(i);
      save(ns);
      await add();
    }
    expect((await inside('history', 'show')).stdout).to.match(/^a\.js: parse +1 +110 ns/m);
    const text = fs.readFileSync(inFolder('r.json'), 'utf8');
    write('r.json', text.replace(/"cpuCount": ?\d+/, '"cpuCount": 99'));
    await add();
    expect((await inside('history', 'show')).stdout.match(/^a\.js: parse/gm)).to.have.length(2);
  });

  it('separates the machines of a merged document', async () => {
    commit(0);
    const { environment } = results([]);
    const machines = [1, 2].map((i) => (
      { name: `m${i}`, environment: { ...environment, cpu: `CPU ${i}` }, shards: [i] }));
    save(100, { machines, suites: [parse(100, { machine: 0 }), parse(200, { machine: 1, file: 'b.js' })] });
    const { stderr } = await add();
    expect(stderr.match(/^1 test for commit .* added: /gm)).to.have.length(2);
    const { stdout } = await inside('history', 'show');
    expect(stdout).to.match(/^a\.js: parse .* CPU 1,/m).and.match(/^b\.js: parse .* CPU 2,/m);
  });

  it('credits the commit that was measured, and reports changes in the tree', async () => {
    commitResult();
    const first = head();
    commit(1);
    const stderrOf = async (...options) => (await add(...options)).stderr;
    expect(await stderrOf()).to.match(new RegExp(`^1 test for commit ${first.slice(0, 10)} added: .*\n$`));
    expect(await stderrOf('--commit', 'HEAD')).to.match(
      new RegExp(`^note: r\\.json was measured at commit ${first.slice(0, 10)}\n1 test for commit `));
    save(100, { revision: { commit: first, isClean: false } });
    expect(await stderrOf()).to.include('note: r.json was measured with changes that are not in its commit\n');
    save(100, { revision: null });
    expect(await stderrOf()).to.include(
      `note: r.json names no commit. If it was not measured at ${head().slice(0, 10)}, pass --commit SHA`);
    expect(await stderrOf('--commit', 'HEAD')).to.match(/^1 test/);
    save(100, { revision: { commit: '--all', isClean: true } });
    expect(await refusedAdd()).to.include('revision');
  });

  it('gets results of a clean tree only if git tracks the files, and the code next to them', async () => {
    const isClean = async (...args) => {
      const { status, stdout, stderr } = await inside(...args, '--time', '0.02', '--json');
      expect(status, stderr).to.equal(0);
      const { revision } = JSON.parse(stdout);
      expect(revision.commit).to.equal(head());
      return revision.isClean;
    };
    const suiteText = 'module.exports = { a() { return [].length; } };';
    for (const file of ['bench/b.js', 'other/o.js', 'x.js']) write(file, suiteText);
    write('.gitignore', 'ignored*');
    commitAll();
    write('r.json', '{}');
    write('bench/node_modules/dep/index.js', '');
    expect([await isClean('run', 'bench'), await isClean('[].length')]).to.deep.equal([true, true]);
    write('bench/helpers/h.js', '');
    write('bench/ignored.js', suiteText);
    expect(await isClean('run', 'bench/b.js')).to.equal(false);
    expect([await isClean('run', 'other'), await isClean('[].length')]).to.deep.equal([true, true]);
    fs.rmSync(inFolder('bench/helpers'), { recursive: true });
    expect(await isClean('run', 'bench/b.js')).to.equal(true);
    expect(await isClean('run', 'bench/ignored.js')).to.equal(false);
    const outside = write(`../${path.basename(inFolder())}.js`, suiteText);
    expect(await isClean('run', outside)).to.equal(false);
    fs.rmSync(inFolder(outside));
    write('x.js', '');
    expect([await isClean('run', 'other'), await isClean('[].length')]).to.deep.equal([false, false]);
  });

  it('is not written into a folder of other files', async () => {
    commitResult();
    write('bench/a.js', '');
    expect(await refusedAdd('--dir', 'bench')).to.include(
      'bench is no history: it contains a.js. Choose another one with --dir');
    expect(fs.readdirSync(inFolder('bench'))).to.deep.equal(['a.js']);
    const harmless = ['.DS_Store', '.gitattributes', '.gitkeep', 'README.md', 'Thumbs.db'];
    for (const name of harmless) write(`b/${name}`, '');
    expect((await add('--dir', 'b')).status).to.equal(0);
    write('b/index.html', '');
    expect((await add('--dir', 'b')).stderr).to.include(' already in the history: ');
    write('b/package.json', '{}');
    expect(await refusedAdd('--dir', 'b')).to.include('b is no history: it contains package.json');
  });

  it('reports files that cannot be read, and refuses invalid arguments', async () => {
    commitResult();
    await add();
    write('.qtimeit/history/cut.json', '{"qtimeit":"hist');
    const { status, stdout, stderr } = await inside('history', 'show');
    expect({ status, stderr })
      .to.deep.equal({ status: 1, stderr: 'qtimeit: cut.json is not an entry of the history, or is damaged\n' });
    expect(stdout).to.include('a.js: parse');
    fs.rmSync(inFolder('.qtimeit/history/cut.json'));
    const [name] = fs.readdirSync(inFolder('.qtimeit/history'));
    write(`.qtimeit/history/${name}`, '{"cut');
    expect((await add()).stderr).to.include(' added: ');
    fs.writeFileSync(inFolder('utf16.csv'), Buffer.from('\ufefftime,commit,a\n', 'utf16le'));
    write('no-times.csv', '\ufefftime,commit,a\nx,abcdef1,5\n');
    for (const [args, words] of [
      [[], 'history expects an action (add, import, export, page, changes, show), got none'], [['drop'], 'got drop'],
      [['add'], 'history add needs results'], [['add', 'r.json', '--commit', 'nothing'], 'nothing is not a commit'],
      [['show', '--dir', 'none'], 'none cannot be read: it does not exist. Add a result first'],
      [['show', '--dir', 'x.js'], 'x.js cannot be read: a part of the path is a file, not a folder\n'],
      [['import'], 'history import needs a file'],
      [['import', 'none.js'], 'none.js cannot be read: '],
      [['import', 'utf16.csv'], 'utf16.csv is UTF-16 text. Save it as UTF-8'],
      [['import', 'no-times.csv'], 'no-times.csv contains no value with a commit, a time and a known unit (1 others)'],
      [['import', 'x.js'], 'is not a history in a known format'],
      [['page', '--link', 'javascript:x'], '--link javascript:x is not a URL'],
      [['add', 'r.json', '--push'], '--push requires a branch'],
      ...['a..b', 'HEAD', 'refs/heads/main', 'heads/main'].map((name) => (
        [['add', 'r.json', '--branch', name], `--branch ${name} is not a valid branch name`])),
      [['show', '--branch', 'none'], 'branch none cannot be read: '], [['show', 'r.json'], 'show takes no file'],
      [['add', 'r.json', '--dir', 'x.js'], 'x.js cannot be read: a part of the path is a file'],
      [['add', 'r.json', '--commit=--all'], '--all is not a commit'],
    ]) expect(await refused('history', ...args)).to.include(words);
    expect((await add('--commit', 'abcdef1234')).status).to.equal(0);
  });

  it('writes a page with the changes, and links to their commits', async () => {
    git('remote', 'add', 'origin', 'git@forge.test:me/it.git');
    const changed = (await addVersions(slowerFrom12))[12];
    const subject = git('log', '-1', '--format=%s', changed).trim();
    for (const [options, address] of [
      [[], 'https://forge.test/me/it/commit'], [['--link', 'http://x.test/c/', '--force'], 'http://x.test/c'],
    ]) {
      expect((await inside('history', 'page', ...options)).status).to.equal(0);
      const page = fs.readFileSync(inFolder('history.html'), 'utf8');
      expect(page).to.include('<p class="answer">1 of 1 test changed: 1 slower, 0 faster</p>')
        .and.include(`<a href="${address}/${changed}">`).and.include(`<td class="spare wrapped">${subject}</td>`)
        .and.not.include('<bdi>machine</bdi>');
    }
    expect(await refused('history', 'page')).to.include('history.html');
  });

  it('finds fewer changes with a smaller --error-rate', async () => {
    const rows = Array.from({ length: 24 }, (_, i) => (
      `${1e9 + i},${`${i}`.padStart(40, 'abc')},${98 + i * 7 % 5 + (i < 12 ? 0 : 6)}\n`));
    write('x.csv', `time,commit,parse\n${rows.join('')}`);
    await inside('history', 'import', 'x.csv');
    const answerOf = async (...options) => (await inside('history', 'changes', ...options)).stdout;
    expect(await answerOf()).to.match(/^parse +\+6\.\d %/m);
    expect(await answerOf('--error-rate', '1e-9')).to.equal('no test became faster or slower\n');
  });

  it('exports a file that it can import, and skips results that it already has', async () => {
    commitResult();
    await add();
    const { stdout } = await inside('history', 'export');
    expect(stdout).to.equal(`time,commit,a.js: parse\n${git('log', '--format=%ct,%H').trim()},100\n`);
    write('o.csv', stdout);
    for (const words of ['1 result added to b\n', '0 results added to b (1 already in the history)\n']) {
      expect((await inside('history', 'import', 'o.csv', '--dir', 'b')).stderr).to.equal(`o.csv: ${words}`);
    }
    expect((await inside('history', 'export', '--dir', 'b')).stdout).to.equal(stdout);
  });

  it('stores results on a branch, and merges it with results that others have pushed', async () => {
    commit(0);
    git('init', '-q', '--bare', 'remote.git');
    git('remote', 'add', 'origin', './remote.git');
    const remote = () => git('-C', 'remote.git', 'ls-tree', '--name-only', 'results').trim().split('\n');
    const addOf = async (ns, ...options) => {
      save(ns);
      const { status, stderr } = await add('--branch', 'results', ...options);
      expect(status, stderr).to.equal(0);
      return stderr;
    };
    expect(await addOf(100, '--push')).to.match(/ added: branch results\/.*\.json\n$/);
    expect(await addOf(100, '--push')).to.include(' already in the history: ');
    const [first] = remote();
    git('branch', 'mine', 'results');
    await addOf(110, '--push');
    expect(remote()).to.have.length(2);
    // Like another machine that does not have the second result
    git('update-ref', 'refs/heads/results', 'mine');
    await addOf(120);
    await addOf(130, '--push');
    expect(remote()).to.have.length(4).and.include(first);
    expect((await inside('history', 'show', '--branch', 'results')).stdout).to.match(/^a\.js: parse +1 +115 ns/m);
    expect(git('status', '--short', '--untracked-files=no')).to.equal('');
    // Results that were removed from the remote branch do not come back.
    git('-C', 'remote.git', 'update-ref', 'refs/heads/results', 'results~2');
    await addOf(140, '--push');
    expect(remote()).to.have.length(3);
    const hook = inFolder('remote.git/hooks/pre-receive');
    fs.writeFileSync(hook, '#!/bin/sh\necho "results is protected" >&2\nexit 1\n', { mode: 0o755 });
    save(150);
    expect(await refusedAdd('--branch', 'results', '--push'))
      .to.include('could not be pushed: results is protected. The commit is kept');
  });

  it('is ended by a signal while git waits for another machine, and ends git', async function signal() {
    if (process.platform === 'win32') this.skip();
    commitResult();
    write('wait.sh', 'echo $$ > pid\nexec sleep 600\n');
    git('remote', 'add', 'origin', 'ssh://forge.test/it');
    git('config', 'core.sshCommand', 'sh wait.sh');
    for (const args of [['show'], ['add', 'r.json', '--push']]) {
      fs.rmSync(inFolder('pid'), { force: true });
      const done = await startedUntil(['history', ...args, '--branch', 'results'], pidOf,
        (child) => child.kill('SIGTERM'));
      expect(done.status).to.equal(143);
      await untilDead();
    }
  });

  it('ignores other files on a branch, and refuses the branch that is checked out', async () => {
    commitResult();
    await add('--branch', 'results');
    const main = git('symbolic-ref', '--short', 'HEAD').trim();
    git('checkout', '-q', 'results');
    fs.writeFileSync(inFolder('0.bin'), Buffer.from([0xff, 0xfe, 0x80]));
    write('0/a.json', '{}');
    git('add', '0.bin', '0');
    git('commit', '-qm', 'others');
    expect(await refusedAdd('--branch', 'results')).to.include('results is checked out in ');
    git('checkout', '-q', main);
    git('worktree', 'add', '-q', 'other', 'results');
    expect(await refusedAdd('--branch', 'results')).to.match(/is checked out in .*other/);
    git('symbolic-ref', 'refs/heads/alias', 'refs/heads/results');
    const before = git('rev-parse', 'results');
    expect(await refusedAdd('--branch', 'alias'))
      .to.match(/alias is a symbolic ref to refs\/heads\/results, which is checked out in .*other/);
    expect(git('rev-parse', 'results')).to.equal(before);
    git('worktree', 'remove', '--force', 'other');
    git('checkout', '-q', '--detach');
    expect(await refusedAdd('--branch', main)).to.include(
      `the branch ${main} is no history: it contains x.js`);
    git('checkout', '-q', main);
    expect(await stdoutOf('history', 'show', '--branch', 'results')).to.include('a.js: parse');
  });

  it('gives the reason of git, and pushes no tags', async () => {
    git('init', '-q', '--bare', 'remote.git');
    git('remote', 'add', 'origin', './remote.git');
    commit(0);
    git('config', 'push.followTags', 'true');
    git('config', 'i18n.logOutputEncoding', 'UTF-16');
    save(100);
    const push = (...options) => add('--branch', 'results', '--push', ...options);
    expect((await push('--commit', 'HEAD')).status).to.equal(0);
    git('tag', '-am', 'mine', 'v1', 'results');
    save(110);
    expect((await push()).status).to.equal(0);
    expect(git('-C', 'remote.git', 'tag')).to.equal('');
    save(120);
    expect(await refusedAdd('--branch', 'results/x')).to.include(
      '\'refs/heads/results\' exists; cannot create \'refs/heads/results/x\'');
    write('.git/refs/heads/results.lock', '');
    expect(await refusedAdd('--branch', 'results')).to.match(
      /could not be written: the file .*results\.lock exists\. If no other git command is running, remove it/);
    if (process.getuid && process.getuid() === 0) {
      fs.chownSync(inFolder('.git'), 12345, 12345);
      fs.chownSync(inFolder('.'), 12345, 12345);
      expect(await refusedAdd()).to.include('belongs to another user');
      expect(await refused('history', 'show', '--branch', 'results')).to.include('belongs to another user');
    }
  });

  it('leaves out results of rewritten commits, and reports their number', async () => {
    for (const i of [0, 1]) {
      commitResult(i);
      await add();
    }
    git('commit', '-q', '--amend', '-m', 'rewritten');
    const { stdout, stderr } = await inside('history', 'show');
    expect(stdout).to.match(/^a\.js: parse +1 /m);
    expect(stderr).to.equal('note: left out: 1 result for commits that are not on the main line of HEAD\n');
  });

  it('orders results by time in a shallow clone, which lacks older commits', async () => {
    const commits = await addVersions(() => parse(100));
    fs.writeFileSync(inFolder('.git/shallow'), `${commits.at(-1)}\n`);
    expect((await inside('history', 'show')).stdout).to.match(/^a\.js: parse +24 /m);
  });
});
