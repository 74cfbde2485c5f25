/** What readers of a language call organisms and organ systems of this registry. */

import type { Words } from '../words/words.ts';

/** What this registry calls organisms and organ systems, by their taxon and Uberon ids. */
export type OwnNames = Readonly<Record<'taxa' | 'organs', Readonly<Record<string, string>>>>;

export type ShownTaxon = {
  id?: number | null | undefined;
  commonName?: string | null | undefined;
  scientificName?: string | null | undefined;
};

/** The words of a page that shows records: what they have no name for is called as this registry calls it. */
export function withOwnNames<Named extends Pick<Words, 'taxa' | 'organs'>>(words: Named, names: OwnNames): Named {
  return {
    ...words,
    taxa: { ...names.taxa, ...words.taxa },
    organs: { ...names.organs, ...words.organs },
  };
}

/** What an organism of this registry is called: by its id where the words of the page know it. */
export function taxonLabel(words: Pick<Words, 'taxa'>, { id, commonName, scientificName }: ShownTaxon): string {
  const key = String(id ?? '');
  return nameIn(words.taxa, key) ?? commonName ?? scientificName ?? key;
}

/** An organ system of this registry in the same way; without any name, its Uberon id. */
export function organLabel(
  { organs }: Pick<Words, 'organs'>,
  uberonId: string,
  name: string | null | undefined,
): string {
  return nameIn(organs, uberonId) ?? (name || uberonId);
}

/** The name of an id among those that are known by id. */
export function nameIn(names: Readonly<Record<string, string>>, id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}
