/** The page of the meanings of a text that has no certain meaning: all candidates by kind, each with its reason and its link. */

import type { Candidate, Resolution } from '../../domain/resolve/candidate.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import { searchOfText } from '../parts/box-links.ts';
import { candidateItem } from '../parts/candidate-item.ts';
import { searchText } from '../parts/candidate-words.ts';
import { type Html, html } from '../parts/html.ts';
import { layout, type Page, type PageView } from '../parts/layout.ts';
import { variantAtClinVar } from './read-as.ts';

type CandidatesPage = {
  /** The text as the reader typed it. */
  text: string;
  /** Whether the text was sent in a request body; then it must stand in no address. */
  isPosted: boolean;
  /** Undefined if the text could not be looked up. */
  resolution: Resolution | undefined;
  /** Why the text could not be looked up. */
  problem: string | undefined;
  script: Page['script'];
};

export function candidatesPage(
  view: PageView,
  { text, isPosted, resolution, problem, script }: CandidatesPage,
): string {
  const { words } = view;
  const title = words.box.meant(nameInSentence(resolution?.text || text));
  return layout(view, {
    title: problem === undefined ? title : words.error,
    typed: text,
    posted: isPosted ? text : undefined,
    script,
    main: html`<div class="candidates"><h1 dir="auto">${problem === undefined ? title : words.search}</h1>
${problem !== undefined && html`<p class="error" role="alert">${problem}</p>`}
${resolution !== undefined && meanings(view, resolution)}</div>`,
  });
}

function meanings(view: PageView, { entries, searches, text }: Resolution): Html {
  const { words } = view;
  const [entry] = entries;
  const isUnknown = entry === undefined || entry.candidates.length === 0;
  const guesses = entry?.didYouMean ?? [];
  const isVariant = isUnknown && entry?.form === 'variant';
  const atClinVar = isVariant ? variantAtClinVar(text) : undefined;
  return html`${isVariant && html`<p id="variant-alone">${words.typedText.variantAlone}${atClinVar !== undefined && html` ${words.typedText.atClinVar} ${atClinVar}`}</p>`}
${isUnknown && !isVariant && html`<p id="nothing-called-so" dir="auto">${words.box.nothing(nameInSentence(text))}</p>`}
${entry !== undefined && groups(view, entry.candidates, 2)}
${guesses.length > 0 && html`<h2>${words.box.didYouMean}</h2>${groups(view, guesses, 3)}`}
${
  searches.length > 0 &&
  html`<h2>${words.box.groups.search}</h2>
<ul class="offered-searches">${searches.map((search) => html`<li><a href="${searchOfText(view, search)}">${searchText(words, search)}</a></li>`)}</ul>`
}`;
}

/** Groups candidates by kind; the kind of the best candidate comes first. */
function groups(view: PageView, candidates: readonly Candidate[], level: 2 | 3): readonly Html[] {
  const byKind = Map.groupBy(candidates, ({ kind }) => kind);
  return [...byKind].map(([kind, own]) => {
    const heading = view.words.box.groups[kind];
    return html`${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<ul class="candidate-list">${own.map((candidate) => candidateItem(view, candidate, candidates))}</ul>`;
  });
}
