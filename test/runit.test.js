'use strict';

const { expect } = require('chai');
const { createRunit } = require('#lib/runit');

/** runit on a timeit with the listed results, one entry per run: [error, count, elapsed]. */
function prepared(outcomes, seconds = [100, 103.5]) {
  const calls = [];
  const printed = [];
  const runit = createRunit({
    timeit: (count, fn, name, callback) => {
      calls.push([count, fn, name]);
      setImmediate(() => callback(...outcomes[calls.length - 1]));
    },
    fptime: () => seconds.shift(),
    write: (text) => { printed.push(text); },
  });
  return { runit, calls, printed };
}
const ended = (runit, ...args) => new Promise((resolve) => { runit(...args, (...got) => resolve(got)); });
const fn = (callback) => callback();

describe('runit', () => {
  it('runs the test several times over, then writes totals and rates', async () => {
    // 5 items in each of 100 calls: 500 items in 0.25, 0.5 and 1 s, and 1500 in 1.75 s
    const { runit, calls, printed } = prepared([[null, 100, 0.25], [null, 100, 0.5], [null, 100, 1]]);
    expect(await ended(runit, 3, 100, 5, 'items', fn)).to.deep.equal([null]);
    expect(calls).to.deep.equal([[100, fn, 'items'], [100, fn, 'items'], [100, fn, 'items']]);
    expect(printed.join('')).to.equal(
      'Total runtime 1.750 of 3.500 elapsed\nitem rate min-max-avg 500.00 2000.00 857.14\n');
  });

  for (const [title, repeats, outcomes, items, rates] of [
    // 5 items in 2 s
    ['one run', 1, [[null, 10, 2]], 0.5, '2.50 2.50 2.50'],
    // 10 in 1 s, 30 in 1 s: 40 in 2 s
    ['the average by time', 2, [[null, 10, 1], [null, 30, 1]], 1, '10.00 30.00 20.00'],
  ]) {
    it(`prints the rates of ${title}`, async () => {
      const { runit, printed } = prepared(outcomes);
      await ended(runit, repeats, '1s', items, 'n', fn);
      expect(printed[1]).to.equal(`item rate min-max-avg ${rates}\n`);
    });
  }

  it('ends at the first error, with no totals', async () => {
    const error = new Error('mine');
    const { runit, calls, printed } = prepared([[null, 10, 1], [error], [null, 10, 1]]);
    expect(await ended(runit, 3, 10, 1, 'n', fn)).to.deep.equal([error]);
    expect(calls).to.have.length(2);
    expect(printed).to.deep.equal([]);
  });

  it('needs no callback', (done) => {
    const { runit, printed } = prepared([[null, 10, 1]]);
    runit(1, 10, 1, 'n', fn);
    setImmediate(() => setImmediate(() => {
      expect(printed).to.have.length(2);
      done();
    }));
  });

  it('throws an error that has no other handler', () => {
    const error = new Error('mine');
    const runit =
      createRunit({ timeit: (count, test, name, callback) => callback(error), fptime: () => 0, write: () => {} });
    expect(() => runit(1, 10, 1, 'n', fn)).to.throw(error);
  });

  const wrong = [[0, '0'], [-1, '-1'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['3', "'3'"], [undefined, 'undefined'],
    [null, 'null'], [3n, '3n'], [Symbol('x'), 'Symbol(x)'], [Object.create(null), '[Object: null prototype] {}']];
  it('refuses other numbers of runs and items before the first run', () => {
    const { runit, calls } = prepared([]);
    for (const [value, shown] of [...wrong, [1.5, '1.5'], [2 ** 53, '9007199254740992']]) {
      expect(() => runit(value, 10, 1, 'n', fn))
        .to.throw(RangeError, `runit: cannot run ${shown} times. Pass an integer of at least 1`);
    }
    for (const [value, shown] of wrong) {
      expect(() => runit(1, 10, value, 'n', fn))
        .to.throw(RangeError, `runit: one call cannot handle ${shown} items. Pass a number above 0`);
    }
    expect(calls).to.deep.equal([]);
  });

  it('contains no Infinity if a body takes no time', async () => {
    const { runit, printed } = prepared([[null, 10, 0]]);
    await ended(runit, 1, 10, 1, 'n', fn);
    expect(printed.join('')).to.not.match(/NaN|Infinity/);
  });
});
