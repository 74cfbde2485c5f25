/** An error as a page, in the reader's language. */

import { html } from '../html.ts';
import { backLink } from '../parts/back-link.ts';
import { problemIn, type ToldProblem } from '../words/problem-words.ts';
import { layout, type PageView } from './layout.ts';

export function errorPage(view: PageView, problem: ToldProblem): string {
  const { words } = view;
  return layout(view, {
    title: words.error,
    main: html`<h1>${words.error}</h1>
<p class="error" dir="auto">${problemIn(words, problem)}</p>
${backLink(view)}`,
  });
}
