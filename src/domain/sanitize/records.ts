/**
 * Sanitizes records of partners: each is checked, copied and signed by this registry. A copy has only the members of RDP 1.5
 * that the partner sent. The code names each member, as V8 is slower with objects made by a loop or by `...` (decision 24);
 * it does not compile if a member of the schema is missing.
 */

import type { RecordStamp, StampOf } from '../federation/record-links.ts';
import type { FoundRecord } from '../federation/source.ts';
import { NO_GENE, personKey } from '../people/order.ts';
import type { Problem } from '../problem.ts';
import { parseOrcid, parseRor } from '../record/identifiers.ts';
import { PUBLIC, type Signature } from '../record/model.ts';
import { type RecordForm, rowOf } from '../record/row.ts';
import { isWebAddress } from '../web-address.ts';
import {
  PARTNER_RECORD_SCHEMAS,
  type PartnerGene,
  type PartnerStats,
  type PartnerTerm,
  type PartnerUser,
} from './partner-record-schemas.ts';
import { shortened, streamSafe } from './shortened.ts';

type UserGenes = NonNullable<PartnerUser['userGenes']>;
type UserGene = NonNullable<UserGenes[string]>;
type GoTerm = NonNullable<NonNullable<PartnerUser['userTerms']>[number]>;

/** The signature for the records, and whether they are for the public. */
type Audience = { signature: Signature; isPublicAnswer: boolean };

/** Returns a gene with the members of rdp-protocol 1.3, after the stamp. */
function copyGene({ originKey, links }: RecordStamp, gene: PartnerGene, isAnonymised: boolean, audience: Audience) {
  const { anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel } = copyGeneFacts(gene);
  const remoteUser = copyUser(gene.remoteUser, isAnonymised, audience);
  return { originKey, links, anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel, remoteUser };
}

/**
 * Returns a user with the members of rdp-protocol 1.2; RDP 1.4 also sends an e-mail address that is not verified
 * (rdp-protocol 11.2). Members that the partner omits stay absent; null entries of lists and maps are removed. An anonymised
 * user has no `id`.
 */
function copyUser(user: PartnerUser, isAnonymised: boolean, { signature, isPublicAnswer }: Audience) {
  return {
    id: isAnonymised ? undefined : (user.id ?? undefined),
    anonymousId: user.anonymousId ?? undefined,
    email: user.email,
    name: user.name,
    lastName: user.lastName,
    description: user.description,
    organization: user.organization,
    department: user.department,
    phone: user.phone,
    website: copyWebsite(user.website),
    publications: withoutNulls(user.publications)?.map(({ pmid, title }) => ({ pmid, title })),
    researcherPosition: user.researcherPosition,
    researcherCategories: withoutNulls(user.researcherCategories),
    origin: signature.origin,
    originUrl: signature.originUrl,
    userTerms: withoutNulls(user.userTerms)?.map(copyGoTerm),
    userGenes: copyGenes(user, isPublicAnswer),
    userOrgans: copyOrgans(user.userOrgans),
    userOntologyTerms: withoutNulls(user.userOntologyTerms)?.map(({ ontology, termId, name }) => ({
      ontology: copyOntology(ontology, signature),
      termId,
      name,
    })),
    privacyLevel: user.privacyLevel,
    orcid: isAnonymised ? undefined : identifier(user.orcid, parseOrcid),
    ror: isAnonymised ? undefined : identifier(user.ror, parseRor),
  } satisfies Record<Exclude<keyof PartnerUser, 'hideGenelist'> | keyof Signature, unknown>;
}

/** Returns a term with the members of rdp-protocol 1.10. */
function copyTerm(term: PartnerTerm, signature: Signature) {
  return {
    ontology: copyOntology(term.ontology, signature),
    termId: term.termId,
    name: term.name,
    definition: term.definition,
    altTermIds: withoutNulls(term.altTermIds),
    synonyms: withoutNulls(term.synonyms),
    subTerms: withoutNulls(term.subTerms),
    origin: signature.origin,
    originUrl: signature.originUrl,
  } satisfies Record<keyof PartnerTerm | keyof Signature, unknown>;
}

/** Returns statistics with the members of rdp-protocol 1.11; names of older versions were replaced before. */
function copyStats(stats: PartnerStats) {
  return {
    version: stats.version,
    users: stats.users,
    publicUsers: stats.publicUsers,
    usersWithGenes: stats.usersWithGenes,
    userGenes: stats.userGenes,
    uniqueUserGenes: stats.uniqueUserGenes,
    uniqueUserGenesInAllTiers: stats.uniqueUserGenesInAllTiers,
    uniqueHumanUserGenesInAllTiers: stats.uniqueHumanUserGenesInAllTiers,
    researchersByTaxonId: stats.researchersByTaxonId ?? undefined,
  } satisfies Record<keyof PartnerStats, unknown>;
}

