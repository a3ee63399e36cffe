'use strict';

// reason: valueof|primitive|coerc|conver|compar(es|ing|ison of) objects

class Version {
  constructor(major, minor, patch) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
  }
  valueOf() {
    return this.major * 1000000 + this.minor * 1000 + this.patch;
  }
}

const versions = [];
for (let i = 0; i < 120; i++) versions.push(new Version((i * 7) % 12, (i * 5) % 9, i));

module.exports = {
  fast() {
    let newest = versions[0];
    for (let i = 1; i < versions.length; i++) {
      if (versions[i].valueOf() > newest.valueOf()) newest = versions[i];
    }
    return newest;
  },
  slow() {
    let newest = versions[0];
    for (let i = 1; i < versions.length; i++) {
      if (versions[i] > newest) newest = versions[i]; // HERE
    }
    return newest;
  },
};
