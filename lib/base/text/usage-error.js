'use strict';

/** A mistake in the command line: printed in one line, exit code 2. */
class UsageError extends Error {}

/** An argument as typed in a shell. */
const typedAs = (word) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replace(/'/g, '\'\\\'\'')}'`);

const commandText = (command) => ['qtimeit', ...command.map(typedAs)].join(' ');

module.exports = { UsageError, commandText };
