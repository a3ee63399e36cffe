'use strict';
const unescaped = (text) => text.replace(/\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|(n)|(.))/g, (_, two, four, n, other) => (
  n ? '\n' : other === undefined ? String.fromCharCode(parseInt(two || four, 16)) : other));
module.exports = { unescaped };
