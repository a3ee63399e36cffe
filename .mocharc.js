'use strict';

// Tests compare ASCII, whatever the locale here; what they show of other signs sets it.
process.env.LC_ALL = 'C';
// With these certificates, which no test needs, each of the thousands of processes takes 60 ms longer in Node.js 20.
delete process.env.NODE_EXTRA_CA_CERTS;

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
