/** The completeness of an answer: the sentence, a chip for each registry, and all details behind "Details". */

import { isComplete } from '../../../domain/federation/completeness.ts';
import type { OriginState } from '../../../domain/federation/origin.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../view.ts';

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
