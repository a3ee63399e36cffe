'use strict';

// Tests compare ASCII, whatever the locale here; what they show of other signs sets it.
process.env.LC_ALL = 'C';

module.exports = {
  recursive: true,
  extension: ['test.js'],
  timeout: 60000,
  parallel: true,
  jobs: 3,
  'forbid-only': true,
  // Absolute paths: mocha finds this file from each folder of the project, and relative ones not.
  require: require.resolve('./test/helpers/chai-setup.js'),
  reporter: require.resolve('./test/helpers/reporter.js'),
};
