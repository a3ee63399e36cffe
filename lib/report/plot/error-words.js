'use strict';

/* The first line of an error, for a picture. */

const { object, textual } = require('../html/known');
const { visible } = require('./text-width');

function wordsOfError(error) {
  const { message } = object(error);
  const first = (textual(message) || '').split(/\r\n|\n|\r/).find((one) => one.trim());
  return first ? visible(first) : 'failed';
}

module.exports = { wordsOfError };