/**
 * Returns the genes of tiers 1 and 2. A public answer has no genes with a level below PUBLIC, which RDP 1.5 shows to
 * everybody (quirk 5); 1.3 and 1.4 have no levels of genes, so a gene without a level stays. These versions send
 * `hideGenelist` but do not apply it (rdp-protocol 11.1), so public answers apply it here.
 */
function copyGenes({ userGenes, hideGenelist }: PartnerUser, isPublicAnswer: boolean) {
  const genes = hideGenelist === true && isPublicAnswer ? {} : userGenes;
  if (!genes) return undefined;
  const copies: Record<string, ReturnType<typeof copyGeneFacts>> = {};
  for (const [key, gene] of Object.entries(genes)) {
    if (gene !== null && mayBeSeen(gene, isPublicAnswer)) copies[key] = copyGeneFacts(gene);
  }
  return copies;
}

function mayBeSeen({ tier, privacyLevel }: UserGene, isPublicAnswer: boolean): boolean {
  // An unknown tier is excluded as well, as it may mean TIER3.
  if (tier !== 'TIER1' && tier !== 'TIER2') return false;
  return !isPublicAnswer || privacyLevel === undefined || privacyLevel === PUBLIC;
}

/** Returns the members of rdp-protocol 1.3 except `remoteUser`; dates and other members of older versions are left out. */
function copyGeneFacts(gene: UserGene) {
  return {
    anonymousId: gene.anonymousId ?? undefined,
    geneId: gene.geneId,
    taxon: gene.taxon && copyTaxon(gene.taxon),
    symbol: gene.symbol,
    name: gene.name,
    aliases: gene.aliases,
    tier: gene.tier,
    privacyLevel: gene.privacyLevel,
  } satisfies Record<keyof UserGene, unknown>;
}

function copyTaxon({ id, scientificName, commonName }: NonNullable<UserGene['taxon']>) {
  return { id, scientificName, commonName };
}

function copyGoTerm({ goId, name, definition, aspect, taxon, frequency, size }: GoTerm) {
  return { goId, name, definition, aspect, taxon: taxon && copyTaxon(taxon), frequency, size };
}

function copyOrgans(organs: PartnerUser['userOrgans']) {
  if (!organs) return undefined;
  const copies: Record<string, object> = {};
  for (const [key, organ] of Object.entries(organs)) {
    if (organ === null) continue;
    const { uberonId, name, description } = organ;
    copies[key] = { uberonId, name, description };
  }
  return copies;
}

/** Returns an ontology with the members of rdp-protocol 1.9. */
function copyOntology(ontology: PartnerTerm['ontology'], { origin, originUrl }: Signature) {
  const { name, definition, numberOfTerms, numberOfObsoleteTerms } = ontology;
  return { name, definition, numberOfTerms, numberOfObsoleteTerms, origin, originUrl };
}

/** Returns an identifier; undefined if its check digits are wrong, as a record without it does no harm. */
function identifier(given: unknown, parse: (text: string) => string | undefined): string | undefined {
  return typeof given === 'string' ? parse(given) : undefined;
}

/** Returns a web address as it was sent; null for anything else, as a page might make a link of it. */
function copyWebsite(website: unknown): string | null | undefined {
  if (website === undefined) return undefined;
  return typeof website === 'string' && isWebAddress(website) ? website : null;
}

function withoutNulls<Entry>(list: readonly Entry[] | null | undefined): readonly NonNullable<Entry>[] | undefined {
  if (!list) return undefined;
  // Few lists contain null, and a copy would cost time for every record.
  const entries = list.includes(null as Entry) ? list.filter((entry) => entry !== null) : list;
  return entries as readonly NonNullable<Entry>[];
}

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
  /** Whether the partner was queried without a token, so that the caller may not see genes below PUBLIC in `userGenes`. */
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
export function foundRecord(kind: PartnerRecordKind, checked: Checked, options: SanitizeOptions): FoundRecord {
  const { record, isAnonymised } = checked;
  if (kind === 'user') return foundUser(record, isAnonymised, options);
  if (kind === 'gene') return foundGene(record as PartnerGene, isAnonymised, options);
  const copy = kind === 'term' ? copyTerm(record as PartnerTerm, options.signature) : copyStats(record as PartnerStats);
  return { json: JSON.stringify(copy), order: undefined, isAnonymised: false, geneId: undefined };
}

