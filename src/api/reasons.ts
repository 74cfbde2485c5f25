/**
 * Why a registry gave no full answer, as data: a code with parameters. When an answer is sent, each language has one table
 * that makes words of it (docs/reasons.md).
 */

import {
  flag,
  int,
  list,
  type Members,
  optional,
  orNull,
  type Properties,
  record,
  type Static,
  schema,
  text,
  word,
} from './schema.ts';

/** A code without parameters. */
export type None = Record<never, never>;

/** A reason among the parameters of another one. */
type Nested = { readonly isReason: true };
const REASON = schema<Nested>({ type: 'reason' });
/** The HTTP status of the reply. */
const STATUS = { status: int() };
/** `cause`: the code of the error of the socket, of TLS or of decompression; null where it has none. */
const CAUSE = { cause: orNull(text()) };
const WITHIN_TIME = { timeoutMs: int() };
/** `retryAfterSeconds`: the pause that the partner asks for; this registry waits at most `atMostSeconds`. */
const PAUSE = { retryAfterSeconds: orNull(int()), atMostSeconds: int() };
/** The first few of a list of names, as they were given, and how many more there are. A name may be any text. */
const FIRST_NAMES = { names: list(text()), more: int() };
/** `findsNobody`: whether the search finds nothing because the registry does not know these names. */
const UNKNOWN_NAMES = { ...FIRST_NAMES, findsNobody: flag() };
/** A gene of a coverage; `taxon` is set for an ortholog only. */
const UNKNOWN_GENE = record('UnknownGene', 'A gene that a registry does not know.', {
  symbol: text(),
  taxon: orNull(record('UnknownTaxon', 'Its organism.', { id: int(), name: orNull(text()) })),
});

