'use strict';

const { expect } = require('chai');
const { createAsBefore } = require('#lib/base/host/builtins');

describe('builtins as they were', () => {
  const { Reflect: { getOwnPropertyDescriptor, defineProperty, deleteProperty } } = globalThis;

  /** What look() sees within, and after it, while a property is replaced: undefined takes it away. */
  function seen(holder, key, descriptor, look) {
    const asBefore = createAsBefore(true);
    const own = getOwnPropertyDescriptor(holder, key);
    try {
      if (descriptor) defineProperty(holder, key, { configurable: true, writable: true, ...descriptor });
      else deleteProperty(holder, key);
      return [asBefore(look), look()];
    } finally {
      if (own) defineProperty(holder, key, own);
      else deleteProperty(holder, key);
    }
  }

  const { max } = Math;
  const { trim } = String.prototype;
  const { stdout } = process;
  const { write } = stdout;
  const mine = () => {};
  const cases = [
    ['replaced', Math, 'max', { value: mine }, () => Math.max, [max, mine]],
    ['taken away', String.prototype, 'trim', undefined, () => String.prototype.trim, [trim, undefined]],
    ['added to all objects', Object.prototype, 'mine', { value: 1 }, () => ({}).mine, [undefined, 1]],
    ['a word of a descriptor that all objects inherit', Object.prototype, 'get', { value: mine },
      () => ({}).get, [undefined, mine]],
    ['set on the output, which inherits it', stdout, 'write', { value: mine }, () => stdout.write, [write, mine]],
    ['set on the process, which inherits it', process, 'emit', { value: mine }, () => Object.hasOwn(process, 'emit'),
      [false, true]],
  ];
  for (const [what, holder, key, descriptor, look, expected] of cases) {
    it(`are there within, and the test has its own afterwards: ${what}`, () => {
      // Compared by hand: what compares them uses them.
      const found = seen(holder, key, descriptor, look);
      expect(found[0] === expected[0] && found[1] === expected[1]).to.equal(true);
    });
  }

  it('are those behind accessors, too', () => {
    const { process: own } = globalThis;
    const asBefore = createAsBefore(false);
    let found;
    try {
      globalThis.process = null;
      found = [asBefore(() => globalThis.process) === own, globalThis.process];
    } finally {
      globalThis.process = own;
    }
    expect(found).to.deep.equal([true, null]);
  });

  it('are removed if the action throws, and if it requests them again', () => {
    const asBefore = createAsBefore(false);
    const found = seen(Math, 'max', { value: mine }, () => {
      try {
        asBefore(() => asBefore(() => { throw Math.max; }));
      } catch (thrown) {
        return [thrown, Math.max];
      }
      return null;
    });
    expect(found).to.deep.equal([[max, max], [max, mine]]);
  });
});
