'use strict';

// reason: more

const text = 'if (count1 >= limit) { total = total + price2 * 17; } else return next(count1, 42); '.repeat(10);

function countTokens(end) {
  let tokens = 0;
  let i = 0;
  while (i < end) {
    const c = text.charCodeAt(i);
    if (c === 32) {
      i++;
    } else if ((c >= 97 && c <= 122) || (c >= 48 && c <= 57)) {
      do i++; while (i < end && text.charCodeAt(i) >= 48);
      tokens++;
    } else {
      tokens += 2;
      i++;
    }
  }
  return tokens;
}

module.exports = {
  fast() {
    return countTokens(300);
  },
  slow() {
    return countTokens(750);
  },
};
