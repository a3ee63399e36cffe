'use strict';

const { UsageError } = require('#lib/base/text/usage-error');

function messageOf(error) {
  if (!(error instanceof UsageError)) throw error;
  return error.message;
}

/** The message of the UsageError that action() throws. */
function refusalOf(action) {
  try {
    action();
  } catch (error) {
    return messageOf(error);
  }
  throw new Error('was not refused');
}

/** The message of the UsageError that action() throws or rejects with. */
async function laterRefusalOf(action) {
  const result = await Promise.resolve().then(action).then(() => null, messageOf);
  if (result === null) throw new Error('was not refused');
  return result;
}

module.exports = { refusalOf, laterRefusalOf };
