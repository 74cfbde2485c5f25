/** Turns people who work on a gene into results of a match: each named person once, each withheld record as its own result. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import { noticeOf, type OriginNotice } from '../../domain/federation/origin.ts';
import type { RecordStamp } from '../../domain/federation/record-links.ts';
import type { ListedGene } from '../../domain/gene-list/list-question.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { geneRow, personRow } from '../../domain/record/row.ts';
import { shownText } from '../../domain/shown-text.ts';

export type MatchResult = {
  score: { patient: number };
  patient: {
    id: string;
    label: string;
    contact: { name: string; institution?: string; href: string };
    /** The organism of the best record's gene; NCBI's taxon ids are those of the NCBI Taxonomy. */
    species?: string;
    genomicFeatures: { gene: { id: string } }[];
    /** The disclaimer of the person's registry, as configured. */
    disclaimer?: string;
    terms?: string;
  };
};

/** A gene that was searched for, and the parts of all registries. */
export type SearchedGene = { gene: ListedGene; parts: readonly Part[] };

type GeneRecord = RecordStamp & ReturnType<typeof geneRow> & { remoteUser: ReturnType<typeof personRow> };
type Found = { key: string; notice: OriginNotice; record: GeneRecord; score: number };

/** Factors of a score: an ortholog counts less for a candidate gene than the gene itself, and a second tier less than a first. */
const SCORE_PARTS = { ortholog: 0.8, secondTier: 0.75 } as const;

/** Returns the results, best score first and otherwise in the order of the search; made in steps, as there may be thousands of records. */
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
      // Two withheld records may be of one person or of two, so they are never joined.
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

/** Returns the name as one line, without characters that reverse or hide the text around it, as it may end up in a message. */
function nameOf({ name, lastName }: GeneRecord['remoteUser']): string {
  return shownText([name, lastName].filter(Boolean).join(' '));
}
