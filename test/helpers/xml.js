'use strict';

const HALF_OF_A_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * A small XML parser. Returns the root node as { tag, attributes, children, text }; children are nodes, and text does
 * not include their text. Throws if the source is not well-formed: unmatched tags, a repeated or unquoted attribute,
 * a forbidden character, or an unescaped & or <.
 */
function readXml(source) {
  // eslint-disable-next-line no-control-regex
  const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.exec(source) || HALF_OF_A_PAIR.exec(source);
  if (forbidden) throw new Error(`forbidden \\u${forbidden[0].charCodeAt(0).toString(16)} at ${forbidden.index}`);
  const decode = (text) => text.replace(/&(\w+|#\d+);|[&<]/g, (found, name) => {
    const known = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '\'' };
    if (!name || !Object.hasOwn(known, name)) throw new Error(`${found} is not escaped: ${text.slice(0, 60)}`);
    return known[name];
  });
  const root = { tag: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const pattern = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)|</g;
  for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
    const [whole, closed, tag, list, isEmpty, text] = found;
    const top = open[open.length - 1];
    if (text !== undefined) top.text += decode(text);
    else if (closed !== undefined) {
      if (open.pop().tag !== closed) throw new Error(`</${closed}> closes <${top.tag}>`);
    } else if (tag !== undefined) {
      const attributes = {};
      for (const [, key, value] of list.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        if (Object.hasOwn(attributes, key)) throw new Error(`repeated attribute: ${key}`);
        attributes[key] = decode(value);
      }
      const node = { tag, attributes, children: [], text: '' };
      top.children.push(node);
      if (!isEmpty) open.push(node);
    } else throw new Error(`unexpected ${whole} at ${found.index}: ${source.slice(found.index, found.index + 60)}`);
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not exactly one complete root element');
  return root.children[0];
}

/** All nodes in order, including the first. */
function nodesOf(node) {
  return [node, ...node.children.flatMap(nodesOf)];
}

module.exports = { readXml, nodesOf, HALF_OF_A_PAIR };
