'use strict';

/*
 * Options of node that make two processes of the same code execute the same instructions, within some thousands: all
 * of V8 on one thread, so that no compiler and no collector does more or less of its work by the time a call comes; and
 * the same hashes and random numbers.
 */

const STEADY_FLAGS = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

module.exports = { STEADY_FLAGS };
