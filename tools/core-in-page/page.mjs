/* Mocha in a page, loaded before: a test that needs what a page lacks is skipped; the page posts the results. */

import { Lack } from './surroundings.mjs';

const { mocha, Mocha, document, navigator, fetch } = globalThis;
const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Mocha.Runner.constants;

const answer = (given) => fetch('answer', { method: 'POST', body: JSON.stringify(given) });

// Before the first test, which may replace them.
const outcome = { passed: 0, pending: [], failures: [] };
const reasons = new WeakMap();

const skip = Mocha.Context.prototype.skip;
Mocha.Context.prototype.skip = function (reason) {
  const runnable = this.runnable();
  reasons.set(runnable.type === 'hook' ? runnable.parent : runnable, reason);
  return skip.call(this);
};

function reasonOf(test) {
  for (let one = test; one; one = one.parent) if (reasons.has(one)) return reasons.get(one);
  return undefined;
}

function Reporter(runner) {
  runner.on(EVENT_TEST_PASS, () => { outcome.passed++; });
  runner.on(EVENT_TEST_PENDING, (test) => {
    outcome.pending.push({ title: test.titlePath().join(' > '), reason: reasonOf(test) });
  });
  runner.on(EVENT_TEST_FAIL, (test, error) => {
    const { message, stack = '' } = Object(error);
    outcome.failures.push({ title: test.titlePath().join(' > '),
      words: stack.includes(message) ? stack : `${message}\n${stack}` });
  });
  runner.on(EVENT_RUN_END, () => answer({ value: { ...outcome, agent: navigator.userAgent } }));
}

mocha.setup({ ui: 'bdd', timeout: 60000, reporter: Reporter });

/** An action of a test or hook; the test is skipped if something is missing. */
function skipping(action) {
  const end = (context, error) => {
    if (!(error instanceof Lack)) throw error;
    context.skip(error.message);
  };
  function run(context, given) {
    try {
      const later = action.apply(context, given);
      return later && typeof later.then === 'function' ? later.catch((error) => end(context, error)) : later;
    } catch (error) {
      return end(context, error);
    }
  }
  return action.length === 0 ? function () { return run(this, []); } : function (done) { return run(this, [done]); };
}

for (const name of ['before', 'beforeEach', 'after', 'afterEach']) {
  const own = globalThis[name];
  globalThis[name] = (action) => own(skipping(action));
}
const { it, describe } = globalThis;

globalThis.it = (title, action) => it(title, skipping(action));
globalThis.describe = (title, body) => describe(title, function () { defining(() => body.call(this)); });

/** A definition that fails is one test, which is skipped or fails for that reason. */
function defining(define) {
  try {
    define();
  } catch (error) {
    globalThis.it('is defined', () => { throw error; });
  }
}

globalThis.testFile = (name, load) => describe(name, () => defining(load));

globalThis.addEventListener('error', ({ message }) => {
  if (document.readyState === 'loading') answer({ error: message });
});
