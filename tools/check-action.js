#!/usr/bin/env node
'use strict';

/*
 * Runs the steps of action.yml as a runner does, for pull requests of several kinds, and the GitLab job of the
 * examples, against an interface of both forges on 127.0.0.1 that keeps comments: node tools/check-action.js
 */

const { expect } = require('chai');
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { outputOf } = require('../test/helpers/child-processes');
const { startForge, BOT, SHA } = require('./forge');
const { commitAll, git, makeRepository } = require('./repository');

const yaml = require(require.resolve('js-yaml', { paths: [require.resolve('mocha/package.json')] }));

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');

const yamlOf = (...file) => yaml.load(fs.readFileSync(path.join(ROOT, ...file), 'utf8'));
const { inputs, runs: { steps } } = yamlOf('action.yml');
const suite = (...tests) => `let x = 1;
const steps = (n) => { let s = x; for (let i = 0; i < n; i++) s = Math.imul(s, 1664525) + i | 0; x = s; };
module.exports = {\n${tests.map(([name, n]) => `  '${name}'() { steps(${n}); },`).join('\n')}\n};\n`;

/** The merge commit of a pull request, whose first parent is the base */
function makePull(folder, base, head) {
  const file = path.join(folder, 'bench', 'x.js');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, base);
  makeRepository(folder);
  fs.writeFileSync(file, head);
  commitAll(folder);
}

async function run(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr, status } = await outputOf(child);
  return { status, output: stdout + stderr };
}

/** Runs the steps; gives { code, summary, output } */
async function runAction(folder, given, forge, event) {
  const files = Object.fromEntries(['summary', 'output', 'event'].map((name) => [name, `${folder}-of-job/${name}`]));
  fs.writeFileSync(files.summary, '');
  fs.writeFileSync(files.output, '');
  fs.writeFileSync(files.event, JSON.stringify(event));
  const valueOf = (text) => `${text}`.replace(/\$\{\{ (.*?) \}\}/g, (_, name) => {
    if (name === 'github.token') return 'a-token';
    if (name.startsWith('inputs.')) return valueOf(given[name.slice(7)] ?? inputs[name.slice(7)].default);
    const [, output] = /^steps\.compare\.outputs\.(.*)$/.exec(name);
    return new RegExp(`^${output}=(.*)`, 'm').exec(fs.readFileSync(files.output, 'utf8'))[1];
  });
  let all = '';
  for (const { run: script, env } of steps.filter((step) => step.run)) {
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, valueOf(value)]));
    const { status, output } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder, env: {
        ...process.env, GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: ROOT, GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_OUTPUT: files.output, GITHUB_EVENT_PATH: files.event, GITHUB_REPOSITORY: 'me/it', GITHUB_SHA: SHA,
        GITHUB_API_URL: forge.url, GITHUB_RUN_ID: '5', GITHUB_HEAD_REF: event.pull_request ? 'x' : '',
        RUNNER_TEMP: `${folder}-of-job`, ...own,
      },
    });
    all += output;
    if (process.env.VERBOSE) console.log(output);
    if (status !== 0) return { code: status, summary: fs.readFileSync(files.summary, 'utf8'), output: all };
  }
  return { code: 0, summary: fs.readFileSync(files.summary, 'utf8'), output: all };
}

/** Runs the job of examples/ci/gitlab-comment.yml; gives its exit code and output */
function runGitlabJob(folder, forge) {
  const jobs = yamlOf('examples', 'ci', 'gitlab-comment.yml');
  const [install, ...script] = jobs.benchmarks.script;
  expect(install).to.equal('npm ci');
  const measure = script.join('\n').replace('--timeout', '-t 2 --timeout');
  const post = jobs['benchmark comment'].script.at(-1).replace('/tmp/', '');
  const program = `npx() { shift 2; ${JSON.stringify(process.execPath)} ${JSON.stringify(PROGRAM)} "$@"; }`;
  const base = git(folder, 'rev-parse', 'HEAD^').trim();
  return run('bash', ['-ec', [program, `(${measure}) || code=$?`, post, 'exit $code'].join('\n')], {
    cwd: folder, env: {
      ...process.env, CI_API_V4_URL: forge.url, CI_PROJECT_ID: '12', CI_MERGE_REQUEST_IID: '3', CI_COMMIT_SHA: SHA,
      CI_JOB_URL: 'https://gitlab.test/job/9', CI_PROJECT_URL: 'https://gitlab.test/me/it', QTIMEIT_TOKEN: 'a-token',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base, GITHUB_ACTIONS: '',
    },
  });
}

const PULL = { pull_request: { number: 7, head: { sha: SHA } } };
const RUN = { workflow_run: { id: 5, head_sha: SHA, head_branch: 'x', head_repository: { owner: { login: 'them' } } } };
const OLD = suite(['steps', 100], ['others', 50]);
const SLOW = suite(['steps', 1000], ['others', 50]);
const OTHER = { id: 1, user: { login: 'mallory' }, body: '<!-- qtimeit: Benchmarks -->\nforged' };
const many = () => Array.from({ length: 130 }, (_, i) => ({ id: i + 1, user: { login: BOT }, body: `comment ${i}` }));
const bodies = ({ comments }) => comments.filter(({ user, body }) => user.login === BOT && body.includes('qtimeit:'));

