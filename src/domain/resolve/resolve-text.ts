/**
 * What a text means that somebody has in hand: a gene by any of its names, a disease, a term, several genes. Everything
 * is looked up in what is handed in; the answer is bounded, whatever the text is.
 */

import type { OfferedSearch, Reason, Resolution, ResolvedText, TextForm } from './candidate.ts';
import { didYouMean, symbolsAlike } from './did-you-mean.ts';
import { exactGenes, RANK, type Ranked, type RankedGene, rankedGene } from './gene-candidates.ts';
import type { ResolveLookups } from './lookups.ts';
import { exactOthers, genesOfDisease, partlyNamed, rankedGenes } from './other-candidates.ts';
import { listedTexts, mixedTexts, readText, type TextReading } from './read-text.ts';

/** So many genes of a list are looked up. */
export const MOST_ENTRIES = 50;
/** So many candidates are answered for each gene of a list. */
const MOST_OF_ENTRY = 3;
/** Words of a sentence are symbols of flies, too. */
const HUMAN_SYMBOLS: ReadonlySet<number> = new Set([
  ...[RANK.identifier, RANK.officialSymbol, RANK.humanSymbol],
  ...[RANK.officialInOtherCase, RANK.humanInOtherCase],
]);
const LISTED_BY: ReadonlySet<Reason['kind']> = new Set(['identifier', 'symbol', 'alias'] as const);

/** @param limit how many candidates are answered at most, of each of the two kinds */
export function resolveText(given: string, limit: number, lookups: ResolveLookups): Resolution {
  const reading = readText(given);
  const { text, form } = reading;
  const exact = bestOf([...rankedGenes(exactGenes(reading, lookups), lookups), ...exactOthers(reading, lookups)]);
  const list = exact.length > 0 && form !== 'variant' ? undefined : readList(given, form, lookups);
  if (list !== undefined) {
    const { looked, leftOut } = list;
    const entries = looked.map((one) => entryOf(one, Math.min(limit, MOST_OF_ENTRY), lookups));
    return { text, isList: true, entries, entriesLeftOut: leftOut, searches: [] };
  }
  const entries = text === '' ? [] : [resolved(reading, exact, limit, lookups)];
  return { text, isList: false, entries, entriesLeftOut: 0, searches: searchesFor(reading) };
}

/** A text of a list, and the genes that are called exactly so. */
type ListedText = { reading: TextReading; exact: RankedGene[] };
type GeneList = { looked: ListedText[]; leftOut: number };

/**
 * Several genes: at least half of the texts name one, and the others look like symbols. Of texts between blanks, and of
 * variants, which may hold a semicolon, all name one.
 */
function readList(given: string, form: TextForm, lookups: ResolveLookups): GeneList | undefined {
  const { texts: separated, isByBlanks } = listedTexts(given);
  if (separated.length < 2) return undefined;
  const isGene = (text: string) => namesGene(exactGenes(readText(text), lookups), HUMAN_SYMBOLS);
  const texts = isByBlanks ? separated : mixedTexts(separated.slice(0, MOST_ENTRIES), isGene);
  const needsSymbols = isByBlanks || form === 'variant';
  const unread = isByBlanks ? 0 : Math.max(0, separated.length - MOST_ENTRIES);
  const looked: ListedText[] = [];
  let otherCount = 0;
  for (const text of texts.slice(0, MOST_ENTRIES)) {
    const reading = readText(text);
    const exact = exactGenes(reading, lookups);
    if (!namesGene(exact, needsSymbols ? HUMAN_SYMBOLS : undefined)) {
      otherCount += 1;
      if (needsSymbols || !isLikeSymbol(text)) return undefined;
    }
    looked.push({ reading, exact });
  }
  return otherCount * 2 <= looked.length ? { looked, leftOut: texts.length + unread - looked.length } : undefined;
}

/** A part of the name of a disease may be the whole name of a gene, which is not what people list. */
function namesGene(exact: readonly RankedGene[], ranks?: ReadonlySet<number>): boolean {
  return exact.some(({ rank, reason }) => (ranks?.has(rank) ?? true) && LISTED_BY.has(reason.kind));
}

