'use strict';

/* Several runs of `qtimeit comment` at the same time, which must leave one comment with the results of one of them. */

const fs = require('fs');
const path = require('path');
const { formatMarker } = require('../../lib/compare/forge/comment');
const { samples } = require('../../test/helpers/documents');
const { startForge, BOT, SHA } = require('../forge');
const { faultsOfText } = require('./checks');
const { openFolder, runToEnd } = require('./processes');
const { environmentOf, PROGRAM } = require('./real');
const { NAMES } = require('./values');

const LIMIT_MS = 45000;
const OTHERS = [0, 3, 99, 130]; // comments of other users and tools, on one or two pages
const LONGEST_DELAY_MS = 50;

const eventOf = (number) => ({ pull_request: { number, head: { sha: SHA } } });

const asGithub = (url, event) => ({ GITHUB_REPOSITORY: 'me/it', GITHUB_TOKEN: 'a', GITHUB_API_URL: url,
  GITHUB_EVENT_PATH: event, GITHUB_ACTIONS: '', CI_API_V4_URL: '' });
const asGitlab = (url) => ({ CI_API_V4_URL: url, CI_PROJECT_ID: '12', CI_MERGE_REQUEST_IID: '3', CI_COMMIT_SHA: SHA,
  QTIMEIT_TOKEN: 'a', GITHUB_ACTIONS: '' });

/** @returns {Promise<{ title: string, faults: string[], printed: object[] }>} */
async function runComments({ one, below, chance, uniform }, { base, id }) {
  const count = 2 + below(4);
  const isGitlab = chance(0.4);
  const title = chance(0.6) ? 'Benchmarks' : one(NAMES.filter((name) => name.trim() && name.length < 200));
  const marker = formatMarker(title);
  const comments = Array.from({ length: one(OTHERS) }, (_, i) => ({
    id: i + 1, user: { login: 'mallory' }, author: { id: 'mallory' }, body: `${chance(0.1) ? marker : ''}\n${i}`,
  }));
  const old = chance(0.3) ? [{ id: comments.length + 1, user: { login: BOT }, author: { id: BOT }, body: marker }] : [];
  const others = comments.length;
  comments.push(...old);
  const forge = await startForge({ comments, delayMs: () => uniform() * LONGEST_DELAY_MS });
  const own = openFolder(base, id, { 'c.json': JSON.stringify(samples.compared()), 'event.json':
    JSON.stringify(eventOf(7)) });
  try {
    const env = { ...environmentOf(own), ...(isGitlab ? asGitlab : asGithub)(forge.url, 'event.json') };
    const printed = await Promise.all(Array.from({ length: count }, (_, i) => runToEnd(
      [process.execPath, PROGRAM, 'comment', `--title=${title}`, 'c.json'],
      { cwd: own.folder, env: { ...env, GITHUB_RUN_ID: `${i}`, CI_JOB_URL: `https://gitlab.test/${i}` },
        mark: `${process.pid}-${id}-${i}`, limitMs: LIMIT_MS })));
    const faults = printed.flatMap((end) => faultsOfText(end));
    for (const { status, stderr, processes } of printed) {
      if (status !== 0) faults.push(`exit code ${status}: ${stderr}`);
      if (processes.length) faults.push(`processes are left: ${processes.join('; ')}`);
    }
    const ours = comments.filter(({ user, body }) => user.login === BOT && body.startsWith(marker));
    if (ours.length !== 1) faults.push(`${ours.length} comments instead of 1`);
    if (ours.some(({ body }) => body === marker)) faults.push('the old comment was not updated');
    if (comments.length !== others + ours.length) faults.push('a comment of another user was removed');
    if (fs.readdirSync(path.join(own.folder, '..', 'tmp')).length) faults.push('left in the temporary folder');
    return { title: `${count} comments at once, ${isGitlab ? 'GitLab' : 'GitHub'}, ${JSON.stringify(title)}`, faults,
      printed };
  } finally {
    forge.close();
    own.remove();
  }
}

module.exports = { runComments };
