'use strict';

// https://github.com/opennextjs/opennextjs-aws/pull/1007: undefined "instead of delete X.y" keeps properties fast
// reason: delete|dictionary

const responses = [null, null, null, null];
let age = 0;

function respond(headers) {
  responses[age & 3] = headers;
  return headers.age + headers['set-cookie'].length;
}

const createHeaders = () => ({ 'content-type': 'text/html', 'x-cache': 'hit', 'set-cookie': 'a=1', age: ++age & 255 });

module.exports = {
  fast() {
    const headers = createHeaders();
    headers['x-cache'] = undefined;
    return respond(headers);
  },
  slow() {
    const headers = createHeaders();
    delete headers['x-cache']; // HERE
    return respond(headers);
  },
};
