/** Answers over all registries: searches, listings, statistics and terms, whole or line by line (docs/api.md). */

import { anyVersionOf } from './any-version.ts';
import { AnyFoundUser, FederatedStats, FederatedTermInfo, FoundGene } from './found.ts';
import { AskedOrigin, COMPLETENESS, ExplainedOrigin, NAME_OF_ORIGIN, Origin } from './origins.ts';
import {
  anyMembers,
  constant,
  flag,
  int,
  list,
  long,
  map,
  named,
  oneOf,
  optional,
  orNull,
  record,
  type Schema,
  text,
  word,
} from './schema.ts';
import { PLACE_OF_PAGE, Stats, TOTALS } from './stats.ts';

export const FacetValue = record('FacetValue', 'A value that people of an answer have.', {
  value: text(
    'NCBI taxon ID, key of a registry, tier, `named` or `withheld`, position, category, Uberon ID, or NCBI gene ID.',
  ),
  count: int('People. A named person counts once at each registry, a record without a name by itself.'),
});

const EXPLAINED = {
  explained: optional(list(ExplainedOrigin, 'With `explain` only, what was sent to each origin.')),
};
const FACETS = {
  facets: optional(
    map(list(FacetValue), 'With `facets` only: the values of each that was asked for, most people first.'),
  ),
};
const CURSORS = {
  cursor: orNull(
    text(
      'Leads to the next page, with the same parameters. Opaque; null when no registry that answered this one has more.',
    ),
  ),
  retryCursor: orNull(
    text(
      'In place of a `cursor` that is null: leads to the records of registries that failed on this page, or were left out of it. Follow it to try again, not to read on.',
    ),
  ),
};

function pageOf<Item>(name: string, description: string, items: Schema<Item>) {
  return record(name, description, {
    content: list(items, 'The records of this page, in one order. Each says which registry it comes from.'),
    totalElements: long('Records in all.'),
    totalRelation: word(
      ['eq', 'gte'],
      '`eq`: exactly so many. `gte`: at least; in a listing, as far as is known before the last page of each partner was read.',
    ),
    size: int('Records per page; in a listing, per page of each origin.'),
    totalPages: int('Pages in all.'),
    ...PLACE_OF_PAGE,
    ...COMPLETENESS,
    ...EXPLAINED,
    ...FACETS,
    ...CURSORS,
  });
}

/** What one origin answered, as a line of a stream. */
export function part<Item>(name: string, items: Schema<Item>) {
  return record(name, 'What one origin answered, or why it did not. Parts come in order of arrival.', {
    type: constant('part'),
    origin: Origin,
    content: list(items, 'What it answered.'),
  });
}

/** The lines of a stream. */
export function line<const Lines extends readonly Schema[]>(name: string, lines: Lines) {
  return named(name, oneOf(lines, 'A line of a stream.'));
}

export const SearchCount = record('SearchCount', 'What a search finds, without its records.', {
  exists: orNull(flag('Whether anybody was found; null: nobody was, and not every registry answered in full.')),
  totalElements: optional(long('With `granularity=count`: records.')),
  totalRelation: optional(
    word(['eq', 'gte'], '`eq`: exactly so many; `gte`: at least, as not every registry answered in full.'),
  ),
  people: optional(
    int('With `granularity=count`: a named person once at each registry, each record without a name by itself.'),
  ),
  peopleAtLeast: optional(
    int(
      'How many people they are at least. A name may be in several registries, and a record without one may be of anybody.',
    ),
  ),
  ...FACETS,
  ...EXPLAINED,
  ...COMPLETENESS,
});

export const Plan = record('Plan', 'The first line of a stream: the question as it was understood, and who is asked.', {
  type: constant('plan'),
  query: anyMembers('The parameters as they were read.'),
  origins: list(AskedOrigin, 'Who is asked.'),
});

export const End = record('End', 'The last line of a stream. A stream without it was cut.', {
  type: constant('end'),
  ...COMPLETENESS,
  ...EXPLAINED,
  ...CURSORS,
});

export const FoundGenePage = pageOf('FoundGenePage', 'Registered genes of every origin.', FoundGene);

export const FoundUserPage = pageOf('FoundUserPage', 'Researchers of every origin.', AnyFoundUser);

const GenePart = part('GenePart', FoundGene);

const UserPart = part('UserPart', AnyFoundUser);

const StatsPart = part('StatsPart', FederatedStats);

const TermPart = part('TermPart', FederatedTermInfo);

export const GenesAnswer = named(
  'GenesAnswer',
  oneOf([FoundGenePage, SearchCount], 'The records, or with `granularity` their number.'),
);

export const UsersAnswer = named(
  'UsersAnswer',
  oneOf([FoundUserPage, SearchCount], 'The records, or with `granularity` their number.'),
);

export const GenesLine = line('GenesLine', [Plan, GenePart, End]);

export const UsersLine = line('UsersLine', [Plan, UserPart, End]);

export const StatsLine = line('StatsLine', [Plan, StatsPart, End]);

export const TermsLine = line('TermsLine', [Plan, TermPart, End]);

export const StatsTotals = record(
  'StatsTotals',
  'Sums: a person with records at several origins is counted at each.',
  TOTALS,
);

export const CountedOrigins = record(
  'CountedOrigins',
  'Keys of the origins in each sum: old registries do not count everything.',
  {
    users: list(text(), 'Those that count accounts.'),
    publicUsers: list(text(), 'Those that count public profiles.'),
    usersWithGenes: list(text(), 'Those that count accounts with genes.'),
    userGenes: list(text(), 'Those that count registered genes.'),
  },
);

export const StatsOfOrigin = record(
  'StatsOfOrigin',
  'Counts over all enabled accounts, whatever their privacy level.',
  {
    key: NAME_OF_ORIGIN.key,
    ...anyVersionOf(Stats.properties),
  },
);

export const StatsAnswer = record('StatsAnswer', 'The statistics of every origin that answered.', {
  content: list(StatsOfOrigin, 'One entry for each.'),
  totals: StatsTotals,
  countedOrigins: CountedOrigins,
  ...COMPLETENESS,
});

export const TermKnowledge = record('TermKnowledge', 'Who knows one term; the lists hold keys of origins.', {
  termId: text('As asked for.'),
  name: orNull(text('Its name; null when nobody knows it.')),
  knownBy: list(text(), 'Those that have it.'),
  unknownTo: list(text(), 'Those that answered, and do not have it.'),
  unanswered: list(text(), 'Those that did not answer.'),
});

export const TermsAnswer = record('TermsAnswer', 'Who knows which term.', {
  content: list(TermKnowledge, 'One entry for each term asked for.'),
  ...COMPLETENESS,
});
