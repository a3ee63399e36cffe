'use strict';

/*
 * Before version 22, Node.js parses all certificates at each start if NODE_EXTRA_CA_CERTS is set, which takes 70 ms. So
 * processes of tests get this variable after their start, and start again with it if they use TLS.
 */

const NAME = 'NODE_EXTRA_CA_CERTS';
const FIRST_LAZY = 22;

/** Whether this process has loaded TLS. Without methods of arrays, because a test may have replaced them. */
function usesTls() {
  const names = process.moduleLoadList;
  for (let i = 0; i < names.length; i++) if (names[i] === 'NativeModule tls') return true;
  return false;
}

let isNeeded = false;

/**
 * Removes the variable from an environment for a version of Node.js, until a test has needed it. Returns its value, or
 * undefined.
 */
function withholdCertificates(env, version) {
  const value = env[NAME];
  const isSlow = Number(version.split('.')[0]) < FIRST_LAZY;
  // The process that has loaded the file uses what the processes of its tests use.
  if (!isSlow || isNeeded || usesTls() || !value) return undefined;
  delete env[NAME];
  return value;
}

/** For all later processes */
function needCertificates() {
  isNeeded = true;
}

/** job: of this process. Sets the variable for the script. Returns a function: whether it was needed at the start */
function restoreCertificates({ certificates } = {}) {
  if (certificates === undefined) return () => false;
  process.env[NAME] = certificates;
  return usesTls;
}

module.exports = { withholdCertificates, needCertificates, restoreCertificates };
