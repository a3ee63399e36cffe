'use strict';
// reason: includes

const posts = [];
for (let i = 0; i < 30; i++) {
  posts.push({
    id: i,
    tags: [0, 1, 2, 3, 4].map((k) => 'topic-' + ((i * 7 + k * 13) % 83)),
  });
}

function tagUnionA(list) {
  const seen = new Set();
  const tags = [];
  for (const post of list) {
    for (const tag of post.tags) {
      if (seen.has(tag)) continue;
      seen.add(tag);
      tags.push(tag);
    }
  }
  return tags;
}

function tagUnionB(list) {
  const tags = [];
  for (const post of list) {
    for (const tag of post.tags) {
      if (tags.includes(tag)) continue; // HERE
      tags.push(tag);
    }
  }
  return tags;
}

function a() {
  const tags = tagUnionA(posts);
  return tags.length + ':' + tags[tags.length - 1];
}

function b() {
  const tags = tagUnionB(posts);
  return tags.length + ':' + tags[tags.length - 1];
}

module.exports = { fast: a, slow: b };