/** Returns the record in Unicode's stream-safe form; the same object if it already is. */
export function withFewMarks(found: FoundRecord): FoundRecord {
  const json = streamSafe(found.json);
  if (json === found.json) return found;
  return { ...found, json, ...(found.row === undefined ? {} : { row: streamSafe(found.row) }) };
}

function foundUser(user: PartnerUser, isAnonymised: boolean, options: SanitizeOptions): FoundRecord {
  // The members are combined before they become text, because text that is joined from parts takes half as much memory again.
  const copy = { ...options.stampOf(user), ...copyUser(user, isAnonymised, options) };
  const order = { ...NO_GENE, ...personKey(user, isAnonymised) };
  return withTexts(copy, options, { order, isAnonymised, geneId: undefined, taxonId: undefined });
}

type CopiedRecord = Parameters<typeof rowOf>[0];

/** Makes the texts of a record. Members are named one by one: with spread, thousands of records take half as much memory again. */
function withTexts(
  copy: CopiedRecord,
  { form }: SanitizeOptions,
  { order, isAnonymised, geneId, taxonId }: Omit<FoundRecord, 'json' | 'row'>,
): FoundRecord {
  const json = JSON.stringify(copy);
  // A row that is needed later is made from the text.
  if (form !== 'row') return { json, order, isAnonymised, geneId, taxonId };
  return { json, row: JSON.stringify(rowOf(copy)), order, isAnonymised, geneId, taxonId };
}

function foundGene(gene: PartnerGene, isAnonymised: boolean, options: SanitizeOptions): FoundRecord {
  const { sameText } = options;
  const { taxon, tier, symbol, geneId, remoteUser } = gene;
  const { isWithheld, isPrincipalInvestigator, foldedName, id } = personKey(remoteUser, isAnonymised);
  const order = {
    taxonOrdering: options.taxonOrdering(taxon.id),
    taxonCommonName: sameText(taxon.commonName ?? ''),
    tier: sameText(tier),
    symbol: sameText(symbol),
    geneId: geneId ?? Number.MAX_SAFE_INTEGER,
    isAskedGene: taxon.id === options.queryTaxonId,
    isWithheld,
    isPrincipalInvestigator,
    foldedName,
    id,
  };
  const ids = { id: remoteUser.id, anonymousId: gene.anonymousId ?? remoteUser.anonymousId };
  const copy = copyGene(options.stampOf(ids), gene, isAnonymised, options);
  return withTexts(copy, options, { order, isAnonymised, geneId: geneId ?? undefined, taxonId: taxon.id });
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

/** Compiles a schema to a function that finds the problems of a value. */
type Compile<Found> = (schema: object) => (value: unknown) => readonly Found[];

/** Returns the name of the faulty member, such as `gene.taxon.id`, without its value; undefined for a valid record. */
export type FaultyMember = (kind: PartnerRecordKind, record: unknown) => string | undefined;

/** Returns the checks of all kinds of records, compiled from their schemas. */
export function recordChecks(compile: Compile<unknown>): RecordChecks {
  const { user, gene, term, stats } = PARTNER_RECORD_SCHEMAS;
  function check(schema: object): RecordCheck {
    const problemsOf = compile(schema);
    return (value) => problemsOf(value).length === 0;
  }
  return { user: check(user), gene: check(gene), term: check(term), stats: check(stats) };
}

/** Returns the function. It compiles a schema at the first faulty record of its kind, as nearly all partners send none. */
export function faultyMember(compile: Compile<Problem>): FaultyMember {
  const compiled = new Map<PartnerRecordKind, ReturnType<Compile<Problem>>>();
  return (kind, record) => {
    const problemsOf = compiled.get(kind) ?? compile(PARTNER_RECORD_SCHEMAS[kind]);
    compiled.set(kind, problemsOf);
    const [first] = problemsOf(record);
    return first && memberIn(kind, first.path);
  };
}

/** Returns the name of a member without what is specific to one record: positions in lists, and keys that the partner chooses. */
export function memberIn(kind: PartnerRecordKind, path: string): string {
  const member = path
    .replace(/\["(?:[^"\\]|\\.)*"\]/g, '.*')
    .replace(/\[\d+\]/g, '[]')
    .replace(/(\buser(?:Genes|Organs))\.[\w-]+/g, '$1.*')
    .replace(/(\bresearchersByTaxonId)\.[\w-]+/g, '$1.*');
  return [kind, member].filter((part) => part !== '').join('.');
}
