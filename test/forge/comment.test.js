'use strict';

const { expect } = require('chai');
const { samples } = require('../helpers/documents');
const { formatAnnotations, formatComment, hasNews, keepComment, formatMarker } = require('#lib/compare/forge/comment');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { insideOf } = require('../helpers/cli-inside');
const { ForgeError, createApi, createGithub, createGitlab, findPullOfRun } = require('#lib/compare/forge/forges');

const change = (verdict, more) => ({
  ratio: 1.2, low: 1.1, high: 1.3, verdict, margin: 0.01, regression: false, counts: null, ...more,
});
const side = (more) => (
  { nsPerCall: 10, nsLow: 9, nsHigh: 11, cycles: null, processes: 5, values: [10], error: null, ...more });
const test = (name, verdict, more = {}) => ({
  file: 'bench/x.js', suite: 1, name, unit: 'ns', sides: [side(), side(more.side)], changes: [change(verdict, more)],
});
const documentOf = (...tests) => ({ ...samples.compared(), failures: [], tests });

/** An API that gives these answers in order, and records its requests and pauses (ms). */
function fakeApi(...answers) {
  const requests = [];
  const pauses = [];
  const fetch = async (url, { method, body, headers }) => {
    requests.push([method, url, body && JSON.parse(body)]);
    expect(headers['user-agent']).to.equal('qtimeit');
    const [status, json, more = {}] = answers.shift();
    if (status instanceof Error) throw status;
    const text = JSON.stringify(json);
    return { ok: status < 300, status, text: async () => text, headers: { get: (name) => more[name] ?? null } };
  };
  const api = createApi({ url: 'x:', headers: {}, fetch, pause: async (ms) => { pauses.push(ms); } });
  return { api, requests, pauses };
}

