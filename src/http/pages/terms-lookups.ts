/** Looks up which registries know the terms of a search, at the same time as the search and within its time limit. */

import { RegistryError } from '../../domain/errors.ts';
import { parseTermsQuery } from '../../domain/federation/federated-query.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { lookUpTerms, type TermsLookup } from '../../web/parts/people/unknown-terms.ts';

type TermsLookupsOptions = Pick<UseCases, 'federatedTerms'> & { reportFault: (error: unknown) => void };

/** Looks up the terms. It never rejects: a failed lookup is part of the result. */
export function termsLookups(
  params: URLSearchParams,
  signal: AbortSignal,
  { federatedTerms, reportFault }: TermsLookupsOptions,
): Promise<TermsLookup[]> {
  return lookUpTerms(params, async ({ ontologyName, params: termsParams }) => {
    try {
      const collected = await federatedTerms(
        parseTermsQuery(ontologyName, termsParams),
        PUBLIC_VIEWER,
        signal,
      ).collect();
      return collected?.answer;
    } catch (error) {
      if (!(error instanceof RegistryError)) reportFault(error);
      throw error;
    }
  });
}
