/** Sources that note the requests of one question, so that its reader can see them. */

import {
  type AskObserver,
  type ExplainedOrigin,
  explainedOrigin,
  type Observed,
} from '../../domain/federation/explained.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import type { Source } from '../../domain/federation/source.ts';

type ExplainedSources = {
  sources: readonly Source[];
  /** @param parts of the answer to the question that was put to these sources */
  explain(parts: readonly Part[]): ExplainedOrigin[];
};

/** Returns sources for one question; requests of other readers are not noted. */
export function explainedSources(sources: readonly Source[]): ExplainedSources {
  const observed = new Map<string, Observed>();
  const notedOf = (key: string) => observed.get(key) ?? { requests: [], hasJoined: false };
  return {
    sources: sources.map((source) => {
      const noted = notedOf(source.key);
      observed.set(source.key, noted);
      const observer: AskObserver = {
        onSent: (request) => void noted.requests.push(request),
        onJoined: () => {
          noted.hasJoined = true;
        },
      };
      return {
        ...source,
        ask: (question, viewer, signal, options) => source.ask(question, viewer, signal, { ...options, observer }),
      };
    }),
    explain: (parts) => parts.map(({ origin }) => explainedOrigin(origin, notedOf(origin.key))),
  };
}
