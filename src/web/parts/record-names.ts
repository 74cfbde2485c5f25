/** Words of records and of readers among the words of a page: data, which say nothing in the name of a registry. */

import { nameInSentence } from '../../domain/shown-text.ts';
import type { Words } from '../words/words.ts';
import { nameIn, type OwnNames, type ShownTaxon } from './labels.ts';

/** What a registry calls an id may be any text. */
const ID = /^[\w:.-]{1,40}$/;
/** As symbols of genes are written; whatever else is typed for one may be a sentence. */
const SYMBOL = /^[\p{L}\d][\p{L}\d.:_()/@*+-]{0,39}$/u;

/**
 * What the organism of a record is called, which may be of any registry: by the words of the page, which hold the names of
 * this registry; else as the record calls it, in quotation marks.
 */
export function taxonOfRecord(
  words: Pick<Words, 'taxa' | 'quoted'>,
  { id, commonName, scientificName }: ShownTaxon,
): string {
  const key = String(id ?? '');
  return nameIn(words.taxa, key) ?? quotedIn(words, commonName || scientificName || key);
}

/** An organ system of a record in the same way. */
export function organOfRecord(
  words: Pick<Words, 'organs' | 'quoted'>,
  uberonId: string,
  name: string | null | undefined,
): string {
  return nameIn(words.organs, uberonId) ?? quotedIn(words, name || uberonId);
}

/**
 * What something is called where people of several registries are counted: never by one of the records alone. Of what the
 * words of the page do not know, the id and the name that a record gives it.
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
  return nameIn(words[kind], id) ?? [shownId, ...(given ? [quotedIn(words, given)] : [])].join(' ');
}

/** A name that others give to something, in the quotation marks of the language. */
export function quotedIn(words: Pick<Words, 'quoted'>, name: string): string {
  return words.quoted(nameInSentence(name));
}

/** A symbol that was typed or came with a record, to stand in a sentence: quoted where it is not written as symbols are. */
export function symbolInSentence(words: Pick<Words, 'quoted'>, symbol: string): string {
  return SYMBOL.test(symbol) ? symbol : quotedIn(words, symbol);
}
