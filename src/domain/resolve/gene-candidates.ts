/** Genes that are called exactly so, with the reason of each and how good it is. */

import { foldForEquality } from '../folding.ts';
import { aliasesOf, identifiersOf } from '../query/gene-names.ts';
import type { Candidate, NamedBy, Reason, ResolvedGene } from './candidate.ts';
import type { FoundGene, ResolveLookups } from './lookups.ts';
import type { TextReading } from './read-text.ts';

export const HUMAN_TAXON_ID = 9606;

/** How good a reason is; less is better. Candidates of one rank leave it open which of them is meant. */
export const RANK = {
  identifier: 0,
  humanSymbol: 1,
  /** Of a gene, a disease or a term; of a gene of another organism, the symbol with its letter case. */
  exactName: 2,
  humanAlias: 3,
  otherExact: 4,
  beginning: 5,
  words: 6,
} as const;

/** What comes first of things that are named by one text equally well. */
export const PLACE = { humanGene: 0, disease: 1, otherGene: 2, term: 3 } as const;

export type Ranked = {
  rank: number;
  /** Among candidates of one rank the higher one comes first. */
  score: number;
  /** Then the one with the lower place; it begins with one of {@link PLACE}. */
  place: readonly number[];
  key: string;
  reason: Reason;
  candidate: Candidate;
};

/** Genes that have the text as an identifier, a symbol, an alias, a name or another designation. */
export function exactGenes(reading: TextReading, lookups: ResolveLookups): Ranked[] {
  const { geneIds, identifiers, name } = reading;
  const found = [
    ...geneIds.flatMap((geneId) => lookups.genesById(geneId)).map((gene) => identified(gene, String(gene.geneId))),
    ...identifiers.flatMap((id) =>
      lookups.genesByIdentifier(id).map((gene) => identified(gene, identifierOf(gene, id))),
    ),
  ];
  if (name === null) return toRanked(found, lookups);
  for (const spelling of spellingsOf(name)) {
    if (found.length > 0) break;
    found.push(...namedGenes(spelling, name, lookups));
  }
  return toRanked(found, lookups);
}

type RankedGene = { gene: FoundGene; rank: number; reason: Reason };

function identified(gene: FoundGene, matched: string): RankedGene {
  return { gene, rank: RANK.identifier, reason: { kind: 'identifier', matched } };
}

function identifierOf({ identity }: FoundGene, folded: string): string {
  const identifiers = identity === null ? [] : identifiersOf(identity);
  return identifiers.find((identifier) => foldForEquality(identifier) === folded) ?? folded;
}

/** As given; where that names nothing, without the blanks and hyphens that people write into symbols. */
function spellingsOf(name: string): string[] {
  const folded = foldForEquality(name);
  return [...new Set([folded, folded.replace(/[\s-]/g, '')])];
}

function namedGenes(folded: string, written: string, lookups: ResolveLookups): RankedGene[] {
  const bySymbol = lookups.genesBySymbol(folded);
  const hasHuman = bySymbol.some(isHuman);
  const symbols = bySymbol.map((gene) => {
    return byText(gene, 'symbol', gene.symbol ?? folded, rankOfSymbol(gene, written, hasHuman));
  });
  const aliases = lookups.genesByAlias(folded).map((gene) => {
    const matched = aliasesOf(gene.aliases).find((alias) => foldForEquality(alias) === folded) ?? folded;
    return byText(gene, 'alias', matched, isHuman(gene) ? RANK.humanAlias : RANK.otherExact);
  });
  const names = lookups.genesByName(written).map((gene) => {
    return byText(gene, 'name', gene.name ?? written, isHuman(gene) ? RANK.exactName : RANK.otherExact);
  });
  const designations = lookups.genesByDesignation(folded).flatMap((gene) => {
    const matched = gene.identity?.otherDesignations.find((text) => foldForEquality(text) === folded);
    // Of a long one the index has the beginning only.
    if (matched === undefined) return [];
    return byText(gene, 'designation', matched, isHuman(gene) ? RANK.humanAlias : RANK.otherExact);
  });
  return [...symbols, ...aliases, ...names, ...designations];
}

/** A symbol in the letter case of another organism weighs as much as a human alias, more where there is a human symbol. */
function rankOfSymbol(gene: FoundGene, written: string, hasHuman: boolean): number {
  if (isHuman(gene)) return RANK.humanSymbol;
  if (gene.symbol !== written) return RANK.otherExact;
  return hasHuman ? RANK.exactName : RANK.humanAlias;
}

function byText(gene: FoundGene, kind: NamedBy, matched: string, rank: number): RankedGene {
  return { gene, rank, reason: { kind, matched } };
}

function toRanked(found: readonly RankedGene[], lookups: ResolveLookups): Ranked[] {
  return found.map(({ gene, rank, reason }) => rankedGene(gene, { rank, reason }, lookups));
}

export function rankedGene(
  gene: FoundGene,
  { rank, reason, score = 0 }: { rank: number; reason: Reason; score?: number },
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

/** Human first, official and protein-coding first, then as the registry orders organisms. */
function placeOf(gene: FoundGene): number[] {
  const { identity, taxonPlace, geneId } = gene;
  const marks = [identity?.nomenclatureStatus === 'official', identity?.kind === 'protein-coding'];
  return [
    isHuman(gene) ? PLACE.humanGene : PLACE.otherGene,
    ...marks.map((mark) => (mark ? 0 : 1)),
    taxonPlace,
    geneId,
  ];
}

export function isHuman({ taxonId }: { taxonId: number }): boolean {
  return taxonId === HUMAN_TAXON_ID;
}

/** A gene as it is told, beside genes that are orthologs of it. */
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
