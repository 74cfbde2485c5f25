/** Holds a load back that would remove many records, because its files may be cut short. */

import { mayBeLoadedAnew } from '../people/missing-people.ts';
import type { LoadReport } from './load-report.ts';

/**
 * Returns what is wrong with the files, to follow their names in a sentence; undefined where nothing is held back. The share is the
 * one by which a followed database that lacks people is held back.
 */
export function heldLoad(reports: readonly LoadReport[]): string | undefined {
  const held = reports.filter(({ before, missing }) => mayBeLoadedAnew(before, missing, 'rows'));
  if (held.length === 0) return undefined;
  const lacking = held.map(({ records, before, missing }) => `${shown(missing)} of the ${shown(before)} ${records}`);
  const found = `would remove ${lacking.join(' and ')} that are here`;
  return `${found}: what was read may be cut short, so nothing was changed. Where they are gone in truth, load again with --confirm`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
