'use strict';

// https://github.com/gadget-inc/mobx-quick-tree/pull/66: "removing a megamorphic call"
// reason: shapes|megamorphic|not inlined|targets|functions

class Base {
  constructor(snapshot) { this.constructor.instantiate(this, snapshot); } // HERE
}

const shared = [];
const own = [];
for (let i = 0; i < 8; i++) {
  const fill = new Function('node', 'snapshot', `node.a${i} = snapshot.a + ${i}; node.b = snapshot.b;`);
  shared[i] = class extends Base {};
  shared[i].instantiate = fill;
  const body = `this.a${i} = snapshot.a + ${i}; this.b = snapshot.b;`;
  own[i] = new Function(`return class { constructor(snapshot) { ${body} } }`)();
}
const snapshot = { a: 1, b: 2 };

const createAll = (classes) => {
  let sum = 0;
  for (const Model of classes) sum += new Model(snapshot).b;
  return sum;
};

module.exports = {
  fast: () => createAll(own),
  slow: () => createAll(shared),
};
