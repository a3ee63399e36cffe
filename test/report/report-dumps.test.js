'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { NAMES, dumpOf, fileOf } = require('../helpers/report-dumps');

describe('reports', () => {
  for (const name of NAMES) {
    it(`of ${name} are unchanged`, () => expect(dumpOf(name)).to.equal(fs.readFileSync(fileOf(name), 'utf8')));
  }
});
