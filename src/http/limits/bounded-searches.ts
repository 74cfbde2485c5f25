/** What is asked of many registries at once, each question in a place of its own from its plan to its last part. */

import type { Part } from '../../domain/federation/federated-answer.ts';
import type { FederatedPlan } from '../../federation/use-cases/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import type { SearchPlaces } from './search-places.ts';

type Places = Pick<SearchPlaces, 'check' | 'enter'>;

/**
 * The same network. Its plans throw `too-many-searches` when there is no place, before anybody is asked. Lists of genes
 * have places of their own, and a single record is asked of one registry.
 */
export function boundedSearches<Network extends UseCases>(network: Network, places: Places): Network {
  const { federatedSearch, wholeSearch, federatedListing, federatedStatistics, federatedTerms, federatedCoverage } =
    network;
  const bounded: Omit<UseCases, 'federatedBatch' | 'recordAtOrigin'> = {
    federatedSearch: (...asked) => inPlace(() => federatedSearch(...asked), places),
    wholeSearch: (...asked) => inPlace(() => wholeSearch(...asked), places),
    federatedListing: (...asked) => inPlace(() => federatedListing(...asked), places),
    federatedStatistics: (...asked) => inPlace(() => federatedStatistics(...asked), places),
    federatedTerms: (...asked) => inPlace(() => federatedTerms(...asked), places),
    federatedCoverage: async (...asked) => {
      places.check();
      return heldPlace(await federatedCoverage(...asked), places);
    },
  };
  return { ...network, ...bounded };
}

/** Planning costs more than refusing. */
function inPlace<Answer>(make: () => FederatedPlan<Answer>, places: Places): FederatedPlan<Answer> {
  places.check();
  return heldPlace(make(), places);
}

function heldPlace<Answer>(plan: FederatedPlan<Answer>, { enter }: Places): FederatedPlan<Answer> {
  return {
    ...plan,
    async gather(onPart) {
      let place = enter();
      /** Whoever reads slowly keeps no place. */
      const outside = async (part: Part) => {
        place[Symbol.dispose]();
        await onPart?.(part);
        place = enter();
      };
      try {
        return await plan.gather(onPart && outside);
      } finally {
        place[Symbol.dispose]();
      }
    },
  };
}
