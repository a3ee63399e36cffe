'use strict';
// reason: shapes

function eventA(i) {
  return {
    user: i % 2 ? 'u' + i : null,
    ip: i % 3 === 0 ? '10.0.0.' + i : null,
    retry: i % 5 === 0 ? i : 0,
    tag: i % 7 === 0 ? 'slow' : null,
    bytes: i * 17 % 301,
    status: i % 4 === 0 ? 500 : 200,
  };
}

function eventB(i) {
  const event = {};
  if (i % 2) event.user = 'u' + i;
  if (i % 3 === 0) event.ip = '10.0.0.' + i;
  if (i % 5 === 0) event.retry = i;
  if (i % 7 === 0) event.tag = 'slow';
  event.bytes = i * 17 % 301;
  event.status = i % 4 === 0 ? 500 : 200;
  return event;
}

const eventsA = [];
const eventsB = [];
for (let i = 0; i < 420; i++) {
  eventsA.push(eventA(i));
  eventsB.push(eventB(i));
}

function a() {
  let failed = 0;
  for (let i = 0; i < eventsA.length; i++) {
    const event = eventsA[i];
    if (event.status >= 500) failed += event.bytes;
  }
  return failed;
}

function b() {
  let failed = 0;
  for (let i = 0; i < eventsB.length; i++) {
    const event = eventsB[i];
    if (event.status >= 500) failed += event.bytes; // HERE
  }
  return failed;
}

module.exports = { fast: a, slow: b };
