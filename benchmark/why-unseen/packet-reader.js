'use strict';
// Decodes a sequence of length-prefixed records out of a network packet.
// reason: subarray

const packet = Buffer.alloc(1024);
let used = 0;
for (let i = 0; i < 16; i++) {
  const name = 'sensor-' + i * 111;
  packet.writeUInt32BE(1000 + i, used);
  packet.writeInt16BE(i * 5 - 20, used + 4);
  packet.writeUInt8(name.length, used + 6);
  packet.latin1Write(name, used + 7, name.length);
  used += 7 + name.length;
}

function nameHash(buf, start, end) {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + buf[i]) | 0;
  return hash >>> 0;
}

function fast() {
  const out = [];
  let at = 0;
  while (at < used) {
    const id = packet.readUInt32BE(at);
    const value = packet.readInt16BE(at + 4);
    const end = at + 7 + packet[at + 6];
    out.push(id * 4 + value + (nameHash(packet, at + 7, end) % 1000));
    at = end;
  }
  return out;
}

function slow() {
  const out = [];
  let at = 0;
  while (at < used) {
    const head = packet.subarray(at, at + 7); // HERE
    const id = head.readUInt32BE(0);
    const value = head.readInt16BE(4);
    const end = at + 7 + head[6];
    out.push(id * 4 + value + (nameHash(packet, at + 7, end) % 1000));
    at = end;
  }
  return out;
}

module.exports = { fast, slow };
