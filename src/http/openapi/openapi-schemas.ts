/** The records of the registry API as OpenAPI schemas: every field, whether it may be null, and what it means. */

import {
  GO_ASPECTS,
  PRIVATE,
  PUBLIC,
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  SHARED,
  TIERS,
} from '../../domain/record/model.ts';
import * as example from './openapi-examples.ts';
import { arrayOf, integer, type Json, mapOf, orNull, record, ref, text } from './openapi-shapes.ts';

const ORIGIN = {
  origin: text('Short name of the registry that the record comes from.'),
  originUrl: text('Address of that registry, without a trailing slash.', { format: 'uri' }),
};

const PRIVACY_LEVEL = integer('0: administrators only, 1: registered users, 2: everybody.', {
  enum: [PRIVATE, SHARED, PUBLIC],
});

/** The members that full and anonymized users have in common (contract 1.2, 5.1). */
const PROFILE = {
  email: orNull(text('Where to write to. Null in anonymized records.')),
  name: orNull(text('First name. A placeholder in anonymized records.')),
  lastName: orNull(text('Last name.')),
  description: orNull(text('Research interests.')),
  organization: orNull(text('Where the researcher works.')),
  department: orNull(text('Department there.')),
  phone: orNull(text('Telephone number.')),
  website: orNull(text('Web site of the researcher or laboratory.')),
  publications: arrayOf(ref('Publication'), 'In no particular order.'),
  researcherPosition: orNull(text('Position.', { enum: [...RESEARCHER_POSITIONS, null] })),
  researcherCategories: arrayOf(
    { type: 'string', enum: RESEARCHER_CATEGORIES },
    'Kinds of research. Kept in anonymized records.',
  ),
  ...ORIGIN,
  userTerms: arrayOf(ref('UserTerm'), 'GO terms.'),
  userGenes: mapOf(ref('UserGene'), 'By NCBI gene ID; without `remoteUser`. Empty when hidden or anonymized.'),
  userOrgans: mapOf(ref('UserOrgan'), 'By Uberon ID. Kept in anonymized records.'),
  userOntologyTerms: arrayOf(ref('UserOntologyTerm'), 'Terms the researcher chose.'),
  privacyLevel: PRIVACY_LEVEL,
};

