'use strict';

// reason: backtrack|catastroph|exponential|quantifier|regular expression|regexp?\b

const addresses = ['ada@example.org', 'grace.hopper@example.org', 'nobodyhere1', 'x.y.z@example.org', 'anonymous',
  'linus@example.net', 'margaret.hamilton@example.com', 'ken@example.net'];
const SAFE = /^\w+(?:\.\w+)*@/;
const GREEDY = /^(?:\w+\.?)+@/;

module.exports = {
  fast() {
    let valid = 0;
    for (let i = 0; i < addresses.length; i++) {
      if (SAFE.test(addresses[i])) valid++;
    }
    return valid;
  },
  slow() {
    let valid = 0;
    for (let i = 0; i < addresses.length; i++) {
      if (GREEDY.test(addresses[i])) valid++; // HERE
    }
    return valid;
  },
};
