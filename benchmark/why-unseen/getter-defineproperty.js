// reason: Object.definePropert|defines? a propert
'use strict';
// Models with lazily defined properties per instance vs. prototype getters
const fields = ['width', 'height', 'depth'];
function makeSlow(data) {
  const model = { data };
  for (const field of fields) {
    Object.defineProperty(model, field, { get() { return data[field]; }, enumerable: true }); // HERE
  }
  return model;
}
class Model {
  constructor(data) { this.data = data; }
  get width() { return this.data.width; }
  get height() { return this.data.height; }
  get depth() { return this.data.depth; }
}
const makeFast = (data) => new Model(data);
function volumeA(m) { return m.width * m.height * m.depth; }
function volumeB(m) { return m.width * m.height * m.depth; }
module.exports = {
  fast() { return volumeB(makeFast({ width: 2, height: 3, depth: 4 })); },
  slow() { return volumeA(makeSlow({ width: 2, height: 3, depth: 4 })); },
};
