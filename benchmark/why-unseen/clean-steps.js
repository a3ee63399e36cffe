'use strict';
// Runs an article title through clean-up steps to make a slug.
// reason: does more

const titles = [
  '  Hello, World: a New Beginning!  ',
  'What is (really) going on in C++ & Rust?',
  'Ten Tips -- for   Faster Builds',
];

const lower = (s) => s.toLowerCase();
const symbols = (s) => s.replace(/[^a-z0-9 -]/g, ' ');
const spaces = (s) => s.replace(/ +/g, '-');
const dashes = (s) => s.replace(/-+/g, '-');
const edges = (s) => s.replace(/^-|-$/g, '');
const vowels = (s) => s.replace(/[aeiou]+/g, 'e');

const base = [lower, symbols, spaces];
const full = [lower, symbols, spaces, dashes, edges, vowels];

function slug(title, steps) {
  let s = title;
  for (let i = 0; i < steps.length; i++) s = steps[i](s);
  return s;
}

function all(steps) {
  let out = '';
  for (const title of titles) out += slug(title, steps) + '\n';
  return out;
}

function fast() {
  return all(base);
}

function slow() {
  return all(full);
}

module.exports = { fast, slow };
