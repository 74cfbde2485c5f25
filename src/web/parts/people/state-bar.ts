/** How complete an answer is: the sentence, the registries as chips, and all that is known of each behind "Details". */

import { isComplete } from '../../../domain/federation/completeness.ts';
import type { Origin } from '../../../domain/federation/origin.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../view.ts';
import { originLine } from './origins-lines.ts';

/** What scripts and styles read of the bar: whether the answer is complete, or not whole yet. */
type BarState = 'asking' | 'complete' | 'incomplete';

type StateBar = {
  state: BarState;
  sentence: Html | string;
  chips: readonly Html[];
  /** Those of which something is known. */
  origins: readonly Origin[];
  /** What else is to be said of registries. */
  remarks?: Html | undefined;
};

export function stateBar(view: Pick<View, 'words'>, { state, sentence, chips, origins, remarks }: StateBar): Html {
  return html`<div id="state" data-state="${state}"><p id="summary">${sentence}</p>
<ul id="origins">${chips}</ul>
<details id="origin-details"><summary>${view.words.origins.details}</summary>
<ul id="origin-lines">${origins.map((origin) => originLine(origin, view))}</ul></details>
<div id="unknown-terms">${remarks}</div></div>`;
}

/** Of an answer that is whole. */
export function barState(origins: readonly Origin[]): BarState {
  return isComplete(origins) ? 'complete' : 'incomplete';
}
