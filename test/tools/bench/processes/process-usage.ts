/** What a running process has used, as the Linux kernel counts it: nothing in the process itself is asked or changed. */

import { readFileSync } from 'node:fs';

export type ProcessUsage = {
  /** Time on any processor core, all threads together, to 10 ms. */
  cpuMs: number;
  /** The most memory that was ever resident. */
  peakMegabytes: number;
};

/** The unit of times in /proc, 1/100 s on every Linux. */
const TICK_MS = 10;
const KILOBYTES_PER_MEGABYTE = 1024;
/** Places in /proc/PID/stat, counted from the member behind the name. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** @throws Error when there is no such process, or no /proc */
export function usageOf(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  // The name stands in brackets and may hold blanks.
  const members = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(members[USER_TIME]) + Number(members[SYSTEM_TIME]);
  return {
    cpuMs: ticks * TICK_MS,
    peakMegabytes: megabytes(status, 'VmHWM'),
  };
}

/** Of a process and those that it started, which are still there. @throws Error when there is no such process, or no /proc */
export function usageOfTree(pid: number): ProcessUsage {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const each = [pid, ...(children === '' ? [] : children.split(' ').map(Number))].map(usageOf);
  return {
    cpuMs: each.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakMegabytes: each.reduce((sum, { peakMegabytes }) => sum + peakMegabytes, 0),
  };
}

function megabytes(status: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The kernel does not give ${name} of a process.`);
  return Number(kilobytes) / KILOBYTES_PER_MEGABYTE;
}

/** @throws Error on a system without /proc */
export function assertUsageIsMeasured(): void {
  try {
    usageOf(process.pid);
  } catch (error) {
    const needs = 'The bench reads processor time and memory from /proc, so it needs Linux';
    throw new Error(`${needs} (found: ${process.platform}).`, { cause: error });
  }
}
