/** How far records of a partner are trusted: checked one by one, made anew, and signed by us. */

import type { StampOf } from '../federation/record-links.ts';
import type { FoundRecord } from '../federation/source.ts';
import { NO_GENE, personKey } from '../people/order.ts';
import type { Signature } from '../record/model.ts';
import { type RecordForm, rowOf } from '../record/row.ts';
import { geneAnew, statsAnew, termAnew, userAnew } from './made-anew.ts';
import {
  PARTNER_RECORD_SCHEMAS,
  type PartnerGene,
  type PartnerStats,
  type PartnerTerm,
  type PartnerUser,
} from './partner-record-schemas.ts';
import { shortened, streamSafe } from './shortened.ts';

/** More records than this of one answer are not read. */
export const MOST_RECORDS = 1000;

export type PartnerRecordKind = 'user' | 'gene' | 'term' | 'stats';

/** Whether a value has the form of a record; compiled from the schemas of partner records. */
export type RecordCheck = (value: unknown) => boolean;
export type RecordChecks = Readonly<Record<PartnerRecordKind, RecordCheck>>;

export type SanitizeOptions = {
  checks: RecordChecks;
  /** The partner as this registry's configuration knows it; what a record says of its origin does not count. */
  signature: Signature;
  /** What each record says of whose it is, and where it leads to. */
  stampOf: StampOf;
  /** Where an organism stands in this registry's order; null for one that it does not know. */
  taxonOrdering(taxonId: number): number | null;
  /** Asked without a token: levels below PUBLIC inside `userGenes` are not for the reader. */
  isPublicAnswer: boolean;
  /** The organism of the gene that was asked for; undefined where the question is about no gene. */
  queryTaxonId: number | undefined;
  /**
   * Answers one and the same text for equal ones, as the records of an answer hold much alike, and thousands are
   * stored.
   */
  sameText(text: string): string;
  /** What is made of a record beside the record itself: `row` where whoever asks wants rows. */
  form?: RecordForm | undefined;
};

/** A checked record, not yet text: filters are checked on it. */
export type Checked = {
  readonly record: Record<string, unknown>;
  readonly isAnonymised: boolean;
  /** Whether texts, lists or maps of it were longer than is kept. */
  readonly isShortened?: true;
};

/**
 * The record, where it has the form of its kind, or would have it if it were shorter. Nearly all fit as they are. One with
 * a wrong identity or structure is dropped, never repaired; so is a gene of tier 3, which is never shown.
 */
export function checkedRecord(kind: PartnerRecordKind, value: unknown, checks: RecordChecks): Checked | undefined {
  if (!checks[kind](value)) return shortenedRecord(kind, value, checks);
  const record = value as Record<string, unknown>;
  return { record, isAnonymised: isAnonymised(kind, record) };
}

function shortenedRecord(kind: PartnerRecordKind, value: unknown, checks: RecordChecks): Checked | undefined {
  const short = shortened(PARTNER_RECORD_SCHEMAS[kind], value);
  if (short === undefined || !checks[kind](short)) return undefined;
  const record = short as Record<string, unknown>;
  return { record, isAnonymised: isAnonymised(kind, record), isShortened: true };
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
 * partner at every place that names an origin. An anonymised record is shown as received but for that: the rules for
 * links and for genes inside a researcher hold for it too, and find nothing to do in what registries send.
 */
export function foundRecord(kind: PartnerRecordKind, checked: Checked, distrust: SanitizeOptions): FoundRecord {
  const { record, isAnonymised } = checked;
  if (kind === 'user') return foundUser(record, isAnonymised, distrust);
  if (kind === 'gene') return foundGene(record as PartnerGene, isAnonymised, distrust);
  const trusted =
    kind === 'term' ? termAnew(record as PartnerTerm, distrust.signature) : statsAnew(record as PartnerStats);
  return { json: JSON.stringify(trusted), order: undefined, isAnonymised: false, geneId: undefined };
}

/** The record in Unicode's stream-safe form; the very same one where it is that already. */
export function withFewMarks(found: FoundRecord): FoundRecord {
  const json = streamSafe(found.json);
  if (json === found.json) return found;
  return { ...found, json, ...(found.row === undefined ? {} : { row: streamSafe(found.row) }) };
}

function foundUser(user: PartnerUser, isAnonymised: boolean, distrust: SanitizeOptions): FoundRecord {
  // Members of the object before it becomes text: what is put together of texts takes half as much room again.
  const trusted = { ...distrust.stampOf(user), ...userAnew(user, isAnonymised, distrust) };
  const order = { ...NO_GENE, ...personKey(user, isAnonymised) };
  return withTexts(trusted, distrust, { order, isAnonymised, geneId: undefined, taxonId: undefined });
}

type TrustedRecord = Parameters<typeof rowOf>[0];

/** Member by member: thousands are kept, and what is put together of others takes half as much room again. */
function withTexts(
  trusted: TrustedRecord,
  { form }: SanitizeOptions,
  { order, isAnonymised, geneId, taxonId }: Omit<FoundRecord, 'json' | 'row'>,
): FoundRecord {
  const json = JSON.stringify(trusted);
  // A row is made of the text by itself where it is wanted later.
  if (form !== 'row') return { json, order, isAnonymised, geneId, taxonId };
  return { json, row: JSON.stringify(rowOf(trusted)), order, isAnonymised, geneId, taxonId };
}

function foundGene(gene: PartnerGene, isAnonymised: boolean, distrust: SanitizeOptions): FoundRecord {
  const { sameText } = distrust;
  const { taxon, tier, symbol, geneId, remoteUser } = gene;
  const { isWithheld, isPrincipalInvestigator, foldedName, id } = personKey(remoteUser, isAnonymised);
  const order = {
    taxonOrdering: distrust.taxonOrdering(taxon.id),
    taxonCommonName: sameText(taxon.commonName ?? ''),
    tier: sameText(tier),
    symbol: sameText(symbol),
    geneId: geneId ?? Number.MAX_SAFE_INTEGER,
    isAskedGene: taxon.id === distrust.queryTaxonId,
    isWithheld,
    isPrincipalInvestigator,
    foldedName,
    id,
  };
  const ids = { id: remoteUser.id, anonymousId: gene.anonymousId ?? remoteUser.anonymousId };
  const trusted = geneAnew(distrust.stampOf(ids), gene, isAnonymised, distrust);
  return withTexts(trusted, distrust, { order, isAnonymised, geneId: geneId ?? undefined, taxonId: taxon.id });
}

/** A function that answers one and the same text for equal ones. */
export function sameTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    const own = ownText(text);
    known.set(own, own);
    return own;
  };
}

/** The shortest part of a text that V8 keeps as one, with the whole of it. */
const LEAST_PART = 13;

/** The same text with memory of its own: a part of a long text keeps all of that alive. */
function ownText(text: string): string {
  return text.length < LEAST_PART ? text : `.${text}`.slice(1);
}
