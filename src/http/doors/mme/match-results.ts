/** People who work on a gene as results of a match: each named person once, each withheld record by itself. */

import type { Part } from '../../../domain/federation/federated-answer.ts';
import { noticeOf, type OriginNotice } from '../../../domain/federation/origin.ts';
import type { RecordStamp } from '../../../domain/federation/record-links.ts';
import type { ListedGene } from '../../../domain/gene-list/listed-genes.ts';
import { readRecord } from '../../../domain/record/read-record.ts';
import type { geneRow, personRow } from '../../../domain/record/row.ts';
import { shownText } from '../../../domain/shown-text.ts';

export type MatchResult = {
  score: { patient: number };
  patient: {
    id: string;
    label: string;
    contact: { name: string; institution?: string; href: string };
    /** Of the first gene; NCBI's numbers are those of the NCBI Taxonomy. */
    species?: string;
    genomicFeatures: { gene: { id: string } }[];
    /** Of the registry of the person, as it is configured. */
    disclaimer?: string;
    terms?: string;
  };
};

/** A gene that was searched for, and what every registry answered. */
export type SearchedGene = { gene: ListedGene; parts: readonly Part[] };

type GeneRecord = RecordStamp & ReturnType<typeof geneRow> & { remoteUser: ReturnType<typeof personRow> };
type Found = { key: string; notice: OriginNotice; record: GeneRecord; score: number };

/** An ortholog says less about a candidate gene than the gene itself, and a second tier less than a first one. */
const SCORE_PARTS = { ortholog: 0.8, secondTier: 0.75 } as const;

/** Best score first, of equal ones in the order of the search; worked out in steps, as records may be thousands. */
export function* matchResults(searched: readonly SearchedGene[]): Generator<undefined, MatchResult[]> {
  const people = new Map<string, Found[]>();
  for (const one of searched) {
    for (const found of yield* foundIn(one)) {
      const before = people.get(found.key);
      if (before === undefined) people.set(found.key, [found]);
      else before.push(found);
    }
  }
  const results: MatchResult[] = [];
  for (const records of people.values()) {
    results.push(resultOf(records));
    yield;
  }
  return results.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}

function scoreOf({ score }: MatchResult): number {
  return score.patient;
}

function* foundIn({ gene, parts }: SearchedGene): Generator<undefined, Found[]> {
  const all: Found[] = [];
  for (const { origin, records } of parts) {
    for (const [index, found] of records.entries()) {
      const record = readRecord<GeneRecord>(found);
      const { id } = record.remoteUser;
      // Nobody knows whether two withheld records are of one person, so none is joined to another.
      const key =
        typeof id === 'number'
          ? `${origin.key} ${id}`
          : `${origin.key} ${gene.taxonId} ${gene.symbol} withheld ${index}`;
      all.push({ key, notice: noticeOf(origin), record, score: scoreIn(record, gene) });
      yield;
    }
  }
  return all;
}

function scoreIn({ taxon, tier }: GeneRecord, { taxonId }: ListedGene): number {
  const ofGene = taxon?.id === taxonId ? 1 : SCORE_PARTS.ortholog;
  return ofGene * (tier === 'TIER1' ? 1 : SCORE_PARTS.secondTier);
}

function resultOf(records: readonly Found[]): MatchResult {
  const best = records.reduce((one, other) => (other.score > one.score ? other : one));
  const { record, notice } = best;
  const { originKey, links, remoteUser: person, taxon } = record;
  const symbols = [...new Set(records.flatMap(({ record: { symbol } }) => symbol ?? []))];
  const organism = taxon?.commonName ?? undefined;
  const label =
    organism === undefined ? `works on ${symbols.join(', ')}` : `works on ${symbols.join(', ')} of ${organism}`;
  const isWithheld = typeof person.id !== 'number';
  return {
    score: { patient: Number(best.score.toFixed(2)) },
    patient: {
      id: isWithheld ? `${originKey}:${record.anonymousId ?? ''}` : `${originKey}:${person.id}`,
      label,
      contact: {
        name: isWithheld ? `Name withheld by ${person.origin}` : nameOf(person),
        ...(isWithheld || person.organization === undefined ? {} : { institution: shownText(person.organization) }),
        href: links.page ?? links.requestAccess ?? person.originUrl,
      },
      ...(typeof taxon?.id === 'number' ? { species: `NCBITaxon:${taxon.id}` } : {}),
      genomicFeatures: symbols.map((id) => ({ gene: { id } })),
      ...notice,
    },
  };
}

/** Whoever shows it may put it into a message: one line, and nothing that turns or hides what stands around it. */
function nameOf({ name, lastName }: GeneRecord['remoteUser']): string {
  return shownText([name, lastName].filter(Boolean).join(' '));
}
