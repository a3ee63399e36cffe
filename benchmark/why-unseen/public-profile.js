'use strict';
// Builds public profiles: the secret must not be visible any more.
// reason: deletes a property

const NAMES = ['ada', 'brian', 'chuck', 'dennis', 'edsger', 'frances', 'grace', 'hedy'];

function loadAccount(i) {
  return {
    id: 1000 + i,
    secret: 'x' + i,
    name: NAMES[i & 7],
    plan: i % 3,
    credits: i * 12,
    visits: 40 - i,
    active: (i & 1) === 0,
  };
}

function rank(account) {
  let value = account.credits * 2 + account.visits + account.plan * 10;
  if (account.active) value += account.name.length;
  return value + account.id;
}

function rankPublic(account) {
  let value = account.credits * 2 + account.visits + account.plan * 10;
  if (account.active) value += account.name.length;
  return value + account.id;
}

function fast() {
  let total = 0;
  for (let i = 0; i < 32; i++) {
    const account = loadAccount(i);
    account.secret = undefined;
    total += rank(account);
  }
  return total;
}

function slow() {
  let total = 0;
  for (let i = 0; i < 32; i++) {
    const account = loadAccount(i);
    delete account.secret; // HERE
    total += rankPublic(account);
  }
  return total;
}

module.exports = { fast, slow };
