/** What a text that somebody has in hand is: an identifier, a variant, or words. */

import { foldForEquality } from '../folding.ts';
import type { TextForm } from './candidate.ts';

export type TextReading = {
  /** As it was given, blanks at its ends left out and others made one. */
  text: string;
  form: TextForm;
  /** What a gene may be called in it, as written; null where the text is an expression that names none. */
  name: string | null;
  /** Numbers of NCBI that it may be. */
  geneIds: number[];
  /** Identifiers of genes in other databases, of diseases and of terms that it may be, folded. */
  identifiers: string[];
};

/** Of prefixes that databases go by; a number follows. */
const GENE_ID = /^(?:ncbi ?gene|ncbi|gene ?id|entrez(?: ?gene)?)(?: ?id)?[\s:_#]*(\d{1,10})$/i;
const BARE_NUMBER = /^\d{1,10}$/;
const ENSEMBL = /^(ens[a-z]{0,4}g\d{6,})(?:\.\d+)?$/i;
const PREFIXED: readonly [prefix: string, pattern: RegExp][] = [
  ['hgnc', /^hgnc(?: ?id)?[\s:_#]*(\d{1,7})$/i],
  ['omim', /^o?mim(?: ?id)?[\s:_#*+%]*(\d{6})$/i],
  ['orpha', /^orpha(?:net|code)?[\s:_#]*(\d{1,7})$/i],
];
/** An id of an ontology, such as `HP:0001250` and `HP_0001250`. */
const TERM_ID = /^([a-z][a-z-]{1,20})[:_]\s?([a-z0-9]{1,20})$/i;
const DIGIT = /\d/;

/** A change as HGVS writes it behind a reference or a symbol: `c.881C>T`, `p.(Ala294Val)`. */
const CHANGE = /(?:^|[\s:(])(?:[cgmnor]\.[([]{0,2}[-*?\d]|p\.[([]{0,2}[A-Z*?=])/;
const REFERENCE = /\b(?:[NXA][CGMPRTW]_\d+(?:\.\d+)?|LRG_\d+(?:[tp]\d+)?|ENS[A-Z]{0,4}[TPR]\d+(?:\.\d+)?)(?!\w)/gi;
/** A variant by its number or its place on a chromosome, which names no gene. */
const VARIANT_ALONE = /^(?:rs\d{3,12}|(?:chr)?(?:\d{1,2}|[XYM]|MT)[:-](?:g\.)?\d{4,9}\S{0,80})$/i;
const CHANGE_IN_BRACKETS = /\([^)]{0,100}\)/g;
const SYMBOL = /[A-Za-z][A-Za-z0-9.@-]*[A-Za-z0-9]/g;
const WORD_FOR_GENE = /^(?:human )?gene[:\s]+(?=\S)|(?<=\S)\s+(?:human )?gene$/i;

export function readText(given: string): TextReading {
  const text = given.trim().replace(/\s+/g, ' ');
  if (VARIANT_ALONE.test(text)) return { text, form: 'variant', name: null, geneIds: [], identifiers: [] };
  if (CHANGE.test(text)) {
    const name = geneOfVariant(text);
    return { text, form: 'variant', name, geneIds: [], identifiers: name === null ? [] : identifiersIn(name) };
  }
  const name = text.replace(WORD_FOR_GENE, '');
  const geneIds = geneIdsIn(name);
  const identifiers = identifiersIn(name);
  return { text, form: geneIds.length + identifiers.length > 0 ? 'identifier' : 'words', name, geneIds, identifiers };
}

/** The gene stands before the change, in brackets behind the reference where there is one; seldom behind the change. */
function geneOfVariant(text: string): string | null {
  const [change] = CHANGE.exec(text) ?? [''];
  const start = text.indexOf(change);
  const behind = text
    .slice(start + change.length)
    .replace(/^\S*/, '')
    .replace(CHANGE_IN_BRACKETS, ' ');
  return geneIn(text.slice(0, start)) ?? geneIn(behind);
}

/** Other words may stand beside it, but symbols have a capital or a number. */
function geneIn(text: string): string | null {
  const words = text.replace(REFERENCE, ' ').match(SYMBOL) ?? [];
  return words.find((word) => /[A-Z\d]/.test(word)) ?? words[0] ?? null;
}

function geneIdsIn(text: string): number[] {
  const number = GENE_ID.exec(text)?.[1] ?? BARE_NUMBER.exec(text)?.[0];
  return number === undefined ? [] : [Number(number)];
}

function identifiersIn(text: string): string[] {
  if (/^\d{6}$/.test(text)) return [`omim:${text}`];
  const ensembl = ENSEMBL.exec(text)?.[1];
  if (ensembl !== undefined) return [foldForEquality(ensembl)];
  for (const [prefix, pattern] of PREFIXED) {
    const number = pattern.exec(text)?.[1];
    if (number !== undefined) return [`${prefix}:${number}`];
  }
  const [, prefix = '', local = ''] = TERM_ID.exec(text) ?? [];
  return DIGIT.test(local) && !GENE_ID.test(text) ? [foldForEquality(`${prefix}:${local}`)] : [];
}

/** What an apostrophe ties to a word: `d'Alzheimer`, `Huntington's`. */
const TIED = /(?<![\p{L}\p{N}])[dl]['\u2019](?=\p{L})|(?<=\p{L})['\u2019]s(?![\p{L}\p{N}])/gu;

/** The words of a text or a name, folded, as the index of names has them; without what an apostrophe ties to them. */
export function wordsOf(text: string): string[] {
  return (
    foldForEquality(text)
      .replace(TIED, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** What stands between commas, semicolons, bars, tabs and line ends; where none does, between blanks. */
export function listedTexts(text: string): { texts: string[]; isByBlanks: boolean } {
  const texts = parts(text, /[,;|\t\r\n]+/);
  return texts.length > 1 ? { texts, isByBlanks: false } : { texts: parts(text, /\s+/), isByBlanks: true };
}

/** One text of so many may be none of what is listed. */
const TEXTS_PER_SLIP = 5;

/**
 * Of a list whose separators are mixed, such as `SHH, TP53 BRCA1`: a text that is nothing of what is listed is several, where
 * what stands between its blanks is, all but few. `Dravet syndrome` and `Lovelace, Ada` stay what they are.
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
