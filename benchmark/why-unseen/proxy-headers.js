'use strict';
// reason: deletes a property

const targets = [3, 8, 15, 21, 34, 55, 60, 71];

function incoming(n) {
  return {
    host: 'api-' + n,
    connection: 'keep-alive',
    accept: '*/*',
    length: n,
    priority: n & 3,
    agent: 'probe',
  };
}

function score(h) {
  return h.host.length + h.length * 2 + h.priority + h.agent.length + h.accept.length;
}

function scoreForwarded(h) {
  return h.host.length + h.length * 2 + h.priority + h.agent.length + h.accept.length;
}

function a() {
  let sum = 0;
  for (let i = 0; i < targets.length; i++) {
    const headers = incoming(targets[i]);
    headers.connection = undefined;
    sum += score(headers);
  }
  return sum;
}

function b() {
  let sum = 0;
  for (let i = 0; i < targets.length; i++) {
    const headers = incoming(targets[i]);
    delete headers.connection; // HERE
    sum += scoreForwarded(headers);
  }
  return sum;
}

module.exports = { fast: a, slow: b };
