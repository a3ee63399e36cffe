'use strict';

/*
 * The first rows of a PNG. Some browsers (Chromium 112 to 128, --headless=new) take off the height of their toolbar
 * from the window, and what is under it is not painted: the window has to be higher than the picture, and the rest is
 * cut off here. Rows are filtered by those above them only, so the first ones stay as they are.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// Of RGB and RGBA, which is what browsers write.
const CHANNELS = { 2: 3, 6: 4 };

const TABLE = new Uint32Array(256);
for (let i = 0; i < 256; i++) {
  let c = i;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ c >>> 1 : c >>> 1;
  TABLE[i] = c >>> 0;
}

/** CRC-32 as PNG has it (ISO 3309). */
function crc32(bytes) {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = TABLE[(c ^ bytes[i]) & 0xff] ^ c >>> 8;
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function* chunksOf(png) {
  for (let at = SIGNATURE.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/**
 * @param {Buffer} png
 * @returns {{ width: number, height: number } | null} null where it is no PNG
 */
function pngSize(png) {
  const isPng = png.length >= 33 && png.subarray(0, 8).equals(SIGNATURE) && png.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return null;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * @param {Buffer} png of 8 bits a channel, not interlaced
 * @param {number} rows to keep, of its first
 * @returns {Buffer} a PNG of that height
 * @throws {Error} where it is no such PNG, or has fewer rows
 */
function cropPng(png, rows) {
  const size = pngSize(png);
  if (!size) throw new Error('the picture is no PNG');
  if (size.height < rows) throw new Error(`the picture has ${size.height} rows, and ${rows} are wanted`);
  if (size.height === rows) return png;
  const { inflateSync, deflateSync } = require('zlib');
  const chunks = [...chunksOf(png)];
  const head = Buffer.from(chunks[0].data);
  const [depth, colour, , , interlaced] = head.subarray(8);
  const isUsual = depth === 8 && CHANNELS[colour] && !interlaced;
  if (!isUsual) throw new Error('the picture is a PNG of another kind than browsers write');
  const pixels = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  // A byte for the filter before each row.
  const wanted = rows * (size.width * CHANNELS[colour] + 1);
  if (pixels.length < wanted) throw new Error('the picture breaks off');
  head.writeUInt32BE(rows, 4);
  const kept = chunk('IDAT', deflateSync(pixels.subarray(0, wanted)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), kept, chunk('IEND', Buffer.alloc(0))]);
}

module.exports = { cropPng, pngSize, crc32 };
