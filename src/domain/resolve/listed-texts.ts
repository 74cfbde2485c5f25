/** Reads the texts of a list and of a table, and the genes that have them as names. */

import { isFamilyNameFirst } from '../query/person-text.ts';
import type { MatchReason, ResolveLookups } from './candidate.ts';
import { isProteinChange, readFreeText } from './free-text.ts';
import { exactGenes, isInOneCase, RANK, type RankedGene } from './gene-candidates.ts';
import { isBareNumber, withoutHead } from './gene-table.ts';
import { organismAmong } from './organisms.ts';
import { listedTexts, mixedTexts, readText, type TextReading } from './read-text.ts';
import { tidyText } from './tidy-text.ts';

/** How many genes of a list are looked up. */
export const MOST_ENTRIES = 100;
/** The ranks of human symbols. Symbols of flies do not count here, as many are words of a sentence. */
const HUMAN_SYMBOLS: ReadonlySet<number> = new Set([
  ...[RANK.identifier, RANK.officialSymbol, RANK.humanSymbol],
  ...[RANK.officialInOtherCase, RANK.humanInOtherCase],
]);
const IN_ITS_CASE: ReadonlySet<number> = new Set([RANK.identifier, RANK.officialSymbol, RANK.humanSymbol]);
const LISTED_BY: ReadonlySet<MatchReason['kind']> = new Set(['identifier', 'symbol', 'alias'] as const);

/** A text of a list, and the genes that have it as a name. */
export type ListedText = { reading: TextReading; exact: RankedGene[] };
type GeneList = { looked: ListedText[]; leftOut: number };

/**
 * Reads a list of genes: at least half of the texts name a gene, and the others look like symbols. Texts between blanks, and
 * variants, which may contain a semicolon, must all name a gene; otherwise undefined.
 */
export function readList(given: string, isVariant: boolean, lookups: ResolveLookups): GeneList | undefined {
  const { texts: all, isByBlanks } = listedTexts(given);
  const separated = isByBlanks ? all : withoutHead(all);
  if (separated.length < 2 || separated.some(isOfTable)) return undefined;
  if (isFamilyNameFirst(given) && !separated.every((text) => isSymbolOfAnyCase(text, lookups))) return undefined;
  const isGene = (text: string) => namesGene(exactGenes(readText(text), lookups), HUMAN_SYMBOLS);
  const texts = isByBlanks ? separated : mixedTexts(separated.slice(0, MOST_ENTRIES), isGene);
  const needsSymbols = isByBlanks || isVariant;
  const unread = isByBlanks ? 0 : Math.max(0, separated.length - MOST_ENTRIES);
  // A number beside symbols is that of a patient, or a count.
  const isOfSymbols = !texts.every(isBareNumber);
  const looked: ListedText[] = [];
  let otherCount = 0;
  for (const text of texts.slice(0, MOST_ENTRIES)) {
    const reading = readText(text);
    const exact = isOfSymbols && isBareNumber(text) ? [] : exactGenes(reading, lookups);
    if (!namesGene(exact, needsSymbols ? HUMAN_SYMBOLS : undefined)) {
      otherCount += 1;
      if (needsSymbols || !isLikeSymbol(text)) return undefined;
    }
    if (isByBlanks && isInOddCase(text) && !namesGene(exact, IN_ITS_CASE)) return undefined;
    looked.push({ reading, exact });
  }
  return otherCount * 2 <= looked.length ? { looked, leftOut: texts.length + unread - looked.length } : undefined;
}

/** Whether a gene has the text as its symbol, or as an alias in capitals; `Paul` is no gene in `Engrud, Paul`. */
function isSymbolOfAnyCase(text: string, lookups: ResolveLookups): boolean {
  const isCapital = text === text.toUpperCase();
  return exactGenes(readText(text), lookups).some(({ rank, reason }) => {
    return (reason.kind === 'symbol' && rank !== RANK.otherExact) || (LISTED_BY.has(reason.kind) && isCapital);
  });
}

/** Whether a text comes from a table with genes: a row number, zygosity, inheritance, a change or an organism. */
function isOfTable(text: string): boolean {
  const isMark = /^(?:\d{1,2}|A[DR]|XL[DR]?|HET|HOM|HEMI)$/i.test(text);
  return isMark || isProteinChange(text) || organismAmong([text]) !== undefined;
}

/** Whether a word has an unusual letter case, which may be a disease: `cblC` is one, `CBLC` a gene. Mouse symbols begin with a capital. */
function isInOddCase(text: string): boolean {
  return /^[A-Za-z-]+$/.test(text) && !isInOneCase(text) && !/^[A-Z][a-z-]+$/.test(text);
}

/** Whether the text is an identifier, a symbol or an alias of a gene; a gene's full name is often part of a disease's name. */
export function namesGene(exact: readonly RankedGene[], ranks?: ReadonlySet<number>): boolean {
  return exact.some(({ rank, reason }) => (ranks?.has(rank) ?? true) && LISTED_BY.has(reason.kind));
}

function isLikeSymbol(text: string): boolean {
  return /[A-Z\d]/.test(text) && !/\s/.test(text);
}

/** Returns what a cell names, or the genes that stand in it among other words. */
export function genesOfCell(cell: string, lookups: ResolveLookups): ListedText[] {
  const whole = listedText(cell, lookups);
  if (namesGene(whole.exact)) return [whole];
  const { certain, organism } = readFreeText(cell, lookups);
  const [only, ...others] = certain;
  if (organism !== undefined && only !== undefined && others.length === 0) {
    return [{ reading: readText(cell), exact: [only.found] }];
  }
  const inside = certain.map(({ word }) => listedText(word, lookups));
  return inside.length > 0 ? inside : [whole];
}

function listedText(text: string, lookups: ResolveLookups): ListedText {
  const reading = readText(tidyText(text));
  return { reading, exact: exactGenes(reading, lookups) };
}
