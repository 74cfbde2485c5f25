/**
 * The state of this service, apart from the registry's data: tokens, requests for access, questions of feeds and mail,
 * the audit log, keys.
 */

import type { AnswerLanguage } from '../../domain/contact/access-form.ts';
import type { DueMessage, PersonEvent } from '../../domain/contact/request-events.ts';
import type { RequestAnswer, RequestState } from '../../domain/contact/request-step.ts';
import type { StoredCoverage } from '../../domain/federation/feed.ts';
import type { AuditStore } from './audit-store.ts';
import type { SubscriptionStore } from './subscription-store.ts';

/** A stored token: its hash, never the secret itself. */
export type StoredToken = {
  id: number;
  userId: number;
  /** The address of the account when the token was made here; null for a token that came with the data. */
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
  /** Returns the tokens of a user, the oldest first, as in `list`. */
  ofUser(userId: number): Promise<StoredToken[]>;
  list(): Promise<StoredToken[]>;
  create(token: Omit<StoredToken, 'id' | 'lastUsedAt'>): Promise<void>;
  /**
   * Stores when a token was last accepted, unless a later time is stored. Undefined for tokens that came with the data of
   * a followed database, because those are administered there.
   */
  noteUse: ((id: number, at: string) => Promise<void>) | undefined;
  /** Deletes a token and returns whether it existed. */
  revoke(id: number): Promise<boolean>;
};

/** A request for access to an anonymised record. */
export type StoredRequest = {
  id: number;
  receivedAt: string;
  userId: number;
  /** Null for a request about a researcher that was not found by a gene. */
  geneId: number | null;
  contact: string;
  reason: string;
  /** Null for a request from a release without references; such a request also has null in the members below. */
  reference: string | null;
  name: string | null;
  organisation: string | null;
  language: AnswerLanguage | null;
  /** The secret in the link to the page of the request; 16 bytes. */
  pageKey: Uint8Array | null;
  /** Until when the address has to be confirmed; null if no confirmation message was to be sent. */
  confirmBy: string | null;
  confirmedAt: string | null;
  /** The steps, the oldest first. */
  steps: readonly StoredStep[];
};

export type StepState = RequestState | PersonEvent;

/** One step of a request: its state, a note, and the answer that the sender sees. */
export type StoredStep = {
  at: string;
  state: StepState;
  /** The administrator, or the person that the request is about; null for what this service did by itself. */
  byUserId: number | null;
  note: string | null;
  answer: RequestAnswer | null;
};

export type NewStep = StoredStep & {
  /** A key that no other step of the request may have, of at most 32 characters; null for a step that may be repeated. */
  once: string | null;
};

export type NewRequest = Omit<StoredRequest, 'id' | 'steps' | 'confirmedAt'> & {
  /** When another process may send the message about the request; null if none is to be sent. */
  messageDueAt: string | null;
};

export type RequestBounds = {
  /** Requests that were received before are deleted. */
  expiry: string;
  /** The largest number of all requests. */
  most: number;
  /** Bounds of one mailbox: how many requests since this time, in ms since 1970, and how many unconfirmed ones. */
  since: number;
  mostOfAddress: number;
  mostUnconfirmed: number;
  /**
   * A stored request is equal to the new one if it has its page key or this key, and came after `equalSince`, in ms
   * since 1970.
   */
  otherPageKey: Uint8Array;
  equalSince: number;
};

/** The id of the stored request, an equal request that was stored before, or the bound that prevents storing. */
export type Stored = number | Omit<StoredRequest, 'steps'> | 'full' | 'address-full';

