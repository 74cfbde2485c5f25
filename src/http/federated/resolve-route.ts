/**
 * Makes the route that looks up what a text means in the reference data here: no partner is asked and no person
 * searched for. A text that may be about a patient is sent in a body (`POST`), and does not appear in addresses, logs
 * or metrics.
 */

import { parseResolveBody, parseResolveQuestion, type ResolveQuestion } from '../../domain/resolve/candidate.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { PlainRoute } from './federated-route.ts';

export function resolveRoute(resolveText: LocalRegistry['resolveText']): PlainRoute {
  const resolved = async ({ text, limit }: ResolveQuestion) => JSON.stringify(await resolveText(text, limit));
  return {
    path: '/resolve',
    parameters: ['text', 'limit'],
    answer: async ({ context: { params } }) => resolved(parseResolveQuestion(params)),
    answerBody: async (body) => resolved(parseResolveBody(body)),
  };
}
