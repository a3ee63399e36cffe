'use strict';

// https://github.com/supermacro/neverthrow/pull/538: "reduce and spread", which copies the list for each element
// reason: spread|copies|allocat|garbage|iterat

const results = Array.from({ length: 200 }, (_, i) => ({ isOk: true, value: i }));

module.exports = {
  fast() {
    const all = [];
    for (const result of results) if (result.isOk) all.push(result.value);
    return all;
  },
  slow() {
    return results.reduce((all, { isOk, value }) => (
      isOk ? [...all, value] : all), []); // HERE
  },
};
