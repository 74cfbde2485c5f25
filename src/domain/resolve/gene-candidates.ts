/** Genes that are called exactly so, with the reason of each and how good it is. */

import { foldForEquality } from '../folding.ts';
import { aliasesOf, identifiersOf } from '../query/gene-names.ts';
import type { SnapshotGene } from '../record/snapshot.ts';
import type { Candidate, MatchReason, NamedBy, ResolvedGene } from './candidate.ts';
import type { FoundGene, ResolveLookups } from './lookups.ts';
import type { TextReading } from './read-text.ts';

export const HUMAN_TAXON_ID = 9606;

/** How good a reason is; less is better. Candidates of one rank leave it open which of them is meant. */
export const RANK = {
  identifier: 0,
  /** In its letter case, of a human gene to which a committee gave it. */
  officialSymbol: 1,
  /** In its letter case, of another human gene, such as a locus; and in small letters, of one that a disease is tied to. */
  humanSymbol: 2,
  /** In its letter case, of a gene of another organism. */
  organismSymbol: 3,
  officialInOtherCase: 4,
  humanInOtherCase: 5,
  /** Of a gene, a disease or a term. */
  exactName: 6,
  /** But for words that distinguish nothing: `Marfan` of Marfan syndrome. */
  shortName: 7,
  /** Of one human gene alone. */
  alias: 8,
  otherExact: 9,
  beginning: 10,
  words: 11,
  /** By its words, a disease of which no gene is known. */
  withoutGenes: 12,
} as const;

/** What comes first of things that are named by one text equally well. */
export const PLACE = { humanGene: 0, disease: 1, otherGene: 2, term: 3, locus: 4 } as const;

export type Ranked = {
  rank: number;
  /** Among candidates of one rank the higher one comes first. */
  score: number;
  /** Then the one with the lower place; it begins with one of {@link PLACE}. */
  place: readonly number[];
  key: string;
  reason: MatchReason;
  candidate: Candidate;
};

/** Genes that have the text as an identifier, a symbol, an alias, a name or another designation. */
export function exactGenes(reading: TextReading, lookups: ResolveLookups): RankedGene[] {
  const { geneIds, identifiers, name } = reading;
  const found = [
    ...geneIds.flatMap((geneId) => lookups.genesById(geneId)).map((gene) => identified(gene, String(gene.geneId))),
    ...identifiers.flatMap((id) =>
      lookups.genesByIdentifier(id).map((gene) => identified(gene, identifierOf(gene, id))),
    ),
  ];
  if (name === null) return found;
  if (found.length === 0) found.push(...namedGenes(name, lookups));
  const joined = name.replace(/[\s-]/g, '');
  // What people write into symbols; an alias that is met so may be another one.
  if (found.length === 0 && joined !== name) {
    found.push(...namedGenes(joined, lookups).map((one) => (one.rank === RANK.alias ? byOther(one) : one)));
  }
  return found;
}

export type RankedGene = { gene: FoundGene; rank: number; reason: MatchReason };

function identified(gene: FoundGene, matched: string): RankedGene {
  // Where the number is that of a disease, the disease goes before.
  return { gene, rank: isLocus(gene) ? RANK.humanSymbol : RANK.identifier, reason: { kind: 'identifier', matched } };
}

function identifierOf({ identity }: FoundGene, folded: string): string {
  const identifiers = identity === null ? [] : identifiersOf(identity);
  return identifiers.find((identifier) => foldForEquality(identifier) === folded) ?? folded;
}

function byOther(one: RankedGene): RankedGene {
  return { ...one, rank: RANK.otherExact };
}

function namedGenes(written: string, lookups: ResolveLookups): RankedGene[] {
  const folded = foldForEquality(written);
  const symbols = lookups.genesBySymbol(folded).map((gene) => {
    const matched = symbolsOf(gene).find((symbol) => foldForEquality(symbol) === folded) ?? folded;
    const rank = rankOfSymbol(gene, matched, written);
    const isMeant = rank === RANK.officialInOtherCase && isWrittenSmall(written) && lookups.isOfDisease(gene.geneId);
    return byText(gene, 'symbol', matched, isMeant ? RANK.humanSymbol : rank);
  });
  const called = lookups.genesByAlias(folded);
  const isDistinctive = called.length === 1 && !MAY_BE_ANYTHING.test(folded);
  const aliases = called.map((gene) => {
    const matched = aliasesOf(gene.aliases).find((alias) => foldForEquality(alias) === folded) ?? folded;
    return byText(gene, 'alias', matched, isHuman(gene) && isDistinctive ? RANK.alias : RANK.otherExact);
  });
  const names = lookups.genesByName(written).map((gene) => {
    return byText(
      gene,
      'name',
      gene.name ?? written,
      isHuman(gene) && !isLocus(gene) ? RANK.exactName : RANK.otherExact,
    );
  });
  const designations = lookups.genesByDesignation(folded).flatMap((gene) => {
    const matched = gene.identity?.otherDesignations.find((text) => foldForEquality(text) === folded);
    // Of a long one the index has the beginning only.
    return matched === undefined ? [] : [byText(gene, 'designation', matched, RANK.otherExact)];
  });
  return [...symbols, ...aliases, ...names, ...designations];
}

