'use strict';

const { bench } = require('../..');

bench({
  sum({ size }) { let sum = 0; for (let i = 0; i < size; i++) sum += i; return sum; },
  join({ size }) { return 'ab'.repeat(size); },
}, { params: { size: [10, 100] } });
