/**
 * Makes records for the API (rdp-protocol 1.2 to 1.10) from the data of a registry, also without the person (5.1), and
 * reads them.
 */

import { type GeneFacts, PROFILE } from '../../api/people.ts';
import type { Members, Schema } from '../../api/schema.ts';
import type { OntologyRecord, OrganRecord, TaxonRecord } from '../../api/terms.ts';
import {
  GO_ASPECTS,
  type GoAspect,
  type PrivacyLevel,
  PUBLIC,
  type ResearcherCategory,
  type ResearcherPosition,
  type Signature,
  type Tier,
} from './model.ts';
import {
  forEachText,
  type SnapshotGene,
  type SnapshotOrgan,
  type SnapshotPublication,
  type SnapshotTaxon,
  type SnapshotUser,
} from './snapshot.ts';

export type { GeneFacts, OntologyRecord, OrganRecord, TaxonRecord };

export type GoTermFacts = {
  name: string | null;
  definition: string | null;
  aspect: GoAspect | null;
  /** How many of the given genes are annotated with the term; null where the taxon has no annotations here. */
  frequency: number | null;
  /** How many of all genes of the taxon are annotated with it. */
  size: number | null;
};

/** Looks up what the record of a user refers to by id. */
export type Reference = {
  /** Returns undefined where this registry has no GO, or the GO has no such term. */
  goTerm(goId: string, taxonId: number, geneIds: readonly number[]): GoTermFacts | undefined;
  taxon(taxonId: number): TaxonRecord | undefined;
  organ(uberonId: string): OrganRecord | undefined;
};

/** Returns a user's record without members that depend on the viewer or the registry's name: genes, ontology terms, origin. */
export function personRecord(user: SnapshotUser, reference: Reference) {
  return {
    id: user.id,
    email: publicEmail(user),
    ...forEachText((member) => user[member] ?? null),
    publications: user.publications.map(publicationRecord),
    researcherPosition: user.researcherPosition satisfies ResearcherPosition | null,
    researcherCategories: user.researcherCategories satisfies ResearcherCategory[],
    userTerms: goTermRecords(user, reference),
    userOrgans: organRecords(user, reference),
    privacyLevel: user.privacyLevel ?? 0,
  };
}

/** Returns the contact e-mail if verified, even if empty; else the login e-mail of an enabled account (rdp-protocol 1.2). */
export function publicEmail(user: SnapshotUser): string | null {
  if (user.contactEmailVerified) return user.contactEmail;
  return user.enabled ? user.email : null;
}

// A missing pmid would break every answer with the record (quirk 46), as partners read an integer.
function publicationRecord({ pmid, title }: SnapshotPublication) {
  return { pmid: pmid ?? 0, title };
}

// Partners cannot read a term without its taxon (rdp-protocol 7.9), so such a term is left out.
function goTermRecords(user: SnapshotUser, reference: Reference) {
  const geneIds = user.genes.filter(({ tier }) => tier === 'TIER1' || tier === 'TIER2').map(({ geneId }) => geneId);
  return user.goTerms.flatMap((term) => {
    const taxon = term.taxonId === null ? undefined : reference.taxon(term.taxonId);
    if (taxon === undefined) return [];
    // The reference data here are newer than the values stored with the user (rdp-protocol 9.3).
    const known = term.goId === null ? undefined : reference.goTerm(term.goId, taxon.id, geneIds);
    const aspect = known?.aspect ?? GO_ASPECTS.find((one) => one === term.aspect) ?? null;
    const name = known?.name ?? term.name;
    const definition = known?.definition ?? term.definition;
    const [frequency, size] = [known?.frequency ?? term.frequency, known?.size ?? term.size];
    return [{ goId: term.goId, name, definition, aspect, taxon, frequency, size }];
  });
}

/** Returns the user's organs by Uberon id. */
export function organRecords(user: SnapshotUser, reference: Reference): Record<string, OrganRecord> {
  const organs = user.organs.map((uberonId) => reference.organ(uberonId)).filter((organ) => organ !== undefined);
  return Object.fromEntries(organs.map((organ) => [organ.uberonId, organ]));
}

