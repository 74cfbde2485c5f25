/** The partners of a registry without the registry. */

import { openFederation } from '../../../src/federation/federation.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import { CHECKS } from '../../domain/sanitize/example-partner-records.ts';
import { oneClock } from './one-clock.ts';

type Options = Parameters<typeof openFederation>[0];

/** What a test does not say is as in a registry of nobody, in a process alone; a fault is thrown. */
export function openTestFederation(
  options: Pick<Options, 'partners'> & Partial<Options>,
): ReturnType<typeof openFederation> {
  return openFederation({
    sourceTypes: { rdp: RDP },
    store: new Map(),
    ...{ freshSeconds: 120, staleSeconds: 86_400, searchTimeoutMs: 15_000 },
    sanitize: { checks: CHECKS, taxonOrdering: () => null },
    registryUrl: 'https://registry.example.org',
    resolveGene: async () => [],
    taxa: async () => [],
    unknownOrgans: async () => [],
    userAgent: 'isearch-proxy/0.0.0 (test)',
    ending: new AbortController().signal,
    clock: oneClock(Date.now),
    reportToAdministrator: () => undefined,
    reportFault: (error) => {
      throw error;
    },
    ...options,
  });
}