function isLikeSymbol(text: string): boolean {
  return /[A-Z\d]/.test(text) && !/\s/.test(text);
}

/** Of one of many, only genes are sought, and only one slip is forgiven. */
function entryOf({ reading, exact: found }: ListedText, limit: number, lookups: ResolveLookups): ResolvedText {
  const isWrittenSmall = reading.text === reading.text.toLowerCase();
  const genes = isWrittenSmall ? found.map(humanBefore) : found;
  const exact = bestOf(genes.map(({ gene, ...ranking }) => rankedGene(gene, ranking, lookups)));
  const isGuessed = exact.length === 0 && reading.form !== 'identifier' && reading.name !== null;
  const alike = isGuessed ? bestOf(symbolsAlike(reading.name ?? '', 1, lookups)) : [];
  return toResolvedText(reading, exact, alike, limit);
}

/** Lists are typed in small letters by whoever means human genes; that a frog's are written so is no reason. */
function humanBefore(one: RankedGene): RankedGene {
  return one.rank === RANK.organismSymbol ? { ...one, rank: RANK.otherExact } : one;
}

function resolved(reading: TextReading, exact: Ranked[], limit: number, lookups: ResolveLookups): ResolvedText {
  const part = exact.length >= limit ? [] : partlyNamed(reading, lookups);
  const candidates = bestOf([...exact, ...genesOfFirst(exact, lookups), ...part]);
  const alike = exact.length > 0 ? [] : bestOf(didYouMean(reading, part.length > 0, lookups));
  const known = new Set(candidates.slice(0, limit).map(({ key }) => key));
  return toResolvedText(
    reading,
    candidates,
    alike.filter(({ key }) => !known.has(key)),
    limit,
  );
}

/** Where a disease is what was meant, be it as a term, its genes follow it. */
function genesOfFirst([first]: readonly Ranked[], lookups: ResolveLookups): Ranked[] {
  return first === undefined ? [] : genesOfDisease(first.candidate, lookups);
}

function toResolvedText(
  { text, form }: TextReading,
  ranked: readonly Ranked[],
  alike: readonly Ranked[],
  limit: number,
): ResolvedText {
  const isCertain = isFirstCertain(ranked, text);
  const candidates = ranked
    .slice(0, limit)
    .map(({ candidate }, index) => ({ ...candidate, isCertain: isCertain && index === 0 }));
  return { text, form, candidates, didYouMean: alike.slice(0, limit).map(({ candidate }) => candidate) };
}

/**
 * What is called exactly so, and nothing else as well. Who writes small letters may mean a human gene as well as the one
 * of a frog that is written so.
 */
function isFirstCertain([first, second]: readonly Ranked[], text: string): boolean {
  if (first === undefined || first.rank > RANK.alias) return false;
  const isWrittenSmall = first.rank === RANK.organismSymbol && text === text.toLowerCase();
  return first.rank !== second?.rank && !(isWrittenSmall && second !== undefined && second.rank <= RANK.alias);
}

/** Each thing once, by its best reason; best first. */
function bestOf(ranked: readonly Ranked[]): Ranked[] {
  const kept = new Map<string, Ranked>();
  for (const one of ranked.toSorted(compareRanked)) if (!kept.has(one.key)) kept.set(one.key, one);
  return [...kept.values()];
}

function compareRanked(a: Ranked, b: Ranked): number {
  const byRank = a.rank - b.rank || b.score - a.score;
  if (byRank !== 0) return byRank;
  for (const [index, place] of a.place.entries()) {
    const difference = place - (b.place[index] ?? Number.POSITIVE_INFINITY);
    if (difference !== 0) return difference;
  }
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** What is no identifier or variant may be a person or an interest. */
function searchesFor({ form, text }: TextReading): OfferedSearch[] {
  if (form !== 'words' || text === '') return [];
  return [
    { kind: 'people', text },
    { kind: 'interests', text },
  ];
}
