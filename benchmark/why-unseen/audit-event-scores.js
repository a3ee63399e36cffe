'use strict';
// Scores a batch of audit events that came from different producers.
// reason: many shapes

class AuditEvent {
  constructor(level, size, source, actor) {
    this.level = level;
    this.size = size;
    this.source = source;
    this.actor = actor;
  }
}

const PRODUCERS = [
  (l, s) => ({ level: l, size: s, source: 'web' }),
  (l, s) => ({ source: 'api', level: l, size: s }),
  (l, s) => ({ size: s, level: l, region: 'eu' }),
  (l, s) => ({ actor: 'cron', size: s, level: l }),
  (l, s) => ({ trace: 17, actor: 'ops', level: l, size: s }),
  (l, s) => ({ retries: 0, level: l, source: 'mq', size: s }),
  (l, s) => ({ host: 'db1', port: 5432, size: s, level: l }),
  (l, s) => ({ tags: null, level: l, host: 'fs', size: s }),
];

const raw = [];
for (let i = 0; i < 192; i++) raw.push(PRODUCERS[(i * 5) % 8](i % 6, 100 + i * 3));
const uniform = raw.map((e) => new AuditEvent(e.level, e.size, 'any', 'any'));

function weigh(level, size) {
  const base = level > 3 ? 16 : 4;
  return base + (size >> 3) + level;
}

function scoreUniform(events) {
  let score = 0;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    score += weigh(event.level, event.size);
  }
  return score;
}

function scoreRaw(events) {
  let score = 0;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    score += weigh(event.level, event.size); // HERE
  }
  return score;
}

function fast() {
  return scoreUniform(uniform);
}

function slow() {
  return scoreRaw(raw);
}

module.exports = { fast, slow };
