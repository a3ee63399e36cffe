'use strict';

/*
 * Sets the governor of all processors to performance, and restores it from a file in /run, where only root can write:
 * the file cannot be a link of another user. A reboot resets both.
 */

const { describeFsError, orNull, readTrimmed } = require('../../base/host/fs-queries');
const { writeNew } = require('../../base/host/new-file');

const CPU = '/sys/devices/system/cpu';
const STATE = '/run/qtimeit-governor.json';
const FAST = 'performance';
const WITHOUT_RIGHTS = new Set(['EACCES', 'EPERM', 'ERR_ACCESS_DENIED']);
const governorPath = (cpu) => `${CPU}/${cpu}/cpufreq/scaling_governor`;

/** [['cpu0', 'powersave'], ...] in numeric order, without offline processors */
function readGovernors(host) {
  if (host.platform !== 'linux') return [];
  const names = (orNull(() => host.listDir(CPU)) || []).filter((name) => /^cpu\d+$/.test(name));
  names.sort((a, b) => a.slice(3) - b.slice(3));
  return names.map((cpu) => [cpu, readTrimmed(host, governorPath(cpu))]).filter(([, governor]) => governor);
}

/** null, or { what, why, lacksRights } if the action throws */
function attempt(what, action) {
  try {
    action();
    return null;
  } catch (error) {
    return { what, why: describeFsError(error), lacksRights: WITHOUT_RIGHTS.has(error.code) };
  }
}

/** -> { saved: { cpu0: 'powersave', ... } or null, trouble: of attempt() } */
function readSaved(host) {
  let text = '';
  const trouble = attempt(STATE, () => {
    try {
      text = host.readText(STATE);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  });
  if (trouble || text === '') return { saved: null, trouble };
  const saved = orNull(() => JSON.parse(text).governors);
  const entries = orNull(() => Object.entries(saved)) || [];
  if (entries.length && entries.every(([cpu, governor]) => /^cpu\d+$/.test(cpu) && /^[a-z_]+$/.test(governor))) {
    return { saved, trouble: null };
  }
  const why = `it was not saved by qtimeit. To remove it: sudo rm ${STATE}`;
  return { saved: null, trouble: { what: STATE, why, lacksRights: false } };
}

function writeSaved(host, governors) {
  return attempt(STATE, () => {
    if (!Object.keys(governors).length) {
      host.removeFile(STATE);
      return;
    }
    const next = `${STATE}.${host.pid}`;
    try {
      writeNew(next, `${JSON.stringify({ governors })}\n`, 0o600, host);
      host.rename(next, STATE);
    } catch (error) {
      orNull(() => host.removeFile(next));
      throw error;
    }
  });
}

/** Reads back: the kernel refuses unknown governors, but may ignore the write. */
function setGovernor(host, cpu, governor) {
  const path = governorPath(cpu);
  const trouble = attempt(cpu, () => {
    const fd = host.openFile(path, 'r+');
    try {
      host.writeText(fd, governor);
    } finally {
      host.closeFile(fd);
    }
  });
  if (trouble) return trouble;
  const now = readTrimmed(host, path);
  if (now === governor) return null;
  return { what: cpu, why: `its governor is ${now || 'unreadable'} after ${governor} was written`, lacksRights: false };
}

/** [[cpu, from, to], ...] -> { changed: [{ cpu, from, to }], failed: [{ what, why, lacksRights }] } */
function setAll(host, wanted) {
  const changed = [];
  const failed = [];
  for (const [cpu, from, to] of wanted) {
    const trouble = setGovernor(host, cpu, to);
    if (trouble) failed.push(trouble);
    else changed.push({ cpu, from, to });
  }
  return { changed, failed };
}

const outcome = (kind, failed = []) => ({ kind, changed: [], failed });

/** -> { kind: 'done'|'nothing-to-do'|'no-scaling'|'failed', changed, failed } as in setAll(); what: CPU or file */
function makeFast(host) {
  const governors = readGovernors(host);
  if (!governors.length) return outcome('no-scaling');
  const slow = governors.filter(([, governor]) => governor !== FAST);
  if (!slow.length) return outcome('nothing-to-do');

  const { saved, trouble } = readSaved(host);
  if (trouble) return outcome('failed', [trouble]);
  // The governors that were saved first are the original ones.
  const kept = { ...Object.fromEntries(slow), ...saved };
  const unsaved = writeSaved(host, kept);
  if (unsaved) return outcome('failed', [unsaved]);

  const { changed, failed } = setAll(host, slow.map(([cpu, governor]) => [cpu, governor, FAST]));
  if (!changed.length) writeSaved(host, saved || {});
  return { kind: failed.length ? 'failed' : 'done', changed, failed };
}

/** As makeFast(), or kind 'nothing-saved' without a file. Governors that could not be restored stay saved. */
function restore(host) {
  const { saved, trouble } = readSaved(host);
  if (trouble) return outcome('failed', [trouble]);
  if (!saved) return outcome('nothing-saved');
  const all = Object.entries(saved);
  const wanted = all.map(([cpu, governor]) => [cpu, readTrimmed(host, governorPath(cpu)), governor]);
  const { changed, failed } = setAll(host, wanted);
  const open = new Set(failed.map(({ what }) => what));
  const unsaved = writeSaved(host, Object.fromEntries(all.filter(([cpu]) => open.has(cpu))));
  if (unsaved && !failed.length) failed.push(unsaved);
  return { kind: failed.length ? 'failed' : 'done', changed, failed };
}

module.exports = { makeFast, restore, STATE };
