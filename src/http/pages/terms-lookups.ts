/** Which registries know the terms of a search, asked while they are searched, and bounded by the same time. */

import type { FederatedTermsAnswer } from '../../client/federated-answers.ts';
import { RegistryError } from '../../domain/errors.ts';
import { lookUpTerms, type TermsLookup } from '../../web/parts/unknown-terms.ts';
import type { ReportFault } from '../reply/error-reply.ts';
import type { Answers } from './page-answers.ts';

type TermsLookupsOptions = { answers: Answers; reportFault: ReportFault };

const PATH = '/ontologies/:ontologyName/terms';

/** Never rejects: where nobody can be asked, the lookup tells so. */
export function termsLookups(
  params: URLSearchParams,
  signal: AbortSignal,
  { answers, reportFault }: TermsLookupsOptions,
): Promise<TermsLookup[]> {
  return lookUpTerms(params, async ({ ontologyName, params: asked }) => {
    try {
      return (await answers(PATH, asked, { params: { ontologyName } }, signal)) as FederatedTermsAnswer;
    } catch (error) {
      if (!(error instanceof RegistryError)) reportFault(error, { method: 'GET', path: PATH });
      throw error;
    }
  });
}
