'use strict';

/*
 * Who is next: all that are measured take turns, in an order that turns around from pass to pass (ABBA), so that what
 * changes slowly meets all alike. With old always first, a second place that is faster by 1 % would be a difference of
 * 1 % between equals.
 */

/** The items in the order that a pass has them in. */
const inTurn = (items, pass) => (pass & 1 ? items.slice().reverse() : items);

/**
 * Who has the k-th place in a turn, of so many: ABBA BAAB for two, and for more each second turn the other way around,
 * from another one on in each pair of turns. So all have the same mean place after each pair of turns, and each place
 * equally often after 2 * size turns.
 */
const placeInTurn = (turn, k, size) => ((turn >> 1) + (turn & 1 ? size - 1 - k : k)) % size;

/**
 * @param {function(number): Array} jobsOf those of a pass, from 0 on; none of the one that there is not any more
 * @param {function(*, number): Promise} once does a job of a pass
 * @param {function(): boolean} [isOver] asked after each
 */
async function takeTurns(jobsOf, once, isOver = () => false) {
  for (let pass = 0; ; pass++) {
    const jobs = jobsOf(pass);
    if (jobs.length === 0) return;
    for (const job of jobs) {
      await once(job, pass);
      if (isOver()) return;
    }
  }
}

module.exports = { inTurn, placeInTurn, takeTurns };
