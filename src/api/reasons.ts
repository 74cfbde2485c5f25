/**
 * Why a registry gave no full answer, as data: a code with parameters. When an answer is sent, each language has one table
 * that makes words of it (docs/federation.md#when-a-partner-misbehaves).
 */

/** A code without parameters. */
export type None = Record<never, never>;
/** The HTTP status of the reply. */
type Status = { status: number };
/** `cause`: the code of the error of the socket, of TLS or of decompression; null where it has none. */
type Cause = { cause: string | null };
type WithinTime = { timeoutMs: number };
/** `retryAfterSeconds`: the pause that the partner asks for; this registry waits at most `atMostSeconds`. */
type Pause = { retryAfterSeconds: number | null; atMostSeconds: number };
/** The first few of a list of names, as they were given, and how many more there are. A name may be any text. */
export type FirstNames = { names: readonly string[]; more: number };
/** `findsNobody`: whether the search finds nothing because the registry does not know these names. */
type UnknownNames = FirstNames & { findsNobody: boolean };
/** A gene of a coverage; `taxon` is set for an ortholog only. */
export type UnknownGene = { symbol: string; taxon: { id: number; name: string | null } | null };

/** The parameters of each code. Later versions may add codes; the meaning of a code does not change. */
export type ReasonParams = {
  // The registry was not queried, or there was nothing more to ask it for.
  'left-out': None;
  'no-gene-listed': None;
  'all-read': None;
  'reader-left': None;
  'no-longer-listed': None;
  'this-registry-itself': None;
  'tier-3-not-searched': None;
  'too-old': { version: string | null };
  resting: { because: Reason };
  /** Why a registry rests, where no other reason is known. */
  failed: None;

  // The call found no turn, no room or no time.
  'no-turn': None;
  'queue-full': { waiting: number };
  'no-turn-in-time': None;
  'late-turn': None;
  'takes-many-requests': None;
  'busy-with-others': WithinTime;
  'no-room': None;
  'question-too-large': { requests: number; bytes: number };
  'search-ended': WithinTime;
  'list-ended': WithinTime;
  'gave-way': None;
  stopped: None;
  stopping: Cause;
  'mistake-here': None;
  'not-put': Cause;

  // There was no reply, or only a part of it.
  'no-answer': WithinTime;
  'no-answer-begun': WithinTime;
  'no-answer-to-test': WithinTime;
  'answer-stopped': WithinTime & { bytes: number };
  'answer-unfinished': WithinTime & { bytes: number };
  'answer-not-whole': WithinTime;
  'unknown-host': Cause;
  'lookup-timed-out': Cause;
  'connection-refused': Cause;
  'connection-timed-out': Cause;
  'connection-closed': Cause;
  'no-route': Cause;
  'bad-certificate': Cause;
  'bad-encryption': Cause;
  'answer-broken-off': Cause;
  'not-http': Cause;
  'badly-packed': Cause;
  /** Null where the name of the coding is not a valid one. */
  'unknown-coding': { coding: string | null };
  'redirected-away': { host: string };
  'redirected-too-often': { redirects: number };
  'redirected-nowhere': None;

  // The reply is an error, or cannot be read.
  'asks-to-wait': Pause;
  'not-available': Status;
  'back-later': Status & Pause;
  'switched-off': Status;
  'search-closed': Status & { search: 'genes' | 'users' };
  'no-anonymous-ids': Status;
  'token-refused': Status;
  'access-refused': Status & { speaksOfToken: boolean };
  'access-denied': Status;
  'cannot-be-asked': Status;
  'question-rejected': Status;
  'server-error': Status;
  'not-data': Status & { contentType: string | null };
  'no-body': Status;
  'breaks-off': { bytes: number };
  unreadable: None;
  unexpected: { expected: 'list' | 'page' | 'record' };
  'too-long': None;
  'too-many-objects': { bytes: number; most: number };

  // The registry does not know what was asked about, or does not show it.
  'no-symbol': None;
  'unknown-symbol': { symbol: string };
  /** An alias, or a former symbol, of several genes, which `names` has by their symbols. */
  'several-genes': { symbol: string } & FirstNames;
  'unknown-symbols': { genes: readonly UnknownGene[]; more: number };
  'unknown-symbols-of-list': { genes: number; of: number };
  /** `searchedInstead`: `all` organisms by a partner, or the `others` that this registry knows. */
  'unknown-taxon': { taxonId: number; searchedInstead?: 'all' | 'others' };
  /** Null where the registry does not say which ontology. */
  'unknown-ontology': { name: string | null };
  /** No names where the registry does not say which ontologies. */
  'unknown-ontologies': FirstNames;
  'unused-ontologies': UnknownNames;
  'unknown-terms': UnknownNames;
  'no-such-researcher': None;
  'no-such-anonymous-id': None;
  'no-such-record': None;
  'record-not-shown': None;
  'no-record': None;

  // The answer is incomplete or uncertain.
  'cut-by-size': None;
  'rows-missing': { missing: number; isNothingThere: boolean };
  'organisms-not-answered': { names: readonly string[] };
  'organisms-not-told': None;
  'organisms-not-asked': { organisms: number };
  'organisms-unknown-here': FirstNames;
  'not-asked-for-all': None;
  'terms-not-told': None;
  'unreadable-records': { records: number };
  'unasked-records': { records: number };
  'unchecked-records': { records: number };
  /** `records`: of the longer of two lists that were compared, `compared`: how many of them were. */
  'compared-in-part': { records: number; compared: number };
  'unpaired-records': { records: number };
  'differing-records': None;
  'too-many-records': { records: number; shown: number };
  'hidden-taken-for-one': None;
  'filters-not-checked': None;
  'nothing-usable': { reasons: readonly Reason[] };
  'as-to-the-public': None;
  'as-to-the-public-for-now': None;
  'as-to-the-public-perhaps': None;
  'written-otherwise': None;
  'behind-database': None;
  'answered-in-part': { because: Reason };
  'withheld-from-older': { because: Reason; records: number };
  /** Null where no other reason is known. */
  'some-genes': { because: Reason | null; genes: number; of: number };
  /** Several reasons at once, or one with the failure that caused it in `because`. */
  limited: { reasons: readonly Reason[]; because: Reason | null };
};

export type ReasonCode = keyof ReasonParams;
type ReasonOf<Code extends ReasonCode> = { readonly code: Code; readonly params: Readonly<ReasonParams[Code]> };
export type Reason = { [Code in ReasonCode]: ReasonOf<Code> }[ReasonCode];

/**
 * The part of a reason that its title needs, which is what a history holds. A stored one may come from another version,
 * with a code that this version does not know.
 */
export type BriefReason = { readonly code: ReasonCode; readonly params: object };