/** The parameters of each code. Later versions may add codes; the meaning of a code does not change. */
export const REASONS = {
  // The registry was not queried, or there was nothing more to ask it for.
  'left-out': {},
  'no-gene-listed': {},
  'all-read': {},
  'reader-left': {},
  'no-longer-listed': {},
  'this-registry-itself': {},
  'tier-3-not-searched': {},
  'too-old': { version: orNull(text()) },
  resting: { because: REASON },
  /** Why a circuit breaker is open, if no other reason is known. */
  failed: {},

  // The call found no turn, no room or no time.
  'no-turn': {},
  'queue-full': { waiting: int() },
  'no-turn-in-time': {},
  'late-turn': {},
  'takes-many-requests': {},
  'busy-with-others': WITHIN_TIME,
  'no-room': {},
  'question-too-large': { requests: int(), bytes: int() },
  'search-ended': WITHIN_TIME,
  'not-waited-for': {},
  'list-ended': WITHIN_TIME,
  'gave-way': {},
  stopped: {},
  stopping: CAUSE,
  'mistake-here': {},
  'not-put': CAUSE,

  // There was no reply, or only a part of it.
  'no-answer': WITHIN_TIME,
  'no-answer-begun': WITHIN_TIME,
  'no-answer-to-test': WITHIN_TIME,
  'answer-stopped': { ...WITHIN_TIME, bytes: int() },
  'answer-unfinished': { ...WITHIN_TIME, bytes: int() },
  'answer-not-whole': WITHIN_TIME,
  'unknown-host': CAUSE,
  'lookup-timed-out': CAUSE,
  'connection-refused': CAUSE,
  'connection-timed-out': CAUSE,
  'connection-closed': CAUSE,
  'no-route': CAUSE,
  'bad-certificate': CAUSE,
  'bad-encryption': CAUSE,
  'answer-broken-off': CAUSE,
  'not-http': CAUSE,
  'badly-packed': CAUSE,
  /** Null where the name of the coding is not a valid one. */
  'unknown-coding': { coding: orNull(text()) },
  'redirected-away': { host: text() },
  'redirected-too-often': { redirects: int() },
  'redirected-nowhere': {},

  // The reply is an error, or cannot be read.
  'asks-to-wait': PAUSE,
  'not-available': STATUS,
  'back-later': { ...STATUS, ...PAUSE },
  'switched-off': STATUS,
  'search-closed': { ...STATUS, search: word(['genes', 'users']) },
  'no-anonymous-ids': STATUS,
  'token-refused': STATUS,
  'access-refused': { ...STATUS, speaksOfToken: flag() },
  'access-denied': STATUS,
  'cannot-be-asked': STATUS,
  'question-rejected': STATUS,
  'server-error': STATUS,
  'not-data': { ...STATUS, contentType: orNull(text()) },
  'no-body': STATUS,
  'breaks-off': { bytes: int() },
  unreadable: {},
  unexpected: { expected: word(['list', 'page', 'record']) },
  'too-long': {},
  'too-many-objects': { bytes: int(), most: int() },

  // The registry does not know what was asked about, or does not show it.
  'no-symbol': {},
  'unknown-symbol': { symbol: text() },
  /** An alias, or a former symbol, of several genes, which `names` has by their symbols. */
  'several-genes': { symbol: text(), ...FIRST_NAMES },
  'unknown-symbols': { genes: list(UNKNOWN_GENE), more: int() },
  'unknown-symbols-of-list': { genes: int(), of: int() },
  /** `searchedInstead`: `all` organisms by a partner, or the `others` that this registry knows. */
  'unknown-taxon': { taxonId: int(), searchedInstead: optional(word(['all', 'others'])) },
  /** Null where the registry does not say which ontology. */
  'unknown-ontology': { name: orNull(text()) },
  /** No names where the registry does not say which ontologies. */
  'unknown-ontologies': FIRST_NAMES,
  'unused-ontologies': UNKNOWN_NAMES,
  'unknown-terms': UNKNOWN_NAMES,
  'no-such-researcher': {},
  'no-such-anonymous-id': {},
  'no-such-record': {},
  'record-not-shown': {},
  'no-record': {},

  // The answer is incomplete or uncertain.
  'cut-by-size': {},
  'rows-missing': { missing: int(), isNothingThere: flag() },
  'organisms-not-answered': { names: list(text()) },
  'organisms-not-told': {},
  'organisms-not-asked': { organisms: int() },
  'organisms-unknown-here': FIRST_NAMES,
  'not-asked-for-all': {},
  'terms-not-told': {},
  'unreadable-records': { records: int() },
  'unasked-records': { records: int() },
  'unchecked-records': { records: int() },
  /** `records`: of the longer of two lists that were compared, `compared`: how many of them were. */
  'compared-in-part': { records: int(), compared: int() },
  'unpaired-records': { records: int() },
  'differing-records': {},
  'too-many-records': { records: int(), shown: int() },
  'hidden-taken-for-one': {},
  'filters-not-checked': {},
  'nothing-usable': { reasons: list(REASON) },
  'as-to-the-public': {},
  'as-to-the-public-for-now': {},
  'as-to-the-public-perhaps': {},
  'written-otherwise': {},
  'behind-database': {},
  'answered-in-part': { because: REASON },
  'withheld-from-older': { because: REASON, records: int() },
  /** Null where no other reason is known. */
  'some-genes': { because: orNull(REASON), genes: int(), of: int() },
  /** Several reasons at once, or one with the failure that caused it in `because`. */
  limited: { reasons: list(REASON), because: orNull(REASON) },
} as const satisfies Record<string, Properties>;

export type FirstNames = Params<typeof FIRST_NAMES>;
export type UnknownGene = Static<typeof UNKNOWN_GENE>;

/** The values of parameters, with the reasons among them. */
type Value<Of> = Of extends Nested ? Reason : Of extends readonly (infer Item)[] ? readonly Value<Item>[] : Of;
type Params<P extends Properties> = { [Name in keyof Members<P>]: Value<Members<P>[Name]> };
export type ReasonParams = { [Code in ReasonCode]: Params<(typeof REASONS)[Code]> };
export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];
type ReasonOf<Code extends ReasonCode> = { readonly code: Code; readonly params: Readonly<ReasonParams[Code]> };
export type Reason = { [Code in ReasonCode]: ReasonOf<Code> }[ReasonCode];

/**
 * The part of a reason that its title needs, which is what a history holds. A stored one may come from another version,
 * with a code that this version does not know.
 */
export type BriefReason = { readonly code: ReasonCode; readonly params: object };
