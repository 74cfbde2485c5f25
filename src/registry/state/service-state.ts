/** What belongs to this service and not to the registry's data: tokens made here, requests for access, what feeds ask, the sealing key. */

import type { RequestState } from '../../domain/query/request-step.ts';

/** A token as it is kept: never the secret itself, but its hash. */
export type KeptToken = {
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
  find(hash: Uint8Array): Promise<KeptToken | undefined>;
  /** The oldest first, as in `list`. */
  ofUser(userId: number): Promise<KeptToken[]>;
  list(): Promise<KeptToken[]>;
  create(token: Omit<KeptToken, 'id' | 'lastUsedAt'>): Promise<void>;
  /**
   * Keeps when it was last accepted, unless that was later. Undefined for tokens that came with the data of a database
   * that is followed, which are administered there.
   */
  noteUse: ((id: number, at: string) => Promise<void>) | undefined;
  /** Whether there was such a token. */
  revoke(id: number): Promise<boolean>;
};

/** A request for access to an anonymised record. */
export type KeptRequest = {
  id: number;
  receivedAt: string;
  userId: number;
  /** Null for a request about a researcher, found otherwise than by a gene. */
  geneId: number | null;
  contact: string;
  reason: string;
  /** Null for one from before there were any. */
  reference: string | null;
  /** The oldest first. */
  steps: readonly KeptStep[];
};

/** What became of a request, as an administrator noted it. */
export type KeptStep = { at: string; state: RequestState; byUserId: number; note: string | null };

export type RequestStore = {
  /**
   * Deletes for good what was received before `expiry`, and keeps it under an id that none had before, unless there are
   * `most` already; tells whether it did.
   */
  keep(request: Omit<KeptRequest, 'id' | 'steps'>, expiry: string, most: number): Promise<boolean>;
  /** The newest first, `most` of them, and how many there are. */
  list(most: number): Promise<{ requests: KeptRequest[]; total: number }>;
  /** Adds what became of it, unless it has `most` already or is not there; tells whether it did. */
  addStep(id: number, step: KeptStep, most: number): Promise<boolean>;
  /** Deletes one for good, with what became of it, and tells whether it was there. */
  remove(id: number): Promise<boolean>;
};

/** Somebody whom a standing question found, by a keyed digest. */
export type KeptPerson = {
  person: Uint8Array;
  /** The key of the registry. */
  origin: string;
  cameAt: number;
};

/** A standing question, by a keyed digest of it. Times are in seconds since 1970. */
export type KeptQuestion = {
  lastReadAt: number;
  /** When what it finds last changed. */
  changedAt: number;
  /** A keyed digest of what it found. */
  content: Uint8Array;
  people: readonly KeptPerson[];
};

/** What a read of a standing question found to be different. */
export type QuestionChange = Omit<KeptQuestion, 'people'> & {
  came: readonly KeptPerson[];
  gone: readonly Uint8Array[];
};

export type QuestionBounds = {
  most: number;
  /** Those last read before are dropped for good. */
  readSince: number;
  /** One that was read for a shorter time is passing: where there is no room, the one of these read longest ago makes it. */
  passingSeconds: number;
};

export type StandingQuestionStore = {
  find(question: Uint8Array): Promise<KeptQuestion | undefined>;
  /** Keeps a question from now on, where there is room or it is kept already; tells whether it is kept. */
  begin(question: Uint8Array, at: number, bounds: QuestionBounds): Promise<boolean>;
  /** Somebody who is kept already keeps the time at which they came. */
  change(question: Uint8Array, change: QuestionChange): Promise<void>;
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
  standingQuestions: StandingQuestionStore;
  /** When an operator last said that people whom the followed database lacks have left. */
  missingConfirmedAt(): Promise<Date | undefined>;
  confirmMissing(at: Date): Promise<void>;
  /** 32 bytes for anonymous ids, made at the first call. */
  anonymousIdKey(): Promise<Uint8Array>;
};
