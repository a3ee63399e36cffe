'use strict';

// reason: prototype|setprototypeof|__proto__

class AppRequest {
  constructor(method, url) {
    this.method = method;
    this.url = url;
  }
  weight() {
    return this.method.length + this.url.length;
  }
}

const incoming = [];
for (let i = 0; i < 40; i++) incoming.push([['GET', 'POST', 'PUT', 'DELETE'][i % 4], '/users/' + i * 17]);

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < incoming.length; i++) {
      const request = new AppRequest(incoming[i][0], incoming[i][1]);
      sum += request.weight();
    }
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < incoming.length; i++) {
      const request = { method: incoming[i][0], url: incoming[i][1] };
      Object.setPrototypeOf(request, AppRequest.prototype); // HERE
      sum += request.weight();
    }
    return sum;
  },
};
