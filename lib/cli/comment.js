'use strict';

/* qtimeit comment: keeps a comment with a comparison in a pull request, from a job of GitHub or GitLab. */

const path = require('path');
const { FAILED, FINE } = require('./shutdown');
const { readDocument } = require('../core/document/document');
const { formatAnnotations, formatComment, hasNews, keepComment } = require('../compare/forge/comment');
const { ForgeError, createApi, createGithub, createGitlab, findPullOfRun } = require('../compare/forge/forges');
const { orNull, tryStat } = require('../base/host/fs-queries');
const { isWithin } = require('../base/host/paths');
const { escaped } = require('../base/text/display');
const { UsageError } = require('../base/text/usage-error');

const MOST_BYTES = 50e6; // of a document, which may come from a fork
const MOST_SOURCE_BYTES = 1e6; // of a file in which an annotation looks for a test

const needed = (env, name, hint) => {
  if (!env[name]) throw new UsageError(`${name} is not set. ${hint}`);
  return env[name];
};

const eventOf = ({ GITHUB_EVENT_PATH: file }, host) => (file && orNull(() => JSON.parse(host.readText(file)))) || {};

/** Refuses an event that GitHub did not write. */
function checkEvent({ pull_request: pull, workflow_run: run }) {
  const isText = (value) => value === undefined || value === null || typeof value === 'string';
  const isNumber = (value) => value === undefined || Number.isInteger(value);
  const { head } = pull || {};
  const { head_sha: sha, head_branch: branch, head_repository: fork } = run || {};
  const owner = fork && fork.owner && fork.owner.login;
  const texts = [head && head.sha, sha, branch, owner];
  if (texts.every(isText) && [pull && pull.number, run && run.id].every((one) => one === null || isNumber(one))) return;
  throw new UsageError('the file in GITHUB_EVENT_PATH is not an event of GitHub');
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** { forge, commit, runUrl, sourceUrl } of the job; forge: null if no pull request has its commit. */
async function githubOf({ pullRequest }, { host }) {
  const { env } = host;
  const repository = needed(env, 'GITHUB_REPOSITORY', 'Run qtimeit comment in a GitHub Actions or GitLab job');
  const token = needed(env, 'GITHUB_TOKEN', 'Set it in the workflow: env: GITHUB_TOKEN: ${{ github.token }}');
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_API_URL: url = 'https://api.github.com' } = env;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' };
  const api = createApi({ url, headers, fetch, pause });
  const event = eventOf(env, host);
  checkEvent(event);
  const { pull_request: pull, workflow_run: run } = event;
  const number = pullRequest ?? (pull ? pull.number : run ? await findPullOfRun(api, repository, run) : undefined);
  if (number === undefined) {
    throw new UsageError('the job does not belong to a pull request. Add --pull-request N');
  }
  const commit = (pull ? pull.head && pull.head.sha : run && run.head_sha) || env.GITHUB_SHA;
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
  const { size = 0 } = tryStat(file, deps.host) || {};
  if (size > MOST_BYTES) throw new UsageError(`${file} is too large: ${size} bytes (at most ${MOST_BYTES})`);
  return readDocument(file, { host: deps.host, kinds: ['comparison'] });
}

/** The text of a file in this folder, and of no other that a forged document names; '' if it cannot be read */
function sourceOf(name, { host, cwd }) {
  const file = path.resolve(cwd, name);
  const stat = isWithin(cwd, file) ? tryStat(file, host) : null;
  return (stat && stat.isFile() && stat.size <= MOST_SOURCE_BYTES && orNull(() => host.readText(file))) || '';
}

/** Documents of forks can be valid, and yet contain values that no measurement has. */
function shownOf(file, render) {
  try {
    return render();
  } catch (error) {
    throw new UsageError(`${file} cannot be shown: ${error.message}`);
  }
}

async function comment({ options, positionals }, command, deps) {
  const { host, terminal } = deps;
  const [file] = positionals;
  if (positionals.length !== 1) {
    throw new UsageError(`comment expects one comparison, got ${positionals.length}: qtimeit comment comparison.json`);
  }
  const document = readComparison(file, deps);
  if (host.env.GITHUB_ACTIONS === 'true') {
    const lines = shownOf(file, () => formatAnnotations(document, (name) => sourceOf(name, deps)));
    for (const line of lines) terminal.write(`${line}\n`);
  }
  if (options.when === 'never') return FINE;
  const { title } = options;
  try {
    const { forge, ...where } = await (host.env.CI_API_V4_URL ? gitlabOf : githubOf)(options, deps);
    const isNews = options.when === 'always' || hasNews(document);
    const body = shownOf(file, () => formatComment(document, { title, ...where }));
    const done = forge ? await keepComment(forge, body, { title, isNews }) : 'none';
    const why = { none: forge ? 'no test changed or failed' : 'no open pull request belongs to this commit' }[done];
    terminal.writeError(`comment: ${done}${why ? ` (${why})` : ''}\n`);
    return FINE;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    terminal.writeError(`qtimeit: the comment could not be posted: ${escaped(error.message)}\n`);
    return FAILED;
  }
}

module.exports = { comment };
