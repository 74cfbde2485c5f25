/** What belongs to this service and not to the registry's data: tokens made here, requests for access, what feeds and messages ask, the sealing key. */

import type { AnswerLanguage } from '../../domain/contact/access-form.ts';
import type { DueMessage, PersonEvent } from '../../domain/contact/request-events.ts';
import type { RequestAnswer, RequestState } from '../../domain/contact/request-step.ts';
import type { StoredCoverage } from '../../domain/federation/feed-coverage.ts';
import type { DuePeopleStore } from './due-people-store.ts';
import type { SubscriptionStore } from './subscription-store.ts';

/** A token as it is stored: never the secret itself, but its hash. */
export type StoredToken = {
  id: number;
  userId: number;
  /** Of the account when the token was made here; null for one that came with the data. */
  email: string | null;
  hash: Uint8Array;
  label: string | null;
  createdAt: string;
  expiresAt: string;
  /** The beginning of the hour in which it was last accepted. */
  lastUsedAt: string | null;
};

export type TokenStore = {
  find(hash: Uint8Array): Promise<StoredToken | undefined>;
  /** The oldest first, as in `list`. */
  ofUser(userId: number): Promise<StoredToken[]>;
  list(): Promise<StoredToken[]>;
  create(token: Omit<StoredToken, 'id' | 'lastUsedAt'>): Promise<void>;
  /**
   * Keeps when it was last accepted, unless that was later. Undefined for tokens that came with the data of a database
   * that is followed, which are administered there.
   */
  noteUse: ((id: number, at: string) => Promise<void>) | undefined;
  /** Whether there was such a token. */
  revoke(id: number): Promise<boolean>;
};

/** A request for access to an anonymised record. */
export type StoredRequest = {
  id: number;
  receivedAt: string;
  userId: number;
  /** Null for a request about a researcher, found otherwise than by a gene. */
  geneId: number | null;
  contact: string;
  reason: string;
  /** Null for one from before there were any, as is what follows. */
  reference: string | null;
  name: string | null;
  organisation: string | null;
  language: AnswerLanguage | null;
  /** Opens the page of the request; 16 bytes. */
  pageKey: Uint8Array | null;
  /** Until when the address is to be confirmed; null where no message was to be sent. */
  confirmBy: string | null;
  confirmedAt: string | null;
  /** The oldest first. */
  steps: readonly StoredStep[];
};

export type StepState = RequestState | PersonEvent;

/** What became of a request, as somebody noted it, and what its sender is shown. */
export type StoredStep = {
  at: string;
  state: StepState;
  /** The administrator, or the person whom it is about; null for what this service did by itself. */
  byUserId: number | null;
  note: string | null;
  answer: RequestAnswer | null;
};

export type NewStep = StoredStep & {
  /** What no other step of the request may be, in at most 32 characters; null for what may come again. */
  once: string | null;
};

export type NewRequest = Omit<StoredRequest, 'id' | 'steps' | 'confirmedAt'> & {
  /** When somebody else may send the message about it; null where none is to be sent. */
  messageDueAt: string | null;
};

export type RequestBounds = {
  /** What was received before is dropped for good. */
  expiry: string;
  /** In all. */
  most: number;
  /** To one mailbox, of those received since, in ms since 1970, and of those that still wait to be confirmed. */
  since: number;
  mostOfAddress: number;
  mostUnconfirmed: number;
  /** One with its page key, or with this one, is equal to it, where it was received since, in ms since 1970. */
  otherPageKey: Uint8Array;
  equalSince: number;
};

/** The id of a request that is stored now, the equal one that was stored before, or why it is not. */
export type Stored = number | Omit<StoredRequest, 'steps'> | 'full' | 'address-full';

