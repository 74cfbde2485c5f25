/** The parts of one partner. */

import type { CircuitBreaker } from './circuit-breaker.ts';
import type { KindBreakers } from './partner-breakers.ts';
import type { PartnerClient } from './partner-client.ts';
import type { PartnerHistory } from './partner-history.ts';
import type { PartnerNotes } from './partner-notes.ts';
import type { SourceType } from './source-type.ts';
import type { VersionDiscovery } from './version-discovery.ts';

export type Partner = {
  key: string;
  name: string;
  url: string;
  type: SourceType;
  /** How long a caller waits for the partner, and how long one question may take there, in milliseconds. */
  timeoutMs: number;
  /** How long a request may be without a byte, in milliseconds. */
  readTimeoutMs: number;
  client: PartnerClient;
  discovery: VersionDiscovery;
  /** For failures of the whole partner. */
  circuitBreaker: CircuitBreaker;
  /** For failures of one kind of question. */
  kinds: KindBreakers;
  history: PartnerHistory;
  notes: PartnerNotes;
  token: TokenState;
};

/** The state of the search token at the partner; the token itself is in the client only. */
export type TokenState = { isConfigured: boolean; wasRefused: boolean; suspendedUntilMs: number };

/**
 * Called with problems of one partner that somebody has to correct here or there, and, as `info`, when one has passed; the
 * text contains no secret.
 */
export type ReportOfPartner = (what: string, level: 'error' | 'warn' | 'info') => void;
/** The same for any partner, by its key. */
export type ReportToAdministrator = (partnerKey: string, ...report: Parameters<ReportOfPartner>) => void;
