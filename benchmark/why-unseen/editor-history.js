'use strict';
// Takes a snapshot of an editor document before a change.
// reason: JSON

const DOCUMENT = {
  title: 'Release notes',
  version: 12,
  blocks: [
    { type: 'heading', text: 'Changes', marks: [0, 7] },
    { type: 'paragraph', text: 'The parser is faster.', marks: [4, 10] },
    { type: 'paragraph', text: 'The formatter keeps comments.', marks: [] },
    { type: 'code', text: 'npm install', marks: [0, 3, 11] },
  ],
};

function copyBlock(block) {
  return { type: block.type, text: block.text, marks: block.marks.slice() };
}

function copyDocument(doc) {
  return { title: doc.title, version: doc.version, blocks: doc.blocks.map(copyBlock) };
}

function applyChange(doc) {
  doc.version++;
  doc.blocks[1].marks.push(20);
  doc.blocks[2].text += '!';
  return doc;
}

function describe(doc) {
  let size = doc.version;
  for (const block of doc.blocks) size += block.text.length + block.marks.length;
  return size;
}

function fast() {
  const snapshot = copyDocument(DOCUMENT);
  return describe(applyChange(snapshot));
}

function slow() {
  const snapshot = JSON.parse(JSON.stringify(DOCUMENT)); // HERE
  return describe(applyChange(snapshot));
}

module.exports = { fast, slow };
