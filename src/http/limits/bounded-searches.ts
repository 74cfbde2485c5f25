/** Bounds how many questions to all registries are under way at once: each has a place from its plan to its last part. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FederatedPlan } from '../../federation/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { Limits } from './limits.ts';
import type { SearchPlaces } from './search-places.ts';

type Bounds = { places: Pick<SearchPlaces, 'check' | 'enter'>; reserve: Limits['reserve'] };

/**
 * Returns the same use cases, whose plans throw `too-many-searches` before any registry is asked if there is no place.
 * Lists of genes have places of their own, and a single record is asked of one registry only.
 */
export function boundedSearches<Network extends UseCases>(network: Network, bounds: Bounds): Network {
  const { federatedSearch, wholeSearch, federatedListing, federatedStatistics, federatedTerms, federatedCoverage } =
    network;
  const bounded: Omit<UseCases, 'federatedBatch' | 'recordAtOrigin'> = {
    federatedSearch: (...args) => inPlace(() => federatedSearch(...args), bounds),
    wholeSearch: (...args) => inPlace(() => wholeSearch(...args), bounds),
    federatedListing: (...args) => inPlace(() => federatedListing(...args), bounds),
    federatedStatistics: (...args) => inPlace(() => federatedStatistics(...args), bounds),
    federatedTerms: (...args) => inPlace(() => federatedTerms(...args), bounds),
    federatedCoverage: async (...args) => {
      bounds.places.check();
      return heldPlace(await federatedCoverage(...args), bounds);
    },
  };
  return { ...network, ...bounded };
}

/** Checks for a place before the plan is made, as a plan costs more than a refusal. */
function inPlace<Answer>(make: () => FederatedPlan<Answer>, bounds: Bounds): FederatedPlan<Answer> {
  bounds.places.check();
  return heldPlace(make(), bounds);
}

function heldPlace<Answer>(plan: FederatedPlan<Answer>, { places, reserve }: Bounds): FederatedPlan<Answer> {
  return {
    ...plan,
    async collect(onPart) {
      let place = places.enter();
      /** Gives the place back while the reader takes a part, so that slow readers hold no places. */
      const outside = async (part: Part) => {
        place[Symbol.dispose]();
        await onPart?.(part);
        place = places.enter();
      };
      try {
        const collected = await plan.collect(onPart && outside);
        // The records of this registry were counted before they were read.
        for (const { origin, records } of collected?.parts ?? []) {
          if (origin.key !== LOCAL_ORIGIN) reserve(records.length, 0);
        }
        return collected;
      } finally {
        place[Symbol.dispose]();
      }
    },
  };
}
