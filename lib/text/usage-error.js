'use strict';

/** Something that the user of the command line typed and that cannot be done: said in one line, exit code 2. */
class UsageError extends Error {}

module.exports = { UsageError };