/**
 * So few letters stand for many things: `MMA` is an alias of one gene alone, and methylmalonic acidemia. A change of a chromosome
 * is of many genes: `DUP15q`.
 */
const MAY_BE_ANYTHING = /^(?:\p{L}{1,3}|(?:del|dup|inv)\s?\(?(?:\d{1,2}|[xy])[pq].{0,20})$/u;

/** The symbol that NCBI gives a gene, and that of the nomenclature authority where it is another one. */
export function symbolsOf({ symbol, identity }: Pick<SnapshotGene, 'symbol' | 'identity'>): string[] {
  return [symbol, identity?.authoritySymbol].filter((one) => typeof one === 'string');
}

/** As people write who do not care for letter case: that a frog's gene is written so says nothing of whom they mean. */
export function isWrittenSmall(text: string): boolean {
  return text === text.toLowerCase();
}

/** In small letters or in capitals throughout, as frogs' and flies' genes are, and as people write. */
export function isInOneCase(text: string): boolean {
  return isWrittenSmall(text) || text === text.toUpperCase();
}

function rankOfSymbol(gene: FoundGene, symbol: string, written: string): number {
  const isInItsCase = symbol === written;
  if (!isHuman(gene)) return isInItsCase ? RANK.organismSymbol : RANK.otherExact;
  if (isOfficial(gene, symbol)) return isInItsCase ? RANK.officialSymbol : RANK.officialInOtherCase;
  return isInItsCase ? RANK.humanSymbol : RANK.humanInOtherCase;
}

/** Whether the symbol is the one that a committee gave: that of MT-RNR1 is not RNR1, which another gene is called. */
function isOfficial({ identity }: FoundGene, symbol: string): boolean {
  return identity?.nomenclatureStatus === 'official' && (identity.authoritySymbol ?? symbol) === symbol;
}

function byText(gene: FoundGene, kind: NamedBy, matched: string, rank: number): RankedGene {
  return { gene, rank, reason: { kind, matched } };
}

export function rankedGene(
  gene: FoundGene,
  { rank, reason, score = 0 }: { rank: number; reason: MatchReason; score?: number },
  { orthologs }: Pick<ResolveLookups, 'orthologs'>,
): Ranked {
  return {
    rank,
    score,
    place: placeOf(gene),
    key: `gene ${gene.geneId}`,
    reason,
    // Looked up for those alone that are answered.
    get candidate(): Candidate {
      return { kind: 'gene', isCertain: false, reason, gene: toResolvedGene(gene, orthologs(gene.geneId)) };
    },
  };
}

/** Human first, then as the registry orders organisms; of one organism, official and protein-coding first. */
function placeOf(gene: FoundGene): number[] {
  const { identity, taxonPlace, geneId } = gene;
  const marks = [identity?.nomenclatureStatus === 'official', identity?.kind === 'protein-coding'];
  const place = isLocus(gene) ? PLACE.locus : isHuman(gene) ? PLACE.humanGene : PLACE.otherGene;
  return [place, taxonPlace, ...marks.map((mark) => (mark ? 0 : 1)), geneId];
}

/** What NCBI lists under the name and the number of a disease, as long as nobody knows its gene. */
export function isLocus({ taxonId, identity }: Pick<FoundGene, 'taxonId' | 'identity'>): boolean {
  return taxonId === HUMAN_TAXON_ID && identity?.kind === 'unknown' && identity.nomenclatureStatus === null;
}

export function isHuman({ taxonId }: { taxonId: number }): boolean {
  return taxonId === HUMAN_TAXON_ID;
}

/** A gene as it is shown, beside genes that are orthologs of it. */
export function toResolvedGene<Orthologs>(
  gene: Omit<FoundGene, 'taxonPlace'>,
  orthologs: Orthologs,
): Omit<ResolvedGene, 'orthologs'> & { orthologs: Orthologs } {
  const { geneId, taxonId, symbol, name, taxonName, identity } = gene;
  return {
    geneId,
    symbol: symbol ?? String(geneId),
    taxonId,
    taxonName,
    name,
    hgncId: identity?.hgncId ?? null,
    ensemblIds: identity?.ensemblIds ?? [],
    omimIds: identity?.omimIds ?? [],
    nomenclatureStatus: identity?.nomenclatureStatus ?? null,
    geneKind: identity?.kind ?? null,
    orthologs,
  };
}
