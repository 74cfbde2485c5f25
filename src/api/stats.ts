/** Statistics of a registry, its public view, and the pages of its listings (rdp-protocol 1.10 to 1.13). */

import { AnyUser, UserGene } from './people.ts';
import { flag, int, list, long, map, named, oneOf, record, type Schema, schema, text } from './schema.ts';
import { RemoteOntologyTermInfo } from './terms.ts';

/** A count, which other versions may have larger than 32 bits. */
function count(description: string) {
  return int(description, { ofPartner: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } });
}

/** Counts that a federated answer also adds up. */
export const TOTALS = {
  users: count('Enabled accounts.'),
  publicUsers: count('Those with a public profile.'),
  usersWithGenes: count('Those with at least one gene.'),
  userGenes: count('Registered genes in TIER1 and TIER2.'),
};

export const Stats = record('Stats', 'Counts over all enabled accounts, whatever their privacy level.', {
  version: text('Version of the API.'),
  ...TOTALS,
  uniqueUserGenes: count('Distinct genes among these.'),
  uniqueUserGenesInAllTiers: count('Distinct genes in all tiers.'),
  uniqueHumanUserGenesInAllTiers: count('Distinct human genes, registered or ortholog to a registered gene.'),
  researchersByTaxonId: map(count('Researchers.'), 'Researchers with a gene of the taxon, by NCBI taxon ID.', {
    ofPartner: { maxProperties: 10_000, propertyNames: { type: 'string', pattern: '^[0-9]{1,10}$' } },
  }),
});

export const LegacyStats = record('LegacyStats', 'The statistics under their former names.', {
  version: text('Version of the API.'),
  success: schema<true>({ type: 'boolean', description: 'Always true.' }),
  message: text('Always the same.'),
  researchers_registered: int('`users` of Stats.'),
  researchers_registered_with_genes: int('`usersWithGenes` of Stats.'),
  genes_added: int('`userGenes` of Stats.'),
  genes_added_unique: int('`uniqueUserGenes` of Stats.'),
  genes_added_unique_alltiers: int('`uniqueUserGenesInAllTiers` of Stats.'),
  human_genes_represented: int('`uniqueHumanUserGenesInAllTiers` of Stats.'),
  researcher_counts_by_taxon: map(int('Researchers.'), 'By common name of the taxon.'),
});

export const PublicView = record('PublicView', 'What the public may see, by name.', {
  name: text('The name.', { pattern: '^[A-Za-z0-9_-]{22}$' }),
});

const Sort = record('Sort', 'Whether `sort` was given.', { empty: flag(), sorted: flag(), unsorted: flag() });

const Pageable = record('Pageable', 'What was asked.', {
  sort: Sort,
  offset: long('Records before this page.'),
  pageNumber: int('As `number` of the page.'),
  pageSize: int('As `size` of the page.'),
  paged: flag(),
  unpaged: flag(),
});

/** The members of a page that the registry API and the federated API have in common. */
export const PLACE_OF_PAGE = {
  number: int('This page, from 0.'),
  first: flag('The page is number 0.'),
  last: flag('No further page.'),
  numberOfElements: int('Records on this page.'),
  empty: flag('No records on this page.'),
};

function pageOf<Item>(name: string, description: string, items: Schema<Item>) {
  return record(name, description, {
    content: list(items, 'The records of this page.'),
    pageable: Pageable,
    totalPages: int('Pages in all; 0 when there is nothing.'),
    totalElements: long('Records in all.'),
    size: int('Records per page, as applied.'),
    sort: Sort,
    ...PLACE_OF_PAGE,
  });
}

export const UserPage = pageOf('UserPage', 'A page of researchers.', AnyUser);
export const UserGenePage = pageOf('UserGenePage', 'A page of registered genes.', UserGene);
const TermPage = pageOf('RemoteOntologyTermInfoPage', 'A page of terms.', RemoteOntologyTermInfo);

const EITHER = 'Without `page` and `size` the bare array, with either the page.';
const UserGenes = named('UserGenes', list(UserGene, 'Registered genes.'));
const AnyUsers = named('AnyUsers', list(AnyUser, 'Researchers.'));
const Terms = named('RemoteOntologyTermInfos', list(RemoteOntologyTermInfo, 'Terms of an ontology.'));
export const GenesFound = named('GenesFound', oneOf([UserGenes, UserGenePage], EITHER));
export const UsersFound = named('UsersFound', oneOf([AnyUsers, UserPage], EITHER));
export const TermsFound = named(
  'TermsFound',
  oneOf([TermPage, Terms], 'With `ontologyTermIds` an array of those terms, else a page of all of them.'),
);
