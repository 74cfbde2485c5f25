/** The failures of a partner in words, with how often each happened. */

import type { RenderedReason } from '../../../domain/federation/history-in-english.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';

/** Returns the list; undefined if there are no failures. */
export function failureList(
  failures: readonly (RenderedReason & { count: number })[],
  words: AllWords,
): Html | undefined {
  if (failures.length === 0) return undefined;
  const kinds = failures.map(
    ({ count, ...failure }) => html`<li>${count} × ${words.reasonOf(failure, 'failed', false)}</li>`,
  );
  return html`<ul class="failures">${kinds}</ul>`;
}
