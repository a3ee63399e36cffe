// reason: Event|EventTarget|dispatchEvent
'use strict';
const { EventEmitter } = require('events');
let n = 0; // eslint-disable-line no-unused-vars -- the listeners must do something
const target = new EventTarget();
target.addEventListener('tick', (event) => { n += event.type.length; });
const emitter = new EventEmitter();
emitter.on('tick', (event) => { n += event.type.length; });
function fireSlow(count) {
  for (let i = 0; i < count; i++) {
    const event = new Event('tick');
    target.dispatchEvent(event); // HERE or the line above
  }
}
function fireFast(count) {
  for (let i = 0; i < count; i++) {
    const event = { type: 'tick' };
    emitter.emit('tick', event);
  }
}
module.exports = { fast() { fireFast(5); }, slow() { fireSlow(5); } };
