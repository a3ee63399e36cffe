'use strict';

const { expect } = require('chai');
const { removedWorkOf } = require('../../lib/estimate/removed-work');

const TURN_NS = 0.4;

const judged = (ns, notInlinedNs, inlinedNs = ns + TURN_NS) => removedWorkOf(ns, TURN_NS, { notInlinedNs, inlinedNs });

describe('removedWorkOf', () => {
  it('calls a test hoisted that takes many times as long if it is not inlined', () => {
    for (const [ns, notInlinedNs] of [[0.14, 9.7], [0, 2], [3.5, 28], [3.6, 19]]) {
      expect(judged(ns, notInlinedNs)).to.deep.equal({ code: 'hoisted', notInlinedNs, inputs: [] });
    }
  });

  it('calls a test folded that takes less than three quarters of a turn of the empty loop', () => {
    for (const ns of [-0.01, 0, 0.14, 0.29]) {
      for (const notInlinedNs of [0.3, 1.5, null]) {
        expect(judged(ns, notInlinedNs), `${ns}`).to.deep.equal({ code: 'folded', inputs: [] });
      }
    }
  });

  it('allows for the store of an object', () => {
    const verdicts = [0.41, 0.59, 0.61].map((ns) => removedWorkOf(ns, TURN_NS, {
      notInlinedNs: 0.5, inlinedNs: 1, keepsObject: true,
    }));
    expect(verdicts).to.deep.equal([{ code: 'folded', inputs: [] }, { code: 'folded', inputs: [] }, null]);
  });

  it('says nothing of tests that do their work, or that nothing is known of', () => {
    for (const [ns, notInlinedNs] of [
      [0.31, 0.3], [0.31, 1.8], [0.8, 0.4], [1.2, 2.7], [5.8, 9.1], [6, 17], [3, null],
    ]) {
      expect(judged(ns, notInlinedNs), `${ns}`).to.equal(null);
    }
    expect(judged(0.8, 7, 6), 'a test that had become slower').to.equal(null);
    expect(removedWorkOf(0.1, TURN_NS, null)).to.equal(null);
    expect(removedWorkOf(0.1, TURN_NS, undefined)).to.equal(null);
  });
});
