/** The processes that a registry of several has started, as the system lists them, at whatever moment of their lives. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { PLACE_VARIABLE } from '../../../src/operations/worker-place.ts';

/** In the order in which they were started; none where the process itself has ended. */
export function workersOf({ pid }: { pid?: number | undefined }): number[] {
  return textOf(`${pid}/task/${pid}/children`)
    .split(' ')
    .filter((one) => one.trim() !== '')
    .map(Number);
}

/** A process that ended stays listed until its parent has looked. */
export function isRunning(pid: number): boolean {
  const text = textOf(`${pid}/stat`);
  return text !== '' && !text.includes(') Z ');
}

/** Whether a signal stopped it: each of its threads ends first what it does within the system. */
export function isStopped(pid: number): boolean {
  const threads = threadsOf(pid);
  return threads.length > 0 && threads.every((thread) => textOf(`${pid}/task/${thread}/stat`).includes(') T '));
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/**
 * The environment of a worker; empty before the system has loaded its program. Until then it is a copy of the process that
 * starts it, which waits: to stop it would stop both.
 */
export function environmentOf(pid: number): string[] {
  const environment = textOf(`${pid}/environ`).split('\0');
  return environment.some((one) => one.startsWith(`${PLACE_VARIABLE}=`)) ? environment : [];
}

/** Ends it at once. It may have ended since it was listed. */
export function endByForce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Where what all of them have counted is read, as their greeting says. */
export function metricsOf(server: { output(): string }): string {
  return /http:\S+\/metrics/.exec(server.output())?.[0] ?? '';
}

/** The time of the test ends the wait for what never comes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

function textOf(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}
