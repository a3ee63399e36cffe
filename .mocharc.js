'use strict';

module.exports = {
  recursive: true,
  extension: ['test.js'],
  timeout: 60000,
  parallel: true,
  jobs: 3,
  'forbid-only': true,
  // An absolute path: mocha finds this file from each folder of the project, and relative ones not.
  reporter: require.resolve('./test/helpers/reporter.js'),
};
