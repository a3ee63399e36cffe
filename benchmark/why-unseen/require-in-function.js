'use strict';

// reason: require|module (lookup|cache|load|resol)

const path = require('path');

const templates = ['views/home.hbs', 'views/user/profile.hbs', 'mail/reset.txt.ejs', 'README',
  'views/admin/list.pug', 'static/app.min.js', 'views/layout.hbs', 'mail/welcome.html.ejs',
  'views/cart.hbs', 'views/order/list.hbs', 'mail/bill.txt.ejs', 'LICENSE',
  'views/admin/user.pug', 'static/vendor.min.js', 'views/error.hbs', 'mail/goodbye.html.ejs'];
const engines = { '.hbs': 1, '.ejs': 2, '.pug': 3, '.js': 4, '': 5 };

function engineOf(file) {
  return engines[path.extname(file)];
}

function engineOfLazily(file) {
  const paths = require('path'); // HERE
  return engines[paths.extname(file)];
}

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < templates.length; i++) sum += engineOf(templates[i]);
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < templates.length; i++) sum += engineOfLazily(templates[i]);
    return sum;
  },
};
