'use strict';
// Validates slugs that users typed in.
// reason: backtracking

const INPUTS = ['my-blog', 'release_1', 'hello', 'team-chat2!', 'a-b-c-d', 'readme.md', 'node20-'];

const LINEAR = /^[a-z0-9]+(?:-[a-z0-9]+)*-?$/;
const NESTED = /^(?:[a-z0-9]+-?)+$/;

function reserved(slug) {
  return slug === 'admin' || slug === 'root' || slug.length > 40;
}

function score(index, slug) {
  return (index + 1) * 100 + slug.length;
}

function fast() {
  let sum = 0;
  for (let i = 0; i < INPUTS.length; i++) {
    const slug = INPUTS[i];
    if (reserved(slug)) continue;
    if (LINEAR.test(slug)) sum += score(i, slug);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < INPUTS.length; i++) {
    const slug = INPUTS[i];
    if (reserved(slug)) continue;
    if (NESTED.test(slug)) sum += score(i, slug); // HERE
  }
  return sum;
}

module.exports = { fast, slow };
