'use strict';

// reason: flatten|cons.?string|rope|joined string|concatenated string|copies the (whole )?(text|string)

const source = 'a comment of a page, with - and -- and > in it, that is long enough to be ' +
  'a comment of a real page; it says who wrote it and when and why -->rest of the page';
const input = Buffer.from(source).toString('latin1');

module.exports = {
  fast() {
    let comment = '';
    let dashes = 0;
    for (let i = 0; i < input.length; i++) {
      comment += input[i];
      const last = input.charCodeAt(i);
      if (last === 62 && dashes >= 2) break;
      dashes = last === 45 ? dashes + 1 : 0;
    }
    return comment;
  },
  slow() {
    let comment = '';
    let dashes = 0;
    for (let i = 0; i < input.length; i++) {
      comment += input[i];
      const last = comment.charCodeAt(comment.length - 1); // HERE
      if (last === 62 && dashes >= 2) break;
      dashes = last === 45 ? dashes + 1 : 0;
    }
    return comment;
  },
};
