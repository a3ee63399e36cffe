'use strict';

/* Loops from text, where a page may make them. */

// Captured at load, because a measured test may replace it.
const Compiler = Function;
const { construct } = Reflect;

const WAY_OUT = 'measure in a page that permits it: script-src with \'unsafe-eval\'';

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
    throw new Error('qtimeit: each test has a loop of its own, compiled from text, and the Content-Security-Policy ' +
      `of this page forbids that; ${WAY_OUT}`, { cause: error });
  }
}

module.exports = { compile };
