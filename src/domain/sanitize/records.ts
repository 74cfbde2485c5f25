/** Sanitizes records of partners: each is checked, copied and signed by this registry. */

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

/** The largest number of records of one answer that are read. */
export const MOST_RECORDS = 1000;

export type PartnerRecordKind = 'user' | 'gene' | 'term' | 'stats';

/** Whether a value has the form of a record; compiled from the schemas of partner records. */
export type RecordCheck = (value: unknown) => boolean;
export type RecordChecks = Readonly<Record<PartnerRecordKind, RecordCheck>>;

export type SanitizeOptions = {
  checks: RecordChecks;
  /** The partner's name and address by our configuration; the origin in its records is ignored. */
  signature: Signature;
  /** Makes the origin and the links of each record. */
  stampOf: StampOf;
  /** Returns the place of an organism in this registry's order; null for an unknown one. */
  taxonOrdering(taxonId: number): number | null;
  /** Whether the partner was queried without a token, so that the reader may not see genes below PUBLIC in `userGenes`. */
  isPublicAnswer: boolean;
  /** The organism of the gene of the question; undefined where the question is about no gene. */
  queryTaxonId: number | undefined;
  /** Returns one shared string for equal texts: records of an answer have many in common, and thousands are stored. */
  sameText(text: string): string;
  /** With `row`, the row of each record is made as well. */
  form?: RecordForm | undefined;
};

/** A checked record as an object, to which filters are applied before it becomes text. */
export type Checked = {
  readonly record: Record<string, unknown>;
  readonly isAnonymised: boolean;
  /** Whether texts, lists or maps of the record were too long and have been cut. */
  readonly isShortened?: true;
};

/**
 * Returns a record that has the form of its kind, or has it after it is shortened. Nearly all need no change. A record with
 * a wrong identity or structure is dropped and never repaired, and so is a gene of tier 3, which is never shown.
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

/** A gene is anonymised when the gene or its owner has an anonymous id. */
function isAnonymised(kind: PartnerRecordKind, record: Record<string, unknown>): boolean {
  if (kind === 'user') return hasAnonymousId(record);
  return kind === 'gene' && (hasAnonymousId(record) || hasAnonymousId((record as PartnerGene).remoteUser));
}

function hasAnonymousId({ anonymousId }: { anonymousId?: unknown }): boolean {
  return typeof anonymousId === 'string';
}

/**
 * Returns the record to send: only members of RDP 1.5, as JSON text, signed with the configured name and address of the
 * partner wherever an origin is named. An anonymised record is otherwise shown as received: the rules for links and for
 * genes inside a researcher apply to it too, but registries send no such members in it.
 */
export function foundRecord(kind: PartnerRecordKind, checked: Checked, distrust: SanitizeOptions): FoundRecord {
  const { record, isAnonymised } = checked;
  if (kind === 'user') return foundUser(record, isAnonymised, distrust);
  if (kind === 'gene') return foundGene(record as PartnerGene, isAnonymised, distrust);
  const trusted =
    kind === 'term' ? termAnew(record as PartnerTerm, distrust.signature) : statsAnew(record as PartnerStats);
  return { json: JSON.stringify(trusted), order: undefined, isAnonymised: false, geneId: undefined };
}

/** Returns the record in Unicode's stream-safe form; the same object if it already is. */
export function withFewMarks(found: FoundRecord): FoundRecord {
  const json = streamSafe(found.json);
  if (json === found.json) return found;
  return { ...found, json, ...(found.row === undefined ? {} : { row: streamSafe(found.row) }) };
}

function foundUser(user: PartnerUser, isAnonymised: boolean, distrust: SanitizeOptions): FoundRecord {
  // The members are combined before they become text, because text that is joined from parts takes half as much memory again.
  const trusted = { ...distrust.stampOf(user), ...userAnew(user, isAnonymised, distrust) };
  const order = { ...NO_GENE, ...personKey(user, isAnonymised) };
  return withTexts(trusted, distrust, { order, isAnonymised, geneId: undefined, taxonId: undefined });
}

type TrustedRecord = Parameters<typeof rowOf>[0];

/** Makes the texts of a record. Members are named one by one: with spread, thousands of records take half as much memory again. */
function withTexts(
  trusted: TrustedRecord,
  { form }: SanitizeOptions,
  { order, isAnonymised, geneId, taxonId }: Omit<FoundRecord, 'json' | 'row'>,
): FoundRecord {
  const json = JSON.stringify(trusted);
  // A row that is needed later is made from the text.
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

/** Returns a function that returns one shared string for equal texts. */
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

/** The shortest substring for which V8 refers to the whole string. */
const LEAST_PART = 13;

/** Returns a copy of the text, as a substring would keep the whole string in memory. */
function ownText(text: string): string {
  return text.length < LEAST_PART ? text : `.${text}`.slice(1);
}
