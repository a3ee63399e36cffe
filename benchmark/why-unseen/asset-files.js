'use strict';
// Maps asset names to files below the public directory.
// reason: join\(\)

const path = require('node:path');

const ROOT = '/srv/www/public';
const ASSETS = ['app.css', 'app.js', 'img/logo.svg', 'fonts/inter.woff2', 'img/icons/close.svg'];
const KINDS = { '.css': 1, '.js': 2, '.svg': 3 };

function kindOf(file) {
  const dot = file.lastIndexOf('.');
  return KINDS[file.slice(dot)] || 4;
}

function weight(file) {
  return file.length * kindOf(file);
}

function fast() {
  let sum = 0;
  for (let i = 0; i < ASSETS.length; i++) {
    const file = ROOT + '/' + ASSETS[i];
    sum += weight(file);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < ASSETS.length; i++) {
    const file = path.join(ROOT, ASSETS[i]); // HERE
    sum += weight(file);
  }
  return sum;
}

module.exports = { fast, slow };
