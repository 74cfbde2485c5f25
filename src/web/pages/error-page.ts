/** The page of an error, in the reader's language. */

import { html } from '../html.ts';
import { backLink } from '../parts/back-link.ts';
import { problemIn, type RegistryProblem } from '../words/problem-words.ts';
import { layout, type PageView } from './layout.ts';

export function errorPage(view: PageView, problem: RegistryProblem): string {
  const { words } = view;
  const isNoPage = problem.code === 'no-page';
  const title = isNoPage ? words.pageNotFound : words.error;
  return layout(view, {
    title,
    main: html`<h1>${title}</h1>
${!isNoPage && html`<p class="error" dir="auto">${problemIn(words, problem)}</p>`}
${backLink(view)}`,
  });
}