describe('comments on pull requests', () => {
  it('have news if a test has changed or failed, or the gate has failed', () => {
    expect(hasNews(documentOf(test('a', 'same'), test('b', 'unresolved')))).to.equal(false);
    for (const verdict of ['faster', 'slower', 'looks-slower', 'unmatched']) {
      expect(hasNews(documentOf(test('a', 'same'), test('b', verdict))), verdict).to.equal(true);
    }
    expect(hasNews(documentOf(test('a', 'same', { regression: true })))).to.equal(true);
    expect(hasNews(documentOf(test('a', 'same', { counts: { verdict: 'more' } })))).to.equal(true);
    expect(hasNews(documentOf(test('a', 'failed', { side: { error: { message: 'no' } } })))).to.equal(true);
    const quiet = documentOf(test('a', 'same'));
    expect([hasNews({ ...quiet, failures: [{}] }), hasNews({ ...quiet, gate: { outcome: 'failed' } })])
      .to.deep.equal([true, true]);
  });

  it('begin with a marker, mention no user, and are cut at a row before the limit', () => {
    const name = '@everyone #1 GH-1 !1 --> </details>';
    const how = { title: 'Node -- 22', commit: 'a'.repeat(40), runUrl: 'https://x/1', sourceUrl: null };
    const body = formatComment(documentOf(test(name, 'slower')), how);
    expect(body.split('\n')[0]).to.equal(formatMarker('Node -- 22')).and.to.equal('<!-- qtimeit: Node%20%2D-%2022 -->');
    expect(body).to.include('[run](https://x/1)').and.include('of aaaaaaaaaa ')
      .and.not.match(/@everyone|#1|GH-1|!1|--> </);
    expect(formatComment(documentOf(), { ...how, runUrl: undefined, commit: undefined }))
      .to.not.match(/undefined|run\]/);
    const many = Array.from({ length: 3000 }, (_, i) => test(`test ${i}`, 'slower'));
    const long = formatComment(documentOf(...many), how);
    expect(long.length).to.be.within(60000, 65536);
    const failures = [{ file: 'x.js', side: 'new', error: { message: 'x'.repeat(70000) } }];
    expect(formatComment({ ...documentOf(), failures }, how).length).to.be.below(65536);
    expect(long).to.match(/\| test \d+ \|.*\|\n\nTruncated: .*\n[^]*\[run\]\(https:\/\/x\/1\)\n$/);
  });

  it('are created once, only with news, and updated later', async () => {
    const done = [];
    const forgeWith = (...comments) => ({
      own: async () => comments,
      async create(body) {
        done.push(['create', body]);
        comments.push({ id: 9, body });
      },
      update: async (id, body) => done.push(['update', id, body]),
    });
    const body = `${formatMarker('x')}\nnew`;
    const keep = (forge, isNews = true) => keepComment(forge, body, { title: 'x', isNews });
    const other = { id: 1, body: `${formatMarker('y')}\nold` };
    const own = { id: 2, body: `${formatMarker('x')}\nold` };
    expect(await keep(forgeWith(other))).to.equal('created');
    expect(await keep(forgeWith(other), false)).to.equal('none');
    expect(await keep(forgeWith(other, own), false)).to.equal('updated');
    expect(await keep(forgeWith({ id: 2, body }))).to.equal('unchanged');
    expect(done).to.deep.equal([['create', body], ['update', 2, body]]);
  });

  it('are one after several runs at the same time', async () => {
    const comments = [];
    let id = 0;
    const pause = () => new Promise(setImmediate);
    const forge = {
      async own() {
        await pause();
        return comments.map((one) => ({ ...one }));
      },
      async create(body) {
        comments.unshift({ id: ++id, body });
        await pause();
      },
      async update(wanted, body) { comments.find((one) => one.id === wanted).body = body; },
      async remove(wanted) {
        const at = comments.findIndex((one) => one.id === wanted);
        if (at < 0) throw new ForgeError('404');
        comments.splice(at, 1);
      },
    };
    const bodies = ['one', 'two', 'three'].map((text) => `${formatMarker('x')}\n${text}`);
    await Promise.all(bodies.map((body) => keepComment(forge, body, { title: 'x', isNews: true })));
    expect(comments.map((one) => one.id)).to.deep.equal([1]);
    expect(bodies).to.include(comments[0].body);
  });

  it('are not created twice if an answer is lost', async () => {
    const body = `${formatMarker('x')}\nnew`;
    const keepWith = (isThere) => {
      const comments = [];
      const create = async () => {
        if (isThere) comments.push({ id: 1, body });
        throw Object.assign(new ForgeError('lost'), { isUnclear: true });
      };
      return keepComment({ own: async () => comments, create }, body, { title: 'x', isNews: true });
    };
    expect(await keepWith(true)).to.equal('created');
    expect(await keepWith(false).catch(({ message }) => message)).to.equal('lost');
  });

  it('are annotations at the lines of tests that regressed', () => {
    const textOf = () => "module.exports = {\n  'a b'() {},\n  parse: () => 1,\n};\n";
    const bad = { regression: true };
    const lines = formatAnnotations(documentOf(
      test('a b', 'slower', bad), test('parse', 'slower', bad), test('x\n::error::%', 'slower', bad),
      test('b', 'slower'),
    ), textOf);
    expect(lines).to.deep.equal([
      '::error file=bench/x.js,line=2,title=benchmark regression::a b: +20 %25 (+10 to +30 %25)',
      '::error file=bench/x.js,line=3,title=benchmark regression::parse: +20 %25 (+10 to +30 %25)',
      '::error file=bench/x.js,line=1,title=benchmark regression::x%0A::error::%25: +20 %25 (+10 to +30 %25)',
    ]);
    const [long] = formatAnnotations(documentOf(test('x'.repeat(1e6), 'slower', bad)), textOf);
    expect(long).to.match(/^::error file=bench\/x\.js,line=1,/).and.have.length.below(400);
    const far = { ...test('a', 'slower', bad), file: 'x'.repeat(1e6) };
    expect(formatAnnotations(documentOf(far), textOf)[0]).to.match(/^::error title=/).and.have.length.below(100);
    const [counted] = formatAnnotations(documentOf(
      test('a', 'unresolved', { ...bad, ratio: null, counts: { verdict: 'more', ratio: 1.1 } })), textOf);
    expect(counted).to.match(/::a: more work, judged by instructions$/);
    expect(formatAnnotations(documentOf(...Array(30).fill(test('a', 'slower', bad))), () => '')).to.have.length(10);
  });

  it('on GitHub are found by our user on all pages', async () => {
    const comment = (id, login) => ({ id, user: login && { login }, body: '' });
    const page = Array.from({ length: 100 }, (_, i) => comment(i, 'other'));
    const { api, requests } = fakeApi([403, {}], [200, page],
      [200, [comment(200, 'github-actions[bot]'), comment(201)]], [201, {}], [200, {}]);
    const forge = createGithub(api, { repository: 'me/it', number: 7 });
    expect((await forge.own()).map(({ id }) => id)).to.deep.equal([200]);
    await forge.create('text');
    await forge.update(200, 'more');
    expect(requests.map(([method, url]) => `${method} ${url}`)).to.deep.equal([
      'GET x:/user', 'GET x:/repos/me/it/issues/7/comments?per_page=100&page=1',
      'GET x:/repos/me/it/issues/7/comments?per_page=100&page=2', 'POST x:/repos/me/it/issues/7/comments',
      'PATCH x:/repos/me/it/issues/comments/200',
    ]);
    expect(requests[3][2]).to.deep.equal({ body: 'text' });
  });

  it('on GitLab are the notes of our user', async () => {
    const note = (id, author) => ({ id, author: { id: author }, body: '' });
    const { api, requests } = fakeApi([200, { id: 5 }], [200, [note(1, 4), note(2, 5)]], [200, {}]);
    const forge = createGitlab(api, { repository: '12', number: 3 });
    expect((await forge.own()).map(({ id }) => id)).to.deep.equal([2]);
    expect(requests[1][1]).to.include('/notes?sort=asc&');
    await forge.update(2, 'more');
    expect(requests.at(-1).slice(0, 2)).to.deep.equal(['PUT', 'x:/projects/12/merge_requests/3/notes/2']);
  });

  it('belong to the open pull request that has the commit of a run', async () => {
    const run = { head_sha: 'abc', head_branch: 'a b', head_repository: { owner: { login: 'them' } } };
    const pulls = [{ number: 1, head: { sha: 'old' } }, { number: 2, head: { sha: 'abc' } }];
    const { api, requests } = fakeApi([200, pulls], [200, []]);
    expect([await findPullOfRun(api, 'me/it', run), await findPullOfRun(api, 'me/it', run)]).to.deep.equal([2, null]);
    expect(await findPullOfRun(api, 'me/it', { ...run, head_repository: null })).to.equal(null);
    expect(requests[0][1]).to.include('state=open&head=them%3Aa%20b&per_page=100');
  });

  it('are retried if the API is slow or limits requests, but not if it refuses', async () => {
    const limited = [403, {}, { 'retry-after': '9' }];
    const { api, requests, pauses } = fakeApi([503, {}], limited, [new Error('reset')], [200, 1]);
    expect((await api.request('GET', '/a')).json).to.equal(1);
    expect({ requests: requests.length, pauses }).to.deep.equal({ requests: 4, pauses: [1000, 9000, 4000] });
    const failOf = (...answers) => fakeApi(...answers).api.request('POST', '/a', {}).catch((error) => error);
    const refused = await failOf([404, { message: 'Not Found' }]);
    expect(refused).to.be.instanceOf(ForgeError);
    expect(refused.message).to.equal('POST /a: 404 {"message":"Not Found"}');
    expect((await failOf([301, '', { location: 'https://b/a' }])).message)
      .to.equal('POST /a: 301 moved to https://b/a');
    expect((await fakeApi([200, { message: 'x' }]).api.all('/a').catch((error) => error)).message)
      .to.equal("GET /a: expected a list, got { message: 'x' }");
    const unclear = [await failOf([new Error('lost')]), await failOf([502, {}])];
    expect(unclear.map(({ message, isUnclear }) => [message, isUnclear])).to.deep.equal([
      ['POST /a: lost', true], ['POST /a: 502 {}', true]]);
    expect(refused.isUnclear).to.equal(false);
  });
});

describe('qtimeit comment', () => {
  useFolder();

  it('refuses an event whose fields have other types', async () => {
    write('c.json', JSON.stringify(samples.compared()));
    const env = {
      ...process.env, GITHUB_ACTIONS: '', CI_API_V4_URL: '', GITHUB_REPOSITORY: 'me/it', GITHUB_TOKEN: 'x',
      GITHUB_API_URL: 'http://127.0.0.1:9', GITHUB_EVENT_PATH: inFolder('event.json'),
    };
    for (const event of [
      { pull_request: { number: 7, head: { sha: { toString: 1 } } } }, { pull_request: { number: {}, head: null } },
      { workflow_run: { id: 5, head_sha: [], head_branch: 'x', head_repository: { owner: { login: 'me' } } } },
      { workflow_run: { id: 5, head_sha: 'a', head_branch: 'x', head_repository: { owner: { login: {} } } } },
    ]) {
      write('event.json', JSON.stringify(event));
      expect(await insideOf({ env }).refused('comment', 'c.json')).to.include(
        'the file in GITHUB_EVENT_PATH is not an event of GitHub');
    }
  });
});
