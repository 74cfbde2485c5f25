/**
 * Finds what a text means: a gene by any of its names, a disease, a term, or several genes. It uses only the lookups that
 * it gets, and the size of the answer is limited, whatever the text is. Candidates are ranked by rules in an order: no
 * number is learned from data or tuned, so that each place can be explained in a sentence.
 */

import { foldForEquality } from '../folding.ts';
import { mayBePerson } from '../query/person-text.ts';
import { distinctiveWords, editsBetween } from './alike.ts';
import type { Candidate, Resolution, ResolvedText, ResolveLookups, TextForm } from './candidate.ts';
import { didYouMean, symbolsAlike } from './did-you-mean.ts';
import { type FreeText, type Mention, readFreeText } from './free-text.ts';
import {
  exactGenes,
  isInOneCase,
  isWrittenSmall,
  RANK,
  type Ranked,
  type RankedGene,
  rankedGene,
} from './gene-candidates.ts';
import { type GeneTable, readGeneTable } from './gene-table.ts';
import { genesOfCell, type ListedText, MOST_ENTRIES, namesGene, readList } from './listed-texts.ts';
import { organismCalled } from './organisms.ts';
import { exactOthers, genesOfDisease, partlyNamed, rankedGenes } from './other-candidates.ts';
import { identifiersInside, offeredSearches, readText, type TextReading, wordsOf } from './read-text.ts';
import { otherSpelling, tidyText } from './tidy-text.ts';

/** How many candidates are returned for each gene of a list. */
const MOST_OF_ENTRY = 3;
const MOST_SLIPS = 2;
/** @param limit the largest number of candidates in each of the two lists of an answer */
export function resolveText(given: string, limit: number, lookups: ResolveLookups): Resolution {
  const tidy = tidyText(given);
  const { reading, exact } = readExactly(tidy, lookups);
  const { text, form } = reading;
  if (text === '') return resolutionOf(text, []);
  const table = readGeneTable(given);
  const ofTable = table && resolutionOfTable(text, table, limit, lookups);
  if (ofTable !== undefined) return ofTable;
  const list = exact.length > 0 && form !== 'variant' ? undefined : readList(tidy, form === 'variant', lookups);
  if (list !== undefined) {
    const entries = list.looked.map((one) => entryOf(one, Math.min(limit, MOST_OF_ENTRY), lookups));
    const searches = mayBePerson(text) ? offeredSearches(reading, tidy) : [];
    return { ...resolutionOf(text, entries), isList: true, entriesLeftOut: list.leftOut, searches };
  }
  const free = exact.length > 0 && form !== 'variant' ? undefined : readFreeText(tidy, lookups);
  if (free !== undefined && free.certain.length > 0) {
    const searches = mayBePerson(text) ? offeredSearches(reading, tidy) : [];
    return { ...resolutionOfText({ text, form, isTable: /[\t\n]/.test(tidy), free, limit, lookups }), searches };
  }
  const doubtful = (free?.doubtful ?? []).map((one) => rankedMention(one, lookups));
  const [inside = [], ...others] = exact.length === 0 && form !== 'variant' ? foundInside(tidy, lookups) : [exact];
  const found =
    others.length === 0
      ? { exact: inside, doubtful }
      : { exact: [], doubtful: [...inside, ...others.flat(), ...doubtful] };
  const entry = resolved(reading, found, limit, lookups);
  const searches = (free?.variants.length ?? 0) > 0 ? [] : offeredSearches(reading, tidy);
  const isLikeName = searches[0]?.kind === 'people' && text.includes(' ');
  const isAboutGene = doubtful.length > 0 && OF_GENES.test(text);
  const isOther =
    !isAboutGene &&
    !/\d/.test(text) &&
    entry.candidates.length === 0 &&
    !entry.didYouMean.some((one) => isStrong(one, wordsOf(text), isLikeName ? 0 : MOST_SLIPS));
  const isOrganism = exact.length === 0 && organismCalled(text) !== undefined;
  const searchAtOnce = isOrganism ? 'interests' : isOther ? (searches[0]?.kind ?? null) : null;
  return { ...resolutionOf(text, [entry]), searches, searchAtOnce };
}

/** Returns the disease or the term of each known id in the text. */
function foundInside(text: string, lookups: ResolveLookups): Ranked[][] {
  return identifiersInside(text)
    .map((id) => exactOthers({ text, form: 'identifier', name: null, geneIds: [], identifiers: [id] }, lookups))
    .filter((found) => found.length > 0);
}

function resolutionOf(text: string, entries: ResolvedText[]): Resolution {
  return {
    text,
    isList: false,
    entries,
    entriesLeftOut: 0,
    leftOut: [],
    toConfirm: [],
    searches: [],
    people: [],
    variants: [],
    orthologTaxonId: null,
    searchAtOnce: null,
  };
}

type ExactReading = { reading: TextReading; exact: Ranked[] };

