/** What belongs to this service and not to the registry's data: tokens made here, requests for access, the sealing key. */

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
};

export type TokenStore = {
  find(hash: Uint8Array): Promise<KeptToken | undefined>;
  /** The oldest first, as in `list`. */
  ofUser(userId: number): Promise<KeptToken[]>;
  list(): Promise<KeptToken[]>;
  create(token: Omit<KeptToken, 'id'>): Promise<void>;
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
};

export type RequestStore = {
  /** Keeps it under an id that none had before, and deletes for good what was received before `expiry`. */
  keep(request: Omit<KeptRequest, 'id'>, expiry: string): Promise<void>;
  /** The newest first, `most` of them, and how many there are. */
  list(most: number): Promise<{ requests: KeptRequest[]; total: number }>;
  /** Deletes one for good, and tells whether it was there. */
  remove(id: number): Promise<boolean>;
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
  /** 32 bytes for anonymous ids, made at the first call. */
  anonymousIdKey(): Promise<Uint8Array>;
};
