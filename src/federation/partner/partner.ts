/** What belongs to one partner alone. */

import type { CircuitBreaker } from './circuit-breaker.ts';
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
  /** How long a reader waits for it, and how long one question may take there. */
  timeoutMs: number;
  /** Without a single byte. */
  readTimeoutMs: number;
  client: PartnerClient;
  discovery: VersionDiscovery;
  circuitBreaker: CircuitBreaker;
  history: PartnerHistory;
  notes: PartnerNotes;
  token: TokenState;
};

/** What has become of our search token at the partner; the token itself is known to the client alone. */
export type TokenState = { isConfigured: boolean; wasRefused: boolean; restsUntilMs: number };

/** Called with what somebody has to mend here or there; no secret is in it. */
export type ReportToAdministrator = (partnerKey: string, what: string, level: 'error' | 'warn') => void;