export type RequestStore = {
  /**
   * Drops for good what has expired and what was not confirmed in time, and keeps it under an id that none had before, within
   * the bounds: once, whichever processes an equal one comes to.
   */
  keep(request: NewRequest, bounds: RequestBounds): Promise<Stored>;
  /** Drops for good what was received before a moment, and what was not confirmed until now, as `keep` does. */
  dropEnded(expiry: string, now: string): Promise<void>;
  find(id: number): Promise<StoredRequest | undefined>;
  /** Notes that the address is confirmed, and when a message about that is due; answers whether it was not before. */
  confirm(id: number, at: string, messageDueAt: string): Promise<boolean>;
  /** Drops for good one whose address was never confirmed and of which nothing was noted; answers whether it did. */
  discard(id: number): Promise<boolean>;
  /** Whether this message is still to be sent: nobody has sent it, and nothing has ended it. */
  isMessageDue(id: number, message: DueMessage): Promise<boolean>;
  /** The message is sent: none is due, but where the address was confirmed meanwhile, which another message is due about. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /** Those whose message is due now, each of which is due again at `next`: nobody else is answered them until then. */
  claimDue(now: string, next: string, most: number): Promise<StoredRequest[]>;
  /** The newest first, `most` of them, and how many there are. */
  list(most: number): Promise<{ requests: StoredRequest[]; total: number }>;
  /** Those of one person that were forwarded by message and received since, at most `most`, the oldest first. */
  forwardedTo(userId: number, since: string, most: number): Promise<StoredRequest[]>;
  /** About whom requests were forwarded by message that were received since. */
  forwardedPeople(since: string): Promise<number[]>;
  /** Adds what became of it, unless it has `most` already, has it already or is not there; answers whether it did. */
  addStep(id: number, step: NewStep, most: number): Promise<boolean>;
  /** Adds what this service did with several in one message: to all that are there, however many steps they have, or to none. */
  addToAll(ids: readonly number[], step: NewStep): Promise<void>;
  /** Deletes one for good, with what became of it, and answers whether it was there. */
  remove(id: number): Promise<boolean>;
};

/** Somebody whom a standing question found, by a keyed digest. */
type StoredPerson = {
  person: Uint8Array;
  /** The key of the registry. */
  origin: string;
  cameAt: number;
};

/** A standing question, by a keyed digest of it. Times are in seconds since 1970. */
export type StoredQuestion = {
  firstReadAt: number;
  lastReadAt: number;
  /** When what it finds last changed. */
  changedAt: number;
  /** A keyed digest of what it found. */
  content: Uint8Array;
  /** Whether it is asked without a reader. */
  isRepeated: boolean;
  /** Undefined where nobody has looked yet. */
  coverage: StoredCoverage | undefined;
  people: readonly StoredPerson[];
};

/** What a read of a standing question found to be different. */
type QuestionChange = Omit<StoredQuestion, 'people' | 'firstReadAt' | 'isRepeated'> & {
  came: readonly StoredPerson[];
  gone: readonly Uint8Array[];
};

type QuestionBounds = {
  most: number;
  /** Those last read before are dropped for good. */
  readSince: number;
  /** One that was read for a shorter time is passing: where there is no room, the one of these read longest ago makes it. */
  passingSeconds: number;
};

export type StandingQuestionStore = {
  find(question: Uint8Array): Promise<StoredQuestion | undefined>;
  /** Stores a question from now on, where there is room or it is stored already; answers whether it is stored. */
  begin(question: Uint8Array, at: number, bounds: QuestionBounds): Promise<boolean>;
  /** Somebody who is stored already keeps the time at which they came. */
  change(question: Uint8Array, change: QuestionChange): Promise<void>;
  /** From now on it is asked without a reader, each day at a second of it; nothing changes where it is so already. */
  askAgain(question: Uint8Array, repeated: RepeatedQuestion, due: { day: number; secondOfDay: number }): Promise<void>;
  /**
   * One that is due at this moment and was read since `readSince`: it is due again on the day after, so that nobody else asks
   * it on this one. `taken` where another process took it; undefined where none is due.
   */
  claim(moment: { day: number; second: number }, readSince: number): Promise<RepeatedQuestion | 'taken' | undefined>;
  /** It was asked on the day before this one. */
  notDueBefore(question: Uint8Array, day: number): Promise<void>;
};

/** A question as it can be asked again. */
export type RepeatedQuestion = {
  kind: 'genes' | 'users';
  /** Its parameters, as an address holds them. */
  search: string;
};

/** Short texts by name; changed at once by several, one of them succeeds. */
export type SettingStore = {
  find(name: string): Promise<string | undefined>;
  /**
   * Replaces what stood there, answers whether it did, and changes nothing where something else stands.
   *
   * @param before undefined where nothing stood there
   * @param after at most 255 characters of ASCII; undefined deletes it
   */
  change(name: string, before: string | undefined, after: string | undefined): Promise<boolean>;
};

/** Its methods throw `state-unavailable` where it is kept on another server, and that cannot be reached. */
export type ServiceState = {
  /**
   * Makes sure that it can be used. A server that does not answer may do so later.
   *
   * @throws UnusableState for what can never be used
   */
  prepare(): Promise<void>;
  tokens: TokenStore;
  requests: RequestStore;
  duePeople: DuePeopleStore;
  standingQuestions: StandingQuestionStore;
  subscriptions: SubscriptionStore;
  settings: SettingStore;
  /** When an operator last said that people whom the followed database lacks have left. */
  missingConfirmedAt(): Promise<Date | undefined>;
  confirmMissing(at: Date): Promise<void>;
  /** 32 bytes for anonymous ids, made at the first call. */
  anonymousIdKey(): Promise<Uint8Array>;
};