export type RequestStore = {
  /**
   * Deletes expired requests and those not confirmed in time, then stores the request within the bounds, under an id that
   * was never used. An equal request is stored once, even if several processes receive it.
   */
  keep(request: NewRequest, bounds: RequestBounds): Promise<Stored>;
  /** Deletes requests that were received before `expiry`, and those that were not confirmed in time at `now`. */
  dropEnded(expiry: string, now: string): Promise<void>;
  find(id: number): Promise<StoredRequest | undefined>;
  /**
   * Notes that the address is confirmed, and when a message about it is due. Returns false if it was confirmed before,
   * or too late.
   */
  confirm(id: number, at: string, messageDueAt: string): Promise<boolean>;
  /** Deletes a request whose address was never confirmed and that has no steps; returns whether it did. */
  discard(id: number): Promise<boolean>;
  /** Whether this message is still to be sent. */
  isMessageDue(id: number, message: DueMessage): Promise<boolean>;
  /** Notes that a message is sent; if the address was confirmed meanwhile, the message about that stays due. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /** Claims requests with a due message, except those below. They are due again at `next`, and no other process gets them until then. */
  claimDue(now: string, next: string, most: number): Promise<StoredRequest[]>;
  /** Claims requests, with their steps, whose sender is to learn by message that they are accepted. */
  claimAccepted(now: string, next: string, most: number): Promise<StoredRequest[]>;
  /** Returns the newest `most` requests, the newest first, and the number of all. */
  list(most: number): Promise<{ requests: StoredRequest[]; total: number }>;
  /** Returns at most `most` requests that were forwarded to one person and received since, the oldest first. */
  forwardedTo(userId: number, since: string, most: number): Promise<StoredRequest[]>;
  /** Returns the ids of the people to whom requests that were received since have been forwarded. */
  forwardedPeople(since: string): Promise<number[]>;
  /**
   * Adds a step and returns true, unless the request does not exist, has `most` steps or fewer than `least`, or has a
   * step with the same `once`. If the step accepts a request with a confirmed address, a message to its sender is due.
   * After any other step of an administrator or the person, none is.
   */
  addStep(id: number, step: NewStep, most: number, least?: number): Promise<boolean>;
  /** Adds the same step to all existing requests, however many steps they have; it adds to all of them or to none. */
  addToAll(ids: readonly number[], step: NewStep): Promise<void>;
  /** Deletes a request with its steps and returns whether it existed. */
  remove(id: number): Promise<boolean>;
};

/** A person that the question of a feed found, as a keyed digest. */
type StoredPerson = {
  person: Uint8Array;
  /** The key of the registry. */
  origin: string;
  cameAt: number;
};

/** The question of a feed, known by a keyed digest. Times are in seconds since 1970. */
export type StoredQuestion = {
  firstReadAt: number;
  lastReadAt: number;
  /** When its answer last changed. */
  changedAt: number;
  /** A keyed digest of its answer. */
  content: Uint8Array;
  /** Whether it is run again without a reader. */
  isRepeated: boolean;
  /** Undefined until an answer has been noted. */
  coverage: StoredCoverage | undefined;
  people: readonly StoredPerson[];
};

/** The changes that one answer to the question of a feed brings. */
type QuestionChange = Omit<StoredQuestion, 'people' | 'firstReadAt' | 'isRepeated'> & {
  came: readonly StoredPerson[];
  gone: readonly Uint8Array[];
};

type QuestionBounds = {
  most: number;
  /** The largest number of questions that were first read from one network. */
  mostOfNetwork: number;
  /** Questions that were last read before are deleted. */
  readSince: number;
  /**
   * A question that was read for a shorter time is passing. If there is no room, the passing one with the oldest read
   * is deleted; if the network has no room, one of that network.
   */
  passingSeconds: number;
};

