'use strict';
// Adds up the hours of a timesheet and prints one line per entry.
// reason: primitive

const DAY = Date.UTC(2024, 4, 6);
const MINUTE = 60000;
const HOUR = 3600000;

const entries = [];
for (let i = 0; i < 14; i++) {
  const from = DAY + ((i * 53) % 480) * MINUTE;
  entries.push({
    task: 'task-' + (i % 5),
    start: new Date(from),
    end: new Date(from + (30 + (i % 3) * 15) * MINUTE),
  });
}

function hours(entry) {
  return (entry.end.getTime() - entry.start.getTime()) / HOUR;
}

function span(entry) {
  return (entry.end - entry.start) / HOUR; // HERE
}

function quarter(h) {
  return Math.ceil(h * 4) / 4;
}

function line(entry, h) {
  const whole = Math.floor(h);
  return entry.task + ' ' + whole + ':' + Math.round((h - whole) * 60) + '\n';
}

function fast() {
  let text = '';
  let total = 0;
  for (const entry of entries) {
    const h = quarter(hours(entry));
    total += h;
    text += line(entry, h);
  }
  return { text, total };
}

function slow() {
  let text = '';
  let total = 0;
  for (const entry of entries) {
    const h = quarter(span(entry));
    total += h;
    text += line(entry, h);
  }
  return { text, total };
}

module.exports = { fast, slow };
