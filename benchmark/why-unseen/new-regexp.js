// reason: RegExp|regular expression
'use strict';
const template = 'Dear {name}, you owe {sum} until {date}. Regards, {from}';
const values = { name: 'Jo', sum: 12, date: 'May', from: 'us' };
function renderSlow(text, map) {
  let out = text;
  for (const key of Object.keys(map)) {
    const pattern = new RegExp(`\\{${key}\\}`, 'g'); // HERE
    out = out.replace(pattern, String(map[key]));
  }
  return out;
}
const PATTERNS = Object.keys(values).map((key) => [key, new RegExp(`\\{${key}\\}`, 'g')]);
function renderFast(text, map) {
  let out = text;
  for (const [key, pattern] of PATTERNS) {
    out = out.replace(pattern, String(map[key]));
  }
  return out;
}
module.exports = { fast() { return renderFast(template, values); }, slow() { return renderSlow(template, values); } };
