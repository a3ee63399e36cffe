'use strict';
// Validates the fields of submitted forms and collects the failures.
// reason: stack trace|exception

const forms = [];
for (let i = 0; i < 20; i++) {
  forms.push({
    email: `person${i}@mail.example.org`,
    age: i === 13 ? 'unknown' : String(18 + i),
    zip: String(10000 + i * 331),
    city: 'Town-' + i,
  });
}

const EMAIL = /^[a-z0-9.]+@[a-z0-9.]+\.[a-z]{2,}$/;
const DIGITS = /^\d+$/;

function shape(form) {
  return EMAIL.test(form.email) && DIGITS.test(form.zip) && form.city.trim().length > 2;
}

function readAge(text, problem) {
  if (!DIGITS.test(text)) return problem('age is not a number: ' + text);
  return Number(text);
}

function mustReadAge(text) {
  if (!DIGITS.test(text)) throw new Error('age is not a number: ' + text); // HERE
  return Number(text);
}

function fast() {
  const failures = [];
  let sum = 0;
  for (const form of forms) {
    if (!shape(form)) continue;
    const age = readAge(form.age, (message) => ({ message }));
    if (typeof age === 'number') sum += age;
    else failures.push(age.message);
  }
  return { sum, failures };
}

function slow() {
  const failures = [];
  let sum = 0;
  for (const form of forms) {
    if (!shape(form)) continue;
    try {
      sum += mustReadAge(form.age);
    } catch (e) {
      failures.push(e.message);
    }
  }
  return { sum, failures };
}

module.exports = { fast, slow };
