'use strict';

/* Loops from text, where a page may make them. */

// Captured at load, because a measured test may replace it.
const Compiler = Function;
const { construct } = Reflect;

/**
 * @param {string[]} parameters
 * @param {string} text of the body
 * @returns {function}
 * @throws {Error} where the policy of the page forbids it, SyntaxError as the engine has it
 */
function compile(parameters, text) {
  const given = [];
  for (let i = 0; i < parameters.length; i++) given[i] = parameters[i];
  given[given.length] = text;
  try {
    return construct(Compiler, given);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Error('qtimeit: the Content-Security-Policy of this page forbids to compile a test from text; ' +
      'give a function', { cause: error });
  }
}

let isAllowed = null;

/** Whether compile() does. It is tried once, which the browser tells in its console where it is forbidden. */
function compiles() {
  if (isAllowed !== null) return isAllowed;
  try {
    construct(Compiler, []);
    isAllowed = true;
  } catch (_) {
    isAllowed = false;
  }
  return isAllowed;
}

module.exports = { compile, compiles };
