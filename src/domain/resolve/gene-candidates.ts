/** Finds genes that have the text as a name, with the reason and rank of each. */

import { foldForEquality } from '../folding.ts';
import { aliasesOf, identifiersOf } from '../query/gene-names.ts';
import type { SnapshotGene } from '../record/snapshot.ts';
import type { Candidate, FoundGene, MatchReason, NamedBy, ResolvedGene, ResolveLookups } from './candidate.ts';
import type { TextReading } from './read-text.ts';
import { symbolsOfDate } from './spreadsheet-dates.ts';

export const HUMAN_TAXON_ID = 9606;

/** The ranks of reasons; lower is better. If the best two candidates share a rank, none is certain. */
export const RANK = {
  identifier: 0,
  /** The official symbol of a human gene, in its letter case. */
  officialSymbol: 1,
  /** The symbol of another human gene, such as a locus, in its letter case; or in lower case that of a gene with a disease. */
  humanSymbol: 2,
  /** The symbol of a gene of another organism, in its letter case. */
  organismSymbol: 3,
  officialInOtherCase: 4,
  humanInOtherCase: 5,
  /** The name of a gene, a disease or a term. */
  exactName: 6,
  /** A name without its generic words, such as `Marfan` for Marfan syndrome. */
  shortName: 7,
  /** An alias of one human gene only. */
  alias: 8,
  otherExact: 9,
  beginning: 10,
  words: 11,
  /** Words of the name of a disease without known genes. */
  withoutGenes: 12,
} as const;

/** The order of candidates of different kinds that match a text equally well. */
export const PLACE = { humanGene: 0, disease: 1, otherGene: 2, term: 3, locus: 4 } as const;

export type Ranked = {
  rank: number;
  /** Among candidates of one rank, higher scores come first. */
  score: number;
  /** Among equal scores, lower places come first; the first number is one of {@link PLACE}. */
  place: readonly number[];
  key: string;
  reason: MatchReason;
  candidate: Candidate;
};

/** Returns the genes with the text as an identifier, a symbol, an alias, a name or another designation. */
export function exactGenes(reading: TextReading, lookups: ResolveLookups): RankedGene[] {
  const { geneIds, identifiers, name } = reading;
  const found = [
    ...geneIds.flatMap((geneId) => lookups.genesById(geneId)).map((gene) => identified(gene, String(gene.geneId))),
    ...identifiers.flatMap((id) =>
      lookups.genesByIdentifier(id).map((gene) => identified(gene, identifierOf(gene, id))),
    ),
  ];
  if (name === null) return found;
  const dated = symbolsOfDate(name);
  if (dated !== undefined) return genesOfDate(name, dated, lookups);
  if (found.length === 0) found.push(...namedGenes(name, lookups));
  const joined = name.replace(/[\s-]/g, '');
  // People write blanks and hyphens into symbols; an alias without them is less certain.
  for (const other of new Set([joined, name.replaceAll(' ', '-')])) {
    if (found.length > 0 || other === name) continue;
    found.push(...namedGenes(other, lookups).map((one) => (one.rank === RANK.alias ? byOther(one) : one)));
  }
  // Systematic names, such as `YBR037C` and `F58B3.5`, look like any other name.
  if (found.length === 0 && identifiers.length === 0 && /^\S*\d\S*$/.test(name)) {
    const folded = foldForEquality(name);
    found.push(...lookups.genesByIdentifier(folded).map((gene) => identified(gene, identifierOf(gene, folded))));
  }
  return found;
}

/** Returns the genes whose symbols a spreadsheet writes as a date, unless a gene is called so, as `sep-1` of the worm is. */
function genesOfDate(written: string, symbols: readonly string[], lookups: ResolveLookups): RankedGene[] {
  const called = namedGenes(written, lookups);
  if (called.some(({ reason }) => reason.matched === written)) return called;
  return symbols.flatMap((symbol) => {
    const found = namedGenes(symbol, lookups).filter(({ gene }) => isHuman(gene));
    return found.map(({ gene }) => byText(gene, 'date', gene.symbol ?? symbol, RANK.otherExact));
  });
}

