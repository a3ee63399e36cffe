'use strict';

// reason: [Bb]uffer\.concat|quadratic|copies|copied|copying|again and again

// The chunks of the body of a request.
const chunks = [];
for (let i = 0; i < 24; i++) chunks.push(Buffer.alloc(256 + i, 97 + i));
const EMPTY = Buffer.alloc(0);

module.exports = {
  fast() {
    const list = [];
    for (let i = 0; i < chunks.length; i++) list.push(chunks[i]);
    const body = Buffer.concat(list);
    return body.length + body[4000];
  },
  slow() {
    let body = EMPTY;
    for (let i = 0; i < chunks.length; i++) {
      body = Buffer.concat([body, chunks[i]]); // HERE
    }
    return body.length + body[4000];
  },
};
