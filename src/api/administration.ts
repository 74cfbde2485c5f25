/** What administrators of this registry send and are answered (docs/services.md#for-administrators). */

import { anyMembers, flag, int, list, long, optional, orNull, record, text, time, word } from './schema.ts';
import { LONGEST_TOKEN_LABEL, MOST_TOKEN_DAYS, ORIGIN_STATES, REQUEST_STATES, USUAL_TOKEN_DAYS } from './words.ts';

export const TokenOrder = record('TokenOrder', 'An access token to be made.', {
  label: optional(orNull(text('What it is for.', { maxLength: LONGEST_TOKEN_LABEL }))),
  days: optional(int('How long it lasts.', { minimum: 1, maximum: MOST_TOKEN_DAYS, default: USUAL_TOKEN_DAYS })),
  userId: optional(int('The account whose rights it has; without it, that of the administrator.', { minimum: 0 })),
});

export const CreatedToken = record('CreatedToken', 'An access token, which is shown this once.', {
  token: text('The secret.'),
  userId: int('Its account.'),
  expiresAt: time('When it expires.'),
});

const Token = record('AccessToken', 'An access token, without its secret.', {
  id: long('Its number, by which it is revoked.'),
  label: orNull(text('What it is for.')),
  createdAt: time('When it was made.'),
  expiresAt: time('When it expires.'),
  lastUsedAt: orNull(time('The beginning of the hour in which it was last accepted.')),
  mayBeUsed: flag('Whether its account may use a token.'),
  mayBeRevoked: flag('Whether it is revoked here; one of a followed database is administered there.'),
  isOwn: flag('Whether it is of the administrator who asks.'),
  user: record('AccountOfToken', 'Whose rights it has.', {
    id: int('The id of the account.'),
    fullName: orNull(text('First and last name.')),
  }),
});

export const Tokens = record('AccessTokens', 'The access tokens of accounts, the own ones first.', {
  tokens: list(Token),
  tokenCount: int('How many there are.'),
  searchTokens: list(
    record('SearchTokenUse', 'The use of the token of a partner since the start.', {
      name: text('The name of the token.'),
      requests: long('Requests with it.'),
      lastUsedAt: orNull(time('The last of them.')),
    }),
  ),
});

export const RequestNote = record('RequestNote', 'What became of a request for access.', {
  seen: int('How many entries `history` had when it was read.', { minimum: 1 }),
  state: word(REQUEST_STATES),
  note: optional(orNull(text('A few words for other administrators.'))),
  answer: optional(
    orNull(
      anyMembers(
        'With `accepted` `name`, `address` and, where wanted, `words`; with `not-now` nothing, or `until`, a day.',
      ),
    ),
  ),
});

export const RequestList = record('RequestList', 'The newest requests for access.', {
  requests: list(anyMembers('A request, with its `id`, `state` and `history`.')),
  total: int('How many there are.'),
  figures: record('RequestFigures', 'Of the newest thousand.', {
    count: int('Those whose address is confirmed or need not be.'),
    accepted: int('Those of them that were accepted.'),
    medianDays: orNull({ type: 'number', description: 'From when one was open to its first answer.' }),
  }),
});

const AuditAnswer = record('AuditAnswer', 'What one registry answered.', {
  key: text('Its key; `local` is this one.'),
  state: word(ORIGIN_STATES),
  count: int('How many records.'),
  elapsedMs: int('How long it took.'),
  cache: orNull(text('As in `Origin`; null where nothing was asked and nothing is cached.')),
});
const AuditEntry = record('AuditEntry', 'A question to other registries.', {
  id: long('Its number, for `before`.'),
  at: time('When it was put.'),
  kind: text('The kind of question, or `gene-list`.'),
  viewer: word(['public', 'member', 'service', 'admin', 'partner']),
  outcome: word(['complete', 'incomplete', 'left', 'failed']),
  elapsedMs: int('Until the last answer.'),
  answers: list(AuditAnswer, 'In the order in which they came.'),
  asked: optional(anyMembers('`text` and `userId`, where the log has the text.')),
});
const TROUBLE = orNull(text('Why questions cannot be stored at the moment.'));

export const AuditLogPage = record('AuditLogPage', 'The last questions, the newest first.', {
  keepDays: int('How long they are stored.'),
  withText: flag('Whether entries have what was asked.'),
  entries: list(AuditEntry),
  next: orNull(long('For `before`; null where nothing is behind it.')),
  leftOut: int('Questions for which their day had no room.'),
  trouble: TROUBLE,
});

export const AuditLogDays = record('AuditLogDays', 'One partner day by day, the newest first.', {
  days: list(
    record('AuditDay', 'A day in UTC.', {
      day: text('Such as `2026-03-10`.', { format: 'date' }),
      asked: int('Questions to it.'),
      answered: int('Those that it answered.'),
      meanMs: orNull(int('How long answers took.')),
      slowestMs: orNull(int('The slowest of them.')),
      failures: list(anyMembers('`title`, `code`, `params` and `count`.')),
    }),
  ),
  trouble: TROUBLE,
});
