'use strict';

/* Requests to a page, and its messages. Pages and browsers are fakes within this process. */

const { expect } = require('chai');
const { BEHAVIOURS, request } = require('../helpers/fake-browser');
const { fakeTimers } = require('../helpers/fake-timers');
const { createPartRecord } = require('#lib/cli/part-record');
const { createPageRunner, startBrowserPart } = require('#lib/extras/browsers/runner');
const { createRowError } = require('#lib/base/text/row-error');
const { openServer } = require('#lib/extras/browsers/server');

const JOB = { position: 0, index: 0, name: 'parse', seconds: 0.05, calls: 0 };

describe('a page that measures', () => {
  let server;
  let clock;
  let started;

  beforeEach(async () => {
    server = await openServer();
    started = 0;
    clock = fakeTimers();
  });
  afterEach(() => server.close());

  const waits = () => clock.waiting.map(({ ms }) => ms);
  const until = async (isSo) => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };

  /** A browser with a behavior from fake-browser.js */
  function measuring(behaviour, { endsWith, refused = null, ...more } = {}) {
    const open = (address) => {
      let end;
      started++;
      const ended = new Promise((resolve) => { end = resolve; });
      const closed = { code: null, signal: 'SIGKILL', notStarted: null, output: ['last words'] };
      if (endsWith) end({ ...closed, ...endsWith });
      else behaviour(address);
      return { ended, end: () => end(closed) };
    };
    const browser = {
      title: 'Chromium', install: 'apt-get install chromium', openLimitsMs: [20000], canFork: true, open,
      server: async () => server, withVersion: (message) => message, ...more,
    };
    const tree = { file: '/a.mjs', suite: 'files/a.mjs', importMap: () => ({}), read: () => null, missing: [] };
    const places = { inMessage: (message) => message, shownPath: (file) => file };
    const given = { browser, places, tree, refused, chosen: {} };
    return { ...given, runner: createPageRunner(given, { clock, version: '1' }) };
  }

  const deps = () => ({ clock, version: '1', terminal: { writeError() {} } });

  function startPart(given) {
    const taken = [];
    const how = { isTable: true, isBannered: false, reportsEnvironment: true, intervalMs: 1000, dueMs: null };
    return { taken, ...startBrowserPart(given, how, deps(), (message) => taken.push(message.type)) };
  }

  it('lists its tests and its environment', async () => {
    const { suites, environment, error } = await measuring(BEHAVIOURS.measures).runner.list(() => {});
    expect(error).to.equal(null);
    expect(suites.map(({ tests }) => tests.map(({ name }) => name))).to.deep.equal([['parse', 'sort']]);
    expect(environment.engine).to.equal('chromium');
  });

  it('returns a row, ends its browser, and removes its address', async () => {
    let address;
    const { runner } = measuring((opened) => BEHAVIOURS.measures(address = opened));
    const { row, error } = await runner.run({ job: JOB, limitMs: 1e4, onStart() {} });
    expect({ name: row.name, error }).to.deep.equal({ name: 'parse', error: null });
    expect(row.nsPerCall).to.be.above(0);
    expect(waits()).to.deep.equal([]);
    expect((await request(address)).status).to.equal(404);
  });

  const limits = [
    ['a test that never ends, from its start', 'begins', 6500, 'timed-out',
      /^did not end within 6.5 s, so the Chromium process was stopped\. Is it an endless loop\?/],
    ['a browser that does not open the page', 'idles', 20000, 'not-started', /did not open the page within 20 s/],
    ['a file that is not loaded', 'opens', 30000, 'timed-out', /^did not load within 30 s/],
    ['a page that has gone while its browser stays', 'leaves', 300, 'killed', /^the page was closed/],
  ];
  for (const [what, behaviour, ms, code, message] of limits) {
    it(`ends after a limit: ${what}`, async () => {
      const running = measuring(BEHAVIOURS[behaviour]).runner.run({ job: JOB, limitMs: 6500, onStart() {} });
      await until(() => waits().includes(ms));
      clock.fire(ms);
      const { row, error } = await running;
      expect({ row, code: error.code, output: error.output })
        .to.deep.equal({ row: null, code, output: ['last words'] });
      expect(error.message).to.match(message);
      expect(waits()).to.deep.equal([]);
    });
  }

  it('is started a second time if it does not request its page', async () => {
    const behave = (address) => (started === 1 ? BEHAVIOURS.idles : BEHAVIOURS.measures)(address);
    const running = measuring(behave, { openLimitsMs: [15000, 20000] }).runner.list(() => {});
    await until(() => waits().includes(15000));
    clock.fire(15000);
    const { suites, error } = await running;
    expect({ error, started, suites: suites.length }).to.deep.equal({ error: null, started: 2, suites: 1 });
  });

  it('can be killed at once by the code that started it', async () => {
    let kill;
    const { runner } = measuring(BEHAVIOURS.idles);
    const running = runner.run({ job: JOB, limitMs: 1e4, onStart(action) { kill = action; } });
    await until(() => kill !== undefined);
    kill();
    expect((await running).row).to.equal(null);
  });

  it('is not opened if its server cannot listen, or for a file that a page cannot load', async () => {
    const message = 'Chromium cannot be started: the server for the page cannot listen: EMFILE';
    const refused = createRowError('threw', 'is TypeScript');
    for (const [more, error] of [
      [{ server: async () => { throw new Error('EMFILE'); } }, { code: 'not-started', message }],
      [{ refused }, refused],
    ]) {
      const given = measuring(BEHAVIOURS.measures, more);
      expect((await given.runner.list(() => {})).error).to.deep.include(error);
      expect((await startPart(given).ended).failure).to.deep.include(error);
      expect(started).to.equal(0);
    }
  });

  it('measures all tests of a file interleaved, and sends the messages of a process', async () => {
    const { taken, ended } = startPart(measuring(BEHAVIOURS.measures));
    const { outcome, failure } = await ended;
    expect({ type: outcome.type, failure }).to.deep.equal({ type: 'done', failure: null });
    expect(taken).to.deep.equal(['arranged', 'begun', 'started', 'row', 'row', 'ended']);
    expect(started).to.equal(1);
  });

  it('fails after a long silence', async () => {
    const { taken, ended } = startPart(measuring(BEHAVIOURS.begins));
    await until(() => taken.includes('started'));
    expect(waits()).to.deep.equal([65000]);
    clock.fire(65000);
    const { failure } = await ended;
    expect(failure.code).to.equal('timed-out');
    expect(failure.message).to.match(/^the page did not respond for 65 s: a test never ends, .*\. With forkTests/);
  });

  it('fails if it sends a message of an unknown type', async () => {
    const message = 'the page sent an unexpected message: type "constructor"';
    const { error } = await measuring(BEHAVIOURS.invents).runner.run({ job: JOB, limitMs: 1e4, onStart() {} });
    expect(error).to.deep.include({ code: 'garbage', message });
    const { take } = createPartRecord({}, { clock: { nowNs: () => 0 } });
    const part = startBrowserPart(measuring(BEHAVIOURS.invents), {}, deps(), take);
    expect((await part.ended).failure).to.deep.include({ code: 'garbage', message });
  });

  it('fails if another client knows its address', async () => {
    const message = 'another client requested files/x.mjs';
    const { error } = await measuring(BEHAVIOURS.shares).runner.run({ job: JOB, limitMs: 1e4, onStart() {} });
    expect(error).to.deep.include({ code: 'garbage', message });
    expect((await startPart(measuring(BEHAVIOURS.shares)).ended).failure).to.deep.include({ code: 'garbage', message });
  });

  it('prints lines of its console with control characters escaped', async () => {
    const printed = [];
    const terminal = { writeError: (text) => printed.push(text) };
    const ended = startBrowserPart(measuring(BEHAVIOURS.prints), {}, { ...deps(), terminal }, () => {}).ended;
    await ended;
    expect(printed).to.deep.equal(['red\\x1b]0;title\\x07\n    next\\u202e\n']);
  });

  it('can be stopped before its result', async () => {
    const { taken, ended, stop } = startPart(measuring(BEHAVIOURS.begins));
    await until(() => taken.includes('started'));
    stop();
    expect((await ended).outcome).to.equal(null);
  });
});
