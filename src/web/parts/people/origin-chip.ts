/** A registry as a chip: the state of the question there by shape, colour and words, and a link to ask it again. */

import type { Origin, OriginState } from '../../../domain/federation/origin.ts';
import { type Html, html } from '../../html.ts';
import { shortClock, timeElement } from '../../words/dates.ts';
import type { Words } from '../../words/words.ts';
import type { View } from '../view.ts';

/** What a chip shows of a registry, for one question or for a list of them. */
export type ChipOrigin = Pick<Origin, 'key' | 'origin' | 'state' | 'retrievedAt'>;

/** The states in which asking again may help. */
const RETRIED: ReadonlySet<OriginState> = new Set(['stale', 'timed-out', 'unreachable', 'failed', 'busy', 'resting']);

type ChipOptions = {
  /** How many people it has; undefined if the number is unknown or must not be shown. */
  people?: number | undefined;
  /** The address that asks this registry by name; scripts handle the click themselves. */
  retryHref?: string | undefined;
};

export function originChip(
  origin: ChipOrigin,
  { words }: Pick<View, 'words'>,
  { people, retryHref }: ChipOptions = {},
): Html {
  const { state, retrievedAt } = origin;
  const isCounted = people !== undefined && (people > 0 || state === 'empty' || state === 'answered');
  return chip(origin, state, words.states[state], [
    isCounted && html` <span class="count">${people}</span>`,
    state === 'stale' &&
      retrievedAt !== null &&
      html` ${timeElement(retrievedAt, words.asOf(shortClock(retrievedAt)))}`,
    RETRIED.has(state) && retryHref !== undefined && retry(origin, words, retryHref),
  ]);
}

/** Returns the chip of a registry without a result so far. */
export function outstandingChip(registry: { key: string; origin: string }, { words }: Pick<View, 'words'>): Html {
  return chip(registry, 'outstanding', words.outstanding, []);
}

function chip(
  { key, origin }: { key: string; origin: string },
  state: OriginState | 'outstanding',
  text: string,
  more: readonly (Html | false)[],
): Html {
  return html`<li class="chip" id="origin-${key}" data-origin="${key}" data-state="${state}" title="${text}"><bdi>${origin}</bdi><span class="visually-hidden"> ${text}</span>${more}</li>`;
}

function retry({ key, origin }: ChipOrigin, words: Words, href: string): Html {
  return html` <a class="retry" id="retry-${key}" data-retry="${key}" href="${href}" aria-label="${words.retryOf(origin)}">${words.retry}</a>`;
}
