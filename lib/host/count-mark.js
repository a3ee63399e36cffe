'use strict';

/*
 * How a process tells valgrind that a part of its calls is over: it calls a function that the executable has a name
 * for, and that hardly anybody has a use for. The call takes some 1000 instructions.
 */

// Captured at load, because a measured test may replace it.
const { getPriority } = require('os');

const MARK_FUNCTION = 'uv_os_getpriority';

const mark = () => { getPriority(); };

module.exports = { mark, MARK_FUNCTION };
