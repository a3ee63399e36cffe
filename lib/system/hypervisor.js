'use strict';

const { readTrimmed } = require('../host/fs-queries');

// what virtual machines write where real ones have their maker's name: sys_vendor and product_name of the DMI
const DMI_NAMES = [
  [/VMware/i, 'vmware'],
  [/VirtualBox|innotek/i, 'virtualbox'],
  [/Microsoft Corporation Virtual Machine/i, 'hyperv'], // a Surface has the same vendor
  [/Parallels/i, 'parallels'],
  [/Apple Virtualization/i, 'apple'],
  [/bhyve/i, 'bhyve'],
  [/\bXen\b|HVM domU/i, 'xen'],
  [/QEMU|KVM|OpenStack|Google Compute Engine|Amazon EC2|DigitalOcean|Alibaba Cloud/i, 'kvm'],
];

// clocks that exist only under one hypervisor; it may be offered even where the processor's own is in use
const CLOCK_NAMES = [[/kvm-clock/, 'kvm'], [/hyperv/, 'hyperv'], [/\bxen\b/, 'xen']];

const nameIn = (table, text) => (table.find(([pattern]) => pattern.test(text)) || [null, null])[1];

/**
 * Whether this is a virtual machine, and of which kind. What cannot be read counts as absent.
 * @param {import('../host/host')} host
 * @param {string|null} model of the processor, as os.cpus() gives it: the only hint there is outside linux
 * @returns {{ virtual: boolean, hypervisor: string|null }} hypervisor means something only where virtual is true
 */
function findHypervisor(host, model) {
  const read = (path) => readTrimmed(host, path);
  // 'Apple M1 (Virtual)', 'QEMU Virtual CPU version 2.5+'
  const namedVirtual = /\bvirtual\b|\bQEMU\b|\bKVM\b/i.test(model || '');
  if (host.platform !== 'linux') return { virtual: namedVirtual, hypervisor: null };

  const dmi = `${read('/sys/class/dmi/id/sys_vendor')} ${read('/sys/class/dmi/id/product_name')}`;
  const hypervisor = nameIn(CLOCK_NAMES, read('/sys/devices/system/clocksource/clocksource0/available_clocksource')) ||
    (read('/sys/hypervisor/type') === 'xen' ? 'xen' : null) ||
    (/\.metal/.test(dmi) ? null : nameIn(DMI_NAMES, dmi)); // 'Amazon EC2 c6g.metal' is a real machine

  // on x86 the processor itself says it; elsewhere (arm has 'Features', no 'flags') the names have to do
  const flags = /^flags\s*:(.*)$/m.exec(read('/proc/cpuinfo'));
  const virtual = flags ? /\bhypervisor\b/.test(flags[1]) : hypervisor !== null || namedVirtual;
  return { virtual, hypervisor };
}

module.exports = { findHypervisor };