/** Reads the text as it is written or, if that names nothing, in the spelling of the reference data. */
function readExactly(text: string, lookups: ResolveLookups): ExactReading {
  const read = (written: string): ExactReading => {
    const reading = readText(written);
    const genes = rankedGenes(exactGenes(reading, lookups), lookups);
    return { reading, exact: bestOf([...genes, ...exactOthers(reading, lookups)]) };
  };
  const asWritten = read(text);
  if (asWritten.exact.length > 0 || asWritten.reading.form !== 'words') return asWritten;
  const other = otherSpelling(text);
  if (other === text.toLowerCase()) return asWritten;
  const { exact } = read(other);
  const reading = { ...asWritten.reading, name: other };
  return exact.length > 0 ? { reading, exact } : { reading, exact: [] };
}

/** Returns the genes of a table as a list, or its only gene; undefined where fewer than half of its column are genes. */
function resolutionOfTable(
  text: string,
  { genes, others }: GeneTable,
  limit: number,
  lookups: ResolveLookups,
): Resolution | undefined {
  const looked = genes.slice(0, MOST_ENTRIES).flatMap((cell) => genesOfCell(cell, lookups));
  const named = looked.filter(({ exact }) => namesGene(exact));
  if (named.length === 0 || named.length * 2 < looked.length) return undefined;
  const isList = looked.length > 1;
  const entries = looked.map((one) => entryOf(one, isList ? Math.min(limit, MOST_OF_ENTRY) : limit, lookups));
  const entriesLeftOut = Math.max(0, genes.length - MOST_ENTRIES);
  return { ...resolutionOf(text, entries), isList, entriesLeftOut, leftOut: others };
}

/** Words that make it likely that a doubtful word beside them is a gene, as in `OTC deficiency`. */
const OF_GENES =
  /(?<!\p{L})(?:defici\w{1,6}|déficit|disease|syndrome|disorder|maladie|deletion|duplication|mutations?|variants?|related)(?!\p{L})/iu;
const ZYGOSITY = /^(?:HET|HOM|HEMI)$/i;

/** Whether a word says on how many chromosomes a variant is; such a word is no gene. */
export function isZygosity(word: string): boolean {
  return ZYGOSITY.test(word);
}

type TextWithGenes = { text: string; form: TextForm; isTable: boolean; free: FreeText } & {
  limit: number;
  lookups: ResolveLookups;
};

/** Returns the gene of a text, or several as a list, with other words that may be genes. */
function resolutionOfText({ text, form, isTable, free, limit, lookups }: TextWithGenes): Resolution {
  const { certain, doubtful, unknown } = free;
  const leftOut = [...free.leftOut, ...doubtful.map(({ word }) => word), ...unusedOrganism(free, lookups)];
  const isListOfOne =
    unknown.length > 0 &&
    free.leftOut
      .join(' ')
      .split(' ')
      .every((word) => unknown.includes(word));
  const isCertain = ({ found }: Mention) => certain.some((one) => one.found.gene.geneId === found.gene.geneId);
  const open = doubtful.filter((one) => !isCertain(one) && !isZygosity(one.word));
  const mayBeGenes = open.map(({ word }) => word);
  if (certain.length > 1 || isListOfOne || (isTable && mayBeGenes.length > 0)) {
    const genes = certain.map((one): ResolvedText => {
      const candidate = { ...rankedMention(one, lookups).candidate, isCertain: true };
      return { text: one.word, form: 'words', candidates: [candidate], didYouMean: [] };
    });
    // The name of a sample may be in every row of a table, so each unknown word is listed once; words beyond the limit are in `leftOut`.
    const others = [...new Set(unknown)].slice(0, Math.max(0, MOST_ENTRIES - genes.length));
    const entries = [
      ...genes.slice(0, MOST_ENTRIES),
      ...others.map((word) => entryOf({ reading: readText(word), exact: [] }, MOST_OF_ENTRY, lookups)),
    ];
    const isEntry = (piece: string) => piece.split(' ').every((word) => others.includes(word));
    return {
      ...resolutionOf(text, entries),
      isList: true,
      entriesLeftOut: genes.length + others.length - entries.length,
      leftOut: leftOut.filter((piece) => !isEntry(piece)),
      variants: [...new Set(free.variants)],
      toConfirm: mayBeGenes.slice(0, MOST_ENTRIES),
    };
  }
  const [gene, ...beside] = [...certain, ...doubtful].map((one) => rankedMention(one, lookups));
  const candidates = gene === undefined ? [] : [{ ...gene.candidate, isCertain: true }];
  const didYouMean = beside.slice(0, limit).map(({ candidate }) => candidate);
  const others = free.variants.length > 0 ? [] : certain.flatMap(({ found }) => symbolsBeside(found, lookups));
  const entry = { text, form, candidates: [...candidates, ...others].slice(0, limit), didYouMean };
  return {
    ...resolutionOf(text, [entry]),
    leftOut,
    variants: [...new Set(free.variants)],
    orthologTaxonId: organismOf(free, lookups),
  };
}

