'use strict';

/* Options of node for child processes: those of this one, but for what two processes cannot share, or what starts a script in another way. */

const NOT_FOR_CHILDREN = /^--(inspect|debug|watch|cpu-prof|heap-prof|test)/;
const WITH_VALUE = /^--(inspect-port|debug-port|watch-path|(cpu|heap)-prof-(dir|name|interval)|test-[a-z-]+)$/;

/**
 * @param {{ execArgv: string[] }} host
 * @returns {string[]}
 */
function childOptions({ execArgv }) {
  const kept = [];
  for (let i = 0; i < execArgv.length; i++) {
    const option = execArgv[i];
    if (!NOT_FOR_CHILDREN.test(option)) kept[kept.length] = option;
    else if (WITH_VALUE.test(option) && !/^-/.test(execArgv[i + 1] || '-')) i++;
  }
  return kept;
}

module.exports = { childOptions };
