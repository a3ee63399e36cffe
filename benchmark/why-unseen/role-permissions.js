'use strict';
// Resolves the permissions of roles; everything is in memory already.
// reason: promises

const PERMISSIONS = new Map();
for (let i = 0; i < 40; i++) PERMISSIONS.set('role' + i, { mask: 1 << (i % 20), level: i % 4 });
const ROLES = [...PERMISSIONS.keys()];

function loadRole(name) {
  return PERMISSIONS.get(name);
}

function combine(roles) {
  let mask = 0;
  let level = 0;
  for (let i = 0; i < roles.length; i++) {
    mask |= roles[i].mask;
    if (roles[i].level > level) level = roles[i].level;
  }
  return mask * 10 + level;
}

async function fast() {
  const found = ROLES.map(loadRole);
  return combine(found);
}

async function slow() {
  const found = await Promise.all(ROLES.map(loadRole)); // HERE
  return combine(found);
}

module.exports = { fast, slow };
