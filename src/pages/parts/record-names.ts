/** Names from records and readers within the text of a page. They are quoted, because they are not the words of this registry. */

import { ownMember } from '../../domain/own-member.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import type { Words } from '../words/words.ts';
import type { OwnNames, ShownTaxon } from './labels.ts';

/** An id from a registry may be any text; this matches the usual ones. */
const ID = /^[\w:.-]{1,40}$/;
/** Matches text that looks like a gene symbol; other text in its place may be a sentence. */
const SYMBOL = /^[\p{L}\d][\p{L}\d.:_()/@*+-]{0,39}$/u;

/**
 * Returns the name of the organism of a record, which may be of any registry: the name in the words of the page, which
 * include this registry's names, or else the record's own name in quotation marks.
 */
export function taxonOfRecord(
  words: Pick<Words, 'taxa' | 'quoted'>,
  { id, commonName, scientificName }: ShownTaxon,
): string {
  const key = String(id ?? '');
  return ownMember(words.taxa, key) ?? quotedIn(words, commonName || scientificName || key);
}

/** Returns the name of an organ system of a record in the same way. */
export function organOfRecord(
  words: Pick<Words, 'organs' | 'quoted'>,
  uberonId: string,
  name: string | null | undefined,
): string {
  return ownMember(words.organs, uberonId) ?? quotedIn(words, name || uberonId);
}

/**
 * Returns a heading over people of several registries, which must not depend on one record alone. For an id that the
 * words do not know, it is the id with the name of a record in quotation marks.
 *
 * @param kind `taxa`, by taxon id, or `organs`, by Uberon id
 */
export function headingOf(
  words: Pick<Words, 'taxa' | 'organs' | 'quoted'>,
  kind: keyof OwnNames,
  id: string,
  given: string | null | undefined,
): string {
  const shownId = ID.test(id) ? id : quotedIn(words, id);
  return ownMember(words[kind], id) ?? [shownId, ...(given ? [quotedIn(words, given)] : [])].join(' ');
}

/** Returns a name from elsewhere in the quotation marks of the language. */
export function quotedIn(words: Pick<Words, 'quoted'>, name: string): string {
  return words.quoted(nameInSentence(name));
}

/** Returns a symbol from a reader or a record for use in a sentence: quoted, unless it looks like a gene symbol. */
export function symbolInSentence(words: Pick<Words, 'quoted'>, symbol: string): string {
  return SYMBOL.test(symbol) ? symbol : quotedIn(words, symbol);
}
