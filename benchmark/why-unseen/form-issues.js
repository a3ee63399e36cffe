'use strict';
// Validates a form and collects the issues found.
// reason: stack trace

const FORMS = [
  { name: '', mail: 'ada.example.org', age: 11, city: 'London', zip: 'W1', phone: '+44 1234' },
  { name: 'brian', mail: 'brian@example.org', age: 16, city: 'Toronto', zip: '', phone: '' },
];

function check(field, value) {
  switch (field) {
    case 'name': return value.length > 0 ? '' : 'is required';
    case 'mail': return value.indexOf('@') > 0 ? '' : 'is no address';
    case 'age': return value >= 18 ? '' : 'is too low';
    case 'zip': return value.length >= 4 ? '' : 'is too short';
    default: return '';
  }
}

function issue(field, text) {
  return { field, message: field + ' ' + text };
}

function issueError(field, text) {
  const err = new Error(field + ' ' + text); // HERE
  err.field = field;
  return err;
}

function report(issues) {
  let size = 0;
  for (let i = 0; i < issues.length; i++) size += issues[i].message.length + issues[i].field.length;
  return size;
}

function fast() {
  const issues = [];
  for (const form of FORMS) {
    for (const field in form) {
      const text = check(field, form[field]);
      if (text !== '') issues.push(issue(field, text));
    }
  }
  return report(issues);
}

function slow() {
  const issues = [];
  for (const form of FORMS) {
    for (const field in form) {
      const text = check(field, form[field]);
      if (text !== '') issues.push(issueError(field, text));
    }
  }
  return report(issues);
}

module.exports = { fast, slow };
