/** The completeness of an answer: the sentence, and a chip for each registry with its state and a link to ask it again. */

import { isComplete } from '../../domain/federation/completeness.ts';
import type { Origin, OriginState } from '../../domain/federation/origin.ts';
import { shortClock, timeElement } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import type { View } from '../parts/view.ts';
import type { Words } from '../words/words.ts';

/** The state of the bar for scripts and styles: pending, complete, or incomplete. */
type BarState = 'asking' | 'complete' | 'incomplete';

type StateBar = {
  state: BarState;
  sentence: Html | string;
  chips: readonly Html[];
  /** The details of each registry with a result so far. */
  lines: readonly Html[];
  /** Further remarks about registries. */
  remarks?: Html | undefined;
};

export function stateBar(view: Pick<View, 'words'>, { state, sentence, chips, lines, remarks }: StateBar): Html {
  return html`<div id="state" data-state="${state}"><p id="summary">${sentence}</p>
<ul id="origins">${chips}</ul>
<details id="origin-details"><summary>${view.words.origins.details}</summary>
<ul id="origin-lines">${lines}</ul></details>
<div id="unknown-terms">${remarks}</div></div>`;
}

/** Returns the state of the bar for a finished answer. */
export function barState(origins: readonly { state: OriginState }[]): BarState {
  return isComplete(origins) ? 'complete' : 'incomplete';
}

/** What a chip shows of a registry, for one question or for a list of them. */
type ChipOrigin = Pick<Origin, 'key' | 'origin' | 'state' | 'retrievedAt'>;

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

/** Returns the chip of a registry without a result so far; `retryHref` where none is awaited any more. */
export function outstandingChip(
  registry: { key: string; origin: string },
  { words }: Pick<View, 'words'>,
  { retryHref }: ChipOptions = {},
): Html {
  return chip(registry, 'outstanding', words.outstanding, [
    retryHref !== undefined && retry(registry, words, retryHref),
  ]);
}

function chip(
  { key, origin }: { key: string; origin: string },
  state: OriginState | 'outstanding',
  text: string,
  more: readonly (Html | false)[],
): Html {
  return html`<li class="chip" id="origin-${key}" data-origin="${key}" data-state="${state}" title="${text}"><bdi>${origin}</bdi><span class="visually-hidden"> ${text}</span>${more}</li>`;
}

function retry({ key, origin }: Pick<ChipOrigin, 'key' | 'origin'>, words: Words, href: string): Html {
  return html` <a class="retry" id="retry-${key}" data-retry="${key}" href="${href}" aria-label="${words.retryOf(origin)}">${words.retry}</a>`;
}