/** Returns the organism that a text names beside a gene of another one; null where no ortholog there is known. */
function organismOf({ certain: [first], organism }: FreeText, lookups: ResolveLookups): number | null {
  if (first === undefined || organism === undefined || first.found.gene.taxonId === organism.taxonId) return null;
  const isKnown = lookups.orthologs(first.found.gene.geneId).some(({ taxonId }) => taxonId === organism.taxonId);
  return isKnown ? organism.taxonId : null;
}

/** Returns the words for an organism by which nothing is searched: the genes are several, or of none there known. */
function unusedOrganism(free: FreeText, lookups: ResolveLookups): string[] {
  const { organism } = free;
  if (organism === undefined) return [];
  const [first, ...others] = free.certain;
  const isOfIt = first?.found.gene.taxonId === organism.taxonId;
  const isUsed = others.length === 0 && (isOfIt || organismOf(free, lookups) !== null);
  return isUsed ? [] : [organism.word];
}

/** Returns genes of other organisms with the same symbol. */
function symbolsBeside({ gene }: RankedGene, lookups: ResolveLookups): Candidate[] {
  const others = lookups.genesBySymbol(foldForEquality(gene.symbol ?? '')).filter((one) => one.geneId !== gene.geneId);
  return others.map((one) => {
    const reason = { kind: 'symbol-in-text' as const, matched: one.symbol ?? '' };
    return rankedGene(one, { rank: RANK.otherExact, reason }, lookups).candidate;
  });
}

function rankedMention({ found }: Mention, lookups: ResolveLookups): Ranked {
  return rankedGene(found.gene, { rank: found.rank, reason: found.reason }, lookups);
}

/** Whether a guess has more than one word in common: it has every word of the text, even with slips, or is a disease in the text. */
function isStrong({ kind, reason }: Candidate, words: readonly string[], mostSlips: number): boolean {
  if (reason.kind !== 'some-words') return reason.kind !== 'symbol-in-text';
  const own = wordsOf(reason.matched);
  if (kind === 'disease' && distinctiveWords(own).every((word) => words.includes(word))) return true;
  return words.every((word) => own.some((one) => editsBetween(word, one, mostSlips) <= mostSlips));
}

/** Returns the answer for one text of a list: only genes, and with at most one edit. */
function entryOf({ reading, exact: found }: ListedText, limit: number, lookups: ResolveLookups): ResolvedText {
  const genes = isWrittenSmall(reading.text) ? found.map(humanBefore) : found;
  const exact = bestOf(genes.map(({ gene, ...ranking }) => rankedGene(gene, ranking, lookups)));
  const isGuessed = exact.length === 0 && reading.form !== 'identifier' && reading.name !== null;
  const alike = isGuessed ? bestOf(symbolsAlike(reading.name ?? '', 1, lookups)) : [];
  return toResolvedText(reading, exact, alike, limit);
}

/** Ranks human genes first for a text in lower case: people type human symbols so, although that is the spelling of frog genes. */
function humanBefore(one: RankedGene): RankedGene {
  return one.rank === RANK.organismSymbol ? { ...one, rank: RANK.otherExact } : one;
}

type Found = { exact: Ranked[]; doubtful: readonly Ranked[] };

function resolved(
  reading: TextReading,
  { exact, doubtful }: Found,
  limit: number,
  lookups: ResolveLookups,
): ResolvedText {
  const isWhole = exact.length >= limit || exact[0]?.reason.kind === 'date';
  const part = isWhole ? [] : partlyNamed(reading, lookups);
  const candidates = bestOf([...exact, ...genesOfFirst(exact, lookups), ...part]);
  const guesses = exact.length > 0 ? [] : [...doubtful, ...didYouMean(reading, part.length > 0, lookups)];
  const alike = bestOf(guesses);
  const known = new Set(candidates.slice(0, limit).map(({ key }) => key));
  return toResolvedText(
    reading,
    candidates,
    alike.filter(({ key }) => !known.has(key)),
    limit,
  );
}

/** Returns the genes of the first candidate, if that is a disease, or a term that is one. */
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
 * Whether the first candidate is certain: it has the text as a name, and is better than the second one. A text in a single
 * letter case may mean a human gene as well as that of a frog or a fly, so it is not certain if there are both.
 */
function isFirstCertain([first, second]: readonly Ranked[], text: string): boolean {
  if (first === undefined || first.rank > RANK.alias) return false;
  // The alias of a gene is also the abbreviation of a disease.
  if (first.rank === RANK.alias && second?.rank === RANK.otherExact && second.key.startsWith('disease ')) return false;
  const isOpen = first.rank === RANK.organismSymbol && isInOneCase(text);
  return first.rank !== second?.rank && !(isOpen && second !== undefined && second.rank <= RANK.otherExact);
}

/** Returns each candidate once, with its best reason; the best first. */
function bestOf(ranked: readonly Ranked[]): Ranked[] {
  const byKey = new Map<string, Ranked>();
  for (const one of ranked.toSorted(compareRanked)) if (!byKey.has(one.key)) byKey.set(one.key, one);
  return [...byKey.values()];
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
