'use strict';

// reason: textdecoder|decod|utf-?8|native|c\+\+

// The short string fields of a binary message (as of MessagePack or protobuf).
const decoder = new TextDecoder();
const fields = ['id', 'name', 'mail', 'role', 'x', 'city', 'zip', 'lang', 'tz', 'plan']
  .map((text) => Uint8Array.from(text, (c) => c.charCodeAt(0)));

function asciiString(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < fields.length; i++) {
      const text = asciiString(fields[i]);
      sum += text.length + text.charCodeAt(0);
    }
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < fields.length; i++) {
      const text = decoder.decode(fields[i]); // HERE
      sum += text.length + text.charCodeAt(0);
    }
    return sum;
  },
};
