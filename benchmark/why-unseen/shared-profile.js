'use strict';
// Strips the secret from a user record and renders the public profile line.
// reason: deletes a property

const users = [];
for (let i = 0; i < 16; i++) {
  users.push({ id: i, name: 'user' + i, secret: 's' + i * 7, karma: i * 13, posts: i * 3, level: i % 5 });
}

function copyUser(u) {
  return { id: u.id, name: u.name, secret: u.secret, karma: u.karma, posts: u.posts, level: u.level };
}

function badge(level) {
  return level > 3 ? 'gold' : level > 1 ? 'silver' : 'none';
}

function score(p) {
  let s = p.karma * 2 + p.posts;
  for (let i = 0; i < 8; i++) s += (p.level * i + p.id) % 7;
  return s;
}

function scorePublic(p) {
  let s = p.karma * 2 + p.posts;
  for (let i = 0; i < 8; i++) s += (p.level * i + p.id) % 7;
  return s;
}

function fast() {
  let text = '';
  for (const u of users) {
    const p = copyUser(u);
    p.secret = undefined;
    const s = score(p);
    text += `${p.id}:${p.name} ${s} ${badge(p.level)} ${p.secret === undefined}\n`;
  }
  return text;
}

function slow() {
  let text = '';
  for (const u of users) {
    const p = copyUser(u);
    delete p.secret; // HERE
    const s = scorePublic(p);
    text += `${p.id}:${p.name} ${s} ${badge(p.level)} ${p.secret === undefined}\n`;
  }
  return text;
}

module.exports = { fast, slow };
