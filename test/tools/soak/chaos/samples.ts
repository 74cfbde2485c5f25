/** What all processes of an instance hold, as the Linux kernel has it. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type ChaosSample = { atMs: number; residentMegabytes: number; descriptors: number; sockets: number };

const KILOBYTES_PER_MEGABYTE = 1024;

/** The processes that are there; one that ends meanwhile counts as nothing. */
export function heldBy(pids: readonly number[], atMs: number): ChaosSample {
  const each = pids.map(heldByOne);
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((total, one) => total + of(one), 0);
  return {
    atMs,
    residentMegabytes: sum(({ resident }) => resident),
    descriptors: sum(({ descriptors }) => descriptors),
    sockets: sum(({ sockets }) => sockets),
  };
}

function heldByOne(pid: number) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    const links = readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`));
    const sockets = links.filter((link) => link.startsWith('socket:')).length;
    return { resident: Number(kilobytes) / KILOBYTES_PER_MEGABYTE, descriptors: links.length, sockets };
  } catch {
    return { resident: 0, descriptors: 0, sockets: 0 };
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
