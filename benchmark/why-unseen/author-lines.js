'use strict';
// Prints citation lines with the authors joined the way the language wants it ("A, B and C").
// reason: ListFormat

const people = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Ken', 'Radia'];
const articles = [];
for (let i = 0; i < 5; i++) {
  const authors = [];
  for (let k = 0; k < 2 + (i % 3); k++) authors.push(people[(i * 3 + k) % people.length]);
  articles.push({ title: 'On Topic ' + i, year: 1970 + i * 3, authors });
}

function makeJoiner() {
  return new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' });
}

const joiner = makeJoiner();

function cite(article, list) {
  return list.format(article.authors) + ' (' + article.year + '). ' + article.title + '.';
}

function fast() {
  const list = joiner;
  const rows = [];
  for (const article of articles) rows.push(cite(article, list));
  return rows.join('\n');
}

function slow() {
  const list = makeJoiner(); // HERE
  const rows = [];
  for (const article of articles) rows.push(cite(article, list));
  return rows.join('\n');
}

module.exports = { fast, slow };
