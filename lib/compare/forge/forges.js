'use strict';

/*
 * Comments of a pull request at GitHub, and of a merge request at GitLab, by their interfaces. A forge has own(): our
 * comments, { id, body }[]; create(body); update(id, body); remove(id). Its promises reject with a ForgeError.
 */

const { show } = require('../../base/text/show');

const TRIES = 4;
const LIMIT_MS = 20000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60000;
const PER_PAGE = 100;
const MOST_PAGES = 100;
const BOT = 'github-actions[bot]'; // author of comments by the token of a job, which may not ask who it is

/** isUnclear: the request may have been carried out. */
class ForgeError extends Error {}

const isTemporary = (status) => status === 429 || status >= 500;

/** A secondary limit of GitHub is a 403 that says when to try again. */
const pauseOf = (response, attempt) => {
  const seconds = Number(response && response.headers.get('retry-after'));
  return Math.min(LONGEST_PAUSE_MS, seconds > 0 ? seconds * 1000 : FIRST_PAUSE_MS * 2 ** attempt);
};

/**
 * how.url: of the interface; how.pause(ms): a promise. Returns request(method, path, body): resolves to { json }, after
 * several tries if the server is slow or refuses for a while; all(path): resolves to the elements of all pages.
 */
function createApi({ url, headers, fetch, pause }) {
  async function attempt(method, path, body) {
    const response = await fetch(`${url}${path}`, {
      method, signal: AbortSignal.timeout(LIMIT_MS), body: body && JSON.stringify(body),
      redirect: 'manual', // another host would get the token, and a POST would become a GET
      headers: { ...headers, 'user-agent': 'qtimeit', ...(body && { 'content-type': 'application/json' }) },
    });
    return { response, text: await response.text() };
  }

  async function request(method, path, body) {
    let cause;
    let isUnclear = false;
    for (let i = 0; i < TRIES; i++) {
      let response = null;
      try {
        const found = await attempt(method, path, body);
        ({ response } = found);
        if (response.ok) return { json: JSON.parse(found.text || 'null') };
        const location = response.headers.get('location');
        cause = `${response.status} ${location ? `moved to ${location}` : found.text.slice(0, 300)}`;
        if (!isTemporary(response.status) && !response.headers.get('retry-after')) break;
      } catch (error) {
        cause = error.cause ? `${error.message}: ${error.cause.message}` : error.message;
      }
      isUnclear = method === 'POST' && !(response && response.status >= 300 && response.status < 500);
      if (isUnclear) break;
      if (i < TRIES - 1) await pause(pauseOf(response, i));
    }
    throw Object.assign(new ForgeError(`${method} ${path}: ${cause}`), { isUnclear });
  }

  return {
    request,
    async all(path) {
      const found = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const mark = path.includes('?') ? '&' : '?';
        const { json } = await request('GET', `${path}${mark}per_page=${PER_PAGE}&page=${page}`);
        if (!Array.isArray(json)) throw new ForgeError(`GET ${path}: expected a list, got ${show(json)}`);
        for (const one of json) if (one !== null && typeof one === 'object') found.push(one);
        if (json.length < PER_PAGE) break;
      }
      return found;
    },
  };
}

/** Its own name, or that of the bot of a job, whose token may not ask. */
const githubUser = (api) => api.request('GET', '/user').then(({ json }) => (json && json.login) || BOT, () => BOT);

/** The open pull request with the head of a workflow_run; null for none. Nothing of its files is trusted. */
async function findPullOfRun(api, repository, { head_sha: sha, head_branch: branch, head_repository: fork }) {
  const owner = fork && fork.owner; // null if the fork was deleted
  if (!owner) return null;
  const head = encodeURIComponent(`${owner.login}:${branch}`);
  const pulls = await api.all(`/repos/${repository}/pulls?state=open&head=${head}`);
  const own = pulls.find((pull) => pull.head && pull.head.sha === sha);
  return own ? own.number : null;
}

function createGithub(api, { repository, number }) {
  const comments = `/repos/${repository}/issues/${number}/comments`;
  return {
    async own() {
      const [login, all] = await Promise.all([githubUser(api), api.all(comments)]);
      return all.filter(({ user }) => user && user.login === login);
    },
    create: (body) => api.request('POST', comments, { body }),
    update: (id, body) => api.request('PATCH', `/repos/${repository}/issues/comments/${id}`, { body }),
    remove: (id) => api.request('DELETE', `/repos/${repository}/issues/comments/${id}`),
  };
}

function createGitlab(api, { repository, number }) {
  const notes = `/projects/${encodeURIComponent(repository)}/merge_requests/${number}/notes`;
  const oldestFirst = `${notes}?sort=asc`; // so that a note which another run removes moves no other to a read page
  return {
    async own() {
      const [{ json: user }, all] = await Promise.all([api.request('GET', '/user'), api.all(oldestFirst)]);
      return all.filter(({ author }) => author && user && author.id === user.id);
    },
    create: (body) => api.request('POST', notes, { body }),
    update: (id, body) => api.request('PUT', `${notes}/${id}`, { body }),
    remove: (id) => api.request('DELETE', `${notes}/${id}`),
  };
}

module.exports = { ForgeError, createApi, createGithub, createGitlab, findPullOfRun };
