/** What a text means, by this registry's reference data: no partner is asked, and no person searched for. */

import { parseResolveQuestion } from '../../domain/resolve/resolve-question.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { PlainRoute } from './federated-route.ts';

export function resolveRoute(resolveText: LocalRegistry['resolveText']): PlainRoute {
  return {
    path: '/resolve',
    parameters: ['text', 'limit'],
    async answer({ context: { params } }) {
      const { text, limit } = parseResolveQuestion(params);
      return JSON.stringify(await resolveText(text, limit));
    },
  };
}
