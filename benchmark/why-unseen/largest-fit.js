/* eslint-disable strict -- only in functions that are not strict are arguments linked to parameters */
// reason: arguments
const margins = [12, 40, 7, 33, 25, 18, 9, 61];

function largestRest(limit, ...sizes) {
  limit = limit || 100;
  let best = 0;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] <= limit && sizes[i] > best) best = sizes[i];
  }
  return best;
}

function largestArgs(limit) {
  limit = limit || 100;
  let best = 0;
  for (let i = 1; i < arguments.length; i++) {
    if (arguments[i] <= limit && arguments[i] > best) best = arguments[i]; // HERE
  }
  return best;
}

function a() {
  let sum = 0;
  for (let i = 0; i < margins.length; i++) {
    const m = margins[i];
    sum += largestRest(m, 3, 8, 11, 17, 24, 31, 38);
    sum += largestRest(0, m, m + 1, m + 4, m + 9, 20);
  }
  return sum;
}

function b() {
  let sum = 0;
  for (let i = 0; i < margins.length; i++) {
    const m = margins[i];
    sum += largestArgs(m, 3, 8, 11, 17, 24, 31, 38);
    sum += largestArgs(0, m, m + 1, m + 4, m + 9, 20);
  }
  return sum;
}

module.exports = { fast: a, slow: b };
