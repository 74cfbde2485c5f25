/** The names of organisms and organ systems of this registry, in the reader's language. */

import { ownMember } from '../../domain/own-member.ts';
import type { Words } from '../words/words.ts';

/** This registry's names of organisms and organ systems, by taxon id and Uberon id. */
export type OwnNames = Readonly<Record<'taxa' | 'organs', Readonly<Record<string, string>>>>;

export type ShownTaxon = {
  id?: number | null | undefined;
  commonName?: string | null | undefined;
  scientificName?: string | null | undefined;
};

/** Returns the words of a page that shows records, with this registry's names for whatever the words do not name. */
export function withOwnNames<Named extends Pick<Words, 'taxa' | 'organs'>>(words: Named, names: OwnNames): Named {
  return {
    ...words,
    taxa: { ...names.taxa, ...words.taxa },
    organs: { ...names.organs, ...words.organs },
  };
}

/** Returns the name of an organism of this registry; the words of the page have priority, by its id. */
export function taxonLabel(words: Pick<Words, 'taxa'>, { id, commonName, scientificName }: ShownTaxon): string {
  const key = String(id ?? '');
  return ownMember(words.taxa, key) ?? commonName ?? scientificName ?? key;
}

/** Returns the name of an organ system of this registry in the same way; without a name, its Uberon id. */
export function organLabel(
  { organs }: Pick<Words, 'organs'>,
  uberonId: string,
  name: string | null | undefined,
): string {
  return ownMember(organs, uberonId) ?? (name || uberonId);
}
