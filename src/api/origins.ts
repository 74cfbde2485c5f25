/** What an answer over all registries says of each of them (docs/federation.md#reading-the-answer). */

import { REASON_CODES } from './reasons.ts';
import {
  anyMembers,
  constant,
  flag,
  int,
  list,
  long,
  named,
  optional,
  orNull,
  record,
  text,
  time,
  uri,
  word,
} from './schema.ts';
import { FILTERS, ORIGIN_STATES } from './words.ts';

/** The key of a registry. */
export const ORIGIN_KEY = text(undefined, { pattern: '^[a-z0-9][a-z0-9._:-]*$' });

/** The members that name an origin. */
export const NAME_OF_ORIGIN = {
  key: text('Short and unique, as `origins` takes it; `local` is this registry.'),
  origin: text('Name of the registry.'),
  originUrl: uri('Address of the registry, without a trailing slash.'),
};

export const OriginState = named(
  'OriginState',
  word(
    ORIGIN_STATES,
    '`answered`, `empty`: in full; these two alone are statements about the world. `limited`: what is there is right, but not all of it. `unknown-term`: the symbol, taxon or ontology is not known there. `unsupported`: its version cannot be asked this. `stale`: an answer of before, after a failure. `timed-out`, `unreachable`, `failed`: no answer; try again. `refused`: the token is not accepted there. `busy`: too many questions. `resting`: not asked because of recent failures. `not-asked`: by choice.',
  ),
);

export const CacheFact = record('CacheFact', 'How an answer came.', {
  status: word(
    ['miss', 'hit', 'shared', 'stale'],
    '`miss`: asked now. `hit`: cached before. `shared`: asked together with another reader. `stale`: too old. Without a token of an account, `miss` says that it is fresh, and nothing is `shared`.',
  ),
  ageSeconds: int('How old it is; without a token of an account in steps of five minutes, from an hour on in hours.'),
});

export const AskedFilter = record('AskedFilter', 'What became of one filter at one origin.', {
  filter: word(
    ['tiers', ...FILTERS],
    'Its parameter; for ontology terms that of their ids. `tiers` if the question named only one of them.',
  ),
  applied: word(
    ['applied-there', 're-applied-here', 'not-checkable'],
    'By the origin, here over the records of the origin, or by nobody for certain.',
  ),
});

export const OriginProblem = record('OriginProblem', 'Why the part of an origin is not whole.', {
  title: text('A few words that read on after its name.'),
  detail: text('One sentence.'),
  code: text(
    `The same for programs. The meaning of a code never changes. New codes may come, so a program shows the \`title\` for a code that it does not know. See \`/docs/reasons\`. At present: ${REASON_CODES.map((code) => `\`${code}\``).join(', ')}.`,
  ),
  params: anyMembers(
    'What differs from case to case of a code: names as they were given, times in milliseconds, counts. A further reason in it has a `code` and `params`, too.',
  ),
  error: orNull(text('Type of proxy error (RFC 9209, 2.3).')),
  status: orNull(int('Its HTTP status, if it gave one.')),
  nextTryAt: orNull(time('When it will next be asked; null: at the next question.')),
});

export const Origin = record('Origin', 'What became of the question at one registry.', {
  ...NAME_OF_ORIGIN,
  disclaimer: optional(text('What this registry asks to be shown beside its records; absent if it asks for nothing.')),
  terms: optional(uri('The address of the terms of its records; absent if it names none.')),
  version: orNull(text('Version of its API, as last learned.')),
  state: OriginState,
  count: int('Records of it in this answer.'),
  anonymized: int('How many of them are anonymised.'),
  exact: flag('Whether these are all the records there are.'),
  elapsedMs: int('Milliseconds until it answered, or until it was given up.'),
  retrievedAt: orNull(
    time(
      'When it gave these records; null if it gave none. Without a token of an account it is rounded down to five minutes, or to an hour if it is an hour ago.',
    ),
  ),
  cache: orNull(CacheFact, 'Null if nobody was asked, and nothing is cached.'),
  filters: list(AskedFilter, 'Which side applied each filter of the question.'),
  askedAs: list(text(), 'Other names of the gene it was asked for, not knowing the one asked.'),
  dropped: int('Records of it that are missing here, as they could not be read or it could not write them.'),
  shortened: int('Records of it with a text or list that was too long, so that the end is missing.'),
  problem: orNull(OriginProblem),
});

export const AskedOrigin = record(
  'AskedOrigin',
  'An origin that will have a part, or a cell for each gene.',
  NAME_OF_ORIGIN,
);

export const PageRemark = record(
  'PageRemark',
  'What a page behind the first reports besides the states of its origins. New codes may come.',
  {
    code: text(
      '`changed`: what a registry holds has changed since the page before. `in-doubt`: some of its records may be missing or occur twice. `answered-late`, `asked-late`: its records begin on this page. `no-longer-listed`: its further records are missing. `other-reader`: the cursor was made for somebody else.',
    ),
    params: anyMembers('`origin` is the name of the registry; further members differ from code to code.'),
  },
);

/** The members by which an answer says how complete it is. */
export const COMPLETENESS = {
  complete: flag('Whether every origin that was asked answered in full.'),
  summary: text('How complete the answer is, in one sentence to be shown with it.'),
  remarks: list(PageRemark, 'The last part of the summary, on a page behind the first.'),
  origins: list(Origin, 'What became of each origin.'),
};

export const SentRequest = record('SentRequest', 'One request to a partner, without any secret.', {
  method: constant('GET'),
  url: text('Where it went, without the search token; parameters of the configured address without values.'),
  credential: word(['none', 'header', 'address'], 'Where the search token was.'),
  status: orNull(int('Of the answer; null when none came in time.')),
  elapsedMs: orNull(int('From sending it to its end; null while it is under way.')),
  bytes: orNull(long('Of the body, unpacked, as far as it was read.')),
});

export const ExplainedOrigin = record('ExplainedOrigin', 'How the answer of one origin came about.', {
  key: text('That of the origin.'),
  how: word(
    ['this-registry', 'asked', 'joined-a-call-under-way', 'from-the-cache', 'not-asked'],
    "Whether it was asked for this question, or the answer is that of another reader's call.",
  ),
  requests: list(SentRequest, 'What was sent for this question alone, in that order.'),
});