const SCENARIOS = {
  async 'a slower test: summary, comment, annotation, and the job fails'(act) {
    const forge = await startForge({ comments: [OTHER], unready: 1 });
    const { code, summary, output } = await act(OLD, SLOW, {}, forge, PULL);
    expect(code).to.equal(3);
    expect(summary).to.include('regression').and.include('--max-regression 10 %: failed');
    expect(output).to.match(/^::error file=bench\/x\.js,line=4,title=benchmark regression::steps: .* slower/m);
    expect(bodies(forge)).to.have.length(1);
    expect(bodies(forge)[0].body).to.match(/^<!-- qtimeit: Benchmarks -->\n### Benchmarks\n/)
      .and.include('regression').and.include('/me/it/actions/runs/5');
    expect(OTHER.body).to.include('forged');
  },

  async 'no change: no comment; an earlier one, on the second page, is brought up to date'(act) {
    const forge = await startForge();
    const quiet = await act(OLD, `${OLD}// x\n`, { 'max-regression': '' }, forge, PULL);
    expect([quiet.code, forge.comments.length]).to.deep.equal([0, 0]);
    const earlier = await startForge({ comments: many() });
    earlier.comments[119].body = '<!-- qtimeit: Benchmarks -->\nslower';
    await act(OLD, `${OLD}// x\n`, { 'max-regression': '' }, earlier, PULL);
    expect([bodies(earlier).length, earlier.comments.length]).to.deep.equal([1, 130]);
    // Notes on a busy machine contain "slower", too.
    expect(bodies(earlier)[0].body).to.not.match(/\nslower|\| [^|\n]*slower/);
  },

  async 'a new and a removed test are named'(act) {
    const forge = await startForge();
    const head = suite(['steps', 100], ['fresh', 50]);
    const { summary } = await act(OLD, head, { 'max-regression': '' }, forge, PULL);
    expect(summary).to.include('not in old').and.include('not in new');
    expect(bodies(forge)).to.have.length(1);
  },

  async 'a second use in the job that fails: it posts nothing of the first, also under an odd title'(act, folder) {
    const forge = await startForge();
    await act(OLD, SLOW, { title: '--first' }, forge, PULL);
    expect(bodies(forge)).to.have.length(1);
    const { code, summary } = await runAction(folder, { title: 'Second', prepare: 'exit 1' }, forge, PULL);
    expect([code, bodies(forge).length]).to.deep.equal([2, 1]);
    expect(bodies(forge)[0].body).to.match(/\n### .*first\n/);
    expect(summary).to.include('could not be compared').and.not.include('regression');
  },

  async 'a build that fails: its output is in the summary, and nothing is lost'(act) {
    const forge = await startForge();
    const { code, summary } = await act(OLD, SLOW, { prepare: 'echo what went wrong; exit 1' }, forge, PULL);
    expect(code).to.equal(2);
    expect(summary).to.include('could not be compared').and.include('what went wrong');
  },

  async 'a fork: its token may not comment, and the summary has all; a second workflow comments'(act, folder) {
    const { code, summary, output } = await act(OLD, SLOW, {}, await startForge({ refused: 403 }), PULL);
    expect(code).to.equal(3);
    expect(summary).to.include('regression');
    expect(output).to.include('::warning::the comment could not be posted');
    const forge = await startForge();
    const job = `${folder}-of-job`;
    const event = path.join(job, 'event');
    fs.writeFileSync(event, JSON.stringify(RUN));
    const env = { ...process.env, GITHUB_EVENT_PATH: event, GITHUB_REPOSITORY: 'me/it', GITHUB_TOKEN: 'x',
      GITHUB_API_URL: forge.url, GITHUB_ACTIONS: 'true' };
    const file = 'qtimeit-1/comparison.json';
    const step = yamlOf('examples', 'ci', 'github-comment.yml').jobs.comment.steps.at(-1);
    const title = fs.readFileSync(path.join(job, 'qtimeit-1/title.txt'), 'utf8');
    expect(step.run).to.include('comment "$file" --title="$(cat "${file%/*}/title.txt")"');
    const comment = () => run(process.execPath, [PROGRAM, 'comment', file, `--title=${title}`], { cwd: job, env });
    expect((await comment()).output).to.include('comment: created');
    expect((await comment()).output).to.include('comment: unchanged');
    expect(forge.comments).to.have.length(1);
    const artifact = path.join(job, file);
    fs.writeFileSync(artifact, fs.readFileSync(artifact, 'utf8').replaceAll('"bench/x.js"', '"/dev/zero"'));
    expect((await comment()).output).to.match(/^::error file=\/dev\/zero,line=1,/m).and.include('comment: unchanged');
    fs.writeFileSync(event, JSON.stringify(RUN).replaceAll(SHA, 'b'.repeat(40)));
    expect((await comment()).output).to.include('no open pull request belongs to this commit');
  },

  async 'a merge request of GitLab: one note, and the job fails'(act, folder) {
    fs.mkdirSync(folder, { recursive: true });
    makePull(folder, OLD, SLOW);
    const forge = await startForge();
    const { status, output } = await runGitlabJob(folder, forge);
    expect([status, output]).to.have.nested.property('[0]', 3);
    expect(output).to.include('comment: created');
    expect(forge.comments).to.have.length(1);
    expect(forge.comments[0].body).to.include('regression').and.include('https://gitlab.test/job/9');
    forge.close();
  },
};

async function main() {
  for (const [name, check] of Object.entries(SCENARIOS)) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-action-'));
    const forges = [];
    try {
      await check(async (base, head, given, forge, event) => {
        forges.push(forge);
        for (const one of [folder, `${folder}-of-job`]) {
          fs.rmSync(one, { recursive: true, force: true });
          fs.mkdirSync(one);
        }
        makePull(folder, base, head);
        return runAction(folder, { options: '-t 2', ...given }, forge, event); // on a busy machine, too
      }, folder);
      console.log(`ok: ${name}`);
    } finally {
      for (const forge of forges) forge.close();
      for (const one of [folder, `${folder}-of-job`]) fs.rmSync(one, { recursive: true, force: true });
    }
  }
  process.exit();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