export type RankedGene = { gene: FoundGene; rank: number; reason: MatchReason };

function identified(gene: FoundGene, matched: string): RankedGene {
  // A locus ranks lower, so that the disease with the same number comes first.
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
    // For a long designation, the index holds only the beginning.
    return matched === undefined ? [] : [byText(gene, 'designation', matched, RANK.otherExact)];
  });
  return [...symbols, ...aliases, ...names, ...designations];
}

/**
 * Aliases that are ambiguous: up to three letters, as `MMA` is an alias of one gene, but also means methylmalonic
 * acidemia; and a change of a chromosome, as `DUP15q` concerns many genes.
 */
const MAY_BE_ANYTHING = /^(?:\p{L}{1,3}|(?:del|dup|inv)\s?\(?(?:\d{1,2}|[xy])[pq].{0,20})$/u;

/** Returns the symbol by NCBI, and that of the nomenclature authority if it differs. */
export function symbolsOf({ symbol, identity }: Pick<SnapshotGene, 'symbol' | 'identity'>): string[] {
  return [symbol, identity?.authoritySymbol].filter((one) => typeof one === 'string');
}

/** Whether a text is in lower case, as many people write any symbol, and not only those of frogs. */
export function isWrittenSmall(text: string): boolean {
  return text === text.toLowerCase();
}

/** Whether a text is all in lower case or all in capitals: people write so, whatever the case of the symbol. */
export function isInOneCase(text: string): boolean {
  return isWrittenSmall(text) || text === text.toUpperCase();
}

function rankOfSymbol(gene: FoundGene, symbol: string, written: string): number {
  const isInItsCase = symbol === written;
  if (!isHuman(gene)) return isInItsCase ? RANK.organismSymbol : RANK.otherExact;
  if (isOfficial(gene, symbol)) return isInItsCase ? RANK.officialSymbol : RANK.officialInOtherCase;
  return isInItsCase ? RANK.humanSymbol : RANK.humanInOtherCase;
}

/** Whether the symbol is the official one: MT-RNR1 also has the symbol RNR1, which is official for another gene. */
function isOfficial({ identity }: FoundGene, symbol: string): boolean {
  return identity?.nomenclatureStatus === 'official' && (identity.authoritySymbol ?? symbol) === symbol;
}

function byText(gene: FoundGene, kind: NamedBy, matched: string, rank: number): RankedGene {
  return { gene, rank, reason: { kind, matched } };
}

/** Returns a gene as a ranked candidate. */
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
    // A getter, so that orthologs are looked up only for candidates in the answer.
    get candidate(): Candidate {
      return { kind: 'gene', isCertain: false, reason, gene: toResolvedGene(gene, orthologs(gene.geneId)) };
    },
  };
}

/** Orders genes: human ones, then those of other organisms in the registry's order, then loci; official and protein-coding first. */
function placeOf(gene: FoundGene): number[] {
  const { identity, taxonPlace, geneId } = gene;
  const marks = [identity?.nomenclatureStatus === 'official', identity?.kind === 'protein-coding'];
  const place = isLocus(gene) ? PLACE.locus : isHuman(gene) ? PLACE.humanGene : PLACE.otherGene;
  return [place, taxonPlace, ...marks.map((mark) => (mark ? 0 : 1)), geneId];
}

/** Whether an NCBI gene is the locus of a disease whose gene is unknown: it has the name and the number of the disease. */
export function isLocus({ taxonId, identity }: Pick<FoundGene, 'taxonId' | 'identity'>): boolean {
  return taxonId === HUMAN_TAXON_ID && identity?.kind === 'unknown' && identity.nomenclatureStatus === null;
}

export function isHuman({ taxonId }: { taxonId: number }): boolean {
  return taxonId === HUMAN_TAXON_ID;
}

/** Returns a gene as it is shown, with its orthologs. */
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
