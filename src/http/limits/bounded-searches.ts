/** What is asked of many registries at once, each question in a place of its own from its plan to its last part. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FederatedPlan } from '../../federation/use-cases/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import type { Limits } from './limits.ts';
import type { SearchPlaces } from './search-places.ts';

type Bounds = { places: Pick<SearchPlaces, 'check' | 'enter'>; reserve: Limits['reserve'] };

/**
 * The same network. Its plans throw `too-many-searches` when there is no place, before anybody is asked. Lists of genes
 * have places of their own, and a single record is asked of one registry.
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

/** Planning costs more than refusing. */
function inPlace<Answer>(make: () => FederatedPlan<Answer>, bounds: Bounds): FederatedPlan<Answer> {
  bounds.places.check();
  return heldPlace(make(), bounds);
}

function heldPlace<Answer>(plan: FederatedPlan<Answer>, { places, reserve }: Bounds): FederatedPlan<Answer> {
  return {
    ...plan,
    async collect(onPart) {
      let place = places.enter();
      /** Whoever reads slowly keeps no place. */
      const outside = async (part: Part) => {
        place[Symbol.dispose]();
        await onPart?.(part);
        place = places.enter();
      };
      try {
        const collected = await plan.collect(onPart && outside);
        // Those of this registry were counted before they were read.
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
