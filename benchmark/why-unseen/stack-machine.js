'use strict';
// Runs a small program of a stack machine.
// reason: functions

const BODY = [
  ['push', 6], ['push', 7], ['mul', 0], ['dup', 0], ['add', 0], ['push', 5],
  ['swap', 0], ['sub', 0], ['neg', 0], ['push', 3], ['max', 0], ['inc', 0],
];
const PROGRAM = [...BODY, ...BODY, ...BODY];

const HANDLERS = {
  push: (m, n) => { m.stack[m.top++] = n; },
  dup: (m) => { m.stack[m.top] = m.stack[m.top - 1]; m.top++; },
  swap: (m) => { const t = m.stack[m.top - 1]; m.stack[m.top - 1] = m.stack[m.top - 2]; m.stack[m.top - 2] = t; },
  add: (m) => { m.top--; m.stack[m.top - 1] += m.top > 1 ? m.stack[m.top] : 1; },
  sub: (m) => { m.top--; m.stack[m.top - 1] -= m.stack[m.top]; },
  mul: (m) => { m.top--; m.stack[m.top - 1] *= m.stack[m.top]; },
  max: (m) => { m.top--; m.stack[m.top - 1] = Math.max(m.stack[m.top - 1], m.stack[m.top]); },
  neg: (m) => { m.stack[m.top - 1] = -m.stack[m.top - 1]; },
  inc: (m) => { m.stack[m.top - 1]++; },
};

function step(m, name, operand) {
  HANDLERS[name](m, operand);
}

function stepLocal(m, name, operand) {
  const handlers = { // HERE
    push: () => { m.stack[m.top++] = operand; },
    dup: () => { m.stack[m.top] = m.stack[m.top - 1]; m.top++; },
    swap: () => { const t = m.stack[m.top - 1]; m.stack[m.top - 1] = m.stack[m.top - 2]; m.stack[m.top - 2] = t; },
    add: () => { m.top--; m.stack[m.top - 1] += m.top > 1 ? m.stack[m.top] : 1; },
    sub: () => { m.top--; m.stack[m.top - 1] -= m.stack[m.top]; },
    mul: () => { m.top--; m.stack[m.top - 1] *= m.stack[m.top]; },
    max: () => { m.top--; m.stack[m.top - 1] = Math.max(m.stack[m.top - 1], m.stack[m.top]); },
    neg: () => { m.stack[m.top - 1] = -m.stack[m.top - 1]; },
    inc: () => { m.stack[m.top - 1]++; },
  };
  handlers[name]();
}

function fast() {
  const machine = { stack: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], top: 1 };
  for (let i = 0; i < PROGRAM.length; i++) step(machine, PROGRAM[i][0], PROGRAM[i][1]);
  return machine.stack[machine.top - 1];
}

function slow() {
  const machine = { stack: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], top: 1 };
  for (let i = 0; i < PROGRAM.length; i++) stepLocal(machine, PROGRAM[i][0], PROGRAM[i][1]);
  return machine.stack[machine.top - 1];
}

module.exports = { fast, slow };
