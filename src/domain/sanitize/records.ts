/** How far records of a partner are trusted: checked one by one, made anew, and signed by us. */

import type { FoundRecord } from '../federation/source.ts';
import { NO_GENE, personKey } from '../people/order.ts';
import type { Signature } from '../record/model.ts';
import { type RecordForm, rowOf } from '../record/row.ts';
import { type PartnerGene, trustedGene } from './gene.ts';
import { type PartnerStats, trustedStats } from './stats.ts';
import { type PartnerTerm, trustedTerm } from './term.ts';
import { type PartnerUser, trustedUser } from './user.ts';

/** More records than this of one partner are not shown. */
export const MOST_RECORDS = 1000;

export type PartnerRecordKind = 'user' | 'gene' | 'term' | 'stats';

/** Whether a value has the form of a record; compiled from the schemas of partner records. */
export type RecordCheck = (value: unknown) => boolean;
export type RecordChecks = Readonly<Record<PartnerRecordKind, RecordCheck>>;

export type SanitizeOptions = {
  checks: RecordChecks;
  /** The partner as this registry's configuration knows it; what a record says of its origin does not count. */
  signature: Signature;
  /** Where an organism stands in this registry's order; null for one that it does not know. */
  taxonOrdering(taxonId: number): number | null;
  /** Asked without a token: levels below PUBLIC inside `userGenes` are not for the reader. */
  isPublicAnswer: boolean;
  /** The organism of the gene that was asked for; undefined where the question is about no gene. */
  askedTaxonId: number | undefined;
  /** What is made of a record beside the record itself: `row` where whoever asks wants rows. */
  form?: RecordForm | undefined;
};

/** A checked record, not yet text: filters are checked on it. */
export type Checked = { readonly record: Record<string, unknown>; readonly isAnonymised: boolean };

/**
 * The records that have the form of their kind, in their order, and how many have not. A record with a wrong identity
 * or structure is dropped and counted, never repaired; so is a gene of tier 3, which is never shown.
 */
export function validateRecords(
  kind: PartnerRecordKind,
  records: readonly unknown[],
  checks: RecordChecks,
): { checked: Checked[]; dropped: number } {
  const sound = records.filter((value): value is Record<string, unknown> => checks[kind](value));
  const checked = sound.map((record) => ({ record, isAnonymised: isAnonymised(kind, record) }));
  return { checked, dropped: records.length - sound.length };
}

/** A gene is anonymised when itself or its owner is. */
function isAnonymised(kind: PartnerRecordKind, record: Record<string, unknown>): boolean {
  if (kind === 'user') return hasAnonymousId(record);
  return kind === 'gene' && (hasAnonymousId(record) || hasAnonymousId((record as PartnerGene).remoteUser));
}

function hasAnonymousId({ anonymousId }: { anonymousId?: unknown }): boolean {
  return typeof anonymousId === 'string';
}

/**
 * The record as it goes out: only members that RDP 1.5 has, as JSON text, signed with our name and address of the
 * partner at every place that tells an origin. An anonymised record is shown as received but for that: the rules for
 * links and for genes inside a researcher hold for it too, and find nothing to do in what registries send.
 */
export function foundRecord(kind: PartnerRecordKind, checked: Checked, distrust: SanitizeOptions): FoundRecord {
  const { record, isAnonymised } = checked;
  if (kind === 'user') return foundUser(record, isAnonymised, distrust);
  if (kind === 'gene') return foundGene(record as PartnerGene, isAnonymised, distrust);
  const trusted =
    kind === 'term' ? trustedTerm(record as PartnerTerm, distrust.signature) : trustedStats(record as PartnerStats);
  return { json: JSON.stringify(trusted), order: undefined, isAnonymised: false, geneId: undefined };
}

function foundUser(user: PartnerUser, isAnonymised: boolean, distrust: SanitizeOptions): FoundRecord {
  const trusted = trustedUser(user, isAnonymised, distrust);
  const order = { ...NO_GENE, ...personKey(user, isAnonymised) };
  return { ...textsOf(trusted, distrust), order, isAnonymised, geneId: undefined };
}

/** A row is made of the text by itself where it is wanted later. */
function textsOf(trusted: Parameters<typeof rowOf>[0], { form }: SanitizeOptions): Pick<FoundRecord, 'json' | 'row'> {
  const json = JSON.stringify(trusted);
  return form === 'row' ? { json, row: JSON.stringify(rowOf(trusted)) } : { json };
}

function foundGene(gene: PartnerGene, isAnonymised: boolean, distrust: SanitizeOptions): FoundRecord {
  const { taxon, tier, symbol, geneId, remoteUser } = gene;
  const order = {
    taxonOrdering: distrust.taxonOrdering(taxon.id),
    taxonCommonName: taxon.commonName ?? '',
    tier,
    symbol,
    geneId: geneId ?? Number.MAX_SAFE_INTEGER,
    isAskedGene: taxon.id === distrust.askedTaxonId,
    ...personKey(remoteUser, isAnonymised),
  };
  const trusted = trustedGene(gene, isAnonymised, distrust);
  return { ...textsOf(trusted, distrust), order, isAnonymised, geneId: geneId ?? undefined, taxonId: taxon.id };
}
