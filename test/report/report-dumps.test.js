'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { NAMES, dumpOf, fileOf } = require('../helpers/report-dumps');

describe('reports', () => {
  for (const name of NAMES) {
    it(`of ${name} are as they were read`, () => expect(dumpOf(name)).to.equal(fs.readFileSync(fileOf(name), 'utf8')));
  }
});
