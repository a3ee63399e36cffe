'use strict';

/* What can be set of suites in a page. */

const { expect } = require('chai');
const ofPage = require('../../lib/suite/page-settings');
const { resolveSettings, DEFAULTS, OF_TESTS } = require('../../lib/suite/settings');

const NOT_HERE = ['forkTests', 'forks', 'tier', 'cold', 'count', 'cache', 'csv', 'markdown'];

describe('the settings of bench in a page', () => {
  it('are those of Node.js, without what needs it', () => {
    const settings = ofPage.resolveSettings({}, { timeGoal: 1 });
    expect(settings).to.be.frozen;
    const usual = resolveSettings({}, { timeGoal: 1 });
    for (const name of Object.keys(DEFAULTS).filter((one) => !NOT_HERE.includes(one))) {
      expect(settings[name], name).to.deep.equal(usual[name]);
    }
    expect(settings.forkTests).to.equal(0);
    expect(settings.isTimeGiven).to.equal(true);
  });

  it('say where the others are', () => {
    for (const name of NOT_HERE) {
      expect(() => ofPage.resolveSettings({}, { [name]: true }), name)
        .to.throw(TypeError, /a page has not.*measure there/);
      expect(ofPage.resolveSettings({}, { [name]: false })[name], name).to.be.oneOf([null, 0]);
    }
  });

  it('of single tests are refused, too', () => {
    expect(Object.keys(ofPage.OF_TESTS)).to.deep.equal(Object.keys(OF_TESTS));
    for (const key of Object.keys(OF_TESTS)) {
      expect(ofPage.OF_TESTS[key].field).to.equal(OF_TESTS[key].field);
      expect(() => ofPage.OF_TESTS[key].read(true)).to.throw(TypeError, /a page has not/);
    }
  });
});
