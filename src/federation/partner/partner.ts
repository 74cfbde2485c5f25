/** A partner as the parts of this folder know it. */

import type { SourceAnswer } from '../../domain/federation/source.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { PartnerClient } from './partner-client.ts';
import type { PartnerHistory } from './partner-history.ts';
import type { PartnerQuery } from './query-partner.ts';
import type { VersionDiscovery } from './version-discovery.ts';

/** What belongs to one partner alone. */
export type Partner = {
  key: string;
  name: string;
  url: string;
  readTimeoutMs: number;
  client: PartnerClient;
  discovery: VersionDiscovery;
  circuitBreaker: CircuitBreaker;
  history: PartnerHistory;
  /** What has become of our search token there; the token itself is known to the line alone. */
  token: { isConfigured: boolean; wasRefused: boolean; restsUntilMs: number };
};

export type PartnerOptions = Pick<PartnerQuery, 'resolveGene' | 'taxa'> & {
  sanitize: Omit<PartnerQuery['sanitize'], 'signature'>;
  cache: AnswerCache<SourceAnswer>;
  /** How long a reader waits for one partner. */
  partnerTimeoutMs: number;
  /** In milliseconds. */
  now: () => number;
  /** Told of what somebody has to mend here or there; no secret is in it. */
  tellAdministrator: (partnerKey: string, what: string, level: 'error' | 'warn') => void;
  reportFault: (error: unknown, about: { partner: string }) => void;
};

/** What is asked with the search token is one class, everything else another; answers of one never serve the other. */
export type Credential = 'token' | 'none';
