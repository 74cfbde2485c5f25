/** A gene search put to a partner of 1.5 as a whole, and in pieces where the whole fails. */

import { type GeneQuery, parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { SEEDED_TAXA } from '../../../src/domain/record/seeded-data.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import type { NamedTaxon } from '../../../src/federation/partner/source-type.ts';
import { askPartner } from '../../../src/federation/rdp/rdp.ts';
import { probeFirst, splitQuery } from '../../../src/federation/rdp/split-query.ts';
import { CHECKS } from '../../domain/sanitize/example-partner-records.ts';
import * as queries from '../../support/partners/partner-queries.ts';
import type { GeneRecord } from '../../support/partners/recorded-partner.ts';

export type Call = (path: string) => Promise<CallOutcome>;

export const SEVEN: readonly NamedTaxon[] = [
  { id: 9606, commonName: 'human' },
  { id: 10090, commonName: 'mouse' },
  { id: 10116, commonName: 'rat' },
  { id: 7955, commonName: 'zebrafish' },
  { id: 7227, commonName: 'fruit fly' },
  { id: 6239, commonName: 'roundworm' },
  { id: 559292, commonName: 'budding yeast' },
];
/** The partner has it too, but switched off: its statistics leave it out (rdp-protocol 1.11). */
export const FROG: NamedTaxon = { id: 8364, commonName: 'frog' };
export const EIGHT = [...SEVEN, FROG];
/** Of every split: those that every RDP is installed with, the eight among them. */
export const PIECES = SEEDED_TAXA.length;

export function queryOf(parameters: string): GeneQuery {
  return parseGeneQuery(new URLSearchParams(`taxonId=9606&${parameters}`));
}

/** What the question brings as a whole. */
export function askWhole(query: GeneQuery, call: Call) {
  return askPartner({ call })(queries.queryOf({ kind: 'genes-search', query }));
}

/** What the question brings as a whole, and in pieces where the whole fails. */
export async function askFor(gene: GeneQuery, call: Call, taxa: readonly NamedTaxon[], version = '1.5.10') {
  const failed = await askWhole(gene, call);
  const query = queries.queryOf({ kind: 'genes-search', query: gene }, { version });
  const client = { call };
  const options = { put: askPartner(client), client, query, gene, taxa, isStats: CHECKS.stats };
  return { failed, rescued: await splitQuery(options, await probeFirst(options), failed) };
}

/** Who stands for what in an answer; anonymised people are all the same, and counted. */
export function identities(records: readonly unknown[] | undefined): string[] {
  const genes = (records ?? []) as GeneRecord[];
  return genes
    .map(({ taxon, tier, geneId, remoteUser }) => `${taxon.commonName} ${tier} ${geneId} ${remoteUser.id ?? 'hidden'}`)
    .sort();
}
