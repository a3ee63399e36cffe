'use strict';

// https://github.com/opennextjs/opennextjs-aws/pull/1007: undefined "instead of delete X.y" keeps properties fast
// reason: delete|dictionary

const headersOf = (i) => ({ 'content-type': 'text/html', 'x-cache': 'hit', 'set-cookie': `a=${i}`, age: i });

module.exports = {
  fast() {
    const headers = headersOf(7);
    headers['x-cache'] = undefined;
    return headers.age + headers['set-cookie'].length;
  },
  slow() {
    const headers = headersOf(7);
    delete headers['x-cache']; // HERE
    return headers.age + headers['set-cookie'].length;
  },
};
