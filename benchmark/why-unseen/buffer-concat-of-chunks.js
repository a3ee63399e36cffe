// reason: Buffer|concat
'use strict';
const chunks = Array.from({ length: 20 }, (_, i) => Buffer.from(`chunk ${i} of a message;`));
class SlowReader {
  constructor() { this.data = Buffer.alloc(0); }
  write(chunk) { this.data = Buffer.concat([this.data, chunk]); } // HERE
  end() { return this.data.length; }
}
class FastReader {
  constructor() { this.parts = []; this.length = 0; }
  write(chunk) { this.parts.push(chunk); this.length += chunk.length; }
  end() { return Buffer.concat(this.parts, this.length).length; }
}
function readSlow() { const r = new SlowReader(); for (const c of chunks) r.write(c); return r.end(); }
function readFast() { const r = new FastReader(); for (const c of chunks) r.write(c); return r.end(); }
module.exports = { fast() { return readFast(); }, slow() { return readSlow(); } };
