/**
 * What a text means, by this registry's reference data: no partner is asked, and no person searched for. A text that may
 * be about a patient stands in a body (`POST`), which no address, log or number of ours holds.
 */

import { parseResolveBody, parseResolveQuestion, type ResolveQuestion } from '../../domain/resolve/resolve-question.ts';
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