export type FeedQuestionStore = {
  find(question: Uint8Array): Promise<StoredQuestion | undefined>;
  /**
   * Stores a question if there is room; returns whether it is stored now.
   *
   * @param question.network a keyed digest of where it is read
   */
  begin(question: { question: Uint8Array; network: Uint8Array }, at: number, bounds: QuestionBounds): Promise<boolean>;
  /** Stores changes. The time of arrival of a stored person is unchanged. */
  change(question: Uint8Array, change: QuestionChange): Promise<void>;
  /** Runs the question without a reader from now on, each day at one second; no effect if it does so already. */
  askAgain(question: Uint8Array, repeated: RepeatedQuestion, due: { day: number; secondOfDay: number }): Promise<void>;
  /**
   * Claims a question that is due at this moment and was read since `readSince`. It is due again on the next day, so that no
   * other process runs it today. `taken` if another process has just claimed it; undefined if none is due.
   */
  claim(moment: { day: number; second: number }, readSince: number): Promise<RepeatedQuestion | 'taken' | undefined>;
  /** Makes a question not due before a day. */
  notDueBefore(question: Uint8Array, day: number): Promise<void>;
};

/** A question with all that is needed to run it again. */
export type RepeatedQuestion = {
  kind: 'genes' | 'users';
  /** Its parameters, as in the query part of a URL. */
  search: string;
};

/** A bound on how often something is done within an hour. */
export type UseBound = {
  /** The name of the counter; at most 32 characters of ASCII. */
  name: string;
  mostOfCaller: number;
  mostInAll: number;
};

/** Counts uses of all processes and instances together. */
export type UseStore = {
  /**
   * Counts a use at this moment, if there is room; else returns since when the oldest use has been counted that has to end
   * first. Uses of an hour ago and more are deleted, and so are those of a clock that was ahead. Times are in milliseconds.
   *
   * @param caller a keyed digest
   */
  take(bound: UseBound, caller: Uint8Array, nowMs: number): Promise<'taken' | { oldestAtMs: number }>;
};

/** Short texts by name. If several processes change one at once, only one of them succeeds. */
export type SettingStore = {
  find(name: string): Promise<string | undefined>;
  /**
   * Replaces a text that still equals `before`, and returns whether it did.
   *
   * @param before undefined if none is expected
   * @param after at most 255 characters of ASCII; undefined deletes it
   */
  change(name: string, before: string | undefined, after: string | undefined): Promise<boolean>;
};

/** Its methods throw `state-unavailable` if the state is on another server that cannot be reached. */
export type ServiceState = {
  /**
   * Prepares the state for use. A server that does not answer is no error, because it may answer later.
   *
   * @throws UnusableState if the state can never be used
   */
  prepare(): Promise<void>;
  tokens: TokenStore;
  requests: RequestStore;
  duePeople: DuePeopleStore;
  feedQuestions: FeedQuestionStore;
  subscriptions: SubscriptionStore;
  uses: UseStore;
  auditLog: AuditStore;
  settings: SettingStore;
  /** Returns when an operator last confirmed that people who are missing in the followed database have left. */
  missingConfirmedAt(): Promise<Date | undefined>;
  confirmMissing(at: Date): Promise<void>;
  /** Returns the 32 bytes for anonymous ids, which the first call creates. */
  anonymousIdKey(): Promise<Uint8Array>;
};

/** When the requests about a person are looked at again, and which of several instances does it. */

/** A person whose requests this instance alone handles, until a moment. */
export type ClaimedPerson = { userId: number; until: string };

/** Moments are texts as `Date.toISOString` writes them. */
export type DuePeopleStore = {
  /** Notes that the requests about a person are due at a moment; an earlier moment that is stored stays. */
  lookAt(userId: number, at: string): Promise<void>;
  /** Makes a due person due earlier, because something happened to a request. */
  lookSooner(userId: number, at: string): Promise<void>;
  /** Claims one person who is due and whom no other instance has; the claim ends at `until` if it is not settled. */
  claim(now: string, until: string): Promise<ClaimedPerson | undefined>;
  /** Ends a claim. The person is due again at `nextAt`, or at what {@link lookAt} was given meanwhile; null for never. */
  settle(claimed: ClaimedPerson, nextAt: string | null): Promise<void>;
};
