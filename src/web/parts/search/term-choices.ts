/** The terms that a name may mean, as boxes below its field. */

import type { Html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { ontologyTitle } from '../choices.ts';
import { checkboxes } from '../form-fields.ts';
import { type OpenTerm, TERMS_PREFIX } from './search-query.ts';

/** @param id the id of the field */
export function termChoices(id: string, words: AllWords, open: readonly OpenTerm[]): readonly Html[] {
  return open
    .filter(({ matches }) => matches.length > 0)
    .map(({ ontologyName, text, matches }, index) =>
      checkboxes(
        {
          id: `${id}-choices-${index}`,
          name: `${TERMS_PREFIX}${ontologyName}`,
          legend: words.termsMeant(text),
          chosen: [],
        },
        matches.map(({ termId, name }) => ({ value: termId, text: `${name} (${termId})` })),
      ),
    );
}

/** Returns the text of the field: ids, and texts that match no term, for correction. */
export function typedValue(chosen: readonly string[], open: readonly OpenTerm[]): string {
  return [...chosen, ...open.filter(({ matches }) => matches.length === 0).map(({ text }) => text)].join('; ');
}

/** Returns a sentence for each text that matches no term or several. */
export function openTermsText(words: AllWords, open: readonly OpenTerm[]): string {
  const lines = open.map(({ ontologyName, text, matches }) => {
    const sentenceOf = matches.length === 0 ? words.termsNoneMatch : words.termsSeveralMatch;
    return sentenceOf(text, ontologyTitle(words, ontologyName));
  });
  return lines.join(' ');
}
