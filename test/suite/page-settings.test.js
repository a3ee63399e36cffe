'use strict';

/* Settings of suites in a page. */

const { expect } = require('chai');
const ofPage = require('#lib/core/suite/page-settings');
const { resolveSettings, DEFAULTS, OF_TESTS } = require('#lib/core/suite/settings');

const NOT_HERE = ['forkTests', 'forks', 'tier', 'cold', 'polluted', 'count', 'cache', 'csv', 'markdown'];

describe('the settings of bench in a page', () => {
  it('are the settings of Node.js, without the ones specific to it', () => {
    const settings = ofPage.resolveSettings({}, { timeGoal: 1 });
    expect(settings).to.be.frozen.and.to.include({ forkTests: 0, isTimeGiven: true });
    const usual = resolveSettings({}, { timeGoal: 1 });
    for (const name of Object.keys(DEFAULTS)) {
      if (!NOT_HERE.includes(name)) {
        expect(settings[name], name).to.deep.equal(usual[name]);
        continue;
      }
      expect(() => ofPage.resolveSettings({}, { [name]: true }), name)
        .to.throw(TypeError, /need separate processes.*measure in Node\.js/);
      expect(ofPage.resolveSettings({}, { [name]: false })[name], name).to.be.oneOf([null, 0]);
    }
  });

  it('of single tests have the same names, and are refused', () => {
    const fieldsOf = (settings) => Object.entries(settings).map(([key, { field }]) => [key, field]);
    expect(fieldsOf(ofPage.OF_TESTS)).to.deep.equal(fieldsOf(OF_TESTS));
    for (const { read } of Object.values(ofPage.OF_TESTS)) expect(() => read(true)).to.throw(/need separate processes/);
  });
});
