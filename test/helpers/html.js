'use strict';

/* Splits a page into its tags. */

const VOID = new Set(['meta', 'link', 'br', 'img', 'input', 'hr', '!doctype']);
const TAG = /<(\/?)([a-z!][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/gi;

/** The tags of a page in order; throws if they are not nested, or if a `<` does not start a tag. */
function tagsOf(html) {
  const body = html.replace(/<style>[^]*?<\/style>/, '<style></style>')
    .replace(/<script>[^]*?<\/script>/, '<script></script>');
  const found = [];
  const open = [];
  let matched = 0;
  for (const [, closing, name, attributes, own] of body.matchAll(TAG)) {
    matched++;
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another tag, after ${found.length} tags`);
      continue;
    }
    const values = [...attributes.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [key, value]);
    found.push(
      { name, attributes: Object.fromEntries(values), names: values.map(([key]) => key), inside: open.join(' ') });
    if (!own && !VOID.has(name.toLowerCase())) open.push(name);
  }
  if (open.length) throw new Error(`<${open.pop()}> is not closed`);
  if (body.split('<').length - 1 !== matched) throw new Error('a < does not start a tag');
  return found;
}

module.exports = { tagsOf };
