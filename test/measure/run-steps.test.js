'use strict';

const { expect } = require('chai');
const { runSteps } = require('../../lib/measure/run-steps');

describe('drive', () => {
  const loop = (nsOf) => ({ run(calls, done) { done(null, nsOf(calls)); } });
  const lateLoop = (nsOf) => ({ run(calls, done) { setImmediate(() => done(null, nsOf(calls))); } });

  it('answers each request with what the loop took, and ends with what was returned', () => {
    const ends = [];
    runSteps((function* () {
      const double = loop((calls) => 2 * calls);
      const first = yield [double, 5];
      const second = yield [double, 7];
      return [first, second];
    })(), (...args) => ends.push(args));
    expect(ends).to.deep.equal([[null, [10, 14]]]);
  });

  it('needs no stack for a hundred thousand requests that end at once', () => {
    let end = null;
    runSteps((function* () {
      let total = 0;
      for (let i = 0; i < 100000; i++) total += yield [loop(() => 1), 1];
      return total;
    })(), (failure, value) => { end = value; });
    expect(end).to.equal(100000);
  });

  it('waits for loops that end later, mixed with others', (done) => {
    runSteps((function* () {
      const got = [];
      for (let i = 0; i < 20; i++) got.push(yield [i % 3 ? loop(() => i) : lateLoop(() => -i), 1]);
      return got;
    })(), (failure, got) => {
      expect(failure).to.equal(null);
      expect(got).to.deep.equal(Array.from({ length: 20 }, (_, i) => (i % 3 ? i : -i)));
      done();
    });
  });

  it('hands on a failure, and asks for nothing more', () => {
    const ends = [];
    let resumed = 0;
    const failure = { error: new Error('mine'), index: 3 };
    runSteps((function* () {
      yield [{ run: (calls, done) => done(failure, 0) }, 1];
      resumed++;
      yield [loop(() => 1), 1];
    })(), (...args) => ends.push(args));
    expect(ends).to.deep.equal([[failure]]);
    expect(resumed).to.equal(0);
  });

  it('hands on an error of the steps themselves as ours', () => {
    const error = new Error('a clock that stands still');
    for (const steps of [function* () { throw error; }, function* () { yield [loop(() => 1), 1]; throw error; }]) {
      const ends = [];
      runSteps(steps(), (...args) => ends.push(args));
      expect(ends).to.deep.equal([[{ error, ours: true }]]);
    }
  });

  it('ends once, whatever a loop says afterwards', () => {
    const ends = [];
    let again = null;
    runSteps((function* () {
      yield [{ run(calls, done) { again = done; done(null, 1); } }, 1];
      return 'value';
    })(), (...args) => ends.push(args));
    again(null, 2);
    again({ error: 1 });
    expect(ends).to.deep.equal([[null, 'value']]);
  });
});
