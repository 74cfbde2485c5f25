/** What readers of a language call organisms and organ systems. */

import type { Words } from '../words/words.ts';

type NamedTaxon = {
  id?: number | null | undefined;
  commonName?: string | null | undefined;
  scientificName?: string | null | undefined;
};

/** What readers of a language call an organism: by its id where the words know it, else as its record does. */
export function taxonLabel(words: Pick<Words, 'taxa'>, { id, commonName, scientificName }: NamedTaxon): string {
  const key = String(id ?? '');
  return nameIn(words.taxa, key) ?? commonName ?? scientificName ?? key;
}

/** An organ system in the same way; without any name, its Uberon id. */
export function organLabel({ organs }: Words, uberonId: string, name: string | null | undefined): string {
  return nameIn(organs, uberonId) ?? (name || uberonId);
}

/** The name of an id among those that are known by id. */
export function nameIn(names: Readonly<Record<string, string>>, id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}
