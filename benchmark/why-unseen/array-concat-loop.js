// reason: concat|spread|cop
'use strict';
// Flattens a tree of folders
const folder = (d) => ({ files: [`f${d}a`, `f${d}b`], folders: d > 0 ? [folder(d - 1), folder(d - 1)] : [] });
const root = folder(5);
function listSlow({ files, folders }) {
  let all = files;
  for (const one of folders) all = all.concat(listSlow(one)); // HERE
  return all;
}
function collect({ files, folders }, out) {
  for (const file of files) out.push(file);
  for (const one of folders) collect(one, out);
  return out;
}
const listFast = (tree) => collect(tree, []);
module.exports = { fast() { return listFast(root).length; }, slow() { return listSlow(root).length; } };
