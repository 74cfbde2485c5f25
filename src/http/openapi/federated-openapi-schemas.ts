/** The answers of the federated routes as OpenAPI 3.1 schemas: what design 5 says of every member. */

import { FILTERS, ORIGIN_STATES } from '../../domain/federation/origin.ts';
import * as example from './federated-openapi-examples.ts';
import { FEDERATED_RECORDS, toOpenApi31 } from './federated-openapi-records.ts';
import { arrayOf, integer, type Json, orNull, record, ref, text } from './openapi-shapes.ts';

const ORIGIN_NAME = {
  key: text('Short and unique, as `origins` takes it; `local` is this registry.'),
  origin: text('Name of the registry.'),
  originUrl: text('Address of the registry, without a trailing slash.', { format: 'uri' }),
};

const COMPLETENESS = {
  complete: bool('Whether every origin that was asked answered in full.'),
  summary: text('How complete the answer is, in one sentence to be shown with it.'),
  origins: arrayOf(ref('Origin'), 'What became of each origin.'),
};

const CELL = {
  state: ref('OriginState'),
  count: integer('Registrations found; a researcher registers a gene once.'),
  anonymized: integer('How many of them are anonymised.'),
  exact: bool('Whether these are all. Zero is certified only then.'),
};

const CURSOR = orNull(text('Leads to the next page, with the same parameters. Opaque; null when there is none.'));

const ANSWERS: Record<string, Json> = {
  OriginState: {
    type: 'string',
    enum: ORIGIN_STATES,
    description:
      '`answered`, `empty`: in full; these two alone are statements about the world. `limited`: what is there is right, but not all of it. `unknown-term`: the symbol, taxon or ontology is not known there. `unsupported`: its version cannot be asked this. `stale`: an answer of before, after a failure. `timed-out`, `unreachable`, `failed`: no answer; try again. `refused`: the token is not accepted there. `busy`: too many questions. `resting`: not asked because of recent failures. `not-asked`: by choice.',
  },
  Origin: record(
    'What became of the question at one registry.',
    {
      ...ORIGIN_NAME,
      version: orNull(text('Version of its API, as last learned.')),
      state: ref('OriginState'),
      count: integer('Records of it in this answer.'),
      anonymized: integer('How many of them are anonymised.'),
      exact: bool('Whether these are all the records there are.'),
      elapsedMs: integer('Milliseconds until it answered, or until it was given up.'),
      retrievedAt: orNull(text('When it gave these records; null when it gave none.', { format: 'date-time' })),
      cache: ref('CacheFact'),
      filters: arrayOf(ref('AskedFilter'), 'Who kept the word of each filter that was asked for.'),
      askedAs: arrayOf({ type: 'string' }, 'Other names of the gene it was asked for, not knowing the one asked.'),
      dropped: integer('Records of it that could not be read, and so are missing here.'),
      problem: orNull(ref('OriginProblem')),
    },
    example.ORIGIN_TIMED_OUT,
  ),
  OriginProblem: record('Why the part of an origin is not whole.', {
    title: text('A few words that read on after its name.'),
    detail: text('One sentence.'),
    error: orNull(text('Type of proxy error (RFC 9209, 2.3).')),
    status: orNull(integer('Its HTTP status, where it gave one.')),
    nextTryAt: orNull(text('When it will next be asked; null: at the next question.', { format: 'date-time' })),
  }),
  CacheFact: record('How an answer came.', {
    status: text('`miss`: asked now. `hit`: kept from before. `shared`: with another reader. `stale`: too old.', {
      enum: ['miss', 'hit', 'shared', 'stale'],
    }),
    ageSeconds: integer('How old it is.'),
  }),
  AskedFilter: record('What became of one filter at one origin.', {
    filter: text('Its parameter; ontology terms go by their ids.', { enum: FILTERS }),
    applied: text('By the origin, here over the records of the origin, or by nobody for certain.', {
      enum: ['applied-there', 're-applied-here', 'not-checkable'],
    }),
  }),
  Plan: record(
    'The first line of a stream: the question as it was understood, and who is asked.',
    {
      type: { const: 'plan' },
      query: { type: 'object', description: 'The parameters as they were read.' },
      origins: arrayOf(record('An origin that will have a part.', ORIGIN_NAME), 'Who is asked.'),
    },
    example.PLAN,
  ),
  End: record(
    'The last line of a stream. A stream without it was cut.',
    { type: { const: 'end' }, ...COMPLETENESS, cursor: CURSOR },
    example.END,
  ),
  GenePart: part(ref('UserGene'), example.GENE_PART),
  UserPart: part(ref('AnyUser'), example.USER_PART),
  StatsPart: part(ref('Stats'), example.STATS_PART),
  TermPart: part(ref('RemoteOntologyTermInfo'), example.TERM_PART),
  CoveragePart: part(ref('CoverageOfOrigin'), example.COVERAGE_PART),
  GenePage: page('Registered genes of every origin.', ref('UserGene'), example.GENE_PAGE),
  UserPage: page('Researchers of every origin.', ref('AnyUser'), example.USER_PAGE),
  StatsAnswer: record(
    'The statistics of every origin that answered.',
    {
      content: arrayOf(ref('StatsOfOrigin'), 'One entry for each.'),
      totals: record('Sums: whoever is registered with several origins is counted in each.', {
        users: integer('Enabled accounts.'),
        publicUsers: integer('Those with a public profile.'),
        usersWithGenes: integer('Those with at least one gene.'),
        userGenes: integer('Registered genes in TIER1 and TIER2.'),
      }),
      countedOrigins: keys('Keys of the origins in these sums.'),
      ...COMPLETENESS,
    },
    example.STATS_ANSWER,
  ),
  StatsOfOrigin: statsOfOrigin(),
  TermsAnswer: record(
    'Who knows which term.',
    { content: arrayOf(ref('TermKnowledge'), 'One entry for each term asked for.'), ...COMPLETENESS },
    example.TERMS_ANSWER,
  ),
  TermKnowledge: record('Who knows one term; the lists hold keys of origins.', {
    termId: text('As asked for.'),
    name: orNull(text('Its name; null when nobody knows it.')),
    knownBy: keys('Those that have it.'),
    unknownTo: keys('Those that answered, and do not have it.'),
    unanswered: keys('Those that did not answer.'),
  }),
  Coverage: record(
    'Who has registered a gene and its orthologs, by registry.',
    {
      gene: orNull(ref('CoverageGene')),
      askedAs: text('The symbol that was asked for.'),
      rows: arrayOf(ref('CoverageRow'), 'The gene, then its orthologs.'),
      ...COMPLETENESS,
    },
    example.COVERAGE,
  ),
  CoverageGene: record('The gene as the local gene table has it; null when it does not.', {
    geneId: integer('NCBI gene ID.'),
    taxon: ref('Taxon'),
    symbol: text('Present symbol.'),
    name: orNull(text('Full name.')),
    aliases: orNull(text('Other symbols, separated by `|`; `-` for none.')),
  }),
  CoverageRow: record('A gene.', {
    geneId: orNull(integer('NCBI gene ID.')),
    symbol: text('Its symbol.'),
    taxon: record('Its organism.', { id: integer('NCBI taxon ID.'), commonName: orNull(text('Common name.')) }),
    relation: text('Whether it is the gene asked for or an ortholog of it.', { enum: ['gene', 'ortholog'] }),
    cells: arrayOf(ref('CoverageCell'), 'One for each origin.'),
  }),
  CoverageCell: record('What one origin has of one gene.', { key: ORIGIN_NAME.key, ...CELL }),
  CoverageOfOrigin: record('What the origin of a part has of one gene.', {
    geneId: orNull(integer('NCBI gene ID.')),
    symbol: text('Its symbol.'),
    taxonId: integer('NCBI taxon ID.'),
    ...CELL,
  }),
  Problem: record('An error (RFC 9457).', {
    type: text('What kind of problem it is.', { format: 'uri-reference' }),
    title: text('The same in a few words.'),
    status: integer('HTTP status.'),
    detail: text('What was wrong, what was found, and what is allowed.'),
    code: text('Stable name of the error; every one is explained in the documentation.'),
  }),
};

