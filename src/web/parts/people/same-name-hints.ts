/** Who seems to stand in several registries: a name that is found there too. It proves nothing, so nobody is joined. */

import { fullName } from '../../../domain/record/ordering.ts';
import { type FoundRecord, ownerOf } from './person.ts';

export type Hit = { record: FoundRecord; originKey: string };

/**
 * For each of these records, in their order, the names of the other registries in which somebody of the same name was
 * found; letter case and accents do not count. Hidden researchers are left out of it.
 */
export function sameNameHints(hits: readonly Hit[]): readonly (readonly string[])[] {
  const names = hits.map(({ record }) => nameOf(record));
  const registries = new Map<string, Map<string, string>>();
  for (const [index, { record, originKey }] of hits.entries()) {
    const name = names[index] ?? '';
    if (name === '') continue;
    const known = registries.get(name) ?? new Map<string, string>();
    registries.set(name, known.set(originKey, ownerOf(record).origin));
  }
  return hits.map(({ originKey }, index) =>
    [...(registries.get(names[index] ?? '') ?? [])].filter(([key]) => key !== originKey).map(([, name]) => name),
  );
}

/** Empty for whoever is hidden, and where a name is not whole. */
function nameOf(record: FoundRecord): string {
  const { id, name, lastName } = ownerOf(record);
  if (typeof id !== 'number' || !name || !lastName) return '';
  return fullName(name, lastName).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
