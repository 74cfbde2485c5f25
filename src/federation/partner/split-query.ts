/**
 * A gene search that a 1.5 partner answers with 500, because one person with ontology terms stands in the answer twice
 * (contract, quirk 7), put again in pieces that hold her once: by tier and by organism.
 */

import type { GeneQuery } from '../../domain/query/gene-query.ts';
import { SEEDED_TAXA } from '../../domain/record/seeded-taxa.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { type Call, type Gathered, gather } from './gather.ts';

export type NamedTaxon = { id: number; commonName: string };

type SubQuery = { taxon: NamedTaxon | undefined; query: GeneQuery };

/**
 * Asks again, piece by piece. What still fails is told as a limit that names the organisms; when every piece fails, or
 * the question cannot be split, the first answer stands, as trouble with this question alone if the partner answers
 * anything else.
 *
 * @param failed what the whole question brought
 * @param taxa the organisms this registry knows; added are those that every RDP is installed with, as statistics leave
 *   out what is switched off and searches do not, and those in which the partner says it has researchers
 */
export async function splitQuery(
  dialect: Dialect,
  query: GeneQuery,
  call: Call,
  failed: Gathered,
  taxa: readonly NamedTaxon[],
): Promise<Gathered> {
  const stats = await statsOf(dialect, call);
  const ours = union(SEEDED_TAXA, taxa);
  const theirs = taxaIn(stats, ours);
  const subQueries = byTier(
    query.orthologTaxonId === undefined ? withOwn(union(ours, theirs ?? []), query.taxonId) : [undefined],
    query,
  );
  const answered = subQueries.length > 1 ? await askSubQueries(dialect, call, subQueries) : [];
  if (answered.every(({ gathered }) => gathered.records === undefined)) {
    return stats === undefined ? failed : withThisQuestionAlone(failed);
  }
  const joined = together(await withoutUnknownTaxa(answered, theirs ?? [], call));
  if (theirs !== undefined || query.orthologTaxonId !== undefined) return joined;
  return { ...joined, limits: [...joined.limits, 'does not tell which organisms it has researchers in'] };
}

function withThisQuestionAlone(failed: Gathered): Gathered {
  return failed.failure === undefined ? failed : { ...failed, failure: { ...failed.failure, about: 'this-question' } };
}

type Answered = { piece: SubQuery; gathered: Gathered };

async function askSubQueries(dialect: Dialect, call: Call, pieces: readonly SubQuery[]): Promise<Answered[]> {
  return Promise.all(
    pieces.map(async (piece) => ({
      piece,
      gathered: await gather(dialect, { kind: 'genes-search', query: piece.query }, call),
    })),
  );
}

function byTier(taxa: readonly (NamedTaxon | undefined)[], query: GeneQuery): SubQuery[] {
  return taxa.flatMap((taxon) =>
    [...query.tiers].map((tier) => ({
      taxon,
      query: { ...query, tiers: new Set([tier]), orthologTaxonId: taxon?.id ?? query.orthologTaxonId },
    })),
  );
}

/**
 * Without the pieces that failed for an organism which the partner does not know: it searched all of them instead (quirk
 * 12), so nothing is missing.
 */
async function withoutUnknownTaxa(answered: readonly Answered[], theirs: readonly NamedTaxon[], call: Call) {
  const failed = answered.filter(({ gathered }) => gathered.records === undefined).map(({ piece }) => piece.taxon?.id);
  const doubtful = [...new Set(failed)].filter((id) => id !== undefined && !theirs.some((taxon) => taxon.id === id));
  const known = await Promise.all(doubtful.map((id) => call(`/api/taxa/${id}`)));
  const unknownTaxa = doubtful.filter((_, index) => isNotFound(known[index]));
  return answered.filter(({ piece }) => !unknownTaxa.includes(piece.taxon?.id));
}

function isNotFound(outcome: CallOutcome | undefined): boolean {
  return outcome !== undefined && 'reply' in outcome && outcome.reply.status === 404;
}

function together(answered: readonly Answered[]): Gathered {
  const useful = answered.filter(({ gathered }) => gathered.records !== undefined);
  const broken = answered.filter(({ gathered }) => gathered.records === undefined);
  const records = useful.flatMap(({ piece, gathered }) => (gathered.records ?? []).filter((one) => isOf(one, piece)));
  const limits = new Set(useful.flatMap(({ gathered }) => gathered.limits));
  if (broken.length > 0) limits.add(`cannot answer for ${namesOf(broken)}`);
  return { records: once(records), total: undefined, limits: [...limits], failure: undefined };
}

// A partner that does not know the organism searches all of them (quirk 12), which is asked for in other pieces.
function isOf(record: unknown, { taxon }: SubQuery): boolean {
  const found = (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
  return taxon === undefined || found === undefined || found === taxon.id;
}

/** Each person and gene once; records without either are left for the check of records. */
function once(records: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const { geneId, remoteUser } = (record ?? {}) as { geneId?: unknown; remoteUser?: { id?: unknown } | null };
    if (geneId === undefined || !remoteUser?.id) return true;
    const key = `${remoteUser.id} ${geneId}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function namesOf(broken: readonly Answered[]): string {
  const names = new Set(
    broken.map(({ piece }) => piece.taxon?.commonName ?? [...piece.query.tiers].join().toLowerCase()),
  );
  const all = [...names];
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

type Stats = { researchersByTaxonId?: Readonly<Record<string, unknown>> | null };

/** Undefined when they cannot be had. */
async function statsOf(dialect: Dialect, call: Call): Promise<Stats | undefined> {
  const { records } = await gather(dialect, { kind: 'stats' }, call);
  return (records?.[0] ?? undefined) as Stats | undefined;
}

/** Undefined when the statistics do not tell. */
function taxaIn(stats: Stats | undefined, known: readonly NamedTaxon[]): NamedTaxon[] | undefined {
  const counts = stats?.researchersByTaxonId;
  if (counts === undefined || counts === null) return undefined;
  const ids = Object.keys(counts).map(Number).filter(Number.isInteger);
  return ids.map((id) => known.find((taxon) => taxon.id === id) ?? { id, commonName: `taxon ${id}` });
}

function union(taxa: readonly NamedTaxon[], others: readonly NamedTaxon[]): NamedTaxon[] {
  return [...new Map([...taxa, ...others].map((taxon) => [taxon.id, taxon])).values()];
}

/** The organism of the gene first: there most of its researchers are. */
function withOwn(taxa: readonly NamedTaxon[], taxonId: number): NamedTaxon[] {
  const own = taxa.find(({ id }) => id === taxonId) ?? { id: taxonId, commonName: `taxon ${taxonId}` };
  return [own, ...taxa.filter(({ id }) => id !== taxonId)];
}
