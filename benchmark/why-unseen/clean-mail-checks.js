'use strict';
// Validates mail addresses; returns whether all of them are fine.
// reason: does more

const ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const MAILS = [];
for (let i = 0; i < 30; i++) MAILS.push('user' + i + '@host' + (i % 5) + '.example.org');

function plausible(mail) {
  return mail.length < 254 && mail.indexOf('..') === -1;
}

function valid(mail) {
  return plausible(mail) && ADDRESS.test(mail);
}

function allValid(mails, count) {
  let ok = true;
  for (let i = 0; i < count; i++) ok = valid(mails[i]) && ok;
  return ok;
}

function fast() {
  return allValid(MAILS, 10);
}

function slow() {
  return allValid(MAILS, 24); // HERE
}

module.exports = { fast, slow };
