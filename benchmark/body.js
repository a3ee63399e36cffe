'use strict';

/*
 * One body, given as text, in all forms in which it is measured. Its variables are declared in an enclosing function
 * with `var`: V8 checks at each access to a `let` there that it is initialized, and this check costs a function called
 * in a loop half a cycle more than the same text in the loop.
 */

let made = 0;
// Functions with identical text share V8's type feedback, so each text is unique.
const make = (text) => new Function(`/* ${++made} */ ${text}`)();

/**
 * @param {string} name
 * @param {string} declarations
 * @param {string} body
 * @returns {object} { name, loop(), emptyLoop(), sync(), callback(), promise() }: each call creates a new function
 */
function bodyOf(name, declarations, body) {
  return {
    name,
    loop: () => make(`${declarations} return function (n_) { for (let i_ = 0; i_ < n_; i_++) { ${body} } };`),
    emptyLoop: () => make('return function (n_) { for (let i_ = 0; i_ < n_; i_++) {} };'),
    sync: () => make(`${declarations} return function () { ${body} };`),
    callback: () => make(`${declarations} return function (callback_) { ${body} callback_(); };`),
    promise: () => make(`${declarations} return async function () { ${body} };`),
  };
}

module.exports = { bodyOf };