/** `components.schemas`, but for those of the partners. */
export const FEDERATED_SCHEMAS: Json = {
  ...FEDERATED_RECORDS,
  ...Object.fromEntries(Object.entries(ANSWERS).map(([name, schema]) => [name, toOpenApi31(schema)])),
};

function bool(description: string): Json {
  return { type: 'boolean', description };
}

function keys(description: string): Json {
  return arrayOf({ type: 'string' }, description);
}

function statsOfOrigin(): Json {
  const { properties, examples, ...stats } = FEDERATED_RECORDS.Stats;
  return { ...stats, required: ['key'], properties: { key: ORIGIN_NAME.key, ...(properties as Json) } };
}

function part(item: Json, sample: object): Json {
  return record(
    'What one origin answered, or why it did not. Parts come in order of arrival.',
    { type: { const: 'part' }, origin: ref('Origin'), content: arrayOf(item, 'What it answered.') },
    sample,
  );
}

function page(description: string, item: Json, sample: object): Json {
  const members = {
    content: arrayOf(item, 'The records of this page, in one order. Each says which registry it comes from.'),
    totalElements: integer('Records in all.', { format: 'int64' }),
    totalRelation: text('`eq`: exactly so many; `gte`: at least.', { enum: ['eq', 'gte'] }),
    number: integer('This page, from 0.'),
    size: integer('Records per page; in a listing, per page of each origin.'),
    totalPages: integer('Pages in all.'),
    first: bool('The page is number 0.'),
    last: bool('No further page.'),
    numberOfElements: integer('Records on this page.'),
    empty: bool('No records on this page.'),
    ...COMPLETENESS,
    cursor: CURSOR,
  };
  return record(description, members, sample);
}
