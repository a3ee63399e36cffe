'use strict';

const path = require('path');
const { startScript } = require('../../lib/host/host');
const { fakeChild } = require('./fake-host');

/**
 * As host.startScript: each side has one real process for each test, and any more of them have its messages.
 * timeOf(cwd, n): the ns that the n-th process of a side tells, in place of what was measured. answers: what was
 * answered by and by; with those of a run of the same files another one needs no real process.
 */
function startOnce({ timeOf = null, answers = new Map() } = {}) {
  const counts = new Map();
  const countOf = (key) => {
    counts.set(key, counts.has(key) ? counts.get(key) + 1 : 0);
    return counts.get(key);
  };
  const told = (message, cwd, n) => {
    if (timeOf === null || !message.row) return message;
    const nsPerCall = timeOf(cwd, n);
    const figures = { verdict: 'baseline', warnings: [], nsPerCall, nsLow: nsPerCall, nsHigh: nsPerCall, cycles: null };
    return { ...message, rounds: null, row: { ...message.row, ...figures } };
  };
  return (script, args, options) => {
    const { secret, ...job } = JSON.parse(options.env.QTIMEIT_WORKER);
    // A revision has another folder each time, and a process another padding.
    const shownArgs = args.map((one) => (path.isAbsolute(one) ? path.relative(options.cwd, one) : one));
    const mark = { ...job, padding: null, asked: job.asked.given.options };
    const key = JSON.stringify([options.cwd === process.cwd(), shownArgs, mark]);
    const n = countOf(key);
    if (!answers.has(key)) {
      const child = startScript(script, args, options);
      const [, , , channel] = child.stdio;
      const { emit } = channel;
      const messages = [];
      answers.set(key, messages);
      // Messages of tests this small come whole.
      channel.emit = (name, text, ...more) => {
        if (name !== 'data') return emit.call(channel, name, text, ...more);
        const lines = text.split('\n').filter(Boolean).map((line) => {
          const message = JSON.parse(line.slice(secret.length));
          messages.push(message);
          return `${secret} ${JSON.stringify(told(message, options.cwd, n))}\n`;
        });
        return emit.call(channel, name, lines.join(''), ...more);
      };
      return child;
    }
    const child = Object.assign(fakeChild(), { secret });
    setImmediate(() => {
      for (const message of answers.get(key)) child.tell(told(message, options.cwd, n));
      setImmediate(() => child.end(0));
    });
    return child;
  };
}

module.exports = { startOnce };
