/** What organisms and organ systems are called where people of several registries are counted together. */

import { nameInSentence } from '../../domain/shown-text.ts';
import type { Words } from '../words/words.ts';
import { nameIn } from './labels.ts';

/** What a registry calls an id may be any text. */
const ID = /^[\w:.-]{1,40}$/;

/** What this registry calls organisms and organ systems, by their taxon and Uberon ids. */
export type OwnNames = Readonly<Record<'taxa' | 'organs', Readonly<Record<string, string>>>>;

/**
 * What something is called where people of several registries are counted: by the words of the page or this registry, never
 * by one of the records alone. Of what neither knows, the id and the name that a record gives it.
 *
 * @param kind `taxa`, by taxon id, or `organs`, by Uberon id
 */
export function headingOf(
  words: Words,
  names: OwnNames,
  kind: keyof OwnNames,
  id: string,
  given: string | null | undefined,
): string {
  return (
    nameIn(words[kind], id) ??
    nameIn(names[kind], id) ??
    [ID.test(id) ? id : quotedIn(words, id), ...(given ? [quotedIn(words, given)] : [])].join(' ')
  );
}

/** A name that others give to something, in the quotation marks of the language. */
export function quotedIn(words: Words, name: string): string {
  return words.quoted(nameInSentence(name));
}
