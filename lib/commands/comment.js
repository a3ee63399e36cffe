'use strict';

/* qtimeit comment: keeps a comment with a comparison in a pull request, from a job of GitHub or GitLab. */

const path = require('path');
const { FAILED, FINE } = require('./shutdown');
const { readDocument } = require('../document/document');
const { annotationsOf, bodyOf, hasNews, keepComment } = require('../forge/comment');
const { ForgeError, createApi, createGithub, createGitlab, pullOfRun } = require('../forge/forges');
const { orNull, statOf } = require('../host/fs-queries');
const { escaped } = require('../text/display');
const { UsageError } = require('../text/usage-error');

const MOST_BYTES = 50e6; // of a document, which may come from a fork

const needed = (env, name, hint) => {
  if (!env[name]) throw new UsageError(`${name} is not set. ${hint}`);
  return env[name];
};

const eventOf = ({ GITHUB_EVENT_PATH: file }, host) => (file && orNull(() => JSON.parse(host.readText(file)))) || {};

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** { forge, commit, runUrl, sourceUrl } of the job; forge: null if no pull request has its commit. */
async function githubOf({ pullRequest }, { host }) {
  const { env } = host;
  const repository = needed(env, 'GITHUB_REPOSITORY', 'Run it in a GitHub Actions or GitLab job');
  const token = needed(env, 'GITHUB_TOKEN', 'In a workflow: env: GITHUB_TOKEN: ${{ github.token }}');
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_API_URL: url = 'https://api.github.com' } = env;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' };
  const api = createApi({ url, headers, fetch, pause });
  const { pull_request: pull, workflow_run: run } = eventOf(env, host);
  const number = pullRequest ?? (pull ? pull.number : run ? await pullOfRun(api, repository, run) : undefined);
  if (number === undefined) {
    throw new UsageError('the event that started the job has no pull request. Add --pull-request N');
  }
  const commit = pull ? pull.head.sha : run ? run.head_sha : env.GITHUB_SHA;
  const runId = run ? run.id : env.GITHUB_RUN_ID;
  return {
    forge: number === null ? null : createGithub(api, { repository, number }), commit,
    runUrl: runId && `${server}/${repository}/actions/runs/${runId}`,
    sourceUrl: commit && `${server}/${repository}/blob/${commit}/`,
  };
}

function gitlabOf({ pullRequest }, { host: { env } }) {
  const token = needed(env, 'QTIMEIT_TOKEN', 'Add a token with the scope api as a masked CI/CD variable');
  const number = pullRequest ?? env.CI_MERGE_REQUEST_IID;
  if (!number) throw new UsageError('the job does not belong to a merge request. Add --pull-request N');
  const api = createApi({ url: env.CI_API_V4_URL, headers: { 'private-token': token }, fetch, pause });
  return {
    forge: createGitlab(api, { repository: env.CI_PROJECT_ID, number }), commit: env.CI_COMMIT_SHA,
    runUrl: env.CI_JOB_URL, sourceUrl: `${env.CI_PROJECT_URL}/-/blob/${env.CI_COMMIT_SHA}/`,
  };
}

function readComparison(file, deps) {
  const { size = 0 } = statOf(file, deps.host) || {};
  if (size > MOST_BYTES) throw new UsageError(`${file} has ${size} bytes, more than ${MOST_BYTES}`);
  return readDocument(file, { host: deps.host, kinds: ['comparison'] });
}

async function comment({ options, positionals }, command, deps) {
  const { host, cwd, terminal } = deps;
  const [file] = positionals;
  if (positionals.length !== 1) {
    throw new UsageError(`comment expects one comparison, got ${positionals.length}: qtimeit comment comparison.json`);
  }
  const document = readComparison(file, deps);
  if (host.env.GITHUB_ACTIONS === 'true') {
    const textOf = (name) => orNull(() => host.readText(path.resolve(cwd, name))) || '';
    for (const line of annotationsOf(document, textOf)) terminal.write(`${line}\n`);
  }
  if (options.when === 'never') return FINE;
  const { title } = options;
  try {
    const { forge, ...where } = await (host.env.CI_API_V4_URL ? gitlabOf : githubOf)(options, deps);
    const isNews = options.when === 'always' || hasNews(document);
    const done = forge ? await keepComment(forge, bodyOf(document, { title, ...where }), { title, isNews }) : 'none';
    const why = { none: forge ? ': nothing has changed' : ': no open pull request has this commit' }[done] || '';
    terminal.writeError(`comment: ${done}${why}\n`);
    return FINE;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    terminal.writeError(`qtimeit: the comment could not be written: ${escaped(error.message)}\n`);
    return FAILED;
  }
}

module.exports = { comment };