/** `components.schemas`. Null members are written, unless a member is said to be absent (contract 1.1). */
export const OPENAPI_SCHEMAS = {
  User: record(
    'A researcher in full. `anonymousId` is absent.',
    { id: integer('Real identifier.'), ...PROFILE },
    example.USER,
  ),
  AnonymousUser: record(
    'A researcher without the person. `id` is absent.',
    { anonymousId: text('Stands in for the real ID for about an hour.', { format: 'uuid' }), ...PROFILE },
    example.ANONYMOUS_USER,
  ),
  AnyUser: { oneOf: [ref('User'), ref('AnonymousUser')] },
  UserGene: record(
    'A gene that a researcher registered. It has no identifier of its own.',
    {
      anonymousId: text('Only on anonymized records.', { format: 'uuid' }),
      geneId: integer('NCBI gene ID.'),
      taxon: ref('Taxon'),
      symbol: text('Symbol of the gene.'),
      name: orNull(text('Full name of the gene.')),
      aliases: orNull(text('Other symbols, separated by `|`; `-` for none.')),
      tier: text('How close the gene is to the research: TIER1 closest.', { enum: TIERS }),
      remoteUser: ref('AnyUser'),
      privacyLevel: PRIVACY_LEVEL,
    },
    example.USER_GENE,
    ['anonymousId', 'remoteUser'],
  ),
  Taxon: record(
    'An organism.',
    {
      id: integer('NCBI taxon ID.'),
      scientificName: orNull(text('Scientific name.')),
      commonName: text('Common name; never null, because partners sort by it.'),
    },
    example.TAXON,
  ),
  UserOrgan: record(
    'An organ system that a researcher works on.',
    {
      uberonId: text('Uberon ID.'),
      name: orNull(text('Name.')),
      description: orNull(text('Description.')),
    },
    example.ORGAN,
  ),
  UserTerm: record(
    'A GO term that describes genes of a researcher.',
    {
      goId: text('GO ID.'),
      name: orNull(text('Name.')),
      definition: orNull(text('Definition.')),
      aspect: orNull(
        text('Biological process, cellular component, molecular function.', { enum: [...GO_ASPECTS, null] }),
      ),
      taxon: ref('Taxon'),
      frequency: orNull(integer('How many genes of the researcher have the term.', { format: 'int64' })),
      size: orNull(integer('How many genes of the taxon have the term.', { format: 'int64' })),
    },
    example.GO_TERM,
  ),
  UserOntologyTerm: record(
    'An ontology term that describes a researcher.',
    { ontology: ref('RemoteOntology'), termId: text('Term ID.'), name: text('Name to show.') },
    example.USER_ONTOLOGY_TERM,
  ),
  Publication: record(
    'A publication of a researcher.',
    { pmid: integer('PubMed ID.'), title: orNull(text('Title.')) },
    example.PUBLICATION,
  ),
  RemoteOntology: record(
    'An ontology of the registry.',
    {
      name: text('Name, as used in paths and in `ontologyNames`.'),
      definition: orNull(text('What it is about.')),
      numberOfTerms: integer('Active terms.', { format: 'int64' }),
      numberOfObsoleteTerms: integer('Active terms that are obsolete.', { format: 'int64' }),
      ...ORIGIN,
    },
    example.ONTOLOGY,
  ),
  RemoteOntologyTermInfo: record(
    'A term of an ontology.',
    {
      ontology: ref('RemoteOntology'),
      termId: text('Term ID.'),
      name: text('Name.'),
      definition: orNull(text('Definition.')),
      altTermIds: arrayOf({ type: 'string' }, 'Former IDs.'),
      synonyms: arrayOf({ type: 'string' }, 'Other names.'),
      subTerms: arrayOf({ type: 'string' }, 'IDs of the direct, active sub-terms.'),
      ...ORIGIN,
    },
    example.TERM,
  ),
  Stats: record(
    'Counts over all enabled accounts, whatever their privacy level.',
    {
      version: text('Version of the API.'),
      users: integer('Enabled accounts.'),
      publicUsers: integer('Those with a public profile.'),
      usersWithGenes: integer('Those with at least one gene.'),
      userGenes: integer('Registered genes in TIER1 and TIER2.'),
      uniqueUserGenes: integer('Distinct genes among these.'),
      uniqueUserGenesInAllTiers: integer('Distinct genes in all tiers.'),
      uniqueHumanUserGenesInAllTiers: integer('Distinct human genes, registered or ortholog to a registered gene.'),
      researchersByTaxonId: mapOf(integer('Researchers.'), 'Researchers with a gene of the taxon, by NCBI taxon ID.'),
    },
    example.STATS,
  ),
  LegacyStats: record(
    'The statistics under their former names.',
    {
      version: text('Version of the API.'),
      success: { type: 'boolean', description: 'Always true.' },
      message: text('Always the same.'),
      researchers_registered: integer('`users` of Stats.'),
      researchers_registered_with_genes: integer('`usersWithGenes` of Stats.'),
      genes_added: integer('`userGenes` of Stats.'),
      genes_added_unique: integer('`uniqueUserGenes` of Stats.'),
      genes_added_unique_alltiers: integer('`uniqueUserGenesInAllTiers` of Stats.'),
      human_genes_represented: integer('`uniqueHumanUserGenesInAllTiers` of Stats.'),
      researcher_counts_by_taxon: mapOf(integer('Researchers.'), 'By common name of the taxon.'),
    },
    example.LEGACY_STATS,
  ),
  UserPage: pageSchema('A page of researchers.', ref('AnyUser'), example.USER),
  UserGenePage: pageSchema('A page of registered genes.', ref('UserGene'), example.USER_GENE),
  RemoteOntologyTermInfoPage: pageSchema('A page of terms.', ref('RemoteOntologyTermInfo'), example.TERM),
  Pageable: record('What was asked.', {
    sort: ref('Sort'),
    offset: integer('Records before this page.', { format: 'int64' }),
    pageNumber: integer('As `number` of the page.'),
    pageSize: integer('As `size` of the page.'),
    paged: { type: 'boolean' },
    unpaged: { type: 'boolean' },
  }),
  Sort: record('Whether `sort` was given.', {
    empty: { type: 'boolean' },
    sorted: { type: 'boolean' },
    unsorted: { type: 'boolean' },
  }),
  ErrorDocument: record(
    'Why a request could not be understood or served.',
    {
      timestamp: text('When.', { format: 'date-time' }),
      status: integer('HTTP status.'),
      error: text('Its name.'),
      path: text('The path that was asked for.'),
      message: text('What was wrong, and what is allowed.'),
    },
    {
      timestamp: '2026-01-31T12:00:00.000+00:00',
      status: 400,
      error: 'Bad Request',
      path: '/api/users/abc',
      message: "'abc' is not an integer.",
    },
  ),
};

/** The page envelope (contract 1.13). */
function pageSchema(description: string, items: Json, sample: object): Json {
  const members = {
    content: arrayOf(items, 'The records of this page.'),
    pageable: ref('Pageable'),
    last: { type: 'boolean', description: 'No further page.' },
    totalPages: integer('Pages in all; 0 when there is nothing.'),
    totalElements: integer('Records in all.', { format: 'int64' }),
    size: integer('Records per page, as applied.'),
    number: integer('This page, from 0.'),
    sort: ref('Sort'),
    first: { type: 'boolean', description: 'The page is number 0.' },
    numberOfElements: integer('Records on this page.'),
    empty: { type: 'boolean', description: 'No records on this page.' },
  };
  return record(description, members, example.examplePage([sample]));
}
