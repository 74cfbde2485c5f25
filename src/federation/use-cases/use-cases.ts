/** The federated questions of the API, the pages and the exports. They take sources, viewer and signal, and know nothing of HTTP. */

import type { Source } from '../../domain/federation/source.ts';
import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { AskList } from '../ask-list.ts';
import type { FanOut } from '../fan-out.ts';
import type { Signer } from '../signer.ts';
import { federatedBatch, type LookUpText } from './federated-batch.ts';
import { federatedCoverage } from './federated-coverage.ts';
import { federatedListing } from './federated-listing.ts';
import { federatedStatistics, federatedTerms } from './federated-overview.ts';
import { planner } from './federated-plan.ts';
import { federatedSearch, wholeSearch } from './federated-search.ts';
import { partFor, seenFanOut, seenList } from './public-times.ts';
import { recordAtOrigin } from './record-at-origin.ts';

export type UseCases = ReturnType<typeof useCases>;

type Options = {
  /** Returns every registry that can be queried at present, this one first. */
  sources: () => readonly Source[];
  fanOut: FanOut;
  askList: AskList;
  /** Seals cursors. */
  signer: Signer;
  resolveGene: ResolveGene;
  resolveText: LookUpText;
  /** How long a search may take. */
  searchTimeoutMs: number;
  /** Returns milliseconds since 1970. */
  now: () => number;
};

export function useCases(given: Options) {
  const { sources, fanOut, askList, signer, resolveGene, now } = given;
  const seen = partFor(now);
  const plan = planner({ sources, fanOut: seenFanOut(fanOut, seen) });
  const options = { sources, plan, signer, resolveGene };
  return {
    federatedSearch: federatedSearch(options),
    wholeSearch: wholeSearch(options),
    federatedListing: federatedListing(options),
    federatedStatistics: federatedStatistics(options),
    federatedTerms: federatedTerms(options),
    federatedCoverage: federatedCoverage(options),
    federatedBatch: federatedBatch({ ...given, askList: seenList(askList, seen), seen }),
    recordAtOrigin: recordAtOrigin(sources),
  };
}
