'use strict';

// reason: environ|process\.env|getenv

const RANK = { debug: 10, info: 20, warn: 30, error: 40 };
const NAMES = ['debug', 'info', 'warn', 'error'];
const records = [];
for (let i = 0; i < 36; i++) records.push({ level: NAMES[(i * 7) % 4], text: 'message ' + i });
const configured = process.env.APP_LOG_LEVEL || 'warn';

module.exports = {
  fast() {
    let written = 0;
    for (let i = 0; i < records.length; i++) {
      const threshold = configured;
      if (RANK[records[i].level] >= RANK[threshold]) written += records[i].text.length;
    }
    return written;
  },
  slow() {
    let written = 0;
    for (let i = 0; i < records.length; i++) {
      const threshold = process.env.APP_LOG_LEVEL || 'warn'; // HERE
      if (RANK[records[i].level] >= RANK[threshold]) written += records[i].text.length;
    }
    return written;
  },
};
