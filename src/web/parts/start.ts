/** The start page: what this site is, the search box, examples for it, and the registries that are asked. */

import { type Html, html } from '../html.ts';
import type { Choices } from './choices.ts';
import { organismChip } from './people/organism-chip.ts';
import { searchBox } from './search/search-box.ts';
import { type SiteTexts, siteHeading, welcomeOf } from './site-texts.ts';
import { type Trial, trialsOf } from './trials.ts';
import { linkTo, type WholeView } from './view.ts';

/**
 * Examples of what a clinician may search for, one of each kind. They are real; their results depend on the loaded data.
 * The disease has a name in the words of each language.
 */
const EXAMPLES = [
  { kind: 'symbol', text: 'KCNQ2' },
  { kind: 'identifier', text: 'ENSG00000144285' },
  { kind: 'disease', text: undefined },
  { kind: 'variant', text: 'NM_172107.4(KCNQ2):c.881C>T' },
] as const;

/** @param origins the registries that are asked; this registry is the first */
export function startOf(
  view: WholeView & { site: { texts: SiteTexts; trials?: readonly Trial[] } },
  { origins, taxa }: Choices,
): Html {
  const { words, site } = view;
  return html`<div class="start"><h1 dir="auto">${siteHeading(words, site.texts)}</h1>
${welcomeOf(words, site.texts)}
${searchBox(view, 'start-box', '')}
<p id="examples-title">${words.start.examples}</p>
<ul class="examples" aria-labelledby="examples-title">${EXAMPLES.map(
    ({ kind, text = words.start.exampleDisease }) =>
      html`<li><a href="${linkTo(view, 'search', new URLSearchParams({ text }))}"><strong>${text}</strong> <span>${words.start.exampleKinds[kind]}</span></a></li>`,
  )}</ul>
<p><a href="${linkTo(view, 'genes')}">${words.geneList.several}</a></p>
${trialsOf(view, site.trials)}
<h2 id="asked-title">${words.start.queried(origins.length)}</h2>
<ul class="asked" id="live-counts" aria-labelledby="asked-title">${origins.map(
    ({ key, name }) => html`<li class="chip" data-origin="${key}"><bdi>${name}</bdi></li>`,
  )}</ul>
<ul class="organisms" aria-label="${words.start.organisms}">${taxa.map((taxon) => html`<li>${organismChip(view, taxon)}</li>`)}</ul>
</div>`;
}
