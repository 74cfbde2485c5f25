/**
 * Reads what kind of text a user gives: an identifier, a variant, or words; and decides which searches to offer for one
 * that is no gene, disease or term: for people or for interests.
 */

import { foldForEquality } from '../folding.ts';
import { isCapitalised, isOfPatient, mayBePerson, withoutPlace } from '../query/person-text.ts';
import { readDatabaseIds } from '../record/database-ids.ts';
import type { OfferedSearch, TextForm } from './candidate.ts';

export type TextReading = {
  /** The text without blanks at its ends, and with single blanks between words. */
  text: string;
  form: TextForm;
  /** The part that may name a gene, as written; null for a variant without a gene. */
  name: string | null;
  /** NCBI gene ids that the text may mean. */
  geneIds: number[];
  /** Identifiers of genes in other databases, of diseases and of terms that the text may mean, folded. */
  identifiers: string[];
};

/** A change in HGVS notation after a reference or a symbol: `c.881C>T`, `p.(Ala294Val)`. */
const CHANGE = /(?:^|[\s:(])(?:[cgmnor]\.[([]{0,2}[-*?\d]|p\.[([]{0,2}[A-Z*?=])/;
const REFERENCE = /\b(?:[NXA][CGMPRTW]_\d+(?:\.\d+)?|LRG_\d+(?:[tp]\d+)?|ENS[A-Z]{0,4}[TPR]\d+(?:\.\d+)?)(?!\w)/gi;
/** A variant by its id, its page at ClinVar or its place on a chromosome, which names no gene. */
const VARIANTS_ALONE: readonly RegExp[] = [
  /^(?:rs\d{3,12}|[VRS]CV\d{6,12}(?:\.\d{1,3})?)$/i,
  /^(?:(?:https?:\/\/)?(?:www\.)?ncbi\.nlm\.nih\.gov\/)?clinvar(?:\/variation\/|[\s:]+)\d{1,9}\/?$/i,
  /^(?:chr)?(?:\d{1,2}|[XYM]|MT)[:-](?:g\.)?\d{4,9}\S{0,80}(?:\s[ACGT]{1,40}>[ACGT]{1,40})?(?:\s\(?(?:hg|GRCh)\d\d\)?)?$/i,
];
const CHANGE_IN_BRACKETS = /\([^)]{0,100}\)/g;
const SYMBOL = /[A-Za-z][A-Za-z0-9.@-]*[A-Za-z0-9]/g;
const WORD_FOR_GENE = /^(?:human )?gene[:\s]+(?!ids?[:\s])(?=\S)|(?<=\S)\s+(?:human )?gene$/i;

/** Returns the form of a text, with the name and the identifiers in it. */
export function readText(given: string): TextReading {
  const text = given.trim().replace(/\s+/g, ' ');
  if (VARIANTS_ALONE.some((pattern) => pattern.test(text)))
    return { text, form: 'variant', name: null, geneIds: [], identifiers: [] };
  if (CHANGE.test(text)) {
    const name = geneOfVariant(text);
    return {
      text,
      form: 'variant',
      name,
      geneIds: [],
      identifiers: name === null ? [] : readDatabaseIds(name).identifiers,
    };
  }
  const name = text.replace(WORD_FOR_GENE, '');
  const { geneIds, identifiers } = readDatabaseIds(name);
  return { text, form: geneIds.length + identifiers.length > 0 ? 'identifier' : 'words', name, geneIds, identifiers };
}

/** Finds the gene before the change, also in brackets after a reference sequence, or else after the change. */
function geneOfVariant(text: string): string | null {
  const [change] = CHANGE.exec(text) ?? [''];
  const start = text.indexOf(change);
  const behind = text
    .slice(start + change.length)
    .replace(/^\S*/, '')
    .replace(CHANGE_IN_BRACKETS, ' ');
  return geneIn(text.slice(0, start)) ?? geneIn(behind);
}

/** Finds the symbol in a text: the first word with a capital or a number, or else the first word. */
function geneIn(text: string): string | null {
  const words = text.replace(REFERENCE, ' ').match(SYMBOL) ?? [];
  return words.find((word) => /[A-Z\d]/.test(word)) ?? words[0] ?? null;
}

/** Ids of diseases and terms with whatever stands around them, such as a name or the rest of a web address. */
const INSIDE: readonly [prefix: string, pattern: RegExp][] = [
  ['omim', /(?<![\p{L}\p{N}])o?mim(?: ?id|\.org\/entry\/)?[\s:_#*+%]*(\d{6})(?![\p{L}\p{N}])/giu],
  // A year behind the name of the database belongs to a citation.
  ['orpha', /(?<![\p{L}\p{N}])orpha(?:net(?!\s+(?:19|20)\d\d(?!\d))|code)?[\s:_#]*(\d{1,7})(?![\p{L}\p{N}])/giu],
  // Its web addresses of today, and those before 2024.
  [
    'orpha',
    /(?<![\p{L}\p{N}])orpha\.net(?=\/)\S{0,80}?(?:\/disease\/detail\/|[?&]expert=)(\d{1,7})(?![\p{L}\p{N}])/giu,
  ],
  ['hp', /(?<![\p{L}\p{N}])hp[:_]?\s?(\d{7})(?![\p{L}\p{N}])/giu],
  ['mondo', /(?<![\p{L}\p{N}])mondo[:_]?\s?(\d{7})(?![\p{L}\p{N}])/giu],
];

/** Finds ids of diseases and terms anywhere in a text, each once and folded. */
export function identifiersInside(text: string): string[] {
  const found = INSIDE.flatMap(([prefix, pattern]) => [...text.matchAll(pattern)].map(([, id]) => `${prefix}:${id}`));
  return [...new Set(found)];
}

/** Parts of words with an apostrophe: `d'Alzheimer`, `Huntington's`. */
const TIED = /(?<![\p{L}\p{N}])[dl]['\u2019](?=\p{L})|(?<=\p{L})['\u2019]s(?![\p{L}\p{N}])/gu;

/** Returns the words of a text or a name as the index of names has them: folded, and without parts with an apostrophe. */
export function wordsOf(text: string): string[] {
  return (
    foldForEquality(text)
      .replace(TIED, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Splits a text at commas, semicolons, bars, tabs and line ends; a text without any of these at blanks. */
export function listedTexts(text: string): { texts: string[]; isByBlanks: boolean } {
  const texts = parts(text, /[,;|\t\r\n]+/);
  return texts.length > 1 ? { texts, isByBlanks: false } : { texts: parts(text, /\s+/), isByBlanks: true };
}

/** One piece of so many may be unknown. */
const TEXTS_PER_SLIP = 5;

/**
 * Splits the texts of a list with mixed separators, such as `SHH, TP53 BRCA1`: a text that is not listed is split at its
 * blanks if nearly all pieces are listed. `Dravet syndrome` and `Lovelace, Ada` stay whole.
 */
export function mixedTexts(texts: readonly string[], isListed: (text: string) => boolean): string[] {
  const all = texts.flatMap((text) => {
    const pieces = parts(text, /\s+/);
    if (pieces.length < 2 || isListed(text)) return [text];
    const slips = pieces.filter((piece) => !isListed(piece)).length;
    return slips * TEXTS_PER_SLIP <= pieces.length ? pieces : [text];
  });
  return [...new Set(all)];
}

function parts(text: string, separator: RegExp): string[] {
  const given = text.split(separator).map((part) => part.trim());
  return [...new Set(given.filter((part) => part !== ''))];
}

/** Longer texts are sentences, which may be about a patient, so no search is offered for them. */
const LONGEST_SEARCH = 60;
const MOST_WORDS_OF_SEARCH = 5;
/** Three digits in a row: only identifiers, places and dates have so many. */
const NUMBERED = /\d{3}/;

/** Returns the searches for a short text that is no identifier or variant; a search for people first if it looks like a name. */
export function offeredSearches({ form, text }: TextReading, written: string): OfferedSearch[] {
  const isShort = text.length <= LONGEST_SEARCH && text.split(' ').length <= MOST_WORDS_OF_SEARCH;
  const isPerson = mayBePerson(text);
  if (form !== 'words' || !(isShort || isPerson) || isOfPatient(text) || NUMBERED.test(text)) return [];
  const people: OfferedSearch = { kind: 'people', text };
  const interests: OfferedSearch = { kind: 'interests', text };
  const isOneWord = !text.includes(' ');
  const isLikeName = isPerson && isCapitalised(withoutPlace(written)) && /\p{Ll}/u.test(written);
  return isOneWord || isLikeName ? [people, interests] : [interests, people];
}