export function taxonRecord(taxon: SnapshotTaxon): TaxonRecord {
  // Partners sort by the common name, and fail without one (rdp-protocol 7.9).
  const commonName = taxon.commonName ?? taxon.scientificName ?? String(taxon.id);
  return { id: taxon.id, scientificName: taxon.scientificName, commonName };
}

export function organRecord({ uberonId, name, description }: SnapshotOrgan): OrganRecord {
  return { uberonId, name, description };
}

/** Returns the members of a gene's record that do not depend on who registered it. */
export function geneFacts(gene: Omit<SnapshotGene, 'identity'>, taxon: TaxonRecord): GeneFacts {
  // Partners sort by the symbol, and fail without one (rdp-protocol 7.9).
  const symbol = gene.symbol ?? String(gene.geneId);
  return { geneId: gene.geneId, taxon, symbol, name: gene.name, aliases: gene.aliases };
}

/** Returns a registered gene as in its owner's `userGenes`; at top level, the record also has `remoteUser`. */
export function userGeneRecord(facts: GeneFacts, tier: Tier | null, level: PrivacyLevel) {
  return { ...facts, tier: shownTier(tier), privacyLevel: level };
}

/** Returns the tier, or the least specific one for none, as partners fail without a tier (rdp-protocol 7.9). */
export function shownTier(tier: Tier | null): Tier {
  return tier ?? 'TIER3';
}

/** Returns a member of `userGenes` as JSON. */
export function geneMember(geneId: number, gene: object): string {
  return `"${geneId}":${JSON.stringify(gene)}`;
}

/** Returns the name of all anonymised users: `{0}` in the template is replaced by the registry's short name. */
export function anonymizedUserName(template: string, shortname: string): string {
  return template.replaceAll('{0}', () => shortname);
}

type Profile = Members<typeof PROFILE>;
/** The members that an anonymised user still shows, by their names. */
export type ShownAnonymously = Readonly<Record<string, unknown>>;

const SHOWN_ANONYMOUSLY = Object.entries<Schema>(PROFILE)
  .filter(([, { isShownAnonymously }]) => isShownAnonymously)
  .map(([name]) => name);

/** Returns what an anonymised user still shows of a record. */
export function shownAnonymously(record: ShownAnonymously): ShownAnonymously {
  return Object.fromEntries(Object.entries(record).filter(([name]) => SHOWN_ANONYMOUSLY.includes(name)));
}

/** Returns an anonymised user, with the keys of a full record, but `anonymousId` in place of `id`. */
export function anonymizedUser(
  shown: ShownAnonymously,
  identity: { anonymousId: string; name: string },
  { origin, originUrl }: Signature,
): Profile & { anonymousId: string } {
  return { ...HIDDEN, ...identity, ...shownAnonymously(shown), origin, originUrl };
}

/** An anonymised user in the order of a full record; the members that differ from one to the next are filled in. */
const HIDDEN = {
  anonymousId: '',
  ...(Object.fromEntries(
    Object.entries<Schema>(PROFILE).flatMap(([name, one]) => (one.isOptional ? [] : [[name, hidden(one)]])),
  ) as Profile),
  // A technical value that lets the record pass permission filters; not the level of the person (rdp-protocol 5.1).
  privacyLevel: PUBLIC,
} as const;

/** Returns the value that shows nothing: null, or no texts, entries or members. */
function hidden({ type }: Schema): unknown {
  const types = [type].flat();
  if (types.includes('null')) return null;
  return types.includes('array') ? [] : types.includes('object') ? {} : '';
}

/**
 * Parses a record. Records are stored and sent as text, and the API sends most of them unchanged; only pages, tables and
 * totals need their members.
 *
 * @param json a record of a partner that was checked, or one that this registry wrote
 */
export function readRecord<Form>({ json }: { json: string }): Form {
  return JSON.parse(json) as Form;
}
