/** What failed at a partner, in the words of the page: its kinds, and how often. */

import type { RenderedReason } from '../../../domain/federation/history-in-english.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';

/** Undefined where nothing failed. */
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
