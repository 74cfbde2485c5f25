/** Shows which registries do not know which of the chosen terms. */

import type { FederatedTermsAnswer } from '../../../client/answers.ts';
import { type FetchJson, segment } from '../../../client/fetch-json.ts';
import {
  lookUpTerms,
  type Remark,
  unknownTerms,
  unknownTermsAloud,
  unknownTermsBlock,
} from '../../people/unknown-terms.ts';
import type { LaterWords, Words } from '../../words/words.ts';
import { withLaterWords } from '../later-words.ts';
import { byId, elementsOf } from '../page.ts';
import { keepPlace } from './keep-place.ts';

type UnknownTermsOptions = {
  ask: Pick<FetchJson, 'json'>;
  words: Words;
  signal: AbortSignal;
  /** Lets screen readers read the result. */
  say(sentence: string): void;
};

type UnknownTerms = {
  /** Asks again, because one registry may know more terms now; the answers of the others are cached for a while. */
  askAgain(originKey: string): Promise<void>;
};

/** Asks every registry of a search which of its terms it has. */
export function showUnknownTerms(
  params: URLSearchParams,
  { ask, words: given, signal, say }: UnknownTermsOptions,
): UnknownTerms {
  let remarks: readonly Remark[] = [];
  const loadedWords = withLaterWords(given);

  async function find(): Promise<Remark[]> {
    const lookups = await lookUpTerms(params, async ({ ontologyName, params: question }) => {
      const path = `/api/federated/ontologies/${segment(ontologyName)}/terms`;
      return ask.json<FederatedTermsAnswer>(path, question, { signal });
    });
    return unknownTerms(await loadedWords, lookups);
  }

  function show(words: LaterWords, found: readonly Remark[]): void {
    remarks = found;
    const block = unknownTermsBlock(words, found);
    const made = block === undefined ? [] : elementsOf([block]);
    keepPlace(byId('people'), () => byId('unknown-terms').replaceChildren(...made));
  }

  const first = find().then(async (found) => {
    const words = await loadedWords;
    if (signal.aborted || found.length === 0) return;
    show(words, found);
    say(unknownTermsAloud(words, found));
  });

  return {
    async askAgain(originKey) {
      await first;
      if (!remarks.some(({ key }) => key === undefined || key === originKey)) return;
      const [words, found] = await Promise.all([loadedWords, find()]);
      if (!signal.aborted) show(words, found);
    },
  };
}
