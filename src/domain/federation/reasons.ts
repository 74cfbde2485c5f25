/**
 * Why a registry gave no full answer, as data: a code, and what differs from case to case. Words are made of it where an
 * answer goes out, in each language by one phrasebook (docs/federation.md#when-a-partner-misbehaves).
 */

/** Nothing differs. */
type None = Record<never, never>;
/** The status of the reply. */
type Status = { status: number };
/** `cause`: the code of the error of a socket, of TLS or of unpacking; null where it has none. */
type Cause = { cause: string | null };
type WithinTime = { timeoutMs: number };
/** `retryAfterSeconds` as the registry says, of which at most `atMostSeconds` are waited. */
type Pause = { retryAfterSeconds: number | null; atMostSeconds: number };
/** The first of some names, as they were given, and how many more there are. Any text may be a name. */
export type FirstNames = { names: readonly string[]; more: number };
/** `findsNobody`: whether nobody can be found for want of them. */
type UnknownNames = FirstNames & { findsNobody: boolean };
/** A gene of a coverage; `taxon` of an ortholog alone. */
export type UnknownGene = { symbol: string; taxon: { id: number; name: string | null } | null };

/** What stands beside each code. New codes may come; what a code means stays. */
export type ReasonParams = {
  // Nobody was asked, or nothing was left to ask for.
  'left-out': None;
  'no-gene-listed': None;
  'all-read': None;
  'reader-left': None;
  'no-longer-listed': None;
  'this-registry-itself': None;
  'tier-3-not-searched': None;
  'too-old': { version: string | null };
  resting: { because: Reason };
  /** Why a registry rests, where nothing else is known. */
  failed: None;

  // There was no turn, no room or no time.
  'no-turn': None;
  'queue-full': { waiting: number };
  'no-turn-in-time': None;
  'late-turn': None;
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

  // No reply came, or not the whole of it.
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
  'too-many-interim-answers': None;
  'badly-packed': Cause;
  /** Null where its name is none. */
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

  // It does not know what was asked about, or does not show it.
  'no-symbol': None;
  'unknown-symbol': { symbol: string };
  'unknown-symbols': { genes: readonly UnknownGene[]; more: number };
  'unknown-symbols-of-list': { genes: number; of: number };
  /** `searchedInstead`: a partner answers for every organism, this registry searches the others that it knows. */
  'unknown-taxon': { taxonId: number; searchedInstead?: 'all' | 'others' };
  /** Null where it does not say which. */
  'unknown-ontology': { name: string | null };
  /** No names where it does not say which. */
  'unknown-ontologies': FirstNames;
  'unused-ontologies': UnknownNames;
  'unknown-terms': UnknownNames;
  'no-such-researcher': None;
  'no-such-anonymous-id': None;
  'no-such-record': None;
  'record-not-shown': None;
  'no-record': None;

  // What came is not all, or not certain.
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
  /** Null where nothing else is known. */
  'some-genes': { because: Reason | null; genes: number; of: number };
  /** Several at once, or one with `because`, the failure that it comes from. */
  limited: { reasons: readonly Reason[]; because: Reason | null };
};

export type ReasonCode = keyof ReasonParams;
type ReasonOf<Code extends ReasonCode> = { readonly code: Code; readonly params: Readonly<ReasonParams[Code]> };
export type Reason = { [Code in ReasonCode]: ReasonOf<Code> }[ReasonCode];

/**
 * A reason as far as its title says it, which is what a history holds of it. A stored one may be of another version, with a
 * code that this one has no words for.
 */
export type BriefReason = { readonly code: ReasonCode; readonly params: object };

/** Codes beside which nothing stands. */
type BareCode = { [Code in ReasonCode]: None extends ReasonParams[Code] ? Code : never }[ReasonCode];

export function reason<Code extends BareCode>(code: Code): Reason;
export function reason<Code extends ReasonCode>(code: Code, params: ReasonParams[Code]): Reason;
export function reason(code: ReasonCode, params: object = {}): Reason {
  return { code, params } as Reason;
}

/** Params that no title says: they stand in details. */
const BESIDE_TITLES: ReadonlySet<string> = new Set([
  ...['atMostSeconds', 'bytes', 'cause', 'coding', 'contentType', 'expected', 'findsNobody', 'host', 'most'],
  ...['redirects', 'requests', 'retryAfterSeconds', 'searchedInstead', 'speaksOfToken', 'status', 'waiting'],
]);

/** Its words in any language are the same. */
export function inBrief({ code, params }: BriefReason): BriefReason {
  return { code, params: Object.fromEntries(Object.entries(params).filter(([name]) => !BESIDE_TITLES.has(name))) };
}

/** Each of them once. */
export function eachReasonOnce(reasons: readonly Reason[]): readonly Reason[] {
  if (reasons.length < 2) return reasons;
  return [...new Map(reasons.map((one) => [JSON.stringify(one), one])).values()];
}

export function hasReason(reasons: readonly Reason[], code: ReasonCode): boolean {
  return reasons.some((one) => one.code === code);
}

/** Several as one; the only one as it is. @param because the failure that they come from */
export function allReasons(reasons: readonly Reason[], because: Reason | null = null): Reason {
  const [only] = reasons;
  if (only !== undefined && reasons.length === 1 && because === null) return only;
  return reason('limited', { reasons, because });
}

/** Whether the question was not put for want of a turn. */
export function isForWantOfTurn({ code }: Pick<Reason, 'code'>): boolean {
  return code === 'no-turn' || code === 'queue-full' || code === 'no-turn-in-time';
}

/** Whether the reader chose not to ask. */
export function isOmitted(reason: Pick<Reason, 'code'> | null): boolean {
  return reason?.code === 'left-out' || reason?.code === 'no-gene-listed';
}

/** More names than this make no readable sentence. */
export const MOST_NAMED = 3;

export function firstNames(names: readonly string[]): FirstNames {
  return { names: names.slice(0, MOST_NAMED), more: Math.max(0, names.length - MOST_NAMED) };
}
