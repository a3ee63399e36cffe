'use strict';

/*
 * One body, given as text, in all the forms that it is measured in. Its variables are declared in an enclosing
 * function scope, with `var`: a `let` there is checked for having been initialised at each access, which a function
 * called in a loop pays half a cycle more for than the same text in the loop (docs/accuracy.md).
 */

let made = 0;
// Unique text: identical text shares what V8 has learnt about it.
const make = (text) => new Function(`/* ${++made} */ ${text}`)();

/**
 * @param {string} name
 * @param {string} declarations
 * @param {string} body
 * @returns {object} { name, loop(), emptyLoop(), sync(), callback(), promise() }: each call makes a new function
 */
function bodyOf(name, declarations, body) {
  return {
    name,
    /** The hand-written loop. */
    loop: () => make(`${declarations} return function (n_) { for (let i_ = 0; i_ < n_; i_++) { ${body} } };`),
    emptyLoop: () => make('return function (n_) { for (let i_ = 0; i_ < n_; i_++) {} };'),
    sync: () => make(`${declarations} return function () { ${body} };`),
    callback: () => make(`${declarations} return function (callback_) { ${body} callback_(); };`),
    promise: () => make(`${declarations} return async function () { ${body} };`),
  };
}

module.exports = { bodyOf };
