/** What somebody may see of a registry by the tables of docs/privacy.md, written without a line of the program. */

import type { Snapshot, SnapshotUser, SnapshotUserGene } from '../../../src/domain/record/snapshot.ts';
import {
  geneLevelInTable,
  isInGeneList,
  sightInTable,
  type TableOwner,
  type TableViewer,
} from '../../support/privacy/privacy-table.ts';

/** Who asks a registry. */
export type Asker = {
  name: string;
  /** Their row in the tables, for whatever is not their own. */
  row: TableViewer;
  /** Their account in the registry. */
  id: number | undefined;
  token: string | undefined;
};

/** What of a configuration decides who sees what. */
export type Setting = Pick<Snapshot, 'remoteSearchUserId'> & { anonymises: boolean };

type SettingOfAsker = Setting & { asker: Asker };

/**
 * All that the asker may see of one person, as a text: two people with the same text are the same to them. Whoever has a
 * token can leave it out, so it holds what anybody sees as well. Undefined for somebody who is not there for them.
 */
export function seenOf(user: SnapshotUser, setting: SettingOfAsker): string | undefined {
  const owner = ownerOf(user, setting);
  const seen = [rowOf(setting.asker, user), 'public' as const].map((row) => seenAs(row, user, owner, setting));
  return seen.some((one) => one !== undefined) ? JSON.stringify(seen) : undefined;
}

function seenAs(row: TableViewer, user: SnapshotUser, owner: TableOwner, setting: SettingOfAsker) {
  const sight = sightInTable(row, owner, user.privacyLevel, setting.anonymises);
  if (sight === 'hidden') return undefined;
  const { id, researcherCategories, organs } = user;
  const genes = user.genes.flatMap((gene) => seenGene(gene, row, owner, setting) ?? []);
  return { id, sight, genes, ...(sight === 'full' ? personInFull(user) : { researcherCategories, organs }) };
}

function seenGene(
  { geneId, tier, privacyLevel }: SnapshotUserGene,
  row: TableViewer,
  owner: TableOwner,
  of: SettingOfAsker,
) {
  const level = geneLevelInTable(privacyLevel, owner);
  const sight = sightInTable(row, owner, level, of.anonymises);
  if (sight === 'hidden') return undefined;
  // Records say tier 3 where a registry knows none; searches find neither.
  const facts = { geneId, tier: tier ?? 'TIER3', sight };
  return sight === 'full' ? { ...facts, level, isInList: isInGeneList(row, owner, level) } : facts;
}

/** A profile in full: what its record shows, and the texts per organism, which find it. */
function personInFull(user: SnapshotUser) {
  const { privacyLevel, name, lastName, description, organization, department, phone, website } = user;
  const { researcherPosition, researcherCategories, publications, taxonDescriptions } = user;
  const { organs, ontologyTerms, goTerms, email, contactEmail, contactEmailVerified, orcid, ror } = user;
  return {
    ...{ privacyLevel, name, lastName, description, organization, department, phone, website },
    ...{ researcherPosition, researcherCategories, publications, taxonDescriptions, organs, ontologyTerms, goTerms },
    address: contactEmailVerified ? contactEmail : email,
    identifiers: [orcid, ror],
  };
}

/** The genes of somebody whom the asker finds by them, and is shown without. */
export function genesFoundWithout(user: SnapshotUser, setting: SettingOfAsker): number[] {
  const [row, owner] = [rowOf(setting.asker, user), ownerOf(user, setting)];
  const seen = user.genes.flatMap((gene) => seenGene(gene, row, owner, setting) ?? []);
  return seen.filter(({ sight, tier }) => sight === 'anonymous' && tier !== 'TIER3').map(({ geneId }) => geneId);
}

/**
 * What a narrowed gene search shows of somebody whose record does not show it: their position and their terms. Empty
 * where no gene of theirs is shown without them.
 */
export function shownByFilters(user: SnapshotUser, setting: SettingOfAsker): string {
  const [row, owner] = [rowOf(setting.asker, user), ownerOf(user, setting)];
  const genes = user.genes.flatMap((gene) => seenGene(gene, row, owner, setting) ?? []);
  if (!genes.some(({ sight }) => sight === 'anonymous')) return '';
  const terms = user.ontologyTerms.map(({ ontology, termId }) => `${ontology} ${termId}`);
  return JSON.stringify([user.researcherPosition, ...new Set(terms.sort())]);
}

function rowOf({ id, row }: Asker, user: SnapshotUser): TableViewer {
  return id === user.id && !row.startsWith('partner') ? 'owner' : row;
}

function ownerOf(user: SnapshotUser, { remoteSearchUserId }: Setting): TableOwner {
  const { privacyLevel, shared, hideGenelist, enabled } = user;
  return { privacyLevel, shared, hideGenelist, enabled, isRemoteSearchAccount: user.id === remoteSearchUserId };
}
