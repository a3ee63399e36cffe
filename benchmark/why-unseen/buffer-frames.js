// reason: concat|cop(y|ies)|quadratic|again
// because: the slow one concatenates the whole buffer received so far for every chunk, copying all the earlier bytes
// again.
'use strict';
const assert = require('assert');

const messages = [];
for (let m = 0; m < 8; m++) {
  const chunks = [];
  for (let c = 0; c < 24; c++) chunks.push(Buffer.alloc(700, (m * 24 + c) & 255));
  messages.push(chunks);
}

class ListCollector {
  constructor() { this.parts = []; this.size = 0; }
  feed(chunk) { this.parts.push(chunk); this.size += chunk.length; }
  end() { return Buffer.concat(this.parts, this.size); }
}

class BodyCollector {
  constructor() { this.body = Buffer.alloc(0); }
  feed(chunk) { this.body = Buffer.concat([this.body, chunk]); } // HERE
  end() { return this.body; }
}

function digest(body) {
  return body.length + body[701] * 3 + body[body.length - 1];
}

let turnFast = 0;
let turnSlow = 0;

module.exports = {
  fast() {
    const chunks = messages[turnFast = (turnFast + 1) & 7];
    const sink = new ListCollector();
    for (const chunk of chunks) sink.feed(chunk);
    return digest(sink.end());
  },
  slow() {
    const chunks = messages[turnSlow = (turnSlow + 1) & 7];
    const sink = new BodyCollector();
    for (const chunk of chunks) sink.feed(chunk);
    return digest(sink.end());
  },
};

for (let k = 0; k < 4; k++) assert.strictEqual(module.exports.fast(), module.exports.slow());
